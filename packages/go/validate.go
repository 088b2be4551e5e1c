package axonium

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unicode/utf8"
)

// fault is a value that JSON cannot carry, and where it is.
type fault struct {
	path string
	why  string
}

// maxDepth is deeper than any request; what goes beyond it points to itself.
const maxDepth = 512

// checkValue finds the first value that encoding/json would refuse without saying where, or would change in silence:
// it replaces invalid UTF-8 by U+FFFD, and a prompt must not be changed.
func checkValue(value any, path string) *fault {
	return checker{}.value(reflect.ValueOf(value), path)
}

type checker struct{ depth int }

func (c checker) value(value reflect.Value, path string) *fault {
	if c.depth++; c.depth > maxDepth {
		return &fault{path, "is nested too deeply, or contains itself"}
	}
	if fault, done := c.special(value, path); done {
		return fault
	}
	switch value.Kind() {
	case reflect.String:
		return checkText(value.String(), path)
	case reflect.Float32, reflect.Float64:
		return checkNumber(value.Float(), path)
	case reflect.Interface, reflect.Pointer:
		if value.IsNil() {
			return nil
		}
		return c.value(value.Elem(), path)
	case reflect.Slice, reflect.Array:
		return c.elements(value, path)
	case reflect.Map:
		return c.entries(value, path)
	case reflect.Struct:
		return c.fields(value, path)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Complex64, reflect.Complex128:
		return &fault{path, fmt.Sprintf("a value of type %s has no JSON form", value.Type())}
	default:
		return nil
	}
}

// special looks at what decides for itself how it is written.
func (c checker) special(value reflect.Value, path string) (*fault, bool) {
	if !value.IsValid() || !value.CanInterface() || isNil(value) {
		return nil, !value.IsValid()
	}
	switch value := value.Interface().(type) {
	case wired:
		return c.value(reflect.ValueOf(value.wire()), path), true
	case json.Number:
		return nil, false
	case json.Marshaler:
		written, err := value.MarshalJSON()
		return checkWritten(written, err, path), true
	case encoding.TextMarshaler:
		written, err := value.MarshalText()
		if err != nil {
			return &fault{path, err.Error()}, true
		}
		return checkText(string(written), path), true
	}
	return nil, false
}

func isNil(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice:
		return value.IsNil()
	default:
		return false
	}
}

func checkWritten(written []byte, err error, path string) *fault {
	switch {
	case err != nil:
		return &fault{path, err.Error()}
	case !utf8.Valid(written):
		return &fault{path, "is not valid UTF-8"}
	case !json.Valid(written):
		return &fault{path, "is not valid JSON"}
	default:
		return nil
	}
}

func checkText(text, path string) *fault {
	if utf8.ValidString(text) {
		return nil
	}
	return &fault{path, "is not valid UTF-8"}
}

func checkNumber(number float64, path string) *fault {
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return &fault{path, fmt.Sprintf("%v has no JSON form", number)}
	}
	return nil
}

func (c checker) elements(value reflect.Value, path string) *fault {
	if value.Type().Elem().Kind() == reflect.Uint8 {
		return nil // Bytes are written in base64.
	}
	for i := range value.Len() {
		if fault := c.value(value.Index(i), fmt.Sprintf("%s[%d]", path, i)); fault != nil {
			return fault
		}
	}
	return nil
}

func (c checker) entries(value reflect.Value, path string) *fault {
	for _, key := range value.MapKeys() {
		name := fmt.Sprint(key.Interface())
		if fault := checkText(name, join(path, strings.ToValidUTF8(name, "?"))); fault != nil {
			return fault
		}
		if fault := c.value(value.MapIndex(key), join(path, name)); fault != nil {
			return fault
		}
	}
	return nil
}

func (c checker) fields(value reflect.Value, path string) *fault {
	for i := range value.NumField() {
		field := value.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() {
			continue
		}
		if name == "" {
			name = field.Name
		}
		if fault := c.value(value.Field(i), join(path, name)); fault != nil {
			return fault
		}
	}
	return nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// requestBody is a request as it is sent, without its extra fields, which are checked here and added by the engine.
func requestBody(request any, extra map[string]any) ([]byte, error) {
	for _, value := range []any{request, extra} {
		if fault := checkValue(value, ""); fault != nil {
			return nil, localError(ErrInvalidRequest, fault)
		}
	}
	body, err := encode(request)
	if err != nil {
		return nil, localError(ErrInvalidRequest, &fault{why: err.Error()})
	}
	return body, nil
}

// wired is a type of this package whose JSON form differs from its fields.
type wired interface{ wire() any }

// encode writes JSON without escaping for HTML, so that text travels as it is.
func encode(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buffer.Bytes(), "\n"), nil
}
