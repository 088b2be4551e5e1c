package axonium

import (
	"encoding/json"
	"fmt"
)

// Tool is something that the model may call.
type Tool struct {
	// Type is function.
	Type     string             `json:"type"`
	Function FunctionDefinition `json:"function"`
}

// FunctionDefinition describes a function to the model.
type FunctionDefinition struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	// Parameters is the JSON Schema of the arguments: a map, a struct or a json.RawMessage.
	Parameters any   `json:"parameters,omitempty"`
	Strict     *bool `json:"strict,omitempty"`
}

// FunctionTool is a tool that is a function.
func FunctionTool(name, description string, parameters any) Tool {
	return Tool{Type: "function", Function: FunctionDefinition{Name: name, Description: description, Parameters: parameters}}
}

// ToolCall is a call that the model wants made.
type ToolCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function FunctionCall `json:"function"`
}

// FunctionCall names a function and its arguments.
type FunctionCall struct {
	Name string `json:"name"`
	// Arguments is the model's own text. It may not be valid JSON; see [ToolCall.DecodeArguments].
	Arguments string `json:"arguments"`
}

// DecodeArguments parses the arguments into target, as json.Unmarshal does. Arguments that do not parse are a
// [*ToolCallArgumentsError], which keeps the model's text.
func (c ToolCall) DecodeArguments(target any) error {
	err := json.Unmarshal([]byte(c.Function.Arguments), target)
	if err == nil {
		return nil
	}
	message := fmt.Sprintf("the arguments of tool call %q to %s do not parse: %v", c.ID, c.Function.Name, err)
	return &ToolCallArgumentsError{
		base:       Error{Kind: ErrToolCallArguments, Message: message, Local: true, explain: message + ".\nAsk the model again."},
		ToolCallID: c.ID, Arguments: c.Function.Arguments,
	}
}
