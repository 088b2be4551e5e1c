// Package axonium is a client for Axonium gateways and every OpenAI-compatible server. It repeats a call only where
// no generation can have happened, or where an idempotency key makes the repeat a replay; it waits when a server asks
// to wait; and it accounts for every attempt and every second on every answer and every error.
//
//	client, err := axonium.NewFromEnv()
//	if err != nil { … }
//	defer client.Close()
//
//	completion, err := client.Chat.Create(ctx, axonium.ChatRequest{
//		Model:    "qwen3-0.6b",
//		Messages: []axonium.Message{axonium.TextMessage("user", "Say hi.")},
//	})
//	if err != nil { … }
//	fmt.Println(completion.Content(), completion.Meta.Attempts, completion.Meta.WaitedFor)
//
// [ResponsesService] speaks the Responses API, whole, as events, or turn by turn over a WebSocket. [Route] names several
// ways to one model.
//
// [ChatService.Parse] and [ResponsesService.Parse] fill a struct: the answer is asked for as JSON of its schema, held against
// it, and repaired once where it does not match; see [ParseOptions] and [SchemaOf].
//
// # Optional values
//
// A nil pointer, a nil map, a nil slice and an empty string are unset: nothing is sent, and the engine's default holds.
// [Ptr] makes a pointer of a literal. In answers a nil pointer is a number the server did not give, and an empty id is
// an id it did not send.
//
// # Cancellation
//
// Every call takes a context. When the context ends, the call returns at once, also out of a wait, and its request is
// dropped; errors.Is(err, context.Canceled) and errors.Is(err, context.DeadlineExceeded) hold, and so do the methods
// of [Error], with what was tried until then. Where the context's end and an answer arrive together, the context wins.
// A context's deadline also bounds waits: a wait that would pass it is not begun, and the server's refusal is returned.
//
// # Errors
//
// Every error of a call is, by errors.As, an [*Error] and, where its family knows more, an [*APIError],
// [*StreamInterruptedError], [*TimeoutError] and so on. By errors.Is it matches the kinds it belongs to, from
// [ErrRateLimit] up to [ErrAPI].
package axonium
