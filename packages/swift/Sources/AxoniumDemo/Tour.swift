import Axonium
import AxoniumTesting
import Foundation

/// What the SDK does when calls fail, in a minute: `./dev demo swift`.
///
/// The gateway runs in this process. Its clock is virtual, so deliberate waits take no time and are reported exactly.
@main struct Tour {
    private let gateway: Gateway
    private let client: AxoniumClient

    static func main() async throws {
        let tour = try Tour()
        try await tour.rateLimitWaitedOut()
        try await tour.replayByKey()
        try await tour.streamBrokenMidway()
        try await tour.timeoutWithoutAndWithAKey()
        try tour.ledger()
    }

    private init() throws {
        gateway = try Gateway()
        client = try gateway.client(configuration: AxoniumConfiguration(timeouts: Timeouts(request: 1)))
    }

    private func rateLimitWaitedOut() async throws {
        print("1. A 429 is waited out: it was refused before the model ran")
        try gateway.script([
            ["status": 429, "headers": ["Retry-After": "7"], "problem": "rate-limit-exceeded-requests"]
        ])
        let completion = try await client.chat(ask("Good morning"))
        show("answer", completion.content)
        account(completion.meta)
    }

    private func replayByKey() async throws {
        print("\n2. The same key again: the stored answer, and no second bill")
        let key = "order-4417-summary"
        let first = try await client.chat(ask("Summarise order 4417"), idempotencyKey: key)
        let second = try await client.chat(ask("Summarise order 4417"), idempotencyKey: key)
        show("first", first.meta.requestID)
        show("second", second.meta.requestID)
        show("a replay", second.meta.idempotentReplay)
        show("billed as", second.meta.idempotentReplayOf)
    }

    private func streamBrokenMidway() async throws {
        print("\n3. A stream that breaks midway is not repeated: the model has run")
        try gateway.script([["gateway": true, "model_breaks_after": 3]])
        let stream = try await client.chatStream(ask("One two three four five six"))
        do {
            _ = try await stream.final()
            throw WrongTour(description: "the stream was to break")
        } catch let AxoniumError.streamInterrupted(error) {
            show("what arrived", error.partial?.content)
            explain(AxoniumError.streamInterrupted(error))
            account(error.meta)
        }
    }

    private func timeoutWithoutAndWithAKey() async throws {
        print("\n4. A timeout: not repeated without a key, collected with one")
        try gateway.script([["gateway": true, "hang": true]])
        do {
            _ = try await client.chat(ask("Take your time"))
            throw WrongTour(description: "the call was to time out")
        } catch let AxoniumError.timeout(error) {
            explain(AxoniumError.timeout(error))
        }
        try gateway.script([["gateway": true, "hang": true]])
        let completion = try await client.chat(ask("Take your time"), idempotencyKey: "patience-1")
        show("with a key", completion.content)
        show("a replay", completion.meta.idempotentReplay)
        account(completion.meta)
    }

    private func ledger() throws {
        let ledger = try gateway.ledger()
        print(
            "\nThe gateway's ledger: \(ledger.generations) generations, \(ledger.billed) billed,",
            "\(ledger.replayed) replayed")
        for entry in ledger.entries {
            let ending = entry.terminationReason ?? "running"
            print("   \(entry.requestID)  billed: \(entry.isBilled)  replays: \(entry.replays)  \(ending)")
        }
    }

    private func ask(_ text: String) -> ChatRequest {
        ChatRequest(model: "qwen3-0.6b", messages: [.user(text)])
    }

    private func account(_ meta: Meta) {
        show("attempts", meta.attempts)
        show("waited", String(format: "%.3f s", meta.waitedFor))
    }

    private func explain(_ error: AxoniumError) {
        for line in client.explain(error).split(separator: "\n") {
            print("   \(line)")
        }
    }

    private func show(_ name: String, _ value: (some CustomStringConvertible)?) {
        print("   \(name.padding(toLength: 13, withPad: " ", startingAt: 0)) \(value.map { "\($0)" } ?? "none")")
    }
}

/// The tour did not go as it says.
private struct WrongTour: Error, CustomStringConvertible {
    let description: String
}
