import Foundation

/// What the caller set for one call; see bindings/engine.
struct CallOptions {
    var idempotencyKey: String?
    var timeout: Double?
    var instance: String?
    var extraHeaders: [String: String]?
    var extraBody: JSONObject?
    var retry: RetryPolicy?
    var partial: PartialOutput?
    var routes: [Route]?
    var transport: ResponseTransport?
    var connection: Int?
}

extension CallOptions: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.set("idempotency_key", idempotencyKey)
        object.set("timeout_s", timeout)
        object.set("instance", instance)
        object.set("extra_headers", extraHeaders)
        object.set("extra_body", extraBody)
        object.set("retry", retry)
        object.set("partial", partial)
        object.set("routes", routes)
        object.set("transport", transport)
        object.set("connection", connection)
        return .object(object)
    }
}
