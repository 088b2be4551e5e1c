import Axonium

/// A request of the Responses API.
package func asking(forResponseTo text: String) -> ResponseRequest {
    ResponseRequest(model: "qwen3-0.6b", input: .text(text))
}

/// The body of a response that says a text.
package func response(saying text: String, id: String = "resp_1", status: String = "completed") -> JSONObject {
    [
        "id": .string(id), "object": "response", "status": .string(status), "model": "qwen3-0.6b",
        "output": [
            [
                "type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
                "content": [["type": "output_text", "text": .string(text), "annotations": []]],
            ]
        ],
        "usage": ["input_tokens": 3, "output_tokens": 2, "total_tokens": 5],
    ]
}

/// The step of a script that answers with a response that says a text.
package func responding(_ text: String, id: String = "resp_1") -> JSONValue {
    ["body": .object(response(saying: text, id: id))]
}

/// The events of a streamed response up to its end, numbered from 0.
package func opening(saying pieces: [String], id: String = "resp_1") -> [JSONValue] {
    let begun: JSONValue = ["id": .string(id), "object": "response", "status": "in_progress", "output": []]
    let events: [JSONObject] =
        [["type": "response.created", "response": begun], ["type": "response.in_progress", "response": begun]]
        + pieces.map { piece in
            [
                "type": "response.output_text.delta", "item_id": "msg_1", "output_index": 0, "content_index": 0,
                "delta": .string(piece),
            ]
        }
    return events.enumerated().map { number, event in
        var event = event
        event["sequence_number"] = .integer(Int64(number))
        return .object(event)
    }
}

/// The events of a streamed response that says these pieces.
package func events(saying pieces: [String], id: String = "resp_1") -> [JSONValue] {
    let begun = opening(saying: pieces, id: id)
    let completed: JSONValue = [
        "type": "response.completed", "sequence_number": .integer(Int64(begun.count)),
        "response": .object(response(saying: pieces.joined(), id: id)),
    ]
    return begun + [completed]
}

/// What comes after the events of a scripted answer.
package enum Afterwards {
    /// The answer's regular end; a WebSocket stays open.
    case end
    /// Nothing, without an end.
    case hang
    /// The connection is closed.
    case cut
}

extension ResponseTransport {
    /// The step of a script that sends these events.
    package func step(_ events: [JSONValue], then afterwards: Afterwards = .end) -> JSONValue {
        switch (self, afterwards) {
        case (.sse, .hang): ["sse": .array(events.map { ["data": $0] }), "hang": true]
        case (.sse, _): ["sse": .array(events.map { ["data": $0] })]
        case (.webSocket, .end): ["websocket": .array(events.map { ["json": $0] })]
        case (.webSocket, .hang): ["websocket": .array(events.map { ["json": $0] } + [["hang": true]])]
        case (.webSocket, .cut): ["websocket": .array(events.map { ["json": $0] } + [["drop": true]])]
        }
    }
}
