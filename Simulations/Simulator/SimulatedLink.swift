import Primitives
import Sync

/// A connection between two hosts: two byte streams, each in order, split anywhere.
final class SimulatedLink {
    /// One of its two ends: 0 dialled, 1 accepted.
    struct End {
        let host: Int
        let link: LinkID
        /// The life of the host that it belongs to; a later life knows nothing of it.
        let life: Int
        /// Whether the host considers it open.
        var isOpen: Bool
        /// How close the host's engine considers the other end.
        var closeness = Closeness.unproven
    }

    /// What is in transit from one end to the other.
    struct Stream {
        fileprivate(set) var segments: [Segment] = []
        fileprivate var taken = 0
        /// When the last byte in transit arrives; nothing overtakes it.
        fileprivate(set) var lastAt = Instant(nanoseconds: 0)
        fileprivate(set) var inFlight = 0
        /// When the last byte has left its sender, on links with limited bandwidth.
        fileprivate var leftAt = Instant(nanoseconds: 0)
        /// The number of bytes ever sent.
        fileprivate(set) var carried = 0
        /// The last bytes sent, in case a searched word was split in two.
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
    /// How the sender counts the link where one end reads nothing; nil where both read.
    var unread: UnreadLink?
    /// Whether sent bytes vanish without notice.
    var isBlackHole = false
    /// The number of ends that have yet to learn that the link is gone.
    var goodbyes = 0
    /// Whether the other host has seen it.
    var isAccepted = false

    init(number: Int, address: String, dialler: End, target: End, at now: Instant) {
        self.number = number
        openedAt = now
        self.address = address
        ends = [dialler, target]
    }

    /// Whether neither end considers it open.
    var isOver: Bool { !ends[0].isOpen && !ends[1].isOpen }

    /// Appends a segment, which arrives at `at` or together with the last one before it.
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

    /// Transmits `count` bytes after all earlier ones, at `kibibytes` per second.
    ///
    /// - Returns: when the last of them has left.
    func transmit(_ count: Int, from end: Int, at now: Instant, by kibibytes: Int) -> Instant {
        let time = Duration.nanoseconds(Int64(count) * 1_000_000_000 / Int64(kibibytes * 1024))
        streams[end].leftAt = max(streams[end].leftAt, now) + time
        return streams[end].leftAt
    }

    /// Ensures that nothing arrives from `end` before `moment`.
    func hold(from end: Int, until moment: Instant) {
        streams[end].lastAt = max(streams[end].lastAt, moment)
    }

    /// Takes the next segment from `end` that has arrived by `now`.
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

    /// Whether anything from `end` is in transit.
    func isCarrying(from end: Int) -> Bool {
        streams[end].taken < streams[end].segments.count
    }

    /// Flips one bit of what is in transit from `end`; false if nothing is.
    func flip(from end: Int, dice: inout Dice) -> Bool {
        let first = streams[end].taken
        guard first < streams[end].segments.count else { return false }
        let count = streams[end].segments[first].bytes.count
        guard count > 0 else { return false }
        let place = dice.roll(below: count)
        streams[end].segments[first].bytes[place] ^= 1 << UInt8(dice.roll(below: 8))
        return true
    }

    /// Stores the last bytes sent.
    func remember(_ tail: [UInt8], from end: Int) {
        streams[end].tail = tail
    }
}
