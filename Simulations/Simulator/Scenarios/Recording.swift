import Primitives

/// A world drawn from a seed, written down: its properties and what happened in it by chance. As a scenario it can be
/// replayed, and parts of it can be left out.
package struct Recording {
    let seed: UInt64
    let options: Options
    /// By time.
    package let choices: [Choice]
    /// Who was healed before all others; nil if nobody was.
    let core: Core?
    /// When a claim broke; nil if all held.
    let brokeAt: Instant?

    init(
        seed: UInt64, options: Options, choices: [Choice], core: Core? = nil, brokeAt: Instant?
    ) {
        self.seed = seed
        self.options = options
        self.core = core
        self.brokeAt = brokeAt
        // At one moment, in the order of recording.
        self.choices = choices.enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }

    /// Returns it as a scenario.
    package func scenario(named title: String) throws(ScenarioError) -> Scenario {
        try draft(named: title).scenario()
    }

    // Whether or not the two hosts next to the adversary are honest.
    private var way: WayOptions? {
        guard let man = options.hostile?.middle else { return options.way }
        return WayOptions(one: man.one, other: man.other, strikes: man.strikes)
    }

    /// Returns a draft that can be shrunk.
    func draft(named title: String) -> ScenarioDraft {
        ScenarioDraft(
            title: title, seed: seed, people: options.nodes,
            further: options.devices.map { ($0.person, $0.clocks.count) },
            latency: options.manner.latency, pieces: options.manner.cuts.numerator,
            bandwidth: options.manner.bandwidth, limits: options.limits?.number,
            means: options.carriage?.means, hasGarments: options.hasGarments,
            hasReactions: options.hasReactions, hasClips: options.hasClips,
            hasAttention: options.hasAttention, hasPages: options.hasPages,
            hasProfiles: options.hasProfiles, hasReports: options.hasReports,
            lawless: options.hostile?.nodes ?? [], rarity: options.rarity, way: way,
            clocks: options.clocks + (options.devices?.clocks ?? []), turmoil: options.turmoil,
            choices: choices, core: core)
    }
}

/// The parts of a recorded world.
struct ScenarioDraft {
    let title: String
    let seed: UInt64
    var people: Int
    /// The person with further devices, and their number.
    var further: (person: Int, count: Int)?
    var latency: (shortest: Duration, longest: Duration)
    var pieces: Int
    /// KiB per second and direction that each link carries; nil for unlimited.
    var bandwidth: Int?
    /// The number by which small limits are drawn; nil for the product's.
    var limits: UInt64?
    /// How files are carried; nil if they are not.
    var means: Carriage.Means?
    /// Whether persons store garments, react, store clips, follow others, save pages, write profiles, and report
    /// things.
    var hasGarments: Bool
    var hasReactions: Bool
    var hasClips: Bool
    var hasAttention: Bool
    var hasPages: Bool
    var hasProfiles: Bool
    var hasReports: Bool
    /// The hostile nodes, and how many times rarer they act than in a dense world.
    var lawless: [HostileOptions.Hostile]
    var rarity: Int
    /// The adversary on a path; nil if there is none.
    var way: WayOptions?
    /// The clock of every node.
    var clocks: [WallClock]
    var turmoil: Duration
    var choices: [Choice]
    /// Who is healed before all others; nil if nobody is.
    var core: Core?
    /// Comments before everything else.
    var comments: [String] = []

    private static let names = [
        "ana", "ben", "cleo", "dora", "emil", "fred", "gina", "hugo", "ines", "jan", "kira", "leo",
    ]

    /// Returns the name of node `number`.
    func name(of number: Int) -> String { Self.name(of: number, people: people) }

    /// Returns the names of all nodes.
    static func names(_ people: Int, further: Int) -> [String] {
        (0..<people + further).map { name(of: $0, people: people) }
    }

    private static func name(of number: Int, people: Int) -> String {
        if number >= people { return "machine\(number - people + 2)" }
        return number < names.count ? names[number] : "person\(number)"
    }

    func scenario() throws(ScenarioError) -> Scenario {
        try Scenario(comments: comments, statements)
    }

    private var statements: [ScenarioStatement] {
        let count = people + (further?.count ?? 0)
        var all = [
            ScenarioStatement(.scenario, ["title": .text(title)]),
            ScenarioStatement(.seed, ["number": .number(seed)]),
            ScenarioStatement(.people, ["names": .words((0..<people).map(name))]),
        ]
        if let further {
            all.append(
                ScenarioStatement(
                    .machines,
                    [
                        "names": .words((people..<count).map(name)),
                        "person": .word(name(of: further.person)),
                    ]))
        }
        all.append(
            ScenarioStatement(
                .latency,
                ["shortest": .time(latency.shortest), "longest": .time(latency.longest)]))
        all.append(ScenarioStatement(.pieces, ["number": .number(UInt64(pieces))]))
        if let bandwidth {
            all.append(ScenarioStatement(.bandwidth, ["number": .number(UInt64(bandwidth))]))
        }
        if let limits {
            all.append(ScenarioStatement(.limits, ["number": .number(limits)]))
        }
        switch means {
        case .stick?: all.append(ScenarioStatement(.stick))
        case .program?: all.append(ScenarioStatement(.program))
        case nil: break
        }
        if hasGarments { all.append(ScenarioStatement(.garments)) }
        if hasReactions { all.append(ScenarioStatement(.reactions)) }
        if hasClips { all.append(ScenarioStatement(.clips)) }
        if hasAttention { all.append(ScenarioStatement(.follows)) }
        if hasPages { all.append(ScenarioStatement(.pages)) }
        if hasProfiles { all.append(ScenarioStatement(.profiles)) }
        if hasReports { all.append(ScenarioStatement(.reports)) }
        for (number, clock) in clocks.prefix(count).enumerated() where !clock.isRight {
            all.append(statement(of: clock, number))
        }
        for hostile in lawless {
            var values: [String: ScenarioStatement.Value] = [
                "person": .word(name(of: hostile.node)), "kind": .text(hostile.kind.rawValue),
            ]
            if rarity > 1 { values["number"] = .number(UInt64(rarity)) }
            all.append(ScenarioStatement(.breaksRules, values))
        }
        if let way {
            all.append(
                ScenarioStatement(
                    .stands,
                    [
                        "person": .word(name(of: way.one)), "other": .word(name(of: way.other)),
                        "number": .number(UInt64(way.strikes.denominator)),
                    ]))
        }
        all.append(ScenarioStatement(.turmoil, ["time": .time(turmoil)]))
        all += choices.map(statement)
        if let core {
            all.append(
                ScenarioStatement(
                    .healOnly,
                    ["people": .words(core.people.map(name)), "chance": .chance(core.chance)]))
        }
        return all + [ScenarioStatement(.audit)]
    }

    private func statement(of clock: WallClock, _ number: Int) -> ScenarioStatement {
        var values: [String: ScenarioStatement.Value] = [
            "person": .word(name(of: number)),
            "offset": .time(.milliseconds(Int64(clamping: clock.offset.magnitude))),
            "direction": .word(clock.offset < 0 ? "behind" : "ahead"),
        ]
        if clock.drift != 0 {
            values["ppm"] = .number(UInt64(clock.drift.magnitude))
            values["pace"] = .word(clock.drift < 0 ? "slow" : "fast")
        }
        return ScenarioStatement(.clock, values)
    }

    private func statement(of choice: Choice) -> ScenarioStatement {
        var values: [String: ScenarioStatement.Value] = [
            "time": .time(choice.at), "chance": .chance(choice.chance),
        ]
        if let node = choice.node { values["person"] = .word(name(of: node)) }
        switch choice.kind {
        case .act, .actInGroup:
            values["deed"] = .text(choice.name)
            return ScenarioStatement(.choiceDoes, values)
        case .quarrel: return ScenarioStatement(.choiceQuarrels, values)
        case .fault(let kind):
            values["fault"] = .text(kind.rawValue)
            return ScenarioStatement(.choiceSuffers, values)
        case .attack: return ScenarioStatement(.choiceAttacks, values)
        case .foresee: return ScenarioStatement(.choiceForesees, values)
        case .carry: return ScenarioStatement(.choiceCarries, values)
        case .befriend(_, let other):
            values["chance"] = nil
            values["other"] = .word(name(of: other))
            return ScenarioStatement(.choiceAdds, values)
        case .pair(let machine, _):
            values["chance"] = nil
            values["machine"] = .word(name(of: machine))
            return ScenarioStatement(.choicePairs, values)
        case .lose(let machine, _):
            values["chance"] = nil
            values["machine"] = .word(name(of: machine))
            return ScenarioStatement(.choiceLoses, values)
        }
    }
}

extension WallClock {
    /// Whether it shows the right time.
    var isRight: Bool { offset == 0 && drift == 0 }
}
