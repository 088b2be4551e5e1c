extension AxoniumConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is set, secrets replaced by `<set>`: header values and a proxy's user information are secrets too.
    public var description: String { shown.text }

    public var debugDescription: String { description }

    public var customMirror: Mirror { shown.mirror(of: self) }

    private var shown: Shown {
        Shown(
            "AxoniumConfiguration",
            [
                ("gatewayBaseURL", gatewayBaseURL.map(Shown.withoutUserInformation)),
                ("clientID", clientID),
                ("clientSecret", Shown.hidden(clientSecret)),
                ("scope", scope),
                ("apiKey", Shown.hidden(apiKey)),
                ("tokenProvider", tokenProvider.map { _ in "<set>" }),
                ("caBundle", caBundle),
                ("proxy", proxy.map(Shown.withoutUserInformation)),
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
                ("routes", routes.map { "\($0)" }),
                ("maxHoldBackBytes", maxHoldBackBytes.map { "\($0)" }),
                ("circuitBreaker", circuitBreaker.map { "\($0.json)" }),
                ("onTimeout", onTimeout?.rawValue),
                ("fallback", fallback.map { "\($0)" }),
                ("mayBillTwice", mayBillTwice.map { "\($0)" }),
                ("resume", resume?.rawValue),
                ("retryClean", retryClean.map { "\($0)" }),
            ])
    }
}
