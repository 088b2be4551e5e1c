package axonium

import (
	"context"
	"time"
)

// ResponsesService makes responses. It is a client's Responses field.
type ResponsesService struct{ client *Client }

// ResponseRequest asks for a response. Unset fields are not sent.
//
// A request with Store, PreviousResponseID, Conversation or Background depends on what one server keeps, and never
// leaves its route.
type ResponseRequest struct {
	// Model is the id of a model, one of [ModelsService.Mine].
	Model string `json:"model"`
	// Input is a [TextInput] or [ItemsInput].
	Input ResponseInput `json:"input,omitempty"`
	// Instructions are the system's or the developer's, and come before the input.
	Instructions string `json:"instructions,omitempty"`
	// MaxOutputTokens bounds the output, reasoning included.
	MaxOutputTokens *int64 `json:"max_output_tokens,omitempty"`
	// Temperature is from 0 to 2.
	Temperature *float64 `json:"temperature,omitempty"`
	// TopP is above 0, up to 1.
	TopP *float64 `json:"top_p,omitempty"`
	// Tools are what the model may call.
	Tools ResponseTools `json:"tools,omitempty"`
	// ToolChoice is none, auto, required, or an object that names a tool.
	ToolChoice any `json:"tool_choice,omitempty"`
	// Text is an object such as {"format": {"type": "json_object"}}.
	Text any `json:"text,omitempty"`
	// Reasoning is an object such as {"effort": "low", "summary": "auto"}.
	Reasoning any `json:"reasoning,omitempty"`
	// Store keeps the response on the server.
	Store *bool `json:"store,omitempty"`
	// PreviousResponseID names a stored response that this one continues.
	PreviousResponseID string `json:"previous_response_id,omitempty"`
	// Conversation is the id of a stored conversation, or an object with it.
	Conversation any `json:"conversation,omitempty"`
	// Background lets the response be made after the call. It is refused over a WebSocket.
	Background *bool `json:"background,omitempty"`
	// ParallelToolCalls allows several tool calls in one response.
	ParallelToolCalls *bool `json:"parallel_tool_calls,omitempty"`
	// Truncation is auto or disabled.
	Truncation string `json:"truncation,omitempty"`
	// Include names more to be told, such as reasoning.encrypted_content.
	Include []string `json:"include,omitempty"`
	// Metadata is kept with the response.
	Metadata map[string]string `json:"metadata,omitempty"`
	// User names whom the response is for.
	User string `json:"user,omitempty"`
	// Extra are fields that ResponseRequest does not declare, sent as they are. A field that it declares is refused here.
	Extra map[string]any `json:"-"`

	// Transport is how a stream's events arrive. Unset: [TransportSSE].
	Transport Transport `json:"-"`
	// IdempotencyKey makes a repeat a replay, as in [ChatRequest]. A turn over a WebSocket carries none, and is refused
	// with one.
	IdempotencyKey string `json:"-"`
	// Timeout bounds the whole call, attempts and waits together. Unset: no limit but the context's.
	Timeout *time.Duration `json:"-"`
	// Instance pins the call to a replica.
	Instance string `json:"-"`
	// ExtraHeaders are sent with this call's requests.
	ExtraHeaders map[string]string `json:"-"`
	// Retry overrides the client's policy, field by field.
	Retry *RetryPolicy `json:"-"`
	// Partial overrides the client's.
	Partial Partial `json:"-"`
	// Routes replaces the client's; an empty list, other than nil, uses none.
	Routes []Route `json:"-"`
	// Deadline is the moment when the call must be over, whatever it is doing; the zero time is none. The context's deadline
	// does the same. Of several limits the soonest holds.
	Deadline time.Time `json:"-"`
	// Parse asks for JSON of a schema. Beside it the request has no Text.format of its own, unless SendSchema is false.
	Parse *ParseOptions `json:"-"`
	// OnTimeout overrides the client's.
	OnTimeout OnTimeout `json:"-"`
	// Fallback replaces the client's; an empty list, other than nil, uses none.
	Fallback []Route `json:"-"`
	// MayBillTwice overrides the client's.
	MayBillTwice *bool `json:"-"`
	// Resume overrides the client's.
	Resume Resume `json:"-"`
	// RetryClean overrides the client's.
	RetryClean *bool `json:"-"`
}

// Transport is how the events of a streamed response arrive.
type Transport string

const (
	// TransportSSE is an HTTP request that is answered by a stream of events.
	TransportSSE Transport = "sse"
	// TransportWebSocket is a WebSocket. [ResponsesService.Connect] opens one for many turns.
	TransportWebSocket Transport = "websocket"
)

// Create asks for a response and waits for it. A response that is incomplete is an answer: see Response.Status. One that
// failed is an [*APIError], with what it had said.
func (s *ResponsesService) Create(ctx context.Context, request ResponseRequest) (*Response, error) {
	body, err := request.body()
	if err != nil {
		return nil, err
	}
	answer, done, err := s.client.unary(ctx, "responses.create", body, request.options())
	if err != nil {
		return nil, err
	}
	response := newResponse(answer, done.Answer, done)
	response.Raw = answer
	return response, nil
}

// Parse asks for a response that is JSON, and reads it into target, a pointer, as [ChatService.Parse] does.
func (s *ResponsesService) Parse(ctx context.Context, request ResponseRequest, target any) (*Response, error) {
	options, err := request.Parse.into(target)
	if err != nil {
		return nil, err
	}
	request.Parse = options
	response, err := s.Create(ctx, request)
	if err != nil {
		return nil, err
	}
	if err := fill(response.Parsed, target, response.Meta); err != nil {
		return nil, err
	}
	return response, nil
}

// Stream asks for a response and returns once the server has begun to answer. Until then failures are handled as those
// of Create; afterwards the call is never repeated, except on another route before its first output. The context bounds
// the whole stream.
func (s *ResponsesService) Stream(ctx context.Context, request ResponseRequest) (*ResponseStream, error) {
	return s.stream(ctx, request, nil)
}

// stream opens a stream, on a kept connection where one is given.
func (s *ResponsesService) stream(ctx context.Context, request ResponseRequest, connection *uint64) (*ResponseStream, error) {
	body, err := request.body()
	if err != nil {
		return nil, err
	}
	options := request.options()
	options.Connection = connection
	call, err := s.client.begin(ctx, "responses.stream", body, options)
	if err != nil {
		return nil, err
	}
	reader, err := openReader(call)
	if err != nil {
		return nil, err
	}
	return &ResponseStream{reader: reader}, nil
}

func (r *ResponseRequest) body() ([]byte, error) { return requestBody(*r, r.Extra) }

func (r *ResponseRequest) options() callOptions {
	return callOptions{
		IdempotencyKey: r.IdempotencyKey, Timeout: seconds(r.Timeout), Instance: r.Instance,
		ExtraHeaders: r.ExtraHeaders, ExtraBody: r.Extra, Retry: r.Retry.wire(), Partial: r.Partial,
		Routes: routesWire(r.Routes), Transport: r.Transport,
		Deadline: unixSeconds(r.Deadline), Parse: r.Parse.wire(), OnTimeout: r.OnTimeout, Fallback: fallbackWire(r.Fallback),
		MayBillTwice: r.MayBillTwice, Resume: r.Resume, RetryClean: r.RetryClean,
	}
}
