package axonium

import (
	"cmp"
	"encoding/json"

	"github.com/axonium/axonium-go/internal/native"
)

// KeyAuto, as a request's IdempotencyKey, makes a key for that one call, a UUIDv7 that its repeats share. Another call gets
// another one.
const KeyAuto = "auto"

// KeyedRequest is a request that a key can be derived from: a [ChatRequest], a [ResponseRequest] or a [JSONRequest].
type KeyedRequest interface{ keyedBody() ([]byte, error) }

// JSONRequest is the body of a chat or of a response as it is sent, told apart by messages and input.
type JSONRequest json.RawMessage

func (r ChatRequest) keyedBody() ([]byte, error) { return withExtra(r.body, r.Extra) }

func (r ResponseRequest) keyedBody() ([]byte, error) { return withExtra(r.body, r.Extra) }

func (r JSONRequest) keyedBody() ([]byte, error) { return r, nil }

// withExtra is a body with the fields that the engine adds to it.
func withExtra(write func() ([]byte, error), extra map[string]any) ([]byte, error) {
	body, err := write()
	if err != nil || len(extra) == 0 {
		return body, err
	}
	fields := map[string]any{}
	var declared map[string]json.RawMessage
	if err := json.Unmarshal(body, &declared); err != nil {
		return nil, internalError(err)
	}
	for name, value := range extra {
		fields[name] = value
	}
	for name, value := range declared {
		fields[name] = value
	}
	return encode(fields)
}

// DeriveKey is an idempotency key that this request always comes to, in every language of this SDK: SHA-256 over the canonical
// JSON (RFC 8785) of namespace, path and body. A program that is started again asks for the same, and pays once. What is not
// part of the body, such as Timeout, is not part of the key; nor is the schema of Parse.
//
// namespace says what the answer is for: without it, two uses of one prompt would share one generation. The gateway remembers
// a finished request for 24 hours. Whether a request that failed still holds its key is undefined: it may run again, or its
// error come back.
//
//	request.IdempotencyKey, err = axonium.DeriveKey("order-4417", request)
//
// An empty namespace, and a request that cannot be written, are an [*InvalidRequestError].
func DeriveKey(namespace string, request KeyedRequest) (string, error) {
	if fault := checkText(namespace, "namespace"); fault != nil {
		return "", localError(ErrInvalidRequest, fault)
	}
	body, err := request.keyedBody()
	if err != nil {
		return "", err
	}
	return madeKey(native.DeriveKey(namespace, body))
}

// RunKeys is the id of a run of several steps that may be resumed, any text that it has again then, and makes the keys of its
// steps: the same run and step always have the same key.
//
//	keys := axonium.RunKeys("import-2026-11-30")
//	request.IdempotencyKey, err = keys.Step("summary")
type RunKeys string

// Step is the key of the step of that name. An empty run id or name is an [*InvalidRequestError].
func (r RunKeys) Step(name string) (string, error) {
	if fault := cmp.Or(checkText(string(r), "run_id"), checkText(name, "step")); fault != nil {
		return "", localError(ErrInvalidRequest, fault)
	}
	return madeKey(native.RunKey(string(r), name))
}

func madeKey(made string, refusal []byte, err error) (string, error) {
	switch {
	case err != nil:
		return "", internalError(err)
	case refusal != nil:
		return "", decodeError(refusal)
	default:
		return made, nil
	}
}
