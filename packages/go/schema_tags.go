package axonium

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// schemaKeyword is one item of a field's tag jsonschema.
type schemaKeyword struct{ name, value string }

type schemaKeywords []schemaKeyword

// tagKeywords are what a field's tags say of its schema. A comma behind a backslash is one of the value's.
func tagKeywords(tag reflect.StructTag) schemaKeywords {
	keywords := schemaKeywords{}
	if description := tag.Get("jsonschema_description"); description != "" {
		keywords = append(keywords, schemaKeyword{"description", description})
	}
	const comma = "\x00" // Stands for a comma that does not separate; no tag holds it.
	for item := range strings.SplitSeq(strings.ReplaceAll(tag.Get("jsonschema"), `\,`, comma), ",") {
		name, value, _ := strings.Cut(strings.ReplaceAll(item, comma, ","), "=")
		if name = strings.TrimSpace(name); name != "" {
			keywords = append(keywords, schemaKeyword{name, value})
		}
	}
	return keywords
}

func (k schemaKeywords) required() bool { return slices.Contains(k, schemaKeyword{name: "required"}) }

// apply adds the keywords to a field's schema.
func (k schemaKeywords) apply(node *schemaNode) (*schemaNode, error) {
	for _, keyword := range k {
		if node.Ref != "" { // Servers take no keyword beside a reference.
			node = &schemaNode{AnyOf: []*schemaNode{node}}
		}
		if err := keyword.apply(node); err != nil {
			return nil, fmt.Errorf(`the tag jsonschema:"%s=%s" %w`, keyword.name, keyword.value, err)
		}
	}
	return node, nil
}

func (k schemaKeyword) apply(node *schemaNode) error {
	switch k.name {
	case "required":
		return nil
	case "title":
		node.Title = k.value
		return nil
	case "description":
		node.Description = k.value
		return nil
	case "minItems":
		return k.count(node, &node.MinItems, "array")
	case "maxItems":
		return k.count(node, &node.MaxItems, "array")
	}
	for node.kind() == "array" {
		node = node.Items
	}
	switch k.name {
	case "enum":
		return k.choice(node)
	case "pattern":
		return k.text(node, &node.Pattern)
	case "format":
		return k.text(node, &node.Format)
	case "minLength":
		return k.count(node, &node.MinLength, "string")
	case "maxLength":
		return k.count(node, &node.MaxLength, "string")
	case "minimum":
		return k.number(node, &node.Minimum)
	case "maximum":
		return k.number(node, &node.Maximum)
	case "exclusiveMinimum":
		return k.number(node, &node.ExclusiveMinimum)
	case "exclusiveMaximum":
		return k.number(node, &node.ExclusiveMaximum)
	case "multipleOf":
		return k.number(node, &node.MultipleOf)
	default:
		return errors.New("is not known; the documentation of SchemaOf says what is")
	}
}

// kind is the type that a schema names, null aside; empty where it names none.
func (n *schemaNode) kind() string {
	switch kind := n.Type.(type) {
	case string:
		return kind
	case []string:
		return kind[0]
	default:
		return ""
	}
}

// choice adds one of the values that there are, as what the field is.
func (k schemaKeyword) choice(node *schemaNode) error {
	kind := node.kind()
	if kind == "string" {
		node.Enum = append(node.Enum, k.value)
		return nil
	}
	form, ok := map[string]any{"integer": new(int64), "number": new(float64), "boolean": new(bool)}[kind]
	if !ok {
		return errors.New("is for strings, numbers and bools")
	}
	if json.Unmarshal([]byte(k.value), form) != nil {
		return fmt.Errorf("names a value that is no %s, as the field is", kind)
	}
	node.Enum = append(node.Enum, json.RawMessage(k.value))
	return nil
}

func (k schemaKeyword) text(node *schemaNode, keyword *string) error {
	if node.kind() != "string" {
		return errors.New("is for strings")
	}
	*keyword = k.value
	return nil
}

func (k schemaKeyword) number(node *schemaNode, keyword **float64) error {
	if kind := node.kind(); kind != "integer" && kind != "number" {
		return errors.New("is for numbers")
	}
	value := new(float64)
	if json.Unmarshal([]byte(k.value), value) != nil {
		return errors.New("needs a number")
	}
	*keyword = value
	return nil
}

func (k schemaKeyword) count(node *schemaNode, keyword **int, kind string) error {
	if node.kind() != kind {
		return fmt.Errorf("is for a field of type %s", kind)
	}
	value := new(int)
	if json.Unmarshal([]byte(k.value), value) != nil || *value < 0 {
		return errors.New("needs a count")
	}
	*keyword = value
	return nil
}
