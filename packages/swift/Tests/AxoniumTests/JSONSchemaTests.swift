import Axonium
import Foundation
import TestSupport
import Testing

@Suite struct JSONSchemaTests {
    @Test func buildersWriteTheKeywordsOfJSONSchema() {
        let schema = JSONSchema.object(
            properties: [
                "name": .string(minLength: 1, maxLength: 9, pattern: "^[a-z]+$", format: "hostname"),
                "sky": .enum(["clear", "cloudy"]).described(as: "What one sees."),
                "degrees": .number(minimum: -90, maximum: 60.5),
                "count": .integer(minimum: 0, maximum: 3),
                "tags": .array(of: .string(), minItems: 1, maxItems: 2),
                "wet": .boolean.orNull,
            ],
            required: ["name"], additionalProperties: false)
        #expect(
            schema.json == [
                "type": "object",
                "properties": [
                    "name": [
                        "type": "string", "minLength": 1, "maxLength": 9, "pattern": "^[a-z]+$", "format": "hostname",
                    ],
                    "sky": ["type": "string", "enum": ["clear", "cloudy"], "description": "What one sees."],
                    "degrees": ["type": "number", "minimum": -90.0, "maximum": 60.5],
                    "count": ["type": "integer", "minimum": 0, "maximum": 3],
                    "tags": ["type": "array", "items": ["type": "string"], "minItems": 1, "maxItems": 2],
                    "wet": ["anyOf": [["type": "boolean"], ["type": "null"]]],
                ],
                "required": ["name"], "additionalProperties": false,
            ])
    }

    @Test func allPropertiesAreRequiredUnlessSaidOtherwise() {
        let schema = JSONSchema.object(properties: ["zebra": .string(), "ant": .null])
        #expect(schema.json["required"] == ["zebra", "ant"] && schema.json["additionalProperties"] == nil)
        #expect(properties(of: schema) == ["zebra", "ant"])
    }

    @Test func textKeepsTheOrderOfItsProperties() throws {
        let schema = try JSONSchema(
            text: #"""
                 {"type" : "object", "properties": {"zebra": {"enum": ["a,b", "\"}", "\\", 1, -2.5e1, true, null, [], {}]},
                  "ant":{"type":"string"} , "\u00e4": {"const": {"b": [1, [2]], "a": ""}}},
                  "required":["zebra","ant"]}
                """#)
        #expect(properties(of: schema) == ["zebra", "ant", "ä"])
        let values: JSONValue = ["a,b", "\"}", "\\", 1, -25, true, nil, [], [:]]
        #expect(schema.json["properties"]?["zebra"]?["enum"] == values)
        #expect(schema.json["properties"]?["ä"]?["const"] == ["b": [1, [2]], "a": ""])
        #expect(schema.json["required"] == ["zebra", "ant"])
        #expect(try JSONSchema(text: " true ").json == true)
    }

    @Test(arguments: ["", "{", "{\"a\":}", "{'a': 1}", "[1,]", "nonsense", "{} {}"])
    func textThatIsNoJSONIsRefusedByName(text: String) throws {
        do {
            _ = try JSONSchema(text: text)
            Issue.record("taken for JSON: \(text)")
        } catch let AxoniumError.invalidRequest(error) {
            #expect(error.field == "parse.schema" && error.isLocal && error.message.hasPrefix("parse.schema: not JSON"))
        }
    }

    private func properties(of schema: JSONSchema) -> [String] {
        guard case .object(let properties) = schema.json["properties"] else { return [] }
        return properties.map(\.key)
    }
}
