package axonium

import "encoding/json"

// Completion is a model's answer.
type Completion struct {
	ID      string
	Model   string
	Created int64
	Choices []Choice
	// Usage is what the generation consumed; nil where the server did not say.
	Usage *Usage
	// Meta is how the answer came to be.
	Meta Meta
	// Raw is the answer's body as the server sent it, with the fields that Completion does not declare. It is nil on
	// the completion of a stream, which has no body.
	Raw json.RawMessage
	// Parsed is the JSON text that was held against the schema; nil without [ChatRequest.Parse], and where the model wants
	// tools called instead.
	Parsed json.RawMessage

	refusal *Refusal
}

// Choice is one of the answers.
type Choice struct {
	Index        int
	Message      AssistantMessage
	FinishReason string
	// Logprobs is as the server sent it.
	Logprobs json.RawMessage
}

// AssistantMessage is what the model said. A nil text was not given.
type AssistantMessage struct {
	Role      string
	Content   *string
	Reasoning *string
	Refusal   *string
	ToolCalls []ToolCall
}

// Message is the answer as a message of the next request.
func (m AssistantMessage) Message() Message {
	message := Message{Role: "assistant", ToolCalls: m.ToolCalls}
	if m.Content != nil {
		message.Content = Text(*m.Content)
	}
	return message
}

// Content is the first choice's text.
func (c *Completion) Content() string { return text(c.message().Content) }

// Reasoning is the first choice's reasoning, apart from its text.
func (c *Completion) Reasoning() string { return text(c.message().Reasoning) }

// Refusal is why the model declined, in its own words.
func (c *Completion) Refusal() string { return text(c.message().Refusal) }

// RefusalCode is refusal where the model declined in its own words, content_filter where its output was held back, or the
// server's own code; empty where it did not decline.
func (c *Completion) RefusalCode() string { return c.refusal.code() }

// ToolCalls are what the first choice wants called.
func (c *Completion) ToolCalls() []ToolCall { return c.message().ToolCalls }

// FinishReason is why the first choice ended: stop, length, tool_calls, content_filter.
func (c *Completion) FinishReason() string {
	if len(c.Choices) == 0 {
		return ""
	}
	return c.Choices[0].FinishReason
}

// Message is the first choice as a message of the next request.
func (c *Completion) Message() Message { return c.message().Message() }

func (c *Completion) message() AssistantMessage {
	if len(c.Choices) == 0 {
		return AssistantMessage{}
	}
	return c.Choices[0].Message
}

type completionWire struct {
	ID      string `json:"id"`
	Model   string `json:"model"`
	Created int64  `json:"created"`
	Choices []struct {
		Index        int             `json:"index"`
		Message      assistantWire   `json:"message"`
		FinishReason *string         `json:"finish_reason"`
		Logprobs     json.RawMessage `json:"logprobs"`
	} `json:"choices"`
}

// assistantWire is a message, or what a chunk adds to one. Servers name reasoning in two ways.
type assistantWire struct {
	Role             string          `json:"role"`
	Content          *string         `json:"content"`
	ReasoningContent *string         `json:"reasoning_content"`
	Reasoning        *string         `json:"reasoning"`
	Refusal          *string         `json:"refusal"`
	ToolCalls        []ToolCallDelta `json:"tool_calls"`
}

func (w *assistantWire) reasoning() *string {
	if w.ReasoningContent != nil {
		return w.ReasoningContent
	}
	return w.Reasoning
}

func (w *assistantWire) message() AssistantMessage {
	message := AssistantMessage{Role: w.Role, Content: w.Content, Reasoning: w.reasoning(), Refusal: w.Refusal}
	for _, call := range w.ToolCalls {
		message.ToolCalls = append(message.ToolCalls, ToolCall{ID: call.ID, Type: call.Type, Function: call.Function})
	}
	return message
}

// newCompletion is a completion with what the engine says about it.
func newCompletion(body []byte, done doneWire) *Completion {
	completion := decodeCompletion(body)
	completion.Usage, completion.Meta = done.Usage, done.Meta
	completion.Parsed, completion.refusal = done.parsed(), done.Refusal
	return completion
}

// decodeCompletion reads what it knows. A field of an unexpected type reads as absent, and stays reachable in Raw: the
// engine has judged the answer already, and an answer that was paid for is not withheld for an oddity.
func decodeCompletion(body []byte) *Completion {
	var wire completionWire
	_ = json.Unmarshal(body, &wire)
	completion := &Completion{ID: wire.ID, Model: wire.Model, Created: wire.Created}
	for _, choice := range wire.Choices {
		completion.Choices = append(completion.Choices, Choice{
			Index: choice.Index, Message: choice.Message.message(), FinishReason: text(choice.FinishReason),
			Logprobs: present(choice.Logprobs),
		})
	}
	return completion
}
