import Primitives
import Sync

/// A connection between two hosts: two streams of bytes, each in order, cut anywhere.
final class SimulatedLink {
    /// One of its two ends: 0 dialled, 1 accepted.
    struct End {
        let host: Int
        let link: LinkID
        /// Which life of the host it belongs to; a later one knows nothing of it.
        let life: Int
        /// The host takes it for open.
        var isOpen: Bool
        /// What its engine takes the other end for.
        var closeness = Closeness.unproven
    }

    /// What is under way from one end to the other.
    struct Stream {
        fileprivate(set) var segments: [Segment] = []
        fileprivate var taken = 0
        /// When the last byte on its way arrives; nothing overtakes it.
        fileprivate(set) var lastAt = Instant(nanoseconds: 0)
        fileprivate(set) var inFlight = 0
        /// When the last byte has left its sender, where links carry only so much.
        fileprivate var leftAt = Instant(nanoseconds: 0)
        /// All bytes ever sent.
        fileprivate(set) var carried = 0
        /// The last bytes sent, in case what is looked for was cut in two.
        var tail: [UInt8] = []
    }

    /// Bytes that arrive together; none means that the other end has closed.
    struct Segment {
        let at: Instant
        var bytes: [UInt8]
    }

    let number: Int
    let address: String
    let openedAt: Instant
    var ends: [End]
    private(set) var streams = [Stream(), Stream()]
    /// How the sender counts it where one end reads nothing; nil where both read.
    var unread: UnreadLink?
    /// What is sent vanishes, and nobody is told.
    var isBlackHole = false
    /// Ends that are yet to hear that it is gone.
    var goodbyes = 0
    /// The other host heard of it.
    var isAccepted = false

    init(number: Int, address: String, dialler: End, target: End, at now: Instant) {
        self.number = number
        openedAt = now
        self.address = address
        ends = [dialler, target]
    }

    /// Neither end takes it for open.
    var isOver: Bool { !ends[0].isOpen && !ends[1].isOpen }

    /// Puts a segment behind all before; it arrives at `at`, or when those have.
    ///
    /// - Returns: when it arrives.
    func append(_ bytes: [UInt8], from end: Int, at: Instant) -> Instant {
        let arrival = max(at, streams[end].lastAt)
        streams[end].segments.append(Segment(at: arrival, bytes: bytes))
        streams[end].lastAt = arrival
        streams[end].inFlight += bytes.count
        streams[end].carried += bytes.count
        return arrival
    }

    /// So many bytes leave behind all before, at `kibibytes` a second.
    ///
    /// - Returns: when the last of them has left.
    func transmit(_ count: Int, from end: Int, at now: Instant, by kibibytes: Int) -> Instant {
        let time = Duration.nanoseconds(Int64(count) * 1_000_000_000 / Int64(kibibytes * 1024))
        streams[end].leftAt = max(streams[end].leftAt, now) + time
        return streams[end].leftAt
    }

    /// Nothing arrives from `end` before `moment`.
    func hold(from end: Int, until moment: Instant) {
        streams[end].lastAt = max(streams[end].lastAt, moment)
    }

    /// The next segment from `end` that has arrived by `now`.
    func take(from end: Int, at now: Instant) -> Segment? {
        let taken = streams[end].taken
        guard taken < streams[end].segments.count, streams[end].segments[taken].at <= now else {
            return nil
        }
        let segment = streams[end].segments[taken]
        streams[end].taken += 1
        streams[end].inFlight -= segment.bytes.count
        if streams[end].taken == streams[end].segments.count {
            streams[end].segments = []
            streams[end].taken = 0
        }
        return segment
    }

    /// Something from `end` is under way.
    func isCarrying(from end: Int) -> Bool {
        streams[end].taken < streams[end].segments.count
    }

    /// Changes one bit of what is under way from `end`; false if nothing is.
    func flip(from end: Int, dice: inout Dice) -> Bool {
        let first = streams[end].taken
        guard first < streams[end].segments.count else { return false }
        let count = streams[end].segments[first].bytes.count
        guard count > 0 else { return false }
        let place = dice.roll(below: count)
        streams[end].segments[first].bytes[place] ^= 1 << UInt8(dice.roll(below: 8))
        return true
    }

    /// Remembers the end of what was sent.
    func remember(_ tail: [UInt8], from end: Int) {
        streams[end].tail = tail
    }
}
