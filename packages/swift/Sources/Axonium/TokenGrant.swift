/// What the access token in use allows, and for how long. The token itself stays with the engine.
public struct TokenGrant: Sendable, Hashable {
    /// The granted scope, which may be less than was asked for; nil for a credential that is no client credential.
    public let scope: String?
    /// Seconds that are left of the token's life.
    public let expiresIn: Double?
    /// How the call went.
    public let meta: Meta
}

struct TokenGrantBody: Decodable {
    let scope: String?
    let expiresIn: Double?

    enum CodingKeys: String, CodingKey {
        case scope
        case expiresIn = "expires_in_s"
    }
}
