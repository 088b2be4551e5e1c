import Axonium
import AxoniumTesting
import Foundation
import TestSupport
import Testing

/// Keys that are derived: the same in every language, see core/contract/key_vectors.json.
@Suite struct KeyTests {
    private struct Vectors: Decodable {
        let requests: [Request]
        let steps: [Step]

        struct Request: Decodable {
            let about: String
            let namespace: String
            let body: String
            let key: String
        }

        struct Step: Decodable {
            let runID: String
            let step: String
            let key: String

            enum CodingKeys: String, CodingKey {
                case step, key
                case runID = "run_id"
            }
        }
    }

    private func vectors() throws -> Vectors {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../../../core/contract/key_vectors.json")
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    }

    @Test func requestsHaveTheKeysOfTheContract() throws {
        let requests = try vectors().requests
        #expect(requests.count >= 8)
        for vector in requests {
            let key = try deriveKey(namespace: vector.namespace, body: Data(vector.body.utf8))
            #expect(key == vector.key, "\(vector.about)")
        }
    }

    @Test func stepsHaveTheKeysOfTheContract() throws {
        let steps = try vectors().steps
        #expect(steps.count >= 4)
        for vector in steps {
            #expect(try RunKeys(runID: vector.runID).step(vector.step) == vector.key)
        }
    }

    @Test func aTypedRequestHasTheKeyOfItsBody() throws {
        let vectors = try vectors().requests
        let chat = try #require(vectors.first { $0.about == "a chat" })
        let asked = ChatRequest(model: "m", messages: [.user("hi")])
        #expect(try deriveKey(namespace: "order-4417", request: asked) == chat.key)
        let response = try #require(vectors.first { $0.about == "another path" })
        #expect(
            try deriveKey(namespace: "order-4417", request: ResponseRequest(model: "m", input: "hi")) == response.key)
    }

    @Test func whatIsAskedBesidesIsPartOfTheKey() throws {
        let plain = try deriveKey(namespace: "n", request: asking("hi"))
        let extra = try deriveKey(namespace: "n", request: asking("hi"), extraBody: ["min_p": 0.1])
        #expect(plain != extra && plain.hasPrefix("ax1-"))
    }

    @Test func emptyNamesAreRefused() throws {
        func refusedField(_ make: () throws -> String) -> String? {
            do {
                return try make()
            } catch let AxoniumError.invalidRequest(error) {
                return error.isLocal ? error.field : nil
            } catch {
                return "\(error)"
            }
        }
        #expect(refusedField { try deriveKey(namespace: "", request: asking("hi")) } == "namespace")
        #expect(refusedField { try RunKeys(runID: "").step("summary") } == "run_id")
        #expect(refusedField { try RunKeys(runID: "run-42").step("") } == "step")
        var request = asking("hi")
        request.topP = .nan
        #expect(refusedField { try deriveKey(namespace: "n", request: request) } == "top_p")
    }

    @Test func aRunThatIsStartedAgainPaysOnce() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        for isRestarted in [false, true] {
            let keys = try RunKeys(runID: "import-1")
            let answer = try await client.chat(asking("hi"), idempotencyKey: keys.step("summary"))
            #expect(answer.meta.idempotentReplay == isRestarted)
        }
        #expect(try gateway.ledger().billed == 1)
    }

    @Test func autoIsARandomKeyForEachCall() async throws {
        let gateway = try startGateway()
        let client = try gateway.client()
        for _ in 1...2 { _ = try await client.chat(asking("hi"), idempotencyKey: "auto") }
        let keys = try gateway.requests().compactMap { $0.header("Idempotency-Key") }
        #expect(Set(keys).count == 2 && keys.allSatisfy { $0.count > 16 })
    }
}
