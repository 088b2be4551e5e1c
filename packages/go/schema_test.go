package axonium_test

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/axonium/axonium-go"
)

// schemaOf is a type's schema as a text, or its error's.
func schemaOf[T any]() string {
	encoded, err := json.Marshal(axonium.SchemaOf[T]())
	if err != nil {
		return err.Error()
	}
	return string(encoded)
}

func ExampleSchemaOf() {
	type Line struct {
		Text  string `json:"text"`
		Cents int64  `json:"cents" jsonschema:"minimum=0"`
	}
	type Invoice struct {
		Number   string  `json:"number" jsonschema:"description=as printed"`
		Currency string  `json:"currency" jsonschema:"enum=EUR,enum=USD"`
		Lines    []Line  `json:"lines" jsonschema:"minItems=1"`
		Note     *string `json:"note"`
	}
	schema, err := json.MarshalIndent(axonium.SchemaOf[Invoice](), "", " ")
	fmt.Println(string(schema), err)
	// Output:
	// {
	//  "title": "Invoice",
	//  "type": "object",
	//  "properties": {
	//   "number": {
	//    "description": "as printed",
	//    "type": "string"
	//   },
	//   "currency": {
	//    "type": "string",
	//    "enum": [
	//     "EUR",
	//     "USD"
	//    ]
	//   },
	//   "lines": {
	//    "type": "array",
	//    "minItems": 1,
	//    "items": {
	//     "type": "object",
	//     "properties": {
	//      "text": {
	//       "type": "string"
	//      },
	//      "cents": {
	//       "type": "integer",
	//       "minimum": 0
	//      }
	//     },
	//     "required": [
	//      "text",
	//      "cents"
	//     ]
	//    }
	//   },
	//   "note": {
	//    "type": [
	//     "string",
	//     "null"
	//    ]
	//   }
	//  },
	//  "required": [
	//   "number",
	//   "currency",
	//   "lines"
	//  ]
	// } <nil>
}

type colour string

type tree struct {
	Value    int     `json:"value"`
	Left     *tree   `json:"left"`
	Children []tree  `json:"children"`
	Others   []**int `json:"others"`
}

type forest struct {
	Oldest tree `json:"oldest" jsonschema:"description=planted first"`
	Newest tree `json:"newest"`
}

type nested []nested

type generic[T any] struct {
	Is T `json:"is"`
}

// A tree's definition, in a schema whose root is another type.
const treeDefinition = `{"type":"object","properties":{"value":{"type":"integer"},"left":{"anyOf":[{"$ref":"#/$defs/tree"},{"type":"null"}]},` +
	`"children":{"type":"array","items":{"$ref":"#/$defs/tree"}},"others":{"type":"array","items":{"type":["integer","null"]}}},` +
	`"required":["value","children","others"]}`

func TestEveryTypeHasItsSchema(t *testing.T) {
	cases := map[string][2]string{
		"scalars": {schemaOf[[]bool](), `{"type":"array","items":{"type":"boolean"}}`},
		"floats":  {schemaOf[[2]float32](), `{"type":"array","minItems":2,"maxItems":2,"items":{"type":"number"}}`},
		"bytes":   {schemaOf[struct{ B []byte }](), `{"type":"object","properties":{"B":{"type":"string","contentEncoding":"base64"}},"required":["B"]}`},
		"small":   {schemaOf[[]int8](), `{"type":"array","items":{"type":"integer","minimum":-128,"maximum":127}}`},
		"natural": {schemaOf[[]uint16](), `{"type":"array","items":{"type":"integer","minimum":0,"maximum":65535}}`},
		"large":   {schemaOf[[]uint64](), `{"type":"array","items":{"type":"integer","minimum":0}}`},
		"maps":    {schemaOf[map[colour]*int32](), `{"type":"object","additionalProperties":{"type":["integer","null"],"minimum":-2147483648,"maximum":2147483647}}`},
		"time":    {schemaOf[[]time.Time](), `{"type":"array","items":{"type":"string","format":"date-time"}}`},
		"text":    {schemaOf[[]netip.Addr](), `{"type":"array","items":{"type":"string"}}`},
		"numbers": {schemaOf[[]json.Number](), `{"type":"array","items":{"type":"number"}}`},
		"any":     {schemaOf[[]any](), `{"type":"array","items":{}}`},
		"raw":     {schemaOf[map[string]*json.RawMessage](), `{"type":"object","additionalProperties":{}}`},
		"nothing": {schemaOf[struct{}](), `{"type":"object","properties":{}}`},
		"pointer": {schemaOf[**struct{}](), `{"type":"object","properties":{}}`},
		"nested":  {schemaOf[nested](), `{"title":"nested","type":"array","items":{"$ref":"#"}}`},
		"tree":    {schemaOf[tree](), `{"title":"tree",` + strings.ReplaceAll(treeDefinition, "#/$defs/tree", "#")[1:]},
		"forest": {schemaOf[forest](), `{"title":"forest","type":"object","properties":{"oldest":{"description":"planted first","anyOf":[{"$ref":"#/$defs/tree"}]},` +
			`"newest":{"$ref":"#/$defs/tree"}},"required":["oldest","newest"],"$defs":{"tree":` + treeDefinition + `}}`},
	}
	for name, pair := range cases {
		if pair[0] != pair[1] {
			t.Errorf("%s: got\n%s\nwant\n%s", name, pair[0], pair[1])
		}
	}
}

type Base struct {
	ID    string `json:"id"`
	Hides string `json:"kind"`
	Both  int
}

type other struct {
	Both  int
	Extra bool
}

type Optional struct {
	Maybe int `json:"maybe"`
}

type composed struct {
	Base
	other
	*Optional
	Named   Base   `json:"named,omitzero"`
	Kind    string `json:"kind"`
	private int
	Skipped func() `json:"-"`
	//lint:ignore SA5008 the name is a dash
	Dash string `json:"-,"`
	//lint:ignore SA5008 encoding/json passes over such a name
	Odd   string `json:"a\"b"`
	Empty string `json:",omitempty"`
}

func TestFieldsAreThoseThatEncodingJSONReads(t *testing.T) {
	_ = composed{private: 0}
	base := `"id":{"type":"string"}`
	want := `{"title":"composed","type":"object","properties":{` + base + `,"Extra":{"type":"boolean"},"maybe":{"type":"integer"},` +
		`"named":{"type":"object","properties":{` + base + `,"kind":{"type":"string"},"Both":{"type":"integer"}},"required":["id","kind","Both"]},` +
		`"kind":{"type":"string"},"-":{"type":"string"},"Odd":{"type":"string"},"Empty":{"type":"string"}},` +
		`"required":["id","Extra","kind","-","Odd"]}`
	if got := schemaOf[composed](); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var value composed
	object := `{"id":"a","Extra":true,"maybe":1,"kind":"b","-":"c","Odd":"d","Empty":"e","Both":7}`
	if err := json.Unmarshal([]byte(object), &value); err != nil {
		t.Fatal(err)
	}
	if value.ID != "a" || !value.Extra || value.Maybe != 1 || value.Kind != "b" || value.Hides != "" || value.Dash != "c" ||
		value.Odd != "d" || value.Empty != "e" || value.Base.Both != 0 {
		t.Errorf("encoding/json reads %+v", value)
	}
}

type tagged struct {
	Name  string   `json:"name" jsonschema:"title=Name,description=first\\, then last,pattern=^[A-Z],minLength=2,maxLength=9"`
	Size  *string  `json:"size" jsonschema:"enum=small,enum=large" jsonschema_description:"of a shirt, or none"`
	Share float64  `json:"share,omitempty" jsonschema:"required,exclusiveMinimum=0,exclusiveMaximum=1,multipleOf=0.25"`
	Step  int      `json:"step" jsonschema:"minimum=-1,maximum=1e3,enum=1,enum=-1"`
	Marks []string `json:"marks" jsonschema:"maxItems=3,format=uri,enum=x,description=seen on it"`
	Sure  bool     `json:"sure" jsonschema:"enum=true"`
}

func TestTagsSayMore(t *testing.T) {
	want := `{"title":"tagged","type":"object","properties":{` +
		`"name":{"title":"Name","description":"first, then last","type":"string","pattern":"^[A-Z]","minLength":2,"maxLength":9},` +
		`"size":{"description":"of a shirt, or none","type":["string","null"],"enum":["small","large",null]},` +
		`"share":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1,"multipleOf":0.25},` +
		`"step":{"type":"integer","enum":[1,-1],"minimum":-1,"maximum":1000},` +
		`"marks":{"description":"seen on it","type":"array","maxItems":3,"items":{"type":"string","enum":["x"],"format":"uri"}},` +
		`"sure":{"type":"boolean","enum":[true]}},"required":["name","share","step","marks","sure"]}`
	if got := schemaOf[tagged](); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

type stringer struct{}

func (*stringer) UnmarshalJSON([]byte) error { return nil }

type line struct{ Call func() }

func TestWhatHasNoSchemaIsNamedWithTheFix(t *testing.T) {
	type invoice struct {
		Lines []map[string]line `json:"lines"`
	}
	cases := map[string][2]string{
		"a function":          {schemaOf[invoice](), "invoice.Lines[][].Call: "},
		"a channel":           {schemaOf[generic[chan int]](), ".Is: "},
		"a complex number":    {schemaOf[generic[complex64]](), ".Is: "},
		"a map by numbers":    {schemaOf[generic[map[int]string]](), "keys of map[int]string"},
		"an interface":        {schemaOf[generic[fmt.Stringer]](), "interface fmt.Stringer"},
		"a method of its own": {schemaOf[generic[stringer]](), "stringer reads JSON by a method"},
		"in quotes": {schemaOf[struct {
			N int `json:",string"`
		}](), ".N: "},
		"an unreachable struct": {schemaOf[struct{ *other }](), ".other: "},
	}
	for name, pair := range cases {
		if !strings.Contains(pair[0], pair[1]) || !strings.Contains(pair[0], `json:"-"`) || !strings.Contains(pair[0], "ParseOptions.Schema") {
			t.Errorf("%s: %s", name, pair[0])
		}
	}
}

func TestTagsThatCannotBeMeant(t *testing.T) {
	cases := map[string]string{
		schemaOf[struct {
			N int `jsonschema:"minLength=1"`
		}](): `N: the tag jsonschema:"minLength=1" is for a field of type string`,
		schemaOf[struct {
			N string `jsonschema:"minimum=1"`
		}](): "is for numbers",
		schemaOf[struct {
			N int `jsonschema:"minimum=one"`
		}](): "needs a number",
		schemaOf[struct {
			N int `jsonschema:"enum=1,enum=one"`
		}](): "no integer",
		schemaOf[struct {
			N tree `jsonschema:"enum=oak"`
		}](): "is for strings, numbers and bools",
		schemaOf[struct {
			N int `jsonschema:"pattern=."`
		}](): "is for strings",
		schemaOf[struct {
			N []int `jsonschema:"minItems=-1"`
		}](): "needs a count",
		schemaOf[struct {
			N int `jsonschema:"the number of the house"`
		}](): "is not known",
	}
	for got, want := range cases {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for _, got := range []string{schemaOf[any](), schemaOf[*json.RawMessage]()} {
		if !strings.Contains(got, "may hold anything") || !strings.Contains(got, "ParseOptions.Schema") {
			t.Errorf("got %s", got)
		}
	}
	if _, err := json.Marshal(axonium.Schema{}); err == nil || !strings.Contains(err.Error(), "SchemaOf") {
		t.Errorf("an empty one: %v", err)
	}
}
