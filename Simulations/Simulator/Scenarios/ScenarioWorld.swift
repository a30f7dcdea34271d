import Primitives

// Creates the initial world of a scenario.
extension Scenario {
    /// Returns the world's options, including further devices that join or are lost by chance in
    /// its first turmoil.
    func options() -> Options {
        let all = statements
        let latency = all.first { $0.verb == .latency }
        let pieces = all.first { $0.verb == .pieces }.map { Int(clamping: $0.number()) } ?? 1
        let manner = Network.Manner(
            latency: (
                latency?.time("shortest") ?? .milliseconds(1),
                latency?.time("longest") ?? .milliseconds(20)
            ), cuts: Ratio(min(pieces, 4), of: 4),
            bandwidth: all.first { $0.verb == .bandwidth }.map { Int(clamping: $0.number()) })
        let clocks = clocks()
        let nodes = names.people.count + names.spare.count
        var options = Options(
            nodes: nodes, turmoil: .zero, friendships: [], rates: [], manner: manner,
            clocks: Array(clocks.prefix(nodes)), actEvery: .seconds(60), deeds: [],
            hasAttacker: false)
        options.limits = all.first { $0.verb == .limits }.map { SmallLimits(drawnBy: $0.number()) }
        if let carrier = all.first(where: { [.stick, .program].contains($0.verb) }) {
            options.carriage = Carriage.Options(
                means: carrier.verb == .stick ? .stick : .program, every: .seconds(60))
        }
        options.hasGarments = all.contains { $0.verb == .garments }
        options.hasReactions = all.contains { $0.verb == .reactions }
        options.hasClips = all.contains { $0.verb == .clips }
        options.hasAttention = all.contains { $0.verb == .follows }
        options.hasPages = all.contains { $0.verb == .pages }
        options.hasProfiles = all.contains { $0.verb == .profiles }
        options.hasReports = all.contains { $0.verb == .reports }
        let lawless = all.filter { $0.verb == .breaksRules }
        if !lawless.isEmpty {
            options.hostile = HostileOptions(nodes: lawless.compactMap(hostile))
            options.rarity = max(lawless.map { Int(clamping: $0.number()) }.max() ?? 1, 1)
        }
        if let stands = all.first(where: { $0.verb == .stands }),
            let one = names.number(of: stands.word("person")),
            let other = names.number(of: stands.word("other"))
        {
            options.way = WayOptions(
                one: one, other: other, strikes: Ratio(1, of: Int(clamping: stands.number())))
        }
        // As in the world that it was recorded from.
        let turmoil = all.first { $0.verb == .turmoil }?.time()
        options.hasTables = turmoil.map { $0 < Simulation.briefMax } ?? false
        if let holder = names.holder, let person = names.number(of: holder) {
            options.devices = DeviceOptions(
                person: person, clocks: Array(clocks.dropFirst(nodes)), choices: choices(),
                first: nodes)
        }
        return options
    }

    private func hostile(_ statement: ScenarioStatement) -> HostileOptions.Hostile? {
        guard let node = names.number(of: statement.word("person")),
            let kind = HostileKind(rawValue: statement.word("kind"))
        else { return nil }
        return HostileOptions.Hostile(node: node, kind: kind)
    }

    private func clocks() -> [WallClock] {
        var clocks = Array(
            repeating: WallClock(offsetMilliseconds: 0, driftPartsPerMillion: 0),
            count: names.hosts.count)
        for statement in statements where statement.verb == .clock {
            guard let number = names.number(of: statement.word("person")) else { continue }
            clocks[number] = WallClock(
                offsetMilliseconds: Self.milliseconds(of: statement, "offset"),
                driftPartsPerMillion: Int64(clamping: min(statement.number("ppm"), 1_000_000))
                    * (statement.word("pace") == "slow" ? -1 : 1))
        }
        return clocks
    }

    /// Returns by how much a clock goes forward or back.
    static func milliseconds(of statement: ScenarioStatement, _ label: String) -> Int64 {
        let milliseconds = Int64(clamping: statement.time(label).nanoseconds / 1_000_000)
        return statement.word("direction") == "behind" ? -milliseconds : milliseconds
    }

    /// Returns everything that happens by chance.
    func choices() -> [Choice] {
        statements.filter(\.verb.isChoice).compactMap(choice)
    }

    /// Returns the choice on a line of a turmoil.
    func choice(_ statement: ScenarioStatement) -> Choice? {
        let node = names.number(of: statement.word("person")) ?? 0
        let kind: Choice.Kind?
        switch statement.verb {
        case .choiceDoes: kind = Choice.deed(named: statement.word("deed"), node: node)
        case .choiceQuarrels: kind = .quarrel(node: node)
        case .choiceAttacks: kind = .attack
        case .choiceForesees: kind = .foresee(node: node)
        case .choiceCarries: kind = .carry
        case .choiceSuffers: kind = FaultKind(rawValue: statement.word("fault")).map { .fault($0) }
        case .choiceAdds:
            kind = names.number(of: statement.word("other")).map {
                .befriend(node: node, other: $0)
            }
        case .choicePairs:
            kind = names.number(of: statement.word("machine")).map { .pair(machine: $0, by: node) }
        case .choiceLoses:
            kind = names.number(of: statement.word("machine")).map { .lose(machine: $0, by: node) }
        default: kind = nil
        }
        return kind.map {
            Choice(at: statement.time(), kind: $0, chance: statement.number("chance"))
        }
    }
}

extension DeviceOptions {
    /// Creates options for further devices of a person, the first with number `first`, that join
    /// and are lost as `choices` say.
    init(person: Int, clocks: [WallClock], choices: [Choice], first: Int) {
        var pairings = clocks.map { _ in Pairing(at: .zero, by: person) }
        var loss: Loss?
        for choice in choices {
            switch choice.kind {
            case .pair(let machine, let by) where pairings.indices.contains(machine - first):
                pairings[machine - first] = Pairing(at: choice.at, by: by)
            case .lose(let machine, let by): loss = Loss(at: choice.at, machine: machine, by: by)
            default: continue
            }
        }
        self.init(person: person, pairings: pairings, clocks: clocks, loss: loss)
    }
}
