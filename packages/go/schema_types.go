package axonium

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
)

// schemaBuilder makes the schema of one type.
type schemaBuilder struct {
	root reflect.Type
	// open are the types that are being described.
	open map[reflect.Type]bool
	// names are those of the types that were found within themselves; each has a definition, the root aside.
	names       map[reflect.Type]string
	definitions schemaMembers
}

// types that say more than their kind.
var (
	anythingType        = reflect.TypeFor[json.RawMessage]()
	numberType          = reflect.TypeFor[json.Number]()
	timeType            = reflect.TypeFor[time.Time]()
	unmarshalerType     = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// noSchema is the error of a type that has no schema, with where it is.
func noSchema(path, why string) error {
	return fmt.Errorf(`%s: %s; leave it out with json:"-", or give a schema of your own in ParseOptions.Schema`, path, why)
}

// node describes a type. A named type that is met within itself becomes a definition, and is referred to.
func (b *schemaBuilder) node(of reflect.Type, path string) (*schemaNode, error) {
	if b.open[of] || b.names[of] != "" {
		return b.reference(of), nil
	}
	if of.Name() == "" {
		return b.describe(of, path)
	}
	b.open[of] = true
	node, err := b.describe(of, path)
	delete(b.open, of)
	if err != nil || b.names[of] == "" || of == b.root {
		return node, err
	}
	b.definitions = append(b.definitions, schemaMember{b.names[of], node})
	return b.reference(of), nil
}

// reference refers to a type's definition, and names it where it has no name yet.
func (b *schemaBuilder) reference(to reflect.Type) *schemaNode {
	if b.names[to] == "" {
		b.names[to] = b.unused(definitionName(to))
	}
	if to == b.root {
		return &schemaNode{Ref: "#"}
	}
	return &schemaNode{Ref: "#/$defs/" + b.names[to]}
}

// definitionName is a type's name in letters that need no escape within a reference.
func definitionName(of reflect.Type) string {
	return strings.Trim(strings.Map(func(letter rune) rune {
		switch {
		case 'a' <= letter && letter <= 'z', 'A' <= letter && letter <= 'Z', '0' <= letter && letter <= '9':
			return letter
		default:
			return '_'
		}
	}, of.Name()), "_")
}

func (b *schemaBuilder) unused(name string) string {
	used := slices.Collect(maps.Values(b.names))
	candidate := name
	for other := 2; candidate == "" || slices.Contains(used, candidate); other++ {
		candidate = fmt.Sprintf("%s_%d", name, other)
	}
	return candidate
}

func (b *schemaBuilder) describe(of reflect.Type, path string) (*schemaNode, error) {
	switch of {
	case anythingType:
		return &schemaNode{}, nil
	case numberType:
		return &schemaNode{Type: "number"}, nil
	case timeType:
		return &schemaNode{Type: "string", Format: "date-time"}, nil
	}
	if of.Kind() == reflect.Pointer {
		return b.pointer(of, path)
	}
	if of.Kind() != reflect.Interface {
		switch reading := reflect.PointerTo(of); {
		case reading.Implements(unmarshalerType):
			return nil, noSchema(path, fmt.Sprintf("%s reads JSON by a method of its own, which does not say what it takes", of))
		case reading.Implements(textUnmarshalerType):
			return &schemaNode{Type: "string"}, nil
		}
	}
	return b.kind(of, path)
}

// pointer describes what is pointed to, through any number of pointers, or null.
func (b *schemaBuilder) pointer(of reflect.Type, path string) (*schemaNode, error) {
	if of.Elem().Kind() == reflect.Pointer {
		return b.node(of.Elem(), path)
	}
	node, err := b.node(of.Elem(), path)
	if err != nil {
		return nil, err
	}
	return node.nullable(), nil
}

func (b *schemaBuilder) kind(of reflect.Type, path string) (*schemaNode, error) {
	switch of.Kind() {
	case reflect.Bool:
		return &schemaNode{Type: "boolean"}, nil
	case reflect.String:
		return &schemaNode{Type: "string"}, nil
	case reflect.Float32, reflect.Float64:
		return &schemaNode{Type: "number"}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return integerNode(of.Bits(), true), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return integerNode(of.Bits(), false), nil
	case reflect.Slice, reflect.Array:
		return b.list(of, path)
	case reflect.Map:
		return b.mapping(of, path)
	case reflect.Struct:
		return b.object(of, path)
	case reflect.Interface:
		if of.NumMethod() == 0 {
			return &schemaNode{}, nil
		}
		return nil, noSchema(path, fmt.Sprintf("encoding/json cannot choose a type for the interface %s", of))
	default:
		return nil, noSchema(path, fmt.Sprintf("a value of type %s has no JSON form", of))
	}
}

// integerNode bounds small integers, so that what is valid can also be read. A bound near 2^63 is none that all validators
// agree on.
func integerNode(bits int, signed bool) *schemaNode {
	node := &schemaNode{Type: "integer"}
	half := math.Ldexp(1, bits-1)
	switch {
	case bits == 64 && signed:
	case bits == 64:
		node.Minimum = Ptr(0.0)
	case signed:
		node.Minimum, node.Maximum = Ptr(-half), Ptr(half-1)
	default:
		node.Minimum, node.Maximum = Ptr(0.0), Ptr(2*half-1)
	}
	return node
}

func (b *schemaBuilder) list(of reflect.Type, path string) (*schemaNode, error) {
	if of.Kind() == reflect.Slice && of.Elem().Kind() == reflect.Uint8 {
		return &schemaNode{Type: "string", ContentEncoding: "base64"}, nil
	}
	items, err := b.node(of.Elem(), path+"[]")
	if err != nil {
		return nil, err
	}
	node := &schemaNode{Type: "array", Items: items}
	if of.Kind() == reflect.Array {
		node.MinItems, node.MaxItems = Ptr(of.Len()), Ptr(of.Len())
	}
	return node, nil
}

func (b *schemaBuilder) mapping(of reflect.Type, path string) (*schemaNode, error) {
	if of.Key().Kind() != reflect.String {
		return nil, noSchema(path, fmt.Sprintf("the keys of %s are no strings", of))
	}
	values, err := b.node(of.Elem(), path+"[]")
	if err != nil {
		return nil, err
	}
	return &schemaNode{Type: "object", AdditionalProperties: values}, nil
}

func (b *schemaBuilder) object(of reflect.Type, path string) (*schemaNode, error) {
	fields, err := jsonFields(of, path)
	if err != nil {
		return nil, err
	}
	node := &schemaNode{Type: "object", Properties: schemaMembers{}}
	for _, field := range fields {
		property, required, err := b.property(field)
		if err != nil {
			return nil, err
		}
		node.Properties = append(node.Properties, schemaMember{field.name, property})
		if required {
			node.Required = append(node.Required, field.name)
		}
	}
	return node, nil
}

// property describes a field, with what its tags say of it.
func (b *schemaBuilder) property(field jsonField) (node *schemaNode, required bool, err error) {
	of, isPointer := field.of, field.of.Kind() == reflect.Pointer
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if node, err = b.node(of, field.path); err != nil {
		return nil, false, err
	}
	keywords := tagKeywords(field.tag)
	if node, err = keywords.apply(node); err != nil {
		return nil, false, fmt.Errorf("%s: %w", field.path, err)
	}
	if isPointer {
		node = node.nullable()
	}
	return node, !field.optional || keywords.required(), nil
}
