// Package axoniumtest tests a program against a real gateway in its own process: with scripts of failures, a clock
// that jumps over waits instead of sleeping them, and a ledger of what was generated and billed.
//
//	func TestWaitsOutARateLimit(t *testing.T) {
//		gateway := axoniumtest.NewGateway(t)
//		gateway.Script(axoniumtest.Step{
//			Status: 429, Problem: "rate-limit-exceeded-requests", Headers: map[string]string{"Retry-After": "36"},
//		}, axoniumtest.Step{Gateway: true})
//		client := gateway.Client(t, axonium.Config{})
//		// … the call takes no time, and its Meta.WaitedFor is 36 s.
//		// gateway.Ledger().Generations is 1.
//	}
package axoniumtest
