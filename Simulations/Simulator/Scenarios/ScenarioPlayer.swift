import CRDT
import Domain
package import Primitives
import Store
import Sync

/// Plays a scenario in a world of its own, line by line, and checks its claims.
package final class ScenarioPlayer {
    /// The outcome.
    package struct Outcome {
        package var verdict: Verdict
        /// The line that did not hold; nil if all did.
        package var line: Scenario.Line?
    }

    /// The current line, for progress output.
    package struct Progress {
        package let line: Scenario.Line
        package let at: Instant
    }

    let scenario: Scenario
    let cluster: Cluster
    private let onProgress: (Progress) -> Void
    private var current: Scenario.Line?
    /// The numbers of groups, by name.
    var groups: [(name: String, number: Int)] = []
    /// The paths that are cut, the lower number first.
    var cuts: [(Int, Int)] = []
    var backups: [(node: Int, backup: Backup)] = []
    var made = 0
    private var settledAfter: Duration?

    /// Creates a world for `scenario` in which nothing has happened yet.
    package init(
        _ scenario: Scenario, stepping: @escaping Stepping = Cluster.plainStep,
        prepare: (Cluster) -> Void = { _ in }, onLine: ((String) -> Void)? = nil,
        onProgress: @escaping (Progress) -> Void = { _ in }
    ) throws(BrokenClaim) {
        self.scenario = scenario
        self.onProgress = onProgress
        let options = scenario.options()
        cluster = try Cluster(seed: scenario.seed, options: options, onLine: onLine)
        cluster.rarity = options.rarity
        cluster.isRecording = false
        cluster.stepping = stepping
        prepare(cluster)
    }

    /// Sends events to `chronicle` and samples to `agreement` from now on.
    package func watch(_ chronicle: Chronicle?, _ agreement: AgreementWatch?) {
        cluster.chronicle = chronicle
        cluster.agreement = agreement
    }

    /// Plays it to its end, or to the first line that does not hold.
    package func play() -> Outcome {
        var verdict = Verdict(
            seed: scenario.seed, nodes: cluster.nodes, pace: .dense,
            options: scenario.title ?? "", faults: [], marks: [])
        var broken: Scenario.Line?
        for line in scenario.lines {
            guard let statement = line.statement else { continue }
            current = line
            tell()
            if !statement.verb.isChoice {
                cluster.chronicle?.begins(statement.text, number: line.number, at: cluster.now)
            }
            do throws(BrokenClaim) {
                try play(statement)
            } catch {
                verdict.broken = error
                cluster.chronicle?.broke(error, in: cluster)
                broken = line
                break
            }
        }
        verdict.settledAfter = settledAfter
        verdict.take(cluster)
        return Outcome(verdict: verdict, line: broken)
    }

    private func tell() {
        if let current { onProgress(Progress(line: current, at: cluster.now)) }
    }

    private func play(_ statement: ScenarioStatement) throws(BrokenClaim) {
        switch statement.verb.chapter {
        case .world: return
        case .deeds: try act(statement)
        case .faults: try befall(statement)
        case .time: try passTime(statement)
        case .claims: try look(statement)
        case .choices: try playChance(statement)
        }
    }

    // MARK: Time

    private func passTime(_ statement: ScenarioStatement) throws(BrokenClaim) {
        guard statement.verb == .at else { return try pass(statement.time()) }
        let moment = Instant(nanoseconds: 0) + statement.time()
        guard moment >= cluster.now else {
            let now = ScenarioTime.text(cluster.now - Instant(nanoseconds: 0))
            throw BrokenClaim(
                "a scenario goes forward", "`\(statement.text)` when it is \(now) already")
        }
        try pass(moment - cluster.now)
    }

    /// Advances the world by `time`.
    func pass(_ time: Duration) throws(BrokenClaim) {
        let end = cluster.now + time
        while cluster.now < end {
            try cluster.run(for: min(.seconds(20), end - cluster.now))
            tell()
        }
    }

    // MARK: Claims

    private func look(_ statement: ScenarioStatement) throws(BrokenClaim) {
        if statement.verb == .quiet {
            return try Quiescence.check(cluster, for: statement.time())
        }
        var patience: Duration = .zero
        if case .within(let time) = statement.condition { patience = time }
        let end = cluster.now + patience
        while let found = try contradiction(to: statement) {
            guard cluster.now < end else {
                throw BrokenClaim(ScenarioStatement(statement.verb, statement.values).text, found)
            }
            // Querying many nodes takes long.
            try pass(.seconds(cluster.nodes > 20 ? 5 : 1))
        }
        if statement.verb == .everythingHolds { try cluster.checkEverything() }
    }

    // MARK: Chance

    private func playChance(_ statement: ScenarioStatement) throws(BrokenClaim) {
        switch statement.verb {
        case .turmoil:
            cluster.replay(choices(behind: statement))
            try Simulation.turmoil(of: cluster, for: statement.time(), .close)
        case .healOnly:
            let core = Core(
                people: nodes(statement).sorted(), chance: statement.number("chance"))
            try Simulation.secondAct(of: cluster, core, .close)
        case .audit: settledAfter = try Simulation.aftermath(of: cluster, .close)
        default: return
        }
    }

    // The choices in the lines that follow.
    private func choices(behind turmoil: ScenarioStatement) -> [Choice] {
        let rest = scenario.lines.drop { $0.number <= (current?.number ?? 0) }
            .compactMap(\.statement)
        return rest.prefix { $0.verb.isChoice }.compactMap(scenario.choice)
    }

    // MARK: Names

    func node(_ statement: ScenarioStatement, _ label: String = "person") -> Int {
        scenario.names.number(of: statement.word(label)) ?? 0
    }

    func nodes(_ statement: ScenarioStatement, _ label: String = "people") -> [Int] {
        scenario.names.numbers(of: statement.words(label))
    }

    func name(_ node: Int) -> String { scenario.names.hosts[node] }

    /// Returns the world's number of a group.
    func group(_ statement: ScenarioStatement, _ label: String = "group") -> Int {
        groups.first { $0.name == statement.word(label) }?.number ?? 0
    }
}

/// A backup of a node.
struct Backup {
    let files: [(name: String, bytes: [UInt8])]
    let durable: [AudienceKind: Frontier]
    let durableGroups: [Bytes32: Frontier]
}
