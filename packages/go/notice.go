package axonium

import (
	"encoding/json"
	"log/slog"
)

// noticeWire is what the engine tells a call about while it runs.
type noticeWire struct {
	Kind      string   `json:"kind"`
	Level     string   `json:"level"`
	Message   string   `json:"message"`
	Method    string   `json:"method"`
	Path      string   `json:"path"`
	Model     *string  `json:"model"`
	Attempt   int      `json:"attempt"`
	Wait      *float64 `json:"wait_s"`
	Reason    string   `json:"reason"`
	RequestID *string  `json:"request_id"`
	Ticket    uint64   `json:"ticket"`
	Rejected  *string  `json:"rejected"`
}

func (c *call) notice(encoded []byte) {
	var notice noticeWire
	if json.Unmarshal(encoded, &notice) != nil {
		return
	}
	switch notice.Kind {
	case "wait":
		c.client.config.logger.wait(c, &notice)
	case "token":
		go c.provideToken(notice.Ticket, text(notice.Rejected))
	}
}

// provideToken runs the caller's function off the call's goroutine, so that a slow one cannot hold up cancellation.
func (c *call) provideToken(ticket uint64, rejected string) {
	token, err := c.client.config.tokenProvider(c.ctx, rejected)
	c.native.AnswerToken(ticket, token, err)
}

type logger struct{ *slog.Logger }

// wait logs a wait with the fields that explain it.
func (l logger) wait(c *call, notice *noticeWire) {
	if l.Logger == nil {
		return
	}
	level := slog.LevelDebug
	if notice.Level == "info" {
		level = slog.LevelInfo
	}
	attributes := []slog.Attr{
		slog.String("method", notice.Method), slog.String("path", notice.Path), slog.String("model", text(notice.Model)),
		slog.Int("attempt", notice.Attempt), slog.String("reason", notice.Reason),
		slog.String("request_id", text(notice.RequestID)),
	}
	if notice.Wait != nil {
		attributes = append(attributes, slog.Duration("wait", duration(*notice.Wait)))
	}
	l.LogAttrs(c.ctx, level, notice.Message, attributes...)
}

// text is the string behind an optional one, for ids and names that are never empty when they are there.
func text(optional *string) string {
	if optional == nil {
		return ""
	}
	return *optional
}
