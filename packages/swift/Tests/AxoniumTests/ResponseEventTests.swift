import Axonium
import Foundation
import Testing

@Suite struct ResponseEventTests {
    @Test func aLifecycleEventHoldsTheResponse() throws {
        let event = read(#"{"type": "response.created", "sequence_number": 0, "response": {"id": "r-1"}}"#)
        #expect(event.type == "response.created" && event.sequenceNumber == 0)
        guard case .responseCreated(let created) = event else { throw Unexpected(event: event) }
        #expect(created.response["id"] == "r-1" && created.sequenceNumber == 0)
    }

    @Test func aTerminalEventLeavesUnsetWhatItDoesNotKnow() throws {
        let event = read(#"{"type": "error", "code": null, "message": "overloaded", "sequence_number": 4}"#)
        guard case .errorEvent(let failed) = event else { throw Unexpected(event: event) }
        #expect(failed.message == "overloaded" && failed.code == nil && failed.status == nil && failed.error == nil)
    }

    @Test func anOutputEventSaysWhereItsDeltaBelongs() throws {
        let data = Data(
            """
            { "type":"response.output_text.delta", "item_id":"m-1","output_index":2,"content_index":1,
              "delta":"Hel","obfuscation":"x"}
            """.utf8)
        let event = ResponseEvent(data)
        guard case .outputTextDelta(let text) = event else { throw Unexpected(event: event) }
        #expect(text.itemID == "m-1" && text.outputIndex == 2 && text.contentIndex == 1 && text.delta == "Hel")
        #expect(text.logprobs == nil && text.sequenceNumber == nil)
        #expect(text.raw == data && event.raw == data)
    }

    @Test func anEventOfAToolNamesItsItem() throws {
        let event = read(#"{"type": "response.web_search_call.searching", "item_id": "ws-1", "output_index": 0}"#)
        guard case .webSearchCallSearching(let search) = event else { throw Unexpected(event: event) }
        #expect(search.itemID == "ws-1")
    }

    @Test(arguments: ["", #", "item_id": null, "output_index": null, "delta": null, "sequence_number": null"#])
    func missingAndNullFieldsAreEmpty(fields: String) throws {
        let event = read(#"{"type": "response.function_call_arguments.delta"\#(fields)}"#)
        guard case .functionCallArgumentsDelta(let call) = event else { throw Unexpected(event: event) }
        #expect(call.itemID.isEmpty && call.outputIndex == 0 && call.delta.isEmpty && call.sequenceNumber == nil)
    }

    @Test(arguments: ["", #", "response": null"#])
    func aMissingObjectIsEmpty(fields: String) throws {
        let event = read(#"{"type": "response.created"\#(fields)}"#)
        guard case .responseCreated(let created) = event else { throw Unexpected(event: event) }
        #expect(created.response.isEmpty)
    }

    @Test func anotherTypePassesThrough() throws {
        let data = #"{"type": "response.hologram.delta", "sequence_number": 9, "delta": {"x": 1}}"#
        let event = read(data)
        guard case .unknown(let unknown) = event else { throw Unexpected(event: event) }
        #expect(unknown.type == "response.hologram.delta" && unknown.sequenceNumber == 9)
        #expect(unknown.raw == Data(data.utf8) && event.type == unknown.type)
    }

    @Test(arguments: [
        #""delta": 7"#, #""delta": ["Hel"]"#, #""output_index": "0""#, #""output_index": 0.5"#,
        #""output_index": true"#, #""logprobs": {}"#,
    ])
    func aFieldOfAnotherTypeMakesAnUnknownEvent(field: String) throws {
        let event = read(#"{"type": "response.output_text.delta", "sequence_number": 7, \#(field)}"#)
        guard case .unknown(let unknown) = event else { throw Unexpected(event: event) }
        #expect(unknown.type == "response.output_text.delta" && unknown.sequenceNumber == 7)
    }

    @Test(arguments: [#""response": ["id"]"#, #""response": "r-1""#, #""sequence_number": "7""#])
    func anObjectIsNothingElse(field: String) throws {
        let event = read(#"{"type": "response.created", \#(field)}"#)
        guard case .unknown(let unknown) = event else { throw Unexpected(event: event) }
        #expect(unknown.type == "response.created" && unknown.sequenceNumber == nil)
    }

    @Test(arguments: ["", "7", "[]", "null", #"{"type": 7}"#, #"{"type": "response.cre"#])
    func whatIsNoEventIsUnknownWithoutAType(data: String) throws {
        let event = read(data)
        guard case .unknown(let unknown) = event else { throw Unexpected(event: event) }
        #expect(unknown.type.isEmpty && unknown.sequenceNumber == nil && unknown.raw == Data(data.utf8))
    }

    @Test(arguments: [
        (#"a\ud83d"#, "a\u{fffd}"), (#"\ude00b"#, "\u{fffd}b"), (#"\ud83d\ud83d\ude00"#, "\u{fffd}😀"),
        (#"\ud83d\n"#, "\u{fffd}\n"), (#"\\ud83d\ud83d"#, "\\ud83d\u{fffd}"),
    ])
    func halfACharacterIsReplaced(escaped: String, text: String) throws {
        let event = read(#"{"type": "response.output_text.delta", "delta": "\#(escaped)"}"#)
        guard case .outputTextDelta(let read) = event else { throw Unexpected(event: event) }
        #expect(read.delta == text)
    }

    private func read(_ json: String) -> ResponseEvent {
        ResponseEvent(Data(json.utf8))
    }
}

private struct Unexpected: Error {
    let event: ResponseEvent
}
