import Foundation

/// What the caller set for one call; see bindings/engine.
struct CallOptions {
    var idempotencyKey: String?
    var timeout: Double?
    var deadline: Date?
    var instance: String?
    var extraHeaders: [String: String]?
    var extraBody: JSONObject?
    var retry: RetryPolicy?
    var partial: PartialOutput?
    var routes: [Route]?
    var transport: ResponseTransport?
    var connection: Int?
    var parse: ParseOption?
    var onTimeout: OnTimeout?
    var fallback: [Fallback]?
    var mayBillTwice: Bool?
    var resume: Resume?
    var retryClean: Bool?
}

extension CallOptions: JSONRepresentable {
    var json: JSONValue {
        var object = JSONObject()
        object.set("idempotency_key", idempotencyKey)
        object.set("timeout_s", timeout)
        object.set("deadline_unix_s", deadline?.timeIntervalSince1970)
        object.set("instance", instance)
        object.set("extra_headers", extraHeaders)
        object.set("extra_body", extraBody)
        object.set("retry", retry)
        object.set("partial", partial)
        object.set("routes", routes)
        object.set("transport", transport)
        object.set("connection", connection)
        object.set("parse", parse)
        object.set("on_timeout", onTimeout)
        object.set("fallback", fallback)
        object.set("may_bill_twice", mayBillTwice)
        object.set("resume", resume)
        object.set("retry_clean", retryClean)
        return .object(object)
    }
}
