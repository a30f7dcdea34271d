import Domain
import Sync

/// What has happened and waits for the engine: requests before all else, then what no link tells, then
/// bytes of links, each in its turn.
///
/// A turn is counted in the engine's time and not in bytes, so that who says something dear often gets
/// no more of it than others. The link whose bytes have taken least time comes first, weighed by who is
/// there (start-time fair queueing, Goyal and others, 1996). How many bytes a link gives to one step
/// follows from how long those before took: of several in one step each is charged by what its bytes
/// took before.
struct Inbox {
    private struct Line {
        var events: [Event] = []
        var first = 0
        var closeness = Closeness.unproven
        /// Seconds of the engine's time that it has had, by its weight.
        var had = 0.0
        /// Bytes that it gave to the last step it was in.
        var last = Inbox.portionFirst / 2
        /// Seconds that one of its bytes takes, as far as is known.
        var rate = Inbox.rateFirst

        var isEmpty: Bool { first == events.count }

        /// Bytes that it gives to a step: what takes half of the time that one may take, but not much
        /// more than it gave before, because it may say something else now.
        var portion: Int {
            let wanted = min(Double(last) * 2, Inbox.secondsMax / 2 / rate)
            return Int(min(max(wanted, Inbox.portionMin), Inbox.portionMax))
        }
    }

    private var requests: [Event] = []
    private var others: [Event] = []
    private var lines: [LinkID: Line] = [:]
    /// Whose bytes are in the step that is under way, and how many.
    private var served: [(link: LinkID, bytes: Int)] = []
    private var isOfRequests = false
    /// The last step took too long for what several links gave: the next one is one link's.
    private var isCareful = false
    /// The least that any link that was served had before.
    private var floor = 0.0

    var isEmpty: Bool {
        requests.isEmpty && others.isEmpty && lines.values.allSatisfy(\.isEmpty)
    }

    /// Links of which something is remembered.
    var linksKnown: Int { lines.count }

    /// Puts an event behind those of its kind.
    mutating func put(_ event: Event) {
        if case .requested = event {
            requests.append(event)
        } else if let link = event.link {
            var line = lines.removeValue(forKey: link) ?? Line()
            // Who had nothing to say for long does not save up for it.
            if line.isEmpty { line.had = max(line.had, floor) }
            line.events.append(event)
            lines[link] = line
        } else {
            others.append(event)
        }
    }

    /// Who is at the other end of a link.
    mutating func regard(_ link: LinkID, as closeness: Closeness) {
        lines[link]?.closeness = closeness
    }

    /// Drops all of it.
    mutating func clear() {
        self = Inbox()
    }

    /// What the next step takes in: every request, and of links at most `bytesMax` bytes.
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

    /// The step of what was taken last took `seconds` of this thread's time.
    mutating func charge(_ seconds: Double) {
        guard !isOfRequests else { return }
        let expected = served.reduce(0) { sum, entry in
            sum + (lines[entry.link]?.rate ?? Self.rateFirst) * Double(entry.bytes)
        }
        // Whose it was shows where one is alone.
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

    // Bytes up to `most`, cut where that ends, and what is not bytes as it stands between them.
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

    /// A step that takes longer keeps questions waiting for as long.
    private static let secondsMax = 0.03
    private static let portionFirst = 4 * 1024
    private static let portionMin = 1024.0
    private static let portionMax = 192.0 * 1024
    /// What is cheaper than this is as good as free.
    private static let rateMin = 1e-10
    /// Of a byte of which nothing is known: runs take about so long.
    private static let rateFirst = 2e-7
}

extension Closeness {
    /// How much of the engine's time somebody has beside others who want it.
    fileprivate var weight: Double {
        switch self {
        case .unproven, .stranger: return 1
        case .fellow: return 2
        case .friend: return 4
        case .own: return 8
        }
    }
}
