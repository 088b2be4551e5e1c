/// A way to a model: a gateway, a credential, the model's name there.
///
/// With several, a request that failed before anything was generated goes to the next instead of waiting. A stream that
/// failed before its output is replayed there, at most once; the model may then have run twice, and naming routes is the
/// consent to that. ``Meta/route`` says which route answered, ``Meta/history`` shows every attempt.
///
/// What is unset is the client's own. A route with an address of its own needs a credential of its own.
/// Neither `description` nor `dump` shows a secret.
public struct Route: Sendable, Hashable {
    /// What it is called in ``Meta/route``; unique among the routes of a call.
    public var name: String
    /// The gateway's address, with its scheme.
    public var gatewayBaseURL: String?
    /// A static bearer.
    public var apiKey: String?
    /// OAuth client credentials: the id.
    public var clientID: String?
    /// OAuth client credentials: the secret.
    public var clientSecret: String?
    /// OAuth scope to ask for.
    public var scope: String?
    /// What the model is called there.
    public var model: String?

    public init(
        name: String, gatewayBaseURL: String? = nil, apiKey: String? = nil, clientID: String? = nil,
        clientSecret: String? = nil, scope: String? = nil, model: String? = nil
    ) {
        self.name = name
        self.gatewayBaseURL = gatewayBaseURL
        self.apiKey = apiKey
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.scope = scope
        self.model = model
    }
}

extension Route: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is set, secrets replaced by `<set>`.
    public var description: String { shown.text }

    public var debugDescription: String { description }

    public var customMirror: Mirror { shown.mirror(of: self) }

    private var shown: Shown {
        Shown(
            "Route",
            [
                ("name", name),
                ("gatewayBaseURL", gatewayBaseURL.map(Shown.withoutUserInformation)),
                ("apiKey", Shown.hidden(apiKey)),
                ("clientID", clientID),
                ("clientSecret", Shown.hidden(clientSecret)),
                ("scope", scope),
                ("model", model),
            ])
    }
}

extension Route: JSONRepresentable {
    var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        object.set("gateway_base_url", gatewayBaseURL)
        object.set("api_key", apiKey)
        object.set("client_id", clientID)
        object.set("client_secret", clientSecret)
        object.set("scope", scope)
        object.set("model", model)
        return .object(object)
    }
}
