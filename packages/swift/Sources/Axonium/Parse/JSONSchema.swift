import Foundation

/// A JSON Schema: what an answer is to look like.
///
/// ```swift
/// let schema = JSONSchema.object(properties: [
///     "city": .string(),
///     "sky": .enum(["clear", "cloudy"]),
///     "degrees": .array(of: .number(minimum: -90, maximum: 60)),
/// ])
/// ```
/// The order of properties is kept: models answer in it.
public struct JSONSchema: Sendable, Hashable {
    /// The schema as JSON.
    public var json: JSONValue

    /// A schema written as a JSON value, for what has no builder here.
    public init(json: JSONValue) {
        self.json = json
    }

    /// A schema written as JSON text.
    ///
    /// Throws ``AxoniumError/invalidRequest(_:)`` for text that is no JSON.
    public init(text: String) throws {
        do {
            json = try JSONValue(text: text)
        } catch {
            throw AxoniumError.refusing(
                "parse.schema", "not JSON: \(AxoniumError.describe(error))", kind: .invalidRequest)
        }
    }

    /// An object with these properties. `required` names those that are never left out; unset: all of them.
    public static func object(
        properties: KeyValuePairs<String, JSONSchema>, required: [String]? = nil, additionalProperties: Bool? = nil
    ) -> JSONSchema {
        var schema: JSONObject = [
            "type": "object", "properties": .object(JSONObject(properties.map { ($0.key, $0.value.json) })),
            "required": (required ?? properties.map(\.key)).json,
        ]
        schema.set("additionalProperties", additionalProperties)
        return JSONSchema(json: .object(schema))
    }

    /// A list of what follows one schema.
    public static func array(of items: JSONSchema, minItems: Int? = nil, maxItems: Int? = nil) -> JSONSchema {
        schema("array", ("items", items.json), ("minItems", minItems?.json), ("maxItems", maxItems?.json))
    }

    /// A text. `pattern` is a regular expression; `format` a name such as `date-time`.
    public static func string(
        minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil, format: String? = nil
    ) -> JSONSchema {
        schema(
            "string", ("minLength", minLength?.json), ("maxLength", maxLength?.json), ("pattern", pattern?.json),
            ("format", format?.json))
    }

    /// One of these texts.
    public static func `enum`(_ values: [String]) -> JSONSchema {
        schema("string", ("enum", values.json))
    }

    /// Any number.
    public static func number(minimum: Double? = nil, maximum: Double? = nil) -> JSONSchema {
        schema("number", ("minimum", minimum?.json), ("maximum", maximum?.json))
    }

    /// A whole number.
    public static func integer(minimum: Int? = nil, maximum: Int? = nil) -> JSONSchema {
        schema("integer", ("minimum", minimum?.json), ("maximum", maximum?.json))
    }

    /// True or false.
    public static var boolean: JSONSchema { schema("boolean") }

    /// Nothing.
    public static var null: JSONSchema { schema("null") }

    /// What follows at least one of these schemas.
    public static func anyOf(_ schemas: [JSONSchema]) -> JSONSchema {
        JSONSchema(json: ["anyOf": .array(schemas.map(\.json))])
    }

    /// This schema, or null: for an optional property, which is then still always there.
    public var orNull: JSONSchema { .anyOf([self, .null]) }

    /// This schema with words that tell the model what is meant.
    public func described(as description: String) -> JSONSchema {
        guard case .object(var schema) = json else { return self }
        schema["description"] = .string(description)
        return JSONSchema(json: .object(schema))
    }

    private static func schema(_ type: String, _ keywords: (String, JSONValue?)...) -> JSONSchema {
        var schema: JSONObject = ["type": .string(type)]
        for (keyword, value) in keywords {
            schema.set(keyword, value)
        }
        return JSONSchema(json: .object(schema))
    }
}

/// A type that names the schema of its JSON: answers can be parsed as it without saying the schema.
///
/// ```swift
/// struct Weather: Decodable, SchemaDescribed {
///     let city: String
///     let degrees: Double
///
///     static let jsonSchema = JSONSchema.object(properties: ["city": .string(), "degrees": .number()])
/// }
/// ```
public protocol SchemaDescribed: Decodable, Sendable {
    /// What its `init(from:)` can read.
    static var jsonSchema: JSONSchema { get }
}
