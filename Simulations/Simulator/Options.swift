import Primitives

/// What a seed decides about its world: the number of nodes, friendships, which faults strike how often, what persons
/// do. Each kind of fault is in with an even chance, so that what one kind hides another seed shows.
struct Options {
    /// Two persons who become friends: `first` adds `second` at `at`, and `second` follows after `lag`.
    struct Friendship {
        let first: Int
        let second: Int
        let at: Duration
        let lag: Duration
    }

    /// A kind of fault and the average time between two of it.
    struct Rate {
        let kind: FaultKind
        let every: Duration
    }

    let nodes: Int
    var pace = Pace.dense
    /// How many times rarer acts and faults are than in a dense world; see `Horizon`.
    var rarity = 1
    /// How long faults strike.
    let turmoil: Duration
    let friendships: [Friendship]
    var rates: [Rate]
    var manner: Network.Manner
    let clocks: [WallClock]
    /// The limits of all nodes; nil for the product's.
    var limits: SmallLimits?
    /// Whether nodes start with tables already created (`EmptyReplica`).
    var hasTables = false
    /// The average time between two acts of one person.
    let actEvery: Duration
    /// What persons do; a deed is listed as often as its weight.
    var deeds: [Deed]
    let hasAttacker: Bool
    /// The nodes that are never started.
    var absent: [Int] = []
    /// What persons do in groups; a deed is listed as often as its weight.
    var groupDeeds: [GroupDeed] = []
    /// The average time between two group deeds of one person.
    var groupActEvery: Duration = .seconds(60)
    /// The average time between two friendships that one person ends; nil for never.
    var quarrelEvery: Duration?
    /// The disk faults and the average time between two of a kind.
    var diskRates: [Rate] = []
    /// Further devices of one person; nil if everybody has one.
    var devices: DeviceOptions?
    /// The hostile nodes; nil if there are none.
    var hostile: HostileOptions?
    /// The adversary on the path between two honest nodes; nil if there is none.
    var way: WayOptions?
    /// The node of a later version; nil if there is none.
    var later: LaterOptions?
    /// What is carried from device to device; nil for nothing.
    var carriage: Carriage.Options?
    /// Whether persons leave bundles with friends for others.
    var hasMailboxes = false
    /// Whether persons store garments beside links (`ThingWork`).
    var hasGarments = false
    /// Whether persons react to things, their own and others' (`ReactionWork`).
    var hasReactions = false
    /// Whether persons who store garments store clips as well (`ClipWork`).
    var hasClips = false
    /// Whether persons follow others and have tag rules (`AttentionWork`).
    var hasAttention = false
    /// Whether persons save snapshots of the pages of their links (`PageWork`).
    var hasPages = false
    /// Whether persons write profiles (`ProfileWork`).
    var hasProfiles = false
    /// Whether persons report things to those who can act on it (`ReportWork`).
    var hasReports = false
    /// The dice seed by which a core is healed before all others; nil if none is.
    var coreChance: UInt64?

    init(
        nodes: Int, turmoil: Duration, friendships: [Friendship], rates: [Rate],
        manner: Network.Manner, clocks: [WallClock], actEvery: Duration, deeds: [Deed],
        hasAttacker: Bool
    ) {
        self.nodes = nodes
        self.turmoil = turmoil
        self.friendships = friendships
        self.rates = rates
        self.manner = manner
        self.clocks = clocks
        self.actEvery = actEvery
        self.deeds = deeds
        self.hasAttacker = hasAttacker
    }

    /// Draws the options of `seed`; given arguments are not drawn.
    ///
    /// - Parameter minutes: the length of a dense world.
    init(seed: UInt64, nodes: Int?, minutes: Int?) {
        if minutes == nil, Pace.isBrief(seed) {
            self.init(brief: seed, nodes: nodes)
        } else {
            self.init(great: seed, nodes: nodes, minutes: minutes)
        }
    }

    private init(great seed: UInt64, nodes fixed: Int?, minutes: Int?) {
        var dice = Dice(seed: seed).split(1)
        let count = fixed ?? 3 + dice.roll(below: 5)
        let horizon =
            minutes.map { Horizon(minutes: $0) }
            ?? Horizon(seed: seed, dense: 10 + dice.roll(below: 21))
        let (turmoil, rarity) = (horizon.turmoil, horizon.rarity)
        nodes = count
        pace = horizon.pace
        self.rarity = rarity
        self.turmoil = turmoil
        hasTables = turmoil < Simulation.briefMax
        var friendships = Self.friendships(count, within: turmoil, dice: &dice)
        // In large worlds one person is sometimes everybody's friend: more friends than a node pushes to at once.
        var hubs = Dice(seed: seed).split(11)
        if count > 6, hubs.roll(below: 2) == 0 {
            let hub = hubs.roll(below: count)
            for other in 0..<count
            where other != hub
                && !friendships.contains(where: {
                    [$0.first, $0.second].sorted() == [hub, other].sorted()
                })
            {
                friendships.append(
                    Friendship(first: hub, second: other, at: .seconds(2), lag: .seconds(1)))
            }
        }
        self.friendships = friendships
        rates = FaultKind.ofWorlds.filter { _ in dice.roll(below: 2) == 0 }.map {
            Rate(kind: $0, every: .seconds(40 + dice.roll(below: 400)) * rarity)
        }
        let slow = dice.roll(below: 300)
        manner = Network.Manner(
            latency: (.microseconds(200), .milliseconds(1 + slow)),
            cuts: Ratio(dice.roll(below: 4), of: 4))
        clocks = (0..<count).map { _ in Self.clock(dice: &dice) }
        actEvery = .seconds(8 + dice.roll(below: 80)) * rarity
        let drawn = Deed.usual.filter { _ in dice.roll(below: 3) > 0 }
            .flatMap { Array(repeating: $0, count: 1 + dice.roll(below: 4)) }
        deeds = drawn + [.keep, .keep, .shareOne]
        hasAttacker = dice.roll(below: 2) == 0
        drawGroups(Dice(seed: seed).split(6), rarity)
        var quarrels = Dice(seed: seed).split(8)
        if quarrels.roll(below: 2) == 0 {
            quarrelEvery = .seconds(240 + quarrels.roll(below: 600)) * rarity
        }
        var disks = Dice(seed: seed).split(10)
        // A third of the worlds has no disk faults.
        if disks.roll(below: 3) > 0 {
            diskRates = FaultKind.ofDisks.filter { _ in disks.roll(below: 2) == 0 }.map {
                Rate(kind: $0, every: .seconds(40 + disks.roll(below: 400)) * rarity)
            }
        }
        var further = Dice(seed: seed).split(9)
        if further.roll(below: 3) == 0 {
            devices = DeviceOptions(
                nodes: count, turmoil: turmoil, dice: &further, clock: Self.clock)
        }
        var malice = Dice(seed: seed).split(11)
        hostile = HostileOptions(nodes: count, spared: devices?.person, dice: &malice)
        drawApart(seed)
    }

    /// Draws what has random streams of its own.
    mutating func drawApart(_ seed: UInt64) {
        var ways = Dice(seed: seed).split(15)
        way = WayOptions(friendships, hostile: hostile, rarity: rarity, dice: &ways)
        var versions = Dice(seed: seed).split(17)
        later = LaterOptions(
            nodes: nodes, hostile: hostile, actEvery: actEvery, dice: &versions)
        drawThief(Dice(seed: seed).split(19))
        drawFreezes(Dice(seed: seed).split(20))
        var ducts = Dice(seed: seed).split(22)
        // In a quarter of the worlds.
        if ducts.roll(below: 4) == 0 { manner.bandwidth = 16 << ducts.roll(below: 5) }
        var cores = Dice(seed: seed).split(24)
        // In a third of the worlds, if a possible core exists.
        if cores.roll(below: 3) == 0 { coreChance = cores.next() }
        drawCarriage(Dice(seed: seed).split(26))
        drawMailboxes(Dice(seed: seed).split(28))
        var garments = Dice(seed: seed).split(30)
        // In a quarter of the worlds.
        hasGarments = garments.roll(below: 4) == 0
        var reactions = Dice(seed: seed).split(32)
        // In a third of the worlds.
        hasReactions = reactions.roll(below: 3) == 0
        var clips = Dice(seed: seed).split(34)
        // In half of those with garments.
        hasClips = hasGarments && clips.roll(below: 2) == 0
        var attention = Dice(seed: seed).split(36)
        // In a quarter of the worlds.
        hasAttention = attention.roll(below: 4) == 0
        var pages = Dice(seed: seed).split(38)
        // In a quarter of the worlds.
        hasPages = pages.roll(below: 4) == 0
        var profiles = Dice(seed: seed).split(40)
        // In a third of the worlds.
        hasProfiles = profiles.roll(below: 3) == 0
        var reports = Dice(seed: seed).split(44)
        // In a third of the worlds.
        hasReports = reports.roll(below: 3) == 0
        var rots = Dice(seed: seed).split(18)
        // In an eighth of the worlds, if two others remain who must agree.
        guard nodes > 2, way == nil, rots.roll(below: 8) == 0 else { return }
        let seconds = pace == .brief ? 5 + rots.roll(below: 60) : 40 + rots.roll(below: 400)
        diskRates.append(Rate(kind: .rot, every: .seconds(seconds) * rarity))
    }

    // In a quarter of the worlds.
    private mutating func drawCarriage(_ stream: Dice) {
        var dice = stream
        guard dice.roll(below: 4) == 0 else { return }
        let means = Carriage.Means.allCases[dice.roll(below: Carriage.Means.allCases.count)]
        let seconds = pace == .brief ? 2 + dice.roll(below: 20) : 20 + dice.roll(below: 200)
        carriage = Carriage.Options(means: means, every: .seconds(seconds) * rarity)
        // About a fifth of all deeds.
        let share = max(deeds.count / 16, 1)
        deeds +=
            Deed.ofCarriers
            + Array(
                repeating: [.addFolder, .makeBundle, .applyBundle], count: share
            ).flatMap { $0 }
    }

    // In a quarter of the worlds, if there are three persons.
    private mutating func drawMailboxes(_ stream: Dice) {
        var dice = stream
        guard dice.roll(below: 4) == 0, nodes > 2 else { return }
        hasMailboxes = true
        // A person cut off from one friend still has another to go by.
        let seconds = pace == .brief ? 4 + dice.roll(below: 12) : 40 + dice.roll(below: 120)
        rates.removeAll { $0.kind == .partition }
        rates.append(Rate(kind: .partition, every: .seconds(seconds) * rarity))
        let share = max(deeds.count / 6, 1)
        deeds +=
            Deed.ofMailboxes
            + Array(repeating: [.keepMailbox, .useMailbox], count: share).flatMap { $0 }
    }

    // In an eighth of the worlds.
    private mutating func drawFreezes(_ stream: Dice) {
        var dice = stream
        guard dice.roll(below: 8) == 0 else { return }
        let seconds = pace == .brief ? 5 + dice.roll(below: 60) : 40 + dice.roll(below: 400)
        rates.append(Rate(kind: .freeze, every: .seconds(seconds) * rarity))
    }

    // In every other world with a lost device and no hostile node, the finder of the device is hostile.
    private mutating func drawThief(_ stream: Dice) {
        var dice = stream
        guard let loss = devices?.loss, hostile == nil, way == nil, later?.node != loss.machine,
            dice.roll(below: 2) == 0
        else { return }
        let kind = HostileKind.allCases[dice.roll(below: HostileKind.allCases.count)]
        hostile = HostileOptions(nodes: [HostileOptions.Hostile(node: loss.machine, kind: kind)])
    }

    // Uses a stream of its own; a sixth of the worlds has no groups.
    private mutating func drawGroups(_ stream: Dice, _ rarity: Int) {
        var dice = stream
        guard dice.roll(below: 6) > 0 else { return }
        groupDeeds = Self.groupDeeds(dice: &dice)
        groupActEvery = .seconds(8 + dice.roll(below: 60)) * rarity
    }

    /// What persons do in groups; a deed is listed as often as its weight.
    static func groupDeeds(dice: inout Dice) -> [GroupDeed] {
        let drawn = GroupDeed.allCases.filter { _ in dice.roll(below: 3) > 0 }
            .flatMap { Array(repeating: $0, count: $0.weight(dice.roll(below: 3))) }
        return drawn + [.found, .invite, .invite, .keep, .keep]
    }

    /// The options in words.
    var words: String {
        let friends = friendships.map { "\($0.first)-\($0.second)" }.joined(separator: ",")
        let faults = (rates + diskRates).map {
            "\($0.kind.rawValue)/\($0.every.nanoseconds / 1_000_000_000)s"
        }
        let shown = faults.isEmpty ? "none" : faults.joined(separator: ",")
        let quarrels = quarrelEvery.map { "\($0.nanoseconds / 1_000_000_000)s" } ?? "none"
        let inGroups =
            groupDeeds.isEmpty
            ? "none" : "\(groupDeeds.count)/\(groupActEvery.nanoseconds / 1_000_000_000)s"
        return [
            "pace=\(pace.rawValue)", "friends=\(friends)",
            "minutes=\(turmoil.nanoseconds / 60_000_000_000)",
            "faults=\(shown)", "latency<=\(manner.latency.longest.nanoseconds / 1_000_000)ms",
            "cuts=\(manner.cuts.numerator)/4",
            "bandwidth=\(manner.bandwidth.map { "\($0)KiB/s" } ?? "any")",
            "act/\(actEvery.nanoseconds / 1_000_000_000)s",
            "deeds=\(deeds.count)", "groups=\(inGroups)", "quarrels=\(quarrels)",
            "attacker=\(hasAttacker ? "yes" : "no")", "devices=\(devices?.words ?? "none")",
            "hostile=\(hostile?.words ?? "none")", "way=\(way?.words ?? "none")",
            "later=\(later?.words ?? "none")", "core=\(coreChance == nil ? "all" : "some")",
            "carried=\(carriage?.words ?? "none")", "mailboxes=\(hasMailboxes ? "yes" : "no")",
            "garments=\(hasGarments ? "yes" : "no")",
            "reactions=\(hasReactions ? "yes" : "no")", "clips=\(hasClips ? "yes" : "no")",
            "follows=\(hasAttention ? "yes" : "no")", "pages=\(hasPages ? "yes" : "no")",
            "profiles=\(hasProfiles ? "yes" : "no")",
            "reports=\(hasReports ? "yes" : "no")",
        ].joined(separator: " ") + (limits.map { " limits=\($0.number)" } ?? "")
    }

    /// Draws an open ring with chords. It never connects everybody with everybody, so that there is always a friend of
    /// a friend. A third of the friendships begin at `late` at the soonest, and the second of the two may then take up
    /// to twice that to follow.
    static func friendships(
        _ nodes: Int, within turmoil: Duration, late: Duration = .seconds(60), dice: inout Dice
    ) -> [Friendship] {
        let order = dice.shuffle(Array(0..<nodes))
        var pairs: [(Int, Int)] = []
        for place in 0..<max(nodes - 1, 0) { pairs.append((order[place], order[place + 1])) }
        for first in 0..<nodes {
            for second in 0..<first where nodes > 3 && dice.roll(below: 4) == 0 {
                let isKnown = pairs.contains { $0 == (first, second) || $0 == (second, first) }
                if !isKnown { pairs.append((first, second)) }
            }
        }
        let most = nodes * (nodes - 1) / 2 - 1
        return pairs.prefix(max(most, 1)).map { first, second in
            let isLate = dice.roll(below: 3) == 0
            let at =
                isLate
                ? dice.duration(from: late, to: turmoil / 2) : .milliseconds(500)
            let lag = dice.duration(
                from: .milliseconds(1), to: isLate ? late * 2 : .seconds(5))
            return Friendship(first: first, second: second, at: at, lag: lag)
        }
    }

    /// Draws a clock that is right, somewhat wrong, or wrong by years.
    static func clock(dice: inout Dice) -> WallClock {
        let drift = Int64(dice.roll(below: 401)) - 200
        let year: Int64 = 365 * 86_400_000
        let offset: Int64
        switch dice.roll(below: 6) {
        case 0: offset = Int64(dice.roll(below: 600_000)) - 300_000
        case 1: offset = (Int64(dice.roll(below: 21)) - 10) * year
        case 2: offset = -56 * year
        default: offset = Int64(dice.roll(below: 200)) - 100
        }
        return WallClock(offsetMilliseconds: offset, driftPartsPerMillion: drift)
    }
}
