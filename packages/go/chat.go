package axonium

import (
	"context"
	"time"
)

// ChatService makes chat completions. It is a client's Chat field.
type ChatService struct{ client *Client }

// ChatRequest asks for a chat completion. Unset fields are not sent.
type ChatRequest struct {
	// Model is the id of a model, one of [ModelsService.Mine].
	Model string `json:"model"`
	// Messages is the conversation until now.
	Messages []Message `json:"messages"`
	// MaxTokens bounds the answer.
	MaxTokens *int64 `json:"max_tokens,omitempty"`
	// Temperature is from 0 to 2.
	Temperature *float64 `json:"temperature,omitempty"`
	// TopP is above 0, up to 1.
	TopP *float64 `json:"top_p,omitempty"`
	// Stop ends the answer before any of these.
	Stop []string `json:"stop,omitempty"`
	// Tools are what the model may call.
	Tools []Tool `json:"tools,omitempty"`
	// ToolChoice is none, auto, required, or an object that names a tool.
	ToolChoice any `json:"tool_choice,omitempty"`
	// ResponseFormat is an object such as {"type": "json_object"}.
	ResponseFormat any `json:"response_format,omitempty"`
	// Logprobs asks for the probabilities of the answer's tokens.
	Logprobs *bool `json:"logprobs,omitempty"`
	// TopLogprobs is how many alternatives to give for each token, from 0 to 20. It needs Logprobs.
	TopLogprobs *int64 `json:"top_logprobs,omitempty"`
	// RequireParameters refuses the request where the model would not use one of its fields.
	RequireParameters *bool `json:"require_parameters,omitempty"`
	// ChatTemplateKwargs are given to the model's chat template.
	ChatTemplateKwargs map[string]any `json:"chat_template_kwargs,omitempty"`
	// StreamOptions are options of a stream, for example {"include_usage": true}.
	StreamOptions map[string]any `json:"stream_options,omitempty"`
	// Extra are fields that ChatRequest does not declare, sent as they are. A field that it declares is refused here.
	Extra map[string]any `json:"-"`

	// IdempotencyKey makes a repeat a replay: the gateway generates once and bills once for it within 24 hours. It is
	// 1 to 255 visible ASCII characters. The empty string is unset: no key is sent, so a key that a program computes must
	// not come out empty. [KeyAuto] makes one for this call; [DeriveKey] and [RunKeys] make those of a program that may be started
	// again.
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
	// Parse asks for JSON of a schema. Beside it the request has no ResponseFormat of its own, unless SendSchema is false.
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

// Create asks for a completion and waits for it.
func (s *ChatService) Create(ctx context.Context, request ChatRequest) (*Completion, error) {
	body, err := request.body()
	if err != nil {
		return nil, err
	}
	answer, done, err := s.client.unary(ctx, "chat.completions.create", body, request.options())
	if err != nil {
		return nil, err
	}
	completion := newCompletion(answer, done)
	completion.Raw = answer
	return completion, nil
}

// Parse asks for a completion that is JSON, and reads it into target, a pointer, as json.Unmarshal does. The schema is that of
// target's type, as [SchemaOf] makes it, unless request.Parse has another one; see [ParseOptions] for what becomes of an
// answer that does not match. The text that was read is the completion's Parsed; it is nil, and target as it was, where the
// model wants tools called instead.
//
//	var invoice Invoice
//	completion, err := client.Chat.Parse(ctx, request, &invoice)
func (s *ChatService) Parse(ctx context.Context, request ChatRequest, target any) (*Completion, error) {
	options, err := request.Parse.into(target)
	if err != nil {
		return nil, err
	}
	request.Parse = options
	completion, err := s.Create(ctx, request)
	if err != nil {
		return nil, err
	}
	if err := fill(completion.Parsed, target, completion.Meta); err != nil {
		return nil, err
	}
	return completion, nil
}

// Stream asks for a completion and returns once the server has begun to answer. Until then failures are handled as
// those of Create; afterwards the call is never repeated, except on another route before its first output. The context
// bounds the whole stream.
func (s *ChatService) Stream(ctx context.Context, request ChatRequest) (*Stream, error) {
	body, err := request.body()
	if err != nil {
		return nil, err
	}
	call, err := s.client.begin(ctx, "chat.completions.stream", body, request.options())
	if err != nil {
		return nil, err
	}
	reader, err := openReader(call)
	if err != nil {
		return nil, err
	}
	return &Stream{reader: reader}, nil
}

func (r *ChatRequest) body() ([]byte, error) {
	if r.Messages == nil {
		r.Messages = []Message{}
	}
	return requestBody(*r, r.Extra)
}

func (r *ChatRequest) options() callOptions {
	return callOptions{
		IdempotencyKey: r.IdempotencyKey, Timeout: seconds(r.Timeout), Instance: r.Instance,
		ExtraHeaders: r.ExtraHeaders, ExtraBody: r.Extra, Retry: r.Retry.wire(), Partial: r.Partial,
		Routes:   routesWire(r.Routes),
		Deadline: unixSeconds(r.Deadline), Parse: r.Parse.wire(), OnTimeout: r.OnTimeout, Fallback: fallbackWire(r.Fallback),
		MayBillTwice: r.MayBillTwice, Resume: r.Resume, RetryClean: r.RetryClean,
	}
}
