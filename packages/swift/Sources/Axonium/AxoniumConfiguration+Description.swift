extension AxoniumConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is set, secrets replaced by `<set>`: header values and a proxy's user information are secrets too.
    public var description: String {
        let settings = shown.map { "\($0.label): \($0.value)" }
        return "AxoniumConfiguration(\(settings.joined(separator: ", ")))"
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(self, children: shown.map { ($0.label, $0.value as Any) }, displayStyle: .struct)
    }

    private var shown: [(label: String, value: String)] {
        let settings: [(String, String?)] = [
            ("gatewayBaseURL", gatewayBaseURL.map(Self.withoutUserInformation)),
            ("clientID", clientID),
            ("clientSecret", Self.hidden(clientSecret)),
            ("scope", scope),
            ("apiKey", Self.hidden(apiKey)),
            ("tokenProvider", tokenProvider.map { _ in "<set>" }),
            ("caBundle", caBundle),
            ("proxy", proxy.map(Self.withoutUserInformation)),
            ("retry", retry.map { "\($0.json)" }),
            ("retryBudget", retryBudget.map { "\($0.json)" }),
            ("timeouts", timeouts.map { "\($0.json)" }),
            ("cooldown", cooldown.map { "\($0)" }),
            ("cooldownGroup", cooldownGroup),
            ("partial", partial?.rawValue),
            ("defaultHeaders", defaultHeaders.map { "\($0.keys.sorted())" }),
            ("userAgentSuffix", userAgentSuffix),
            ("http2", http2.map { "\($0)" }),
            ("poolMaxIdlePerHost", poolMaxIdlePerHost.map { "\($0)" }),
            ("maxEventBytes", maxEventBytes.map { "\($0)" }),
        ]
        return settings.compactMap { label, value in value.map { (label, $0) } }
    }

    private static func hidden(_ secret: String?) -> String? {
        secret.map { _ in "<set>" }
    }

    /// `http://user:password@proxy:3128` without what stands before the last `@` of its authority.
    private static func withoutUserInformation(_ url: String) -> String {
        let scheme = url.range(of: "://").map { url[..<$0.upperBound] } ?? ""
        let rest = url[scheme.endIndex...]
        let authority = rest.prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return scheme + "<set>" + rest[at...]
    }
}
