import Primitives
import Sync

/// Somebody on the way between two hosts, with no key of anybody's: he changes what passes.
struct MiddleMan {
    /// What he does to what is sent in one go.
    enum Trick: Int, CaseIterable, Sendable {
        /// One bit is another.
        case flip
        /// All of it vanishes, and what follows does not.
        case drop
        /// Its end vanishes.
        case truncate
        /// Something that went over a link before goes in front of it.
        case splice
        /// It comes twice.
        case replay
        /// It goes back to who sent it.
        case reflect
        /// It is held back, and follows what is sent next.
        case swap
        /// A byte too many.
        case insert
    }

    /// A link that he has touched, and since when.
    struct Touch {
        let link: Int
        let at: Instant
        let trick: Trick
        /// Whose bytes they were: an end.
        let end: Int
    }

    /// Where he stands: between these hosts.
    let hosts: [Int]
    /// How often he does something; what is sent on a link he has touched he lets alone.
    let strikes: Ratio
    var dice: Dice
    /// He does nothing any more; what he holds back comes behind what follows, as it would have.
    var isOver = false
    /// What he does is written down, if it is: a byte of a direction of each link in turn.
    var script: Script?
    private(set) var touches: [Touch] = []
    private var overheard: [[UInt8]] = []
    private var held: [Int: [UInt8]] = [:]

    /// On each link one trick at a byte of one direction, further on with each link.
    struct Script {
        let trick: Trick
        let end: Int
        var place: Int
        let step: Int
        /// Bytes of that direction that have passed on the link that is being looked at.
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

    /// What passes in the place of `bytes`, to the other side and back.
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
    /// Nobody stands between two who keep to the rules any more.
    func endInterception() {
        if middle?.hosts.allSatisfy(isHonest) == true { middle?.isOver = true }
    }

    /// Somebody stands between two hosts from now on.
    func intercept(_ one: Int, _ other: Int, strikes: Ratio) {
        middle = MiddleMan(
            hosts: [one, other], strikes: strikes, dice: Dice(seed: seed).split(4999))
    }

    /// What leaves an end, as it comes out where somebody may stand on the way.
    ///
    /// - Parameter kinds: of the messages in it; nil if nobody knows.
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

/// A link that somebody in the middle has touched ends: nothing of what he did is taken for the
/// other side's word.
enum Tampering {
    /// The longest that nothing can be sent on an open link, and that silence is borne.
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
