import Axonium

/// How a job's answer is to be parsed.
struct ParseJob {
    let schema: JSONSchema
    let name: String?
    let lenient: Bool?
    let maxRepairs: Int?
    let sendSchema: Bool?

    init(_ parse: JSON) {
        // A schema that is missing is for the package to refuse.
        schema = JSONSchema(json: parse["schema"] ?? .null)
        name = parse["name"]?.stringValue
        lenient = parse["lenient"]?.bool
        maxRepairs = parse["max_repairs"]?.int
        sendSchema = parse["send_schema"]?.bool
    }
}
