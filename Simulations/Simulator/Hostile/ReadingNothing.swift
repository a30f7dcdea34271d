import Primitives
import Sync
import Wire

/// Requests everything, again and again, and reads nothing once it has sent its interest.
final class ReadingNothing: Conduct {
    var readsNothing: Bool { true }

    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] {
        node.requestsForAll(over: tap, times: 16)
    }
}

/// The sender's count of a link whose other end reads nothing.
struct UnreadLink {
    /// The end that sends.
    let end: Int
    var budget: LinkBudget
    /// Whether the sender's engine was told that nothing leaves.
    var isTold = false
}

// Does what a real shell does for an engine whose peer reads nothing (`NodeLinks`): it stops reading the link once too
// much waits, and tells the engine when nothing has left for a while.
extension Cluster {
    /// Whether what has arrived at this end stays unread.
    func isUnread(_ link: SimulatedLink, at end: Int) -> Bool {
        guard link.ends[end].isOpen else { return false }
        if let unread = link.unread, unread.end == end { return !unread.budget.isOpen }
        // A node that reads nothing still learns that the other end is gone.
        guard link.ends[1 - end].isOpen,
            hostiles[link.ends[end].host]?.reads(link.ends[end].link) == false
        else { return false }
        if link.unread == nil {
            var budget = LinkBudget()
            budget.closeness = link.ends[1 - end].closeness
            link.unread = UnreadLink(end: 1 - end, budget: budget)
            weigh(link, from: 1 - end)
            plan(.watch(link: link.number), in: Self.watchPause)
        }
        return true
    }

    /// Counts what waits on a link of which one end reads nothing.
    func weigh(_ link: SimulatedLink, from end: Int) {
        guard link.unread?.end == end else { return }
        link.unread?.budget.gave(0, waiting: link.streams[end].inFlight, at: now)
    }

    /// Checks whether anything has left over a link of which one end reads nothing.
    func watch(_ number: Int) throws(BrokenClaim) {
        guard let link = network.links[number], var unread = link.unread else { return }
        let sender = link.ends[unread.end]
        guard sender.isOpen else {
            link.unread = nil
            // What still waits is delivered now.
            for end in 0...1 { plan(.arrival(link: number, end: end), in: network.latency()) }
            return
        }
        let isHeard = machines[sender.host].inbox.allSatisfy { event in
            if case .stalled(sender.link) = event { false } else { true }
        }
        guard !unread.isTold || !isHeard else {
            throw BrokenClaim(
                "who reads nothing loses the link",
                "\(machines[sender.host].place) holds a link over which nothing leaves")
        }
        unread.budget.look(waiting: link.streams[unread.end].inFlight, at: now)
        if !unread.isTold, unread.budget.isStalled(at: now) {
            marks.add("stalled")
            unread.isTold = true
            put(.stalled(sender.link), at: sender.host)
        }
        link.unread = unread
        plan(.watch(link: number), in: Self.watchPause)
    }

    private static var watchPause: Duration { .seconds(2) }
}
