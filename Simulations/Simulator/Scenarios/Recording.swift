import Primitives

/// A world that was drawn from a seed, written down: what it was like and what happened in it by
/// chance. As a scenario it happens again, and parts of it can be left out.
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
        // Those at one moment in the order in which they were noted.
        self.choices = choices.enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }

    /// All of it as a scenario.
    package func scenario(named title: String) throws(ScenarioError) -> Scenario {
        try draft(named: title).scenario()
    }

    // Whether those between whom he stands keep to the rules or not.
    private var way: WayOptions? {
        guard let man = options.hostile?.middle else { return options.way }
        return WayOptions(one: man.one, other: man.other, strikes: man.strikes)
    }

    /// All of it, to be made smaller.
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

/// What a written down world is made of.
struct ScenarioDraft {
    let title: String
    let seed: UInt64
    var people: Int
    /// Whose further machines, and how many.
    var further: (person: Int, count: Int)?
    var latency: (shortest: Duration, longest: Duration)
    var pieces: Int
    /// KiB a second that each link carries each way; nil for as many as come.
    var bandwidth: Int?
    /// By which small limits are drawn; nil if they are the product's.
    var limits: UInt64?
    /// Who carries files; nil if nobody does.
    var means: Carriage.Means?
    /// Persons keep garments; they say what they think of things; they keep clips; they follow; they
    /// save pages; they say who they are; they tell what is wrong.
    var hasGarments: Bool
    var hasReactions: Bool
    var hasClips: Bool
    var hasAttention: Bool
    var hasPages: Bool
    var hasProfiles: Bool
    var hasReports: Bool
    /// Who breaks the rules, and so many times rarer than in a dense world.
    var lawless: [HostileOptions.Hostile]
    var rarity: Int
    /// Who stands between two; nil if nobody does.
    var way: WayOptions?
    /// Of every machine.
    var clocks: [WallClock]
    var turmoil: Duration
    var choices: [Choice]
    /// Who is healed before all others; nil if nobody is.
    var core: Core?
    /// Said before anything else.
    var comments: [String] = []

    private static let names = [
        "ana", "ben", "cleo", "dora", "emil", "fred", "gina", "hugo", "ines", "jan", "kira", "leo",
    ]

    /// What number `number` is called.
    func name(of number: Int) -> String { Self.name(of: number, people: people) }

    /// What all machines are called.
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
    /// It shows what it should.
    var isRight: Bool { offset == 0 && drift == 0 }
}
