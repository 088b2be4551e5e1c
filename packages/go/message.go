package axonium

import (
	"bytes"
	"encoding/json"
)

// Message is one message of a conversation.
type Message struct {
	// Role is system, developer, user, assistant or tool.
	Role string
	// Content is a [Text] or [Parts]; nil where an assistant only called tools.
	Content Content
	// Name tells apart participants of the same role.
	Name string
	// ToolCalls are what an assistant's message called.
	ToolCalls []ToolCall
	// ToolCallID is the call that a tool's message answers.
	ToolCallID string

	raw json.RawMessage
}

// TextMessage is a message of plain text.
func TextMessage(role, text string) Message {
	return Message{Role: role, Content: Text(text)}
}

// PartsMessage is a message of several parts, such as a text and an image.
func PartsMessage(role string, parts ...Part) Message {
	return Message{Role: role, Content: Parts(parts)}
}

// ToolMessage is the result of a tool call.
func ToolMessage(toolCallID, result string) Message {
	return Message{Role: "tool", Content: Text(result), ToolCallID: toolCallID}
}

// JSONMessage is a message sent as it is, for fields that Message does not declare.
func JSONMessage(message json.RawMessage) Message { return Message{raw: message} }

type messageWire struct {
	Role       string     `json:"role"`
	Content    Content    `json:"content"`
	Name       string     `json:"name,omitempty"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
}

func (m Message) wire() any {
	if m.raw != nil {
		return m.raw
	}
	return messageWire{m.Role, m.Content, m.Name, m.ToolCalls, m.ToolCallID}
}

// MarshalJSON writes the message as a request carries it.
func (m Message) MarshalJSON() ([]byte, error) { return encode(m.wire()) }

// UnmarshalJSON reads a stored message. One with fields that Message does not declare is kept as it is.
func (m *Message) UnmarshalJSON(data []byte) error {
	var wire struct {
		messageWire
		Content json.RawMessage `json:"content"`
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&wire) != nil {
		if !json.Valid(data) {
			return json.Unmarshal(data, &wire)
		}
		*m = JSONMessage(bytes.Clone(data))
		return nil
	}
	*m = Message{Role: wire.Role, Name: wire.Name, ToolCalls: wire.ToolCalls, ToolCallID: wire.ToolCallID}
	var text *string
	if len(wire.Content) == 0 || json.Unmarshal(wire.Content, &text) == nil {
		if text != nil {
			m.Content = Text(*text)
		}
		return nil
	}
	var parts []json.RawMessage
	if json.Unmarshal(wire.Content, &parts) != nil {
		*m = JSONMessage(bytes.Clone(data))
		return nil
	}
	content := Parts{}
	for _, part := range parts {
		content = append(content, JSONPart(part))
	}
	m.Content = content
	return nil
}

// Content is what a message says: a [Text] or [Parts].
type Content interface{ content() }

// Text is content of plain text.
type Text string

// Parts is content of several parts.
type Parts []Part

func (Text) content()  {}
func (Parts) content() {}

// Part is one part of a message's content: a [TextPart], an [ImagePart] or a [JSONPart].
type Part interface{ part() }

// TextPart is a part of plain text.
type TextPart struct{ Text string }

// ImagePart is an image. Only data: URIs are accepted: a gateway that fetched addresses could be made to fetch any.
type ImagePart struct {
	URL string
	// Detail is auto, low or high. Unset: the model's default.
	Detail string
}

// JSONPart is a part sent as it is.
type JSONPart json.RawMessage

func (TextPart) part()  {}
func (ImagePart) part() {}
func (JSONPart) part()  {}

type textPartWire struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type imagePartWire struct {
	Type     string       `json:"type"`
	ImageURL imageURLWire `json:"image_url"`
}

type imageURLWire struct {
	URL    string `json:"url"`
	Detail string `json:"detail,omitempty"`
}

func (p TextPart) wire() any { return textPartWire{"text", p.Text} }

func (p ImagePart) wire() any { return imagePartWire{"image_url", imageURLWire(p)} }

func (p JSONPart) wire() any { return json.RawMessage(p) }

// MarshalJSON writes the part as a request carries it.
func (p TextPart) MarshalJSON() ([]byte, error) { return encode(p.wire()) }

// MarshalJSON writes the part as a request carries it.
func (p ImagePart) MarshalJSON() ([]byte, error) { return encode(p.wire()) }

// MarshalJSON writes the part as it is.
func (p JSONPart) MarshalJSON() ([]byte, error) { return json.RawMessage(p).MarshalJSON() }
