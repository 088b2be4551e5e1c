import Axonium

extension AxoniumConfiguration {
    /// A job's client options under the package's names.
    init(_ client: JSON) {
        self.init(
            gatewayBaseURL: client["gateway_base_url"]?.stringValue,
            clientID: client["client_id"]?.stringValue,
            clientSecret: client["client_secret"]?.stringValue,
            scope: client["scope"]?.stringValue,
            apiKey: client["api_key"]?.stringValue,
            caBundle: client["ca_bundle"]?.stringValue,
            proxy: client["proxy"]?.stringValue,
            retry: client["retry"]?.unlessNull.map(RetryPolicy.init),
            retryBudget: client["retry_budget"]?.unlessNull.map(RetryBudget.init),
            timeouts: client["timeouts"]?.unlessNull.map(Timeouts.init),
            cooldown: client["cooldown"]?.bool,
            cooldownGroup: client["cooldown_group"]?.stringValue,
            partial: client["partial"]?.stringValue.flatMap(PartialOutput.init),
            defaultHeaders: client["default_headers"]?.object.compactMapValues(\.stringValue),
            userAgentSuffix: client["user_agent_suffix"]?.stringValue,
            http2: client["http2"]?.bool,
            poolMaxIdlePerHost: client["pool_max_idle_per_host"]?.int,
            maxEventBytes: client["max_event_bytes"]?.int,
            routes: client["routes"]?.unlessNull.map(Route.list),
            maxHoldBackBytes: client["max_hold_back_bytes"]?.int,
            circuitBreaker: client["circuit_breaker"]?.unlessNull.map(CircuitBreaker.init),
            onTimeout: client["on_timeout"]?.stringValue.flatMap(OnTimeout.init),
            fallback: client["fallback"]?.unlessNull.map(Fallback.list),
            mayBillTwice: client["may_bill_twice"]?.bool,
            resume: client["resume"]?.stringValue.flatMap(Resume.init),
            retryClean: client["retry_clean"]?.bool
        )
    }
}

extension RetryPolicy {
    init(_ retry: JSON) {
        self.init(
            maxAttempts: retry["max_attempts"]?.int, initialBackoff: retry["initial_backoff_s"]?.double,
            maxBackoff: retry["max_backoff_s"]?.double, jitter: retry["jitter"]?.bool,
            retryUpstreamErrors: retry["retry_upstream_errors"]?.bool)
    }
}

extension RetryBudget {
    init(_ budget: JSON) {
        self.init(isEnabled: budget["enabled"]?.bool, size: budget["size"]?.int)
    }
}

extension Timeouts {
    init(_ timeouts: JSON) {
        self.init(
            connect: timeouts["connect_s"]?.double, request: timeouts["request_s"]?.double,
            streamIdle: timeouts["stream_idle_s"]?.double,
            firstOutput: timeouts["first_output_s"]?.double,
            auth: timeouts["auth_s"]?.double, holdBack: timeouts["hold_back_s"]?.double)
    }
}

extension Route {
    static func list(_ routes: JSON) -> [Route] {
        routes.array.map(Route.init)
    }

    init(_ route: JSON) {
        self.init(
            name: route["name"]?.stringValue ?? "", gatewayBaseURL: route["gateway_base_url"]?.stringValue,
            apiKey: route["api_key"]?.stringValue, clientID: route["client_id"]?.stringValue,
            clientSecret: route["client_secret"]?.stringValue, scope: route["scope"]?.stringValue,
            model: route["model"]?.stringValue)
    }
}

extension Fallback {
    static func list(_ fallbacks: JSON) -> [Fallback] {
        fallbacks.array.map { $0.stringValue.map(Fallback.model) ?? .route(Route($0)) }
    }
}

extension CircuitBreaker {
    init(_ breaker: JSON) {
        self.init(
            failures: breaker["failures"]?.int, window: breaker["window_s"]?.double,
            open: breaker["open_s"]?.double)
    }
}
