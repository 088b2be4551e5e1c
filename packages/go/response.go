package axonium

import "encoding/json"

// Response is what a model made of a request.
type Response struct {
	ID string
	// Status is completed, incomplete, queued, in_progress or cancelled.
	Status string
	Model  string
	// Output are the items that the model made, in order: messages, reasoning, calls of tools.
	Output []OutputItem
	// IncompleteDetails says why an incomplete response ended; nil for others.
	IncompleteDetails *IncompleteDetails
	// Error is what the server says went wrong. It is nil where nothing did; a response that failed is the error of its
	// call.
	Error *ResponseError
	// Usage is what the generation consumed; nil where the server did not say.
	Usage *Usage
	// Meta is how the response came to be.
	Meta Meta
	// Raw is the answer's body as the server sent it, with the fields that Response does not declare. It is nil on the
	// response of a stream, which has no body.
	Raw json.RawMessage
	// Parsed is the JSON text that was held against the schema; nil without [ResponseRequest.Parse], and where the model
	// wants tools called instead.
	Parsed json.RawMessage

	answer  answerWire
	refusal *Refusal
}

// IncompleteDetails says why a response ended early.
type IncompleteDetails struct {
	// Reason is max_output_tokens or content_filter.
	Reason string `json:"reason"`
}

// ResponseError is why a response failed, in the server's words.
type ResponseError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// OutputItem is one item of a response's output. It may be an item of the next request's input.
type OutputItem struct {
	ID string
	// Type is message, reasoning, function_call and so on.
	Type string
	// Status is in_progress, completed or incomplete; empty where items of the type have none.
	Status string
	// Raw is the item as the server sent it.
	Raw json.RawMessage
}

// MarshalJSON writes the item as the server sent it.
func (i OutputItem) MarshalJSON() ([]byte, error) { return i.Raw.MarshalJSON() }

// UnmarshalJSON reads an item, and keeps it as it is.
func (i *OutputItem) UnmarshalJSON(data []byte) error {
	var wire struct {
		ID     string `json:"id"`
		Type   string `json:"type"`
		Status string `json:"status"`
	}
	_ = json.Unmarshal(data, &wire) // As decodeResponse does.
	*i = OutputItem{ID: wire.ID, Type: wire.Type, Status: wire.Status, Raw: append(json.RawMessage(nil), data...)}
	return nil
}

// OutputText is the text of all messages, joined.
func (r *Response) OutputText() string { return text(r.answer.Content) }

// Reasoning is the model's reasoning, or its summary where the server gives no more.
func (r *Response) Reasoning() string { return text(r.answer.Reasoning) }

// Refusal is why the model declined, in its own words.
func (r *Response) Refusal() string { return text(r.answer.Refusal) }

// RefusalCode is refusal where the model declined in its own words, content_filter where its output was held back, or the
// server's own code; empty where it did not decline.
func (r *Response) RefusalCode() string { return r.refusal.code() }

// ToolCalls are the functions and custom tools that the model wants called. Answer each with a [ToolOutputItem].
func (r *Response) ToolCalls() []ToolCall { return r.answer.ToolCalls }

// InputItems are the output as items of the next request's input, for a conversation that no server keeps.
func (r *Response) InputItems() ItemsInput {
	items := make(ItemsInput, 0, len(r.Output))
	for _, item := range r.Output {
		items = append(items, item)
	}
	return items
}

// answerWire is what a response says, as the engine put it together.
type answerWire struct {
	Content   *string    `json:"content"`
	Reasoning *string    `json:"reasoning"`
	Refusal   *string    `json:"refusal"`
	ToolCalls []ToolCall `json:"tool_calls"`
}

// newResponse is a response with what the engine says about it.
func newResponse(body []byte, answer answerWire, done doneWire) *Response {
	response := decodeResponse(body, answer)
	response.Usage, response.Meta, response.Parsed, response.refusal = done.Usage, done.Meta, done.parsed(), done.Refusal
	return response
}

// decodeResponse reads what it knows, as decodeCompletion does.
func decodeResponse(body []byte, answer answerWire) *Response {
	var wire struct {
		ID                string             `json:"id"`
		Status            string             `json:"status"`
		Model             string             `json:"model"`
		Output            []OutputItem       `json:"output"`
		IncompleteDetails *IncompleteDetails `json:"incomplete_details"`
		Error             *ResponseError     `json:"error"`
	}
	_ = json.Unmarshal(body, &wire)
	return &Response{
		ID: wire.ID, Status: wire.Status, Model: wire.Model, Output: wire.Output,
		IncompleteDetails: wire.IncompleteDetails, Error: wire.Error, answer: answer,
	}
}
