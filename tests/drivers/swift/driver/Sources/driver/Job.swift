import Axonium
import AxoniumTesting
import Foundation

/// One scenario's calls on one client.
struct Job: Sendable {
    private let job: JSON
    private let calls: [CallJob]

    init(_ job: JSON) {
        self.job = job
        calls = job["calls"]?.array.map(CallJob.init) ?? []
    }

    func play() async -> Answer {
        let logs = Logs()
        let results = await outcomes(logs)
        var answer = Answer()
        var written: [JSON] = []
        for result in results {
            written.append(result.json(&answer))
        }
        answer.fill(["id": job["id"] ?? .null, "results": .array(written), "logs": .array(logs.lines)])
        return answer
    }

    private func outcomes(_ logs: Logs) async -> [Outcome] {
        let client: AxoniumClient
        do {
            client = try AxoniumClient(configuration: configuration(logs))
        } catch {
            return calls.map { _ in .error(error) }
        }
        defer { client.shutdown() }
        let kept = KeptConnection()
        if job["parallel"]?.bool == true {
            return await inParallel(client, kept)
        }
        var outcomes: [Outcome] = []
        for call in calls {
            outcomes.append(await call.play(client, kept))
        }
        return outcomes
    }

    private func inParallel(_ client: AxoniumClient, _ kept: KeptConnection) async -> [Outcome] {
        await withTaskGroup(of: (Int, Outcome).self) { group in
            for (index, call) in calls.enumerated() {
                group.addTask { (index, await call.play(client, kept)) }
            }
            var outcomes: [Int: Outcome] = [:]
            for await (index, outcome) in group {
                outcomes[index] = outcome
            }
            return calls.indices.compactMap { outcomes[$0] }
        }
    }

    private func configuration(_ logs: Logs) -> AxoniumConfiguration {
        var configuration = AxoniumConfiguration(job["client"] ?? [:])
        configuration.gatewayBaseURL = configuration.gatewayBaseURL ?? job["base_url"]?.stringValue
        configuration.hooks.onWait = { logs.append($0.level, $0.message) }
        // What the package says in its hooks is what an application logs: waits, and circuit breakers that change.
        configuration.hooks.onDecision = { if $0.action == "circuit" { logs.append(.info, $0.message) } }
        return job["clock"]?.stringValue == "virtual" ? configuration.withVirtualClock() : configuration
    }
}

/// What was logged during a job.
final class Logs: @unchecked Sendable {
    private let lock = NSLock()
    private var logged: [(level: LogLevel, message: String)] = []

    func append(_ level: LogLevel, _ message: String) {
        lock.withLock { logged.append((level, message)) }
    }

    var lines: [JSON] {
        lock.withLock { logged }.map { line in
            ["level": .string(line.level.rawValue.uppercased()), "message": .string(line.message)]
        }
    }
}
