import Primitives
import Sync

/// An adversary on the path between two hosts, without anybody's keys, who changes what passes.
struct MiddleMan {
    /// What the adversary does to one send.
    enum Trick: Int, CaseIterable, Sendable {
        /// Flips one bit.
        case flip
        /// Drops all of it, but not what follows.
        case drop
        /// Drops its end.
        case truncate
        /// Inserts an earlier recording before it.
        case splice
        /// Delivers it twice.
        case replay
        /// Returns it to its sender.
        case reflect
        /// Holds it back until after the next send.
        case swap
        /// Inserts a byte.
        case insert
    }

    /// A link that the adversary has touched, and when.
    struct Touch {
        let link: Int
        let at: Instant
        let trick: Trick
        /// The end that sent the bytes.
        let end: Int
    }

    /// The two hosts between which the adversary stands.
    let hosts: [Int]
    /// How often it strikes; a link that it has touched is left alone.
    let strikes: Ratio
    var dice: Dice
    /// Whether it has stopped; what it holds back follows the next send, as it would have.
    var isOver = false
    /// Replaces chance by a script: a byte position in one direction of each link in turn.
    var script: Script?
    private(set) var touches: [Touch] = []
    private var overheard: [[UInt8]] = []
    private var held: [Int: [UInt8]] = [:]

    /// One trick on each link, at a byte of one direction that moves on with each link.
    struct Script {
        let trick: Trick
        let end: Int
        var place: Int
        let step: Int
        /// The bytes of that direction that have passed on the current link.
        var passed = 0
        var link = 0
    }

    init(hosts: [Int], strikes: Ratio, dice: Dice) {
        self.hosts = hosts
        self.strikes = strikes
        self.dice = dice
    }

    func stands(on link: SimulatedLink) -> Bool {
        hosts.sorted() == link.ends.map(\.host).sorted()
    }

    /// Returns what passes in place of `bytes`, to the other side and back.
    mutating func pass(
        _ bytes: [UInt8], on link: SimulatedLink, from end: Int, at now: Instant
    ) -> (on: [UInt8], back: [UInt8]) {
        if overheard.count < 64 { overheard.append(bytes) }
        if let waiting = held.removeValue(forKey: 2 * link.number + end) {
            return (bytes + waiting, [])
        }
        guard !isOver, !touches.contains(where: { $0.link == link.number }) else {
            return (bytes, [])
        }
        guard let (trick, place) = choice(bytes.count, link, end) else { return (bytes, []) }
        touches.append(Touch(link: link.number, at: now, trick: trick, end: end))
        var changed = bytes
        switch trick {
        case .flip: changed[place] ^= 1 << UInt8(dice.roll(below: 8))
        case .drop: changed = []
        case .truncate: changed = Array(bytes[..<place])
        case .splice: changed = overheard[dice.roll(below: overheard.count)] + bytes
        case .replay: changed = bytes + bytes
        case .reflect: return ([], bytes)
        case .swap:
            held[2 * link.number + end] = bytes
            changed = []
        case .insert: changed.insert(UInt8(dice.roll(below: 256)), at: place)
        }
        return (changed, [])
    }

    private mutating func choice(
        _ count: Int, _ link: SimulatedLink, _ end: Int
    ) -> (trick: Trick, place: Int)? {
        guard var script else {
            guard count > 0, dice.happens(strikes) else { return nil }
            return (Trick.allCases[dice.roll(below: Trick.allCases.count)], dice.roll(below: count))
        }
        if script.link != link.number { (script.link, script.passed) = (link.number, 0) }
        defer { self.script = script }
        guard end == script.end else { return nil }
        let place = script.place - script.passed
        script.passed += count
        guard place < count else { return nil }
        script.place += script.step
        return (script.trick, max(place, 0))
    }
}

extension Cluster {
    /// Ends the interception between honest nodes.
    func endInterception() {
        if middle?.hosts.allSatisfy(isHonest) == true { middle?.isOver = true }
    }

    /// Puts an adversary between two hosts.
    func intercept(_ one: Int, _ other: Int, strikes: Ratio) {
        middle = MiddleMan(
            hosts: [one, other], strikes: strikes, dice: Dice(seed: seed).split(4999))
    }

    /// Sends bytes from an end, through the adversary if there is one.
    ///
    /// - Parameter kinds: the kinds of the messages in them; nil if unknown.
    func carry(
        _ bytes: [UInt8], on link: SimulatedLink, from end: Int, as kinds: [String]? = nil
    ) {
        guard var man = middle, man.stands(on: link) else {
            return put(bytes, on: link, from: end, as: kinds)
        }
        let before = man.touches.count
        let (on, back) = man.pass(bytes, on: link, from: end, at: now)
        middle = man
        if man.touches.count > before, let touch = man.touches.last {
            marks.add("man in the middle: \(touch.trick)")
            trace.record(now, "middle", "link \(link.number), \(touch.trick)", bytes: on + back)
        }
        if !on.isEmpty { put(on, on: link, from: end, as: kinds) }
        if !back.isEmpty { put(back, on: link, from: 1 - end) }
    }
}

/// Checks that a link ends once the adversary has touched it, and that nothing it did is accepted
/// as the other side's.
enum Tampering {
    /// The longest that an open link can go without traffic, and the longest that silence is
    /// tolerated.
    private static let patience: Duration = .seconds(200)

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard let man = cluster.middle,
            man.hosts.allSatisfy({ cluster.machines[$0].state == .running })
        else { return }
        for touch in man.touches where cluster.now >= touch.at + patience {
            guard let link = cluster.network.open.first(where: { $0.number == touch.link }),
                link.ends[1 - touch.end].isOpen, !link.isBlackHole
            else { continue }
            throw BrokenClaim(
                "what was changed on its way is not taken in",
                "link \(touch.link) goes on after \(touch.trick)")
        }
    }
}
