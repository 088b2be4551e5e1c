package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/axonium/axonium-go"
)

var errNoConnection = errors.New("no responses.connect came before")

// responses is what makes responses: a client's service, or the connection that was opened on it.
type responses interface {
	Create(context.Context, axonium.ResponseRequest) (*axonium.Response, error)
	Stream(context.Context, axonium.ResponseRequest) (*axonium.ResponseStream, error)
}

func (c *callWire) responses(session *session) (responses, error) {
	switch {
	case !c.Options.Connection:
		return session.client.Responses, nil
	case session.connection == nil:
		return nil, errNoConnection
	default:
		return session.connection, nil
	}
}

func (c *callWire) response(ctx context.Context, session *session) (map[string]any, error) {
	responses, err := c.responses(session)
	if err != nil {
		return nil, err
	}
	request, err := responseRequest(c.Request, &c.Options)
	if err != nil {
		return nil, err
	}
	if c.Op == "responses.parse" {
		var target json.RawMessage
		response, err := session.client.Responses.Parse(ctx, request, &target)
		return orError(response, err, responseValue)
	}
	response, err := responses.Create(ctx, request)
	return orError(response, err, responseValue)
}

func (c *callWire) openResponse(ctx context.Context, session *session) (*axonium.ResponseStream, error) {
	responses, err := c.responses(session)
	if err != nil {
		return nil, err
	}
	request, err := responseRequest(c.Request, &c.Options)
	if err != nil {
		return nil, err
	}
	return responses.Stream(ctx, request)
}

func (c *callWire) responseStream(ctx context.Context, cancel func(), session *session) result {
	stream, err := c.openResponse(ctx, session)
	if err != nil {
		return result{Outcome: "error", Error: describe(err)}
	}
	defer stream.Close()
	events, text := []string{}, ""
	for stream.Next() {
		event := stream.Current()
		events = append(events, event.Type())
		if delta, ok := event.(axonium.OutputTextDelta); ok {
			text += delta.Delta
		}
		if after := c.Options.CancelAfterChunks; after != nil && len(events) == *after {
			cancel()
		}
	}
	chunks := len(events)
	outcome := result{Outcome: "stream", Chunks: &chunks}
	if final, err := stream.Final(); err == nil {
		outcome.Value = responseValue(final)
		delete(outcome.Value, "raw")
	} else {
		outcome.Outcome, outcome.Error, outcome.Value = "stream_error", describe(err), brokenResponseValue(stream)
	}
	outcome.Value["text"], outcome.Value["events"], outcome.Value["saw_output"] = text, events, stream.SawOutput()
	outcome.Value["parsed_partial"] = stream.ParsedPartial()
	return outcome
}

func responseValue(response *axonium.Response) map[string]any {
	value := map[string]any{
		"id": orNull(response.ID), "model": orNull(response.Model), "status": orNull(response.Status),
		"output_text": response.OutputText(), "reasoning": orNull(response.Reasoning()),
		"refusal": orNull(response.Refusal()), "refusal_code": orNull(response.RefusalCode()), "parsed": response.Parsed,
		"tool_calls": toolCallsValue(response.ToolCalls()),
		"usage":      response.Usage, "meta": metaValue(&response.Meta), "raw": response.Raw,
	}
	if details := response.IncompleteDetails; details != nil {
		value["incomplete_reason"] = orNull(details.Reason)
	}
	return value
}

// brokenResponseValue is what a stream shows that did not come to its end.
func brokenResponseValue(stream *axonium.ResponseStream) map[string]any {
	meta := stream.Meta()
	return map[string]any{
		"output_text": stream.OutputText(), "reasoning": orNull(stream.Reasoning()),
		"refusal": orNull(stream.Refusal()), "refusal_code": orNull(stream.RefusalCode()),
		"tool_calls": toolCallsValue(stream.ToolCalls()), "usage": stream.Usage(), "meta": metaValue(&meta),
	}
}

func connectionValue(connection *axonium.ResponseConnection) map[string]any {
	return map[string]any{"meta": metaValue(&connection.Meta)}
}
