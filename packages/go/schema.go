package axonium

import (
	"errors"
	"fmt"
	"reflect"
)

// Schema is the JSON Schema of a Go type; [SchemaOf] makes one. It is a json.Marshaler. That a type has no schema shows
// there, and in a call that the schema is given to: it is refused with an [*InvalidRequestError] before anything is sent.
type Schema struct {
	document []byte
	err      error
}

// SchemaOf is the JSON Schema of what encoding/json reads into a T, with its json tags, under the type's name. A field that
// is a pointer, or is tagged omitempty or omitzero, may be left out; every other one must be there.
//
//	type Invoice struct {
//		Number   string     `json:"number" jsonschema:"description=as printed,pattern=^R-[0-9]+$"`
//		Currency string     `json:"currency" jsonschema:"enum=EUR,enum=USD"`
//		Lines    []Line     `json:"lines" jsonschema:"minItems=1"`
//		Paid     *time.Time `json:"paid"`
//	}
//
// The tag jsonschema takes description, title, enum (once for each value), pattern, format, minimum, maximum,
// exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength, minItems, maxItems and required. A comma within a
// value is written \\, there; the tag jsonschema_description is a description as it is. On a slice, what is not about
// lists is about its elements.
//
// Structs and those they embed, slices, maps with string keys, time.Time, whatever reads text (encoding.TextUnmarshaler),
// and types that contain themselves have a schema. An any or a json.RawMessage may hold anything. Channels, functions,
// complex numbers, other interfaces, other maps, and types with an UnmarshalJSON of their own have none: leave such a field
// out with json:"-", or write the schema yourself, as [ParseOptions.Schema].
func SchemaOf[T any]() Schema { return schemaOf(reflect.TypeFor[T]()) }

// MarshalJSON writes the schema.
func (s Schema) MarshalJSON() ([]byte, error) {
	if s.err == nil && s.document == nil {
		return nil, errors.New("is an empty Schema; axonium.SchemaOf makes one")
	}
	return s.document, s.err
}

func schemaOf(root reflect.Type) Schema {
	for root.Kind() == reflect.Pointer {
		root = root.Elem()
	}
	builder := schemaBuilder{root: root, open: map[reflect.Type]bool{}, names: map[reflect.Type]string{}}
	node, err := builder.node(root, root.String())
	if err == nil && node.Type == nil {
		err = fmt.Errorf("%s may hold anything; name a type that says what is wanted, or give a schema of your own in "+
			"ParseOptions.Schema", root)
	}
	if err != nil {
		return Schema{err: err}
	}
	node.Title, node.Definitions = root.Name(), builder.definitions
	document, err := encode(node)
	return Schema{document: document, err: err}
}

// schemaNode is a schema within a schema; its fields are in the order that people write them.
type schemaNode struct {
	Ref         string `json:"$ref,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	// Type is a name, or several.
	Type             any           `json:"type,omitempty"`
	AnyOf            []*schemaNode `json:"anyOf,omitempty"`
	Enum             []any         `json:"enum,omitempty"`
	Format           string        `json:"format,omitempty"`
	Pattern          string        `json:"pattern,omitempty"`
	ContentEncoding  string        `json:"contentEncoding,omitempty"`
	Minimum          *float64      `json:"minimum,omitempty"`
	Maximum          *float64      `json:"maximum,omitempty"`
	ExclusiveMinimum *float64      `json:"exclusiveMinimum,omitempty"`
	ExclusiveMaximum *float64      `json:"exclusiveMaximum,omitempty"`
	MultipleOf       *float64      `json:"multipleOf,omitempty"`
	MinLength        *int          `json:"minLength,omitempty"`
	MaxLength        *int          `json:"maxLength,omitempty"`
	MinItems         *int          `json:"minItems,omitempty"`
	MaxItems         *int          `json:"maxItems,omitempty"`
	Items            *schemaNode   `json:"items,omitempty"`
	Properties       schemaMembers `json:"properties,omitzero"`
	Required         []string      `json:"required,omitempty"`
	// AdditionalProperties are a map's values.
	AdditionalProperties *schemaNode   `json:"additionalProperties,omitempty"`
	Definitions          schemaMembers `json:"$defs,omitzero"`
}

// schemaMembers are an object that keeps its order: a model writes the fields in the order in which it reads them.
type schemaMembers []schemaMember

type schemaMember struct {
	name string
	node *schemaNode
}

// MarshalJSON writes the members in order.
func (m schemaMembers) MarshalJSON() ([]byte, error) {
	object := []byte{'{'}
	for i, member := range m {
		if i > 0 {
			object = append(object, ',')
		}
		name, err := encode(member.name)
		if err != nil {
			return nil, err
		}
		node, err := encode(member.node)
		if err != nil {
			return nil, err
		}
		object = append(append(append(object, name...), ':'), node...)
	}
	return append(object, '}'), nil
}

// nullable lets the value be null too.
func (n *schemaNode) nullable() *schemaNode {
	switch kind := n.Type.(type) {
	case string:
		n.Type = []string{kind, "null"}
		if n.Enum != nil {
			n.Enum = append(n.Enum, nil)
		}
	case nil:
		if n.Ref != "" {
			n = &schemaNode{AnyOf: []*schemaNode{n}}
		}
		if n.AnyOf != nil {
			n.AnyOf = append(n.AnyOf, &schemaNode{Type: "null"})
		}
	}
	return n
}
