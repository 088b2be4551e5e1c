import Axonium
internal import AxoniumEngine
import Foundation

/// The embedded gateway, in this process: a real HTTP server on a free port of this machine that fails as told,
/// keeps a ledger of what was generated and billed, and shares a virtual clock with its clients.
///
/// ```swift
/// let gateway = try Gateway()
/// let client = try gateway.client()
/// try gateway.script([["status": 429, "headers": ["Retry-After": "36"], "problem": "rate-limit-exceeded-requests"]])
/// let completion = try await client.chat(ChatRequest(model: "qwen3-0.6b", messages: [.user("hi")]))
/// // completion.meta.waitedFor == 36, at once; try gateway.ledger().billed == 1
/// ```
/// Letting go of it stops it.
public final class Gateway: Sendable {
    private let embedded: AxoniumEngine.Gateway

    /// The base URL that clients are given.
    public let url: String

    /// Starts a gateway. Throws ``GatewayRefusal`` if it cannot.
    public init(configuration: GatewayConfiguration = GatewayConfiguration()) throws {
        let settings = try JSONEncoder().encode(configuration)
        embedded = try refusals { try AxoniumEngine.Gateway(config: settings) }
        // It has an address until it is stopped.
        url = embedded.url() ?? ""
    }

    deinit {
        embedded.stop()
    }

    /// A client of this gateway. Where `configuration` names no credential, it gets an API key; unless the gateway's
    /// clock is real, it shares it.
    public func client(configuration: AxoniumConfiguration = AxoniumConfiguration()) throws -> AxoniumClient {
        try AxoniumClient(configuration: self.configuration(configuration))
    }

    /// What a client is made with: `configuration`, pointed at this gateway and its clock.
    public func configuration(_ configuration: AxoniumConfiguration = AxoniumConfiguration()) -> AxoniumConfiguration {
        var configuration = configuration
        configuration.gatewayBaseURL = configuration.gatewayBaseURL ?? url
        configuration.clock = .gateway(embedded.id())
        let hasCredential =
            configuration.apiKey != nil || configuration.clientID != nil || configuration.tokenProvider != nil
        if !hasCredential {
            configuration.apiKey = "testing"
        }
        return configuration
    }

    /// Says how the next requests are answered, one step each, in order; then the full gateway answers, or, if
    /// `repeating`, the last step does. The steps are those of `server` in a scenario; see tests/conformance.
    public func script(_ steps: [JSONValue], repeating: Bool = false) throws {
        _ = try control(repeating ? "script_repeating" : "script", JSONEncoder().encode(steps))
    }

    /// The requests that have arrived, token requests left out.
    public func requests() throws -> [RecordedRequest] {
        try JSONDecoder().decode([RecordedRequest].self, from: control("requests"))
    }

    /// The requests for a token that have arrived.
    public func tokenRequests() throws -> [RecordedRequest] {
        try JSONDecoder().decode([RecordedRequest].self, from: control("token_requests"))
    }

    /// How many WebSocket connections were opened.
    public func connections() throws -> Int {
        try JSONDecoder().decode(Int.self, from: control("connections"))
    }

    /// What was generated, billed, refunded and replayed.
    public func ledger() throws -> Ledger {
        try JSONDecoder().decode(Ledger.self, from: control("ledger"))
    }

    /// Moves the virtual clock on.
    public func advance(seconds: Double) throws {
        _ = try control("advance", JSONEncoder().encode(["seconds": seconds]))
    }

    /// Forgets script, requests, ledger and idempotency keys.
    public func reset() throws {
        _ = try control("reset")
    }

    /// Stops it; requests under way are cut.
    public func stop() {
        embedded.stop()
    }

    private func control(_ command: String, _ argument: Data = Data("null".utf8)) throws -> Data {
        try refusals { try embedded.control(command: command, argument: argument) }
    }
}

/// A gateway that did not start, or a command it did not carry out: says what is wrong.
public struct GatewayRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
}

private func refusals<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch GatewayError.Refused(let message) {
        throw GatewayRefusal(description: message)
    }
}

extension AxoniumConfiguration {
    /// This configuration on a virtual clock of the client's own: deliberate waits cost no time and are reported exactly.
    public func withVirtualClock() -> AxoniumConfiguration {
        var configuration = self
        configuration.clock = .virtual
        return configuration
    }
}
