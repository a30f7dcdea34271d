import Domain
import Sync

/// Events that wait for the engine: requests first, then events without a link, then the bytes of links in
/// turn.
///
/// A turn is measured in the engine's time and not in bytes, so that a peer whose messages are expensive gets
/// no more of it than others. The link whose bytes have taken the least time comes first, weighted by
/// closeness (start-time fair queueing, Goyal et al., 1996). How many bytes a link contributes to one step
/// follows from the time of earlier steps; if several contribute to one step, each is charged by the earlier
/// rate of its bytes.
struct Inbox {
    private struct Line {
        var events: [Event] = []
        var first = 0
        var closeness = Closeness.unproven
        /// Seconds of the engine's time used so far, divided by its weight.
        var had = 0.0
        /// Bytes contributed to the last step it was in.
        var last = Inbox.portionFirst / 2
        /// Estimated seconds per byte.
        var rate = Inbox.rateFirst

        var isEmpty: Bool { first == events.count }

        /// Bytes contributed to a step: as many as take half of a step's time, but at most twice as many as
        /// before, because their cost may change.
        var portion: Int {
            let wanted = min(Double(last) * 2, Inbox.secondsMax / 2 / rate)
            return Int(min(max(wanted, Inbox.portionMin), Inbox.portionMax))
        }
    }

    private var requests: [Event] = []
    private var others: [Event] = []
    private var lines: [LinkID: Line] = [:]
    /// The links whose bytes are in the step in progress, and how many.
    private var served: [(link: LinkID, bytes: Int)] = []
    private var isOfRequests = false
    /// Whether the last step took too long for the bytes of several links; then the next one takes those of
    /// one link.
    private var isCareful = false
    /// The virtual time, which never falls: the lowest used time among the links of the latest step. A silent
    /// link resumes from it.
    private var floor = 0.0

    var isEmpty: Bool {
        requests.isEmpty && others.isEmpty && lines.values.allSatisfy(\.isEmpty)
    }

    /// The number of links with state.
    var linksKnown: Int { lines.count }

    /// Appends an event to those of its class.
    mutating func put(_ event: Event) {
        if case .requested = event {
            requests.append(event)
        } else if let link = event.link {
            var line = lines.removeValue(forKey: link) ?? Line()
            // A link that was silent for long does not save up time.
            if line.isEmpty { line.had = max(line.had, floor) }
            line.events.append(event)
            lines[link] = line
        } else {
            others.append(event)
        }
    }

    /// Sets the closeness of the peer of a link.
    mutating func regard(_ link: LinkID, as closeness: Closeness) {
        lines[link]?.closeness = closeness
    }

    /// Drops all events and state.
    mutating func clear() {
        self = Inbox()
    }

    /// Takes the events of the next step: every request, and at most `bytesMax` bytes of links.
    mutating func take(bytesMax: Int) -> [Event] {
        isOfRequests = !requests.isEmpty
        var taken = requests + others
        requests = []
        others = []
        served = []
        var left = bytesMax
        var seconds = 0.0
        let ready = lines.filter { !$0.value.isEmpty }
            .sorted { ($0.value.had, $0.key) < ($1.value.had, $1.key) }.map(\.key)
        for link in ready {
            guard var line = lines.removeValue(forKey: link) else { continue }
            let isEnough = !served.isEmpty && (isCareful || seconds >= Self.secondsMax)
            let most = isEnough ? 0 : min(left, line.portion)
            let (count, isGone) = Self.take(from: &line, atMost: most, into: &taken)
            if count > 0 {
                if served.isEmpty { floor = max(floor, line.had) }
                served.append((link, count))
                left -= count
                seconds += line.rate * Double(count)
            }
            if !isGone { lines[link] = line }
        }
        return taken
    }

    /// Charges the last step, which took `seconds` of this thread's time.
    mutating func charge(_ seconds: Double) {
        guard !isOfRequests else { return }
        let expected = served.reduce(0) { sum, entry in
            sum + (lines[entry.link]?.rate ?? Self.rateFirst) * Double(entry.bytes)
        }
        // Taken alone, each link shows its own cost.
        isCareful = seconds > Self.secondsMax && served.count > 1
        for (link, count) in served where expected > 0 {
            guard var line = lines.removeValue(forKey: link) else { continue }
            let share = seconds * line.rate * Double(count) / expected
            line.had += share / line.closeness.weight
            line.rate = max((line.rate + share / Double(count)) / 2, Self.rateMin)
            line.last = count
            lines[link] = line
        }
    }

    // Takes bytes up to `most`, splitting the last chunk, and other events as they stand between them.
    private static func take(
        from line: inout Line, atMost most: Int, into taken: inout [Event]
    ) -> (bytes: Int, isGone: Bool) {
        var count = 0
        var isGone = false
        loop: while line.first < line.events.count {
            switch line.events[line.first] {
            case .received(let link, let piece):
                let room = most - count
                guard room > 0 else { break loop }
                guard piece.count > room else {
                    taken.append(line.events[line.first])
                    count += piece.count
                    break
                }
                taken.append(.received(link, Array(piece[..<room])))
                line.events[line.first] = .received(link, Array(piece[room...]))
                count += room
                break loop
            case .disconnected, .unreachable:
                taken.append(line.events[line.first])
                isGone = true
            default: taken.append(line.events[line.first])
            }
            line.first += 1
        }
        if line.first == line.events.count || line.first > 64 {
            line.events.removeFirst(line.first)
            line.first = 0
        }
        return (count, isGone && line.isEmpty)
    }

    /// The longest that a step should take, since requests wait as long.
    private static let secondsMax = 0.03
    private static let portionFirst = 4 * 1024
    private static let portionMin = 1024.0
    private static let portionMax = 192.0 * 1024
    /// The lowest rate; anything cheaper counts as free.
    private static let rateMin = 1e-10
    /// The rate of a byte before anything is known: about that of runs.
    private static let rateFirst = 2e-7
}

extension Closeness {
    /// The share of the engine's time relative to others that compete for it.
    fileprivate var weight: Double {
        switch self {
        case .unproven, .stranger: return 1
        case .fellow: return 2
        case .friend: return 4
        case .own: return 8
        }
    }
}
