package main

import (
	"context"

	"github.com/axonium/axonium-go"
)

func (c *callWire) response(ctx context.Context, session *session) (map[string]any, error) {
	request, err := responseRequest(c.Request, &c.Options)
	if err != nil {
		return nil, err
	}
	create := session.client.Responses.Create
	if c.Options.Connection {
		create = session.connection.Create
	}
	response, err := create(ctx, request)
	return orError(response, err, responseValue)
}

func (c *callWire) responseStream(ctx context.Context, cancel func(), session *session) result {
	request, err := responseRequest(c.Request, &c.Options)
	if err != nil {
		return result{Outcome: "error", Error: describe(err)}
	}
	open := session.client.Responses.Stream
	if c.Options.Connection {
		open = session.connection.Stream
	}
	stream, err := open(ctx, request)
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
	return outcome
}

func responseValue(response *axonium.Response) map[string]any {
	value := map[string]any{
		"id": orNull(response.ID), "model": orNull(response.Model), "status": orNull(response.Status),
		"output_text": response.OutputText(), "reasoning": orNull(response.Reasoning()),
		"refusal": orNull(response.Refusal()), "tool_calls": toolCallsValue(response.ToolCalls()),
		"usage": response.Usage, "meta": metaValue(&response.Meta), "raw": response.Raw,
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
		"refusal": orNull(stream.Refusal()), "tool_calls": toolCallsValue(stream.ToolCalls()), "usage": stream.Usage(),
		"meta": metaValue(&meta),
	}
}

func connectionValue(connection *axonium.ResponseConnection) map[string]any {
	return map[string]any{"meta": metaValue(&connection.Meta)}
}
