package axonium

import (
	"encoding/json"
	"log/slog"
)

// noticeWire is what the engine tells a call about while it runs.
type noticeWire struct {
	Kind      string  `json:"kind"`
	Level     string  `json:"level"`
	Message   string  `json:"message"`
	Method    string  `json:"method"`
	Path      string  `json:"path"`
	Model     *string `json:"model"`
	Attempt   int     `json:"attempt"`
	Status    int     `json:"status"`
	Duration  float64 `json:"duration_s"`
	Action    Action  `json:"action"`
	Wait      float64 `json:"wait_s"`
	Reason    string  `json:"reason"`
	RequestID *string `json:"request_id"`
	Ticket    uint64  `json:"ticket"`
	Rejected  *string `json:"rejected"`
}

// notice passes on what the engine tells. Notices of a kind that a hook is for come only if that hook is set, decisions also
// where circuit breakers are to be logged.
func (c *call) notice(encoded []byte) {
	var notice noticeWire
	if json.Unmarshal(encoded, &notice) != nil {
		return
	}
	hooks := &c.client.config.hooks
	switch notice.Kind {
	case "token":
		go c.provideToken(notice.Ticket, text(notice.Rejected))
	case "request":
		hooks.OnRequest(c.ctx, RequestNotice{Attempt: notice.Attempt, Method: notice.Method, Path: notice.Path})
	case "response":
		hooks.OnResponse(c.ctx, ResponseNotice{
			Attempt: notice.Attempt, Status: notice.Status, RequestID: text(notice.RequestID),
			Duration: duration(notice.Duration),
		})
	case "decision":
		decision := DecisionNotice{
			Attempt: notice.Attempt, Action: notice.Action, Reason: notice.Reason, Message: notice.Message,
			Wait: duration(notice.Wait),
		}
		if decision.Action == ActionCircuit {
			c.client.config.logger.circuit(c, &decision)
		}
		if hooks.OnDecision != nil {
			hooks.OnDecision(c.ctx, decision)
		}
	case "wait":
		wait := notice.wait()
		c.client.config.logger.wait(c, &wait)
		if hooks.OnWait != nil {
			hooks.OnWait(c.ctx, wait)
		}
	}
}

func (n *noticeWire) wait() WaitNotice {
	level := slog.LevelDebug
	if n.Level == "info" {
		level = slog.LevelInfo
	}
	return WaitNotice{
		Level: level, Message: n.Message, Method: n.Method, Path: n.Path, Model: text(n.Model), Attempt: n.Attempt,
		Wait: duration(n.Wait), Reason: n.Reason, RequestID: text(n.RequestID),
	}
}

// provideToken runs the caller's function off the call's goroutine, so that a slow one cannot hold up cancellation.
func (c *call) provideToken(ticket uint64, rejected string) {
	token, err := c.client.config.tokenProvider(c.ctx, rejected)
	c.native.AnswerToken(ticket, token, err)
}

type logger struct{ *slog.Logger }

// wait logs a wait with the fields that explain it.
func (l logger) wait(c *call, wait *WaitNotice) {
	if l.Logger == nil {
		return
	}
	l.LogAttrs(c.ctx, wait.Level, wait.Message,
		slog.String("method", wait.Method), slog.String("path", wait.Path), slog.String("model", wait.Model),
		slog.Int("attempt", wait.Attempt), slog.String("reason", wait.Reason),
		slog.String("request_id", wait.RequestID), slog.Duration("wait", wait.Wait),
	)
}

// circuit logs that a circuit breaker has changed.
func (l logger) circuit(c *call, change *DecisionNotice) {
	if l.Logger == nil {
		return
	}
	l.LogAttrs(c.ctx, slog.LevelInfo, change.Message, slog.Int("attempt", change.Attempt), slog.String("reason", change.Reason),
		slog.Duration("wait", change.Wait))
}

// text is the string behind an optional one, for ids and names that are never empty when they are there.
func text(optional *string) string {
	if optional == nil {
		return ""
	}
	return *optional
}
