package axonium

import "encoding/json"

// ResponseInput is what a response answers: a [TextInput] or [ItemsInput].
type ResponseInput interface{ responseInput() }

// TextInput is input of plain text, as a user's message.
type TextInput string

// ItemsInput is input of several items, such as a conversation until now:
//
//	axonium.ItemsInput{axonium.MessageItem{Role: "user", Content: axonium.Text("Say hi.")}}
type ItemsInput []InputItem

func (TextInput) responseInput()  {}
func (ItemsInput) responseInput() {}

// InputItem is one item of the input: a [MessageItem], a [ToolOutputItem], a [JSONItem], or an [OutputItem] of an
// earlier response.
type InputItem interface{ inputItem() }

// MessageItem is a message.
type MessageItem struct {
	// Role is system, developer, user or assistant.
	Role string
	// Content is a [Text] or [Parts].
	Content Content
}

// ToolOutputItem is the result of a call of a function. A custom tool's is a [JSONItem] of type
// custom_tool_call_output.
type ToolOutputItem struct {
	// ToolCallID is the id of the [ToolCall] that it answers.
	ToolCallID string
	Output     string
}

// JSONItem is an item sent as it is.
type JSONItem json.RawMessage

func (MessageItem) inputItem()    {}
func (ToolOutputItem) inputItem() {}
func (JSONItem) inputItem()       {}
func (OutputItem) inputItem()     {}

type messageItemWire struct {
	Type    string `json:"type"`
	Role    string `json:"role"`
	Content any    `json:"content"`
}

type toolOutputItemWire struct {
	Type   string `json:"type"`
	CallID string `json:"call_id"`
	Output string `json:"output"`
}

type inputTextWire struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type inputImageWire struct {
	Type     string `json:"type"`
	ImageURL string `json:"image_url"`
	Detail   string `json:"detail,omitempty"`
}

func (i MessageItem) wire() any {
	item := messageItemWire{"message", i.Role, i.Content}
	parts, ok := i.Content.(Parts)
	if !ok {
		return item
	}
	content := make([]any, 0, len(parts))
	for _, part := range parts {
		content = append(content, inputPart(i.Role, part))
	}
	item.Content = content
	return item
}

// inputPart is a part under the names that the Responses API has for it.
func inputPart(role string, part Part) any {
	switch part := part.(type) {
	case TextPart:
		if role == "assistant" {
			return inputTextWire{"output_text", part.Text}
		}
		return inputTextWire{"input_text", part.Text}
	case ImagePart:
		return inputImageWire{"input_image", part.URL, part.Detail}
	default:
		return part
	}
}

func (i ToolOutputItem) wire() any {
	return toolOutputItemWire{"function_call_output", i.ToolCallID, i.Output}
}

func (i JSONItem) wire() any { return json.RawMessage(i) }

// MarshalJSON writes the item as a request carries it.
func (i MessageItem) MarshalJSON() ([]byte, error) { return encode(i.wire()) }

// MarshalJSON writes the item as a request carries it.
func (i ToolOutputItem) MarshalJSON() ([]byte, error) { return encode(i.wire()) }

// MarshalJSON writes the item as it is.
func (i JSONItem) MarshalJSON() ([]byte, error) { return json.RawMessage(i).MarshalJSON() }

// ResponseTools are what a model may call while it makes a response.
type ResponseTools []ResponseTool

// ResponseTool is a [Tool], such as a [FunctionTool], or a [JSONTool].
type ResponseTool interface{ responseTool() }

// JSONTool is a tool sent as it is, such as one that the server runs itself: {"type": "web_search"}.
type JSONTool json.RawMessage

func (Tool) responseTool()     {}
func (JSONTool) responseTool() {}

// responseToolWire has the function's fields beside the type, where chat has them below it.
type responseToolWire struct {
	Type        string `json:"type"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Parameters  any    `json:"parameters,omitempty"`
	Strict      *bool  `json:"strict,omitempty"`
}

func (t ResponseTools) wire() any {
	tools := make([]any, 0, len(t))
	for _, tool := range t {
		if function, ok := tool.(Tool); ok {
			definition := function.Function
			tools = append(tools, responseToolWire{
				function.Type, definition.Name, definition.Description, definition.Parameters, definition.Strict,
			})
		} else {
			tools = append(tools, tool)
		}
	}
	return tools
}

func (t JSONTool) wire() any { return json.RawMessage(t) }

// MarshalJSON writes the tool as it is.
func (t JSONTool) MarshalJSON() ([]byte, error) { return json.RawMessage(t).MarshalJSON() }

// MarshalJSON writes the tools as a request carries them.
func (t ResponseTools) MarshalJSON() ([]byte, error) { return encode(t.wire()) }
