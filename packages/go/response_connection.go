package axonium

import (
	"context"
	"encoding/json"
)

// ResponseConnection is a WebSocket that carries many turns, one after the other. A turn that is started while another
// one is active is refused. A connection that the server closed between turns, or that has reached the server's limit
// of 60 minutes, is opened anew by the next turn.
//
//	connection, err := client.Responses.Connect(ctx)
//	if err != nil { … }
//	defer connection.Close()
//	response, err := connection.Create(ctx, request)
//
// It is safe for concurrent use.
type ResponseConnection struct {
	// Meta is how the connection came to be.
	Meta Meta

	service *ResponsesService
	id      uint64
}

type connectionWire struct {
	Connection uint64 `json:"connection"`
}

// Connect opens a WebSocket that is kept for many turns. The context bounds the opening alone. Close the connection
// when it is no longer needed.
func (s *ResponsesService) Connect(ctx context.Context) (*ResponseConnection, error) {
	answer, done, err := s.client.unary(ctx, "responses.connect", nil, callOptions{})
	if err != nil {
		return nil, err
	}
	var opened connectionWire
	if err := json.Unmarshal(answer, &opened); err != nil {
		return nil, internalError(err)
	}
	return &ResponseConnection{Meta: done.Meta, service: s, id: opened.Connection}, nil
}

// Stream takes a turn: it asks for a response and returns once the server has begun to answer. The context bounds the
// whole turn; where it ends early, the connection is closed, and opened anew by the next turn.
func (c *ResponseConnection) Stream(ctx context.Context, request ResponseRequest) (*ResponseStream, error) {
	return c.service.stream(ctx, request, &c.id)
}

// Create takes a turn and reads it to its end.
func (c *ResponseConnection) Create(ctx context.Context, request ResponseRequest) (*Response, error) {
	stream, err := c.Stream(ctx, request)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	return stream.Final()
}

// Close closes the connection, and cuts off a turn that is active on it. Closing twice is harmless, and so is closing
// after the client was closed. It always returns nil, and returns an error to be an io.Closer.
func (c *ResponseConnection) Close() error {
	if body, err := encode(connectionWire{c.id}); err == nil {
		_, _, _ = c.service.client.unary(context.Background(), "responses.disconnect", body, callOptions{})
	}
	return nil
}
