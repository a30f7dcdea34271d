import Primitives
import Sync

/// The network between hosts: connections, delays, and blocked paths.
struct Network {
    /// How the network behaves without faults.
    struct Manner {
        let latency: (shortest: Duration, longest: Duration)
        /// How often sent bytes arrive in pieces.
        let cuts: Ratio
        /// KiB per second and direction that each link carries; nil for unlimited.
        var bandwidth: Int?
        /// Whether the attacker overhears others.
        var isOverheard = true
        /// Whether steps take no time and run at the moment of their cause.
        var isPrompt = false
    }

    let manner: Manner
    /// How often a dial is refused although the host is up.
    var refusals = Ratio(0, of: 1)
    private(set) var links: [Int: SimulatedLink] = [:]
    /// The links that at least one end considers open, in ascending order.
    private(set) var open: [SimulatedLink] = []
    private var numbers: [EndKey: Int] = [:]
    private var made = 0
    /// How often each host has dialled each other host.
    private(set) var dials: [[Int]]
    /// How many causes block each path.
    private var blocks: [[Int]]
    var dice: Dice
    /// The first bytes that diallers sent, for replays.
    private(set) var recordings: [[UInt8]] = []
    private(set) var bytesCarried = 0
    /// How often sent bytes were split into pieces.
    private(set) var cutUp = 0
    /// How often bytes were sent over a link with limited bandwidth.
    private(set) var slowed = 0
    /// Hostile hosts, which may send as much as they like.
    var lawless: Set<Int> = []
    /// The most bytes in flight in one direction of a link, from any host that is not hostile.
    private(set) var inFlightMost = 0

    private struct EndKey: Hashable {
        let host: Int
        let link: LinkID
    }

    init(hosts: Int, manner: Manner, dice: Dice) {
        self.manner = manner
        self.dice = dice
        blocks = Array(repeating: Array(repeating: 0, count: hosts), count: hosts)
        dials = blocks
    }

    // MARK: Blocked paths

    /// Blocks the path from one host to another; each call needs a matching `free`.
    mutating func block(_ source: Int, _ target: Int) { blocks[source][target] += 1 }

    /// Removes one block.
    mutating func free(_ source: Int, _ target: Int) { blocks[source][target] -= 1 }

    func isBlocked(_ source: Int, _ target: Int) -> Bool { blocks[source][target] > 0 }

    mutating func latency() -> Duration {
        dice.duration(from: manner.latency.shortest, to: manner.latency.longest)
    }

    // MARK: Links

    /// Creates a connection that is being opened.
    mutating func dial(
        from dialler: SimulatedLink.End, to target: SimulatedLink.End, address: String,
        at now: Instant
    ) -> SimulatedLink {
        made += 1
        dials[dialler.host][target.host] += 1
        let link = SimulatedLink(
            number: made, address: address, dialler: dialler, target: target, at: now)
        links[made] = link
        numbers[EndKey(host: dialler.host, link: dialler.link)] = made
        open.append(link)
        return link
    }

    /// Marks the link as accepted by the other host.
    mutating func accept(_ link: SimulatedLink) {
        link.isAccepted = true
        link.ends[1].isOpen = true
        numbers[EndKey(host: link.ends[1].host, link: link.ends[1].link)] = link.number
    }

    /// Returns the link that a host knows by `id` and the end on that host; nil if it is over.
    func find(_ id: LinkID, at host: Int) -> (link: SimulatedLink, end: Int)? {
        guard let number = numbers[EndKey(host: host, link: id)], let link = links[number] else {
            return nil
        }
        let end = link.ends[0].host == host && link.ends[0].link == id ? 0 : 1
        return link.ends[end].isOpen ? (link, end) : nil
    }

    /// Closes an end of the link.
    mutating func shut(_ link: SimulatedLink, end: Int) {
        guard link.ends[end].isOpen else { return }
        link.ends[end].isOpen = false
        numbers[EndKey(host: link.ends[end].host, link: link.ends[end].link)] = nil
        if link.isOver { open.removeAll { $0.number == link.number } }
    }

    /// Forgets a link that is over, carries nothing, and whose ends have all been told.
    mutating func forget(_ link: SimulatedLink) {
        if link.isOver, link.goodbyes == 0, !link.isCarrying(from: 0), !link.isCarrying(from: 1) {
            links[link.number] = nil
        }
    }

    /// Sends bytes.
    ///
    /// - Returns: when each piece arrives.
    mutating func send(
        _ bytes: [UInt8], over link: SimulatedLink, from end: Int, at now: Instant
    ) -> [Instant] {
        bytesCarried += bytes.count
        if manner.isOverheard, end == 0, link.streams[0].carried == 0, recordings.count < 8 {
            recordings.append(bytes)
        }
        guard !link.isBlackHole else { return [] }
        var arrivals: [Instant] = []
        let gone = manner.bandwidth.map { link.transmit(bytes.count, from: end, at: now, by: $0) }
        if (gone ?? now) > now { slowed += 1 }
        var at = (gone ?? now) + latency()
        for piece in pieces(of: bytes) {
            let arrival = link.append(piece, from: end, at: at)
            if arrivals.last != arrival { arrivals.append(arrival) }
            if dice.roll(below: 2) == 0 { at = arrival + .microseconds(dice.roll(below: 2000)) }
        }
        if !lawless.contains(link.ends[end].host) {
            inFlightMost = max(inFlightMost, link.streams[end].inFlight)
        }
        return arrivals
    }

    // Splits bytes at a few places, or a short buffer into single bytes, or not at all.
    private mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.count > 1, dice.happens(manner.cuts) else { return [bytes] }
        cutUp += 1
        if bytes.count <= 64, dice.roll(below: 4) == 0 { return bytes.map { [$0] } }
        var places = (0..<(1 + dice.roll(below: 3))).map { _ in 1 + dice.roll(below: bytes.count) }
        places.append(bytes.count)
        var pieces: [[UInt8]] = []
        var start = 0
        for place in places.sorted() where place > start {
            pieces.append(Array(bytes[start..<place]))
            start = place
        }
        return pieces
    }
}
