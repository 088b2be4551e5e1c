package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/axonium/axonium-go"
)

type callWire struct {
	Op      string                     `json:"op"`
	Request map[string]json.RawMessage `json:"request"`
	Options options                    `json:"options"`
}

// session is a client and the connection that was opened on it.
type session struct {
	client     *axonium.Client
	connection *axonium.ResponseConnection
}

// play makes the call, and cancels it by its context where the scenario says so.
func (c *callWire) play(session *session) result {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if after := c.Options.CancelAfterMS; after != nil {
		timer := time.AfterFunc(time.Duration(*after)*time.Millisecond, cancel)
		defer timer.Stop()
	}
	switch c.Op {
	case "chat.completions.stream":
		return c.stream(ctx, cancel, session.client)
	case "responses.stream":
		return c.responseStream(ctx, cancel, session)
	}
	value, err := c.unary(ctx, session)
	if err != nil {
		return result{Outcome: "error", Error: describe(err)}
	}
	return result{Outcome: "ok", Value: value}
}

func (c *callWire) unary(ctx context.Context, session *session) (map[string]any, error) {
	client := session.client
	switch c.Op {
	case "responses.create", "responses.parse":
		return c.response(ctx, session)
	case "responses.connect":
		connection, err := client.Responses.Connect(ctx)
		session.connection = connection
		return orError(connection, err, connectionValue)
	case "responses.disconnect":
		if session.connection == nil {
			return nil, errNoConnection
		}
		return map[string]any{}, session.connection.Close()
	case "chat.completions.create", "chat.completions.parse":
		return c.chat(ctx, client)
	case "circuits":
		circuits, err := client.Circuits()
		return orError(&circuits, err, circuitsValue)
	case "keys.derive", "keys.run":
		key, err := c.key()
		return map[string]any{"key": key}, err
	case "models.list":
		models, err := client.Models.List(ctx)
		return orError(models, err, modelsValue)
	case "models.mine":
		models, err := client.Models.Mine(ctx)
		return orError(models, err, modelsValue)
	case "usage.retrieve":
		var requestID string
		if err := json.Unmarshal(c.Request["request_id"], &requestID); err != nil {
			return nil, err
		}
		record, err := client.Usage.Retrieve(ctx, requestID)
		return orError(record, err, usageValue)
	default:
		token, err := client.Token.Fetch(ctx)
		return orError(token, err, tokenValue)
	}
}

func orError[T any](answer *T, err error, value func(*T) map[string]any) (map[string]any, error) {
	if err != nil {
		return nil, err
	}
	return value(answer), nil
}

func (c *callWire) chat(ctx context.Context, client *axonium.Client) (map[string]any, error) {
	request, err := chatRequest(c.Request, &c.Options)
	if err != nil {
		return nil, err
	}
	if c.Op == "chat.completions.create" {
		completion, err := client.Chat.Create(ctx, request)
		return orError(completion, err, completionValue)
	}
	var target json.RawMessage
	completion, err := client.Chat.Parse(ctx, request, &target)
	return orError(completion, err, completionValue)
}

func (c *callWire) key() (string, error) {
	var request struct {
		Namespace string          `json:"namespace"`
		Body      json.RawMessage `json:"body"`
		RunID     axonium.RunKeys `json:"run_id"`
		Step      string          `json:"step"`
	}
	encoded, err := json.Marshal(c.Request)
	if err == nil {
		err = json.Unmarshal(encoded, &request)
	}
	switch {
	case err != nil:
		return "", err
	case c.Op == "keys.run":
		return request.RunID.Step(request.Step)
	default:
		return axonium.DeriveKey(request.Namespace, axonium.JSONRequest(request.Body))
	}
}

func (c *callWire) stream(ctx context.Context, cancel func(), client *axonium.Client) result {
	request, err := chatRequest(c.Request, &c.Options)
	if err != nil {
		return result{Outcome: "error", Error: describe(err)}
	}
	stream, err := client.Chat.Stream(ctx, request)
	if err != nil {
		return result{Outcome: "error", Error: describe(err)}
	}
	defer stream.Close()
	chunks, text := 0, ""
	for stream.Next() {
		chunks++
		text += stream.Current().Content()
		if after := c.Options.CancelAfterChunks; after != nil && chunks == *after {
			cancel()
		}
	}
	outcome := result{Outcome: "stream", Chunks: &chunks}
	if final, err := stream.Final(); err == nil {
		outcome.Value = completionValue(final)
		delete(outcome.Value, "raw")
	} else {
		outcome.Outcome, outcome.Error, outcome.Value = "stream_error", describe(err), brokenValue(stream)
	}
	outcome.Value["text"], outcome.Value["parsed_partial"] = text, stream.ParsedPartial()
	return outcome
}
