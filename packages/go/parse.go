package axonium

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// ParseOptions ask for an answer that is JSON of a schema. The answer is held against it before the call returns. One that
// is not JSON, or does not match, is shown to the model once more with what is wrong with it: a second request, and a second
// generation, under a key of its own; then the call fails with a [*MalformedOutputError]. An answer that was cut off by its
// limit, and one that the model declined, fail at once, without a second request.
//
// [ChatService.Parse] and [ResponsesService.Parse] take their schema from what they fill. A stream is given one here: its
// output is shown as it grows by ParsedPartial, and held against the schema once, at its end; it is never repaired.
type ParseOptions struct {
	// Schema is a [Schema], or a JSON Schema as it is: a json.RawMessage, a map, or what is written as one. Parse takes that
	// of its target where this is unset.
	Schema any
	// Name is what the model is told that the answer is called. Unset: the schema's title, else output.
	Name string
	// Lenient accepts JSON in a fence, or among other text; Meta.Stripped then says what stood around it.
	Lenient bool
	// MaxRepairs is how often the model may mend an answer that does not match, 0 or 1. Unset: 1.
	MaxRepairs *int
	// SendSchema, when false, does not send the schema, for a server that does not take one; say in a message what is wanted.
	// Unset: true.
	SendSchema *bool
}

type parseWire struct {
	Schema     any    `json:"schema,omitempty"`
	Name       string `json:"name,omitempty"`
	Lenient    bool   `json:"lenient,omitempty"`
	MaxRepairs *int   `json:"max_repairs,omitempty"`
	SendSchema *bool  `json:"send_schema,omitempty"`
}

func (o *ParseOptions) wire() *parseWire {
	if o == nil {
		return nil
	}
	wire := parseWire(*o)
	return &wire
}

// into are the options of a call whose answer fills target.
func (o *ParseOptions) into(target any) (*ParseOptions, error) {
	pointer := reflect.ValueOf(target)
	if pointer.Kind() != reflect.Pointer || pointer.IsNil() {
		why := fmt.Sprintf("a value of type %T cannot be filled; give the address of a variable", target)
		return nil, localError(ErrInvalidRequest, &fault{"target", why})
	}
	options := ParseOptions{}
	if o != nil {
		options = *o
	}
	if options.Schema == nil {
		options.Schema = schemaOf(pointer.Type())
	}
	return &options, nil
}

// fill reads what was held against the schema into target. What Go reads more narrowly than the schema says is an output
// that does not fit, as any other. There is nothing to read where the model wants tools called instead.
func fill(parsed json.RawMessage, target any, meta Meta) error {
	if parsed == nil {
		return nil
	}
	err := json.Unmarshal(parsed, target)
	if err == nil {
		return nil
	}
	wire := withMeta(meta)
	wire.Kind = ErrMalformedOutput
	wire.Message = fmt.Sprintf("the output matches its schema and does not fit %T: %v", target, err)
	wire.Explain = wire.Message + ".\nIt was not repaired: make the schema as narrow as the type."
	wire.Outputs = []MalformedOutput{{Text: string(parsed), Error: err.Error()}}
	return wire.error()
}
