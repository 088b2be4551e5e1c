package axonium

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// jsonField is a field as encoding/json reads it.
type jsonField struct {
	name string
	// path names the field to a person: Invoice.Lines[].Price.
	path     string
	of       reflect.Type
	tag      reflect.StructTag
	optional bool
	// named says that the tag gives the name, which wins over another field of the same depth.
	named bool
	depth int
}

// jsonFields are the fields of a struct and of those it embeds, in order, as encoding/json sees them: of several by one
// name, the least deep, then the one that is named by its tag; and none where that leaves several.
func jsonFields(of reflect.Type, path string) ([]jsonField, error) {
	found, err := embeddedFields(of, path, 0, false, nil)
	if err != nil {
		return nil, err
	}
	fields := []jsonField{}
	for i, field := range found {
		wins := true
		for j, other := range found {
			if i != j && other.name == field.name && !field.before(other) {
				wins = false
			}
		}
		if wins {
			fields = append(fields, field)
		}
	}
	return fields, nil
}

// before reports whether the field hides another one of the same name.
func (f jsonField) before(other jsonField) bool {
	if f.depth != other.depth {
		return f.depth < other.depth
	}
	return f.named && !other.named
}

// embeddedFields are the fields of a struct at a depth, and of those it embeds. outer are the structs that it is within.
func embeddedFields(of reflect.Type, path string, depth int, optional bool, outer []reflect.Type) ([]jsonField, error) {
	if slices.Contains(outer, of) {
		return nil, nil // Its fields are hidden by the same ones of less depth.
	}
	outer = append(slices.Clone(outer), of)
	fields := []jsonField{}
	for i := range of.NumField() {
		field := of.Field(i)
		where := path + "." + field.Name
		found, err := readField(field, where)
		if err != nil {
			return nil, err
		}
		inner, isPointer := embedded(field)
		switch {
		case found.name == "":
		case inner == nil || found.named:
			found.depth, found.optional = depth, found.optional || optional
			fields = append(fields, found)
		case isPointer && !field.IsExported():
			return nil, noSchema(where, "encoding/json cannot set an embedded pointer to an unexported type")
		default:
			within, err := embeddedFields(inner, where, depth+1, optional || isPointer, outer)
			if err != nil {
				return nil, err
			}
			fields = append(fields, within...)
		}
	}
	return fields, nil
}

// readField is a field by its json tag. It has no name where encoding/json passes it over.
func readField(field reflect.StructField, where string) (jsonField, error) {
	tag := field.Tag.Get("json")
	inner, _ := embedded(field)
	if tag == "-" || !field.IsExported() && inner == nil {
		return jsonField{}, nil
	}
	name, rest, _ := strings.Cut(tag, ",")
	options := strings.Split(rest, ",")
	if slices.Contains(options, "string") {
		return jsonField{}, noSchema(where, `the option "string" of its json tag puts the value in quotes`)
	}
	found := jsonField{name: field.Name, path: where, of: field.Type, tag: field.Tag}
	found.optional = field.Type.Kind() == reflect.Pointer || slices.Contains(options, "omitempty") ||
		slices.Contains(options, "omitzero")
	if validName(name) {
		found.name, found.named = name, true
	}
	return found, nil
}

// embedded is the struct that a field embeds, by itself or through a pointer; nil for other fields.
func embedded(field reflect.StructField) (inner reflect.Type, isPointer bool) {
	if !field.Anonymous {
		return nil, false
	}
	inner = field.Type
	if isPointer = inner.Kind() == reflect.Pointer; isPointer {
		inner = inner.Elem()
	}
	if inner.Kind() != reflect.Struct {
		return nil, false
	}
	return inner, isPointer
}

// validName reports whether encoding/json takes a tag's name as one; it ignores others.
func validName(name string) bool {
	for _, letter := range name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", letter) && !unicode.IsLetter(letter) && !unicode.IsDigit(letter) {
			return false
		}
	}
	return name != ""
}
