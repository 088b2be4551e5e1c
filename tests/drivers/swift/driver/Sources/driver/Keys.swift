import Axonium

/// Keys that are derived, without a client.
extension CallJob {
    func derivedKey() throws -> String {
        let namespace = request["namespace"]?.stringValue ?? ""
        let body = request["body"] ?? [:]
        if body["input"] != nil {
            let (request, extra) = responseRequest(body, nil)
            return try deriveKey(namespace: namespace, request: request, extraBody: extra)
        }
        let (request, extra) = chatRequest(body, nil)
        return try deriveKey(namespace: namespace, request: request, extraBody: extra)
    }

    func runKey() throws -> String {
        try RunKeys(runID: request["run_id"]?.stringValue ?? "").step(request["step"]?.stringValue ?? "")
    }
}
