package axonium_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/axonium/axonium-go"
	"github.com/axonium/axonium-go/axoniumtest"
)

func TestDerivedKeysAreThoseOfEveryLanguage(t *testing.T) {
	var vectors struct {
		Requests []struct{ About, Namespace, Body, Key string }
		Steps    []struct {
			RunID string `json:"run_id"`
			Step  string
			Key   string
		}
	}
	if err := json.Unmarshal(must[[]byte](t)(os.ReadFile("../../core/contract/key_vectors.json")), &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.Requests) == 0 || len(vectors.Steps) == 0 {
		t.Fatal("no vectors")
	}
	keys := map[string]string{}
	for _, vector := range vectors.Requests {
		key, err := axonium.DeriveKey(vector.Namespace, axonium.JSONRequest(vector.Body))
		if err != nil || key != vector.Key {
			t.Errorf("%s: got %s, %v, want %s", vector.About, key, err, vector.Key)
		}
		keys[vector.About] = vector.Key
	}
	for _, vector := range vectors.Steps {
		key, err := axonium.RunKeys(vector.RunID).Step(vector.Step)
		if err != nil || key != vector.Key {
			t.Errorf("%s, %s: got %s, %v, want %s", vector.RunID, vector.Step, key, err, vector.Key)
		}
	}
	checkTypedKeys(t, keys)
}

// checkTypedKeys derives keys of requests that are the vectors' bodies once they are written.
func checkTypedKeys(t *testing.T, want map[string]string) {
	t.Helper()
	chat := axonium.ChatRequest{Model: "m", Messages: []axonium.Message{axonium.TextMessage("user", "hi")}, IdempotencyKey: "no part of it"}
	more := axonium.ChatRequest{Model: "m", Extra: map[string]any{"stream": true, "x": []any{nil, false, object{}}}}
	for about, request := range map[string]axonium.KeyedRequest{
		"a chat": chat, "another path": axonium.ResponseRequest{Model: "m", Input: axonium.TextInput("hi")},
		"a namespace of any text": more,
	} {
		namespace := "order-4417"
		if about == "a namespace of any text" {
			namespace = `Bestellung Nr. 4417 – Zürich "eilig"`
		}
		if key, err := axonium.DeriveKey(namespace, request); err != nil || key != want[about] {
			t.Errorf("%s: got %s, %v, want %s", about, key, err, want[about])
		}
	}
}

func TestKeysThatCannotBeMadeNameTheField(t *testing.T) {
	cases := map[string]func() (string, error){
		"namespace": func() (string, error) { return axonium.DeriveKey("", say("hi")) },
		"request":   func() (string, error) { return axonium.DeriveKey("n", axonium.JSONRequest(`{"model": `)) },
		"run_id":    func() (string, error) { return axonium.RunKeys("").Step("summary") },
		"step":      func() (string, error) { return axonium.RunKeys("run").Step("") },
	}
	for field, make := range cases {
		key, err := make()
		checkRefused(t, err, field)
		if key != "" {
			t.Errorf("%s: got a key", field)
		}
	}
	for field, make := range map[string]func() (string, error){
		"namespace": func() (string, error) { return axonium.DeriveKey(notUTF8, say("hi")) },
		"run_id":    func() (string, error) { return axonium.RunKeys(notUTF8).Step("summary") },
		"step":      func() (string, error) { return axonium.RunKeys("run").Step(notUTF8) },
		"temperature": func() (string, error) {
			return axonium.DeriveKey("n", axonium.ChatRequest{Extra: object{"temperature": func() {}}})
		},
	} {
		_, err := make()
		checkRefused(t, err, field)
	}
}

func TestAKeyMadeForOneCallIsSharedByItsRepeats(t *testing.T) {
	client, gateway := newClient(t, rateLimited("7"), axoniumtest.Step{Gateway: true})
	request := say("hi")
	request.IdempotencyKey = axonium.KeyAuto
	for range 2 {
		must[*axonium.Completion](t)(client.Chat.Create(context.Background(), request))
	}
	keys := []string{}
	for _, sent := range gateway.Requests() {
		keys = append(keys, sent.Header.Get("Idempotency-Key"))
	}
	if len(keys) != 3 || keys[0] != keys[1] || keys[1] == keys[2] || len(keys[0]) != 36 || keys[0][14] != '7' {
		t.Errorf("keys %q", keys)
	}
}

// A run of two steps that dies after its first, and is started again.
func ExampleRunKeys() {
	run := func(client *axonium.Client, steps ...string) error {
		keys := axonium.RunKeys("import-2026-11-30")
		for _, step := range steps {
			key, err := keys.Step(step)
			if err != nil {
				return err
			}
			request := say(step + " order 4417")
			request.IdempotencyKey = key
			completion, err := client.Chat.Create(context.Background(), request)
			if err != nil {
				return err
			}
			fmt.Println(step, "replayed:", completion.Meta.IdempotentReplay)
		}
		return nil
	}
	client, gateway, done := failing()
	defer done()
	err := errors.Join(run(client, "read"), run(client, "read", "summarise"))
	fmt.Println("billed:", gateway.Ledger().Billed, err)
	// Output:
	// read replayed: false
	// read replayed: true
	// summarise replayed: false
	// billed: 2 <nil>
}

func ExampleDeriveKey() {
	request := axonium.ChatRequest{Model: "m", Messages: []axonium.Message{axonium.TextMessage("user", "hi")}}
	key, err := axonium.DeriveKey("order-4417", request)
	fmt.Println(key[:10], err)
	_, err = axonium.DeriveKey("", request)
	fmt.Println(strings.Contains(err.Error(), "namespace"))
	// Output:
	// ax1-4ae906 <nil>
	// true
}
