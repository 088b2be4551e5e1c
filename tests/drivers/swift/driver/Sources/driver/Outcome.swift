import Axonium
import Foundation

/// What a call came to, under the names that all drivers share; see ../README.md.
enum Outcome: Sendable {
    case ok(JSONObject, raw: Data? = nil)
    case stream(JSONObject, chunks: Int)
    case brokenStream(any Error, JSONObject, chunks: Int)
    case error(any Error)

    func json(_ answer: inout Answer) -> JSON {
        switch self {
        case .ok(var value, let raw):
            value["raw"] = raw.map { answer.place($0) }
            return ["outcome": "ok", "value": .object(value)]
        case .stream(let value, let chunks):
            return ["outcome": "stream", "value": .object(value), "chunks": JSON(chunks)]
        case .brokenStream(let error, let value, let chunks):
            return [
                "outcome": "stream_error", "error": fields(error), "value": .object(value), "chunks": JSON(chunks),
            ]
        case .error(let error): return ["outcome": "error", "error": fields(error)]
        }
    }

    /// The outcome of a stream. What only a final answer says is left out of one that broke, as all drivers do.
    init(_ value: JSONObject, chunks: Int, broke error: (any Error)?, finalOnly: [String]) {
        guard let error else {
            self = .stream(value, chunks: chunks)
            return
        }
        var value = value
        for key in finalOnly { value[key] = .null }
        self = .brokenStream(error, value, chunks: chunks)
    }
}
