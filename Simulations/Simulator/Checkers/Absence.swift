import CRDT
import Primitives
import Wire

@testable import Store

/// Checks that peers that have long been away are dialled ever more rarely. Nothing is claimed of a peer whom a joining
/// person waits for: they ask again and again.
enum Absence {
    static let claim = "who is away is called seldom"
    /// The most dials of one device by another in three minutes. Pauses grow to at most five minutes, and each is drawn
    /// between half a second and that: six dials in three minutes have a chance of 1 in 10,000, and pauses that have
    /// not fully grown add a few. Without back-off it would be dialled at least every three seconds, 60 times: the
    /// bound lies well between the two.
    private static let callsMax = 20

    /// How often each device has dialled each other, up to a moment.
    struct Calls {
        fileprivate let counts: [[Int]]

        init(in cluster: Cluster) { counts = cluster.network.dials }
    }

    /// Must be called three minutes after `calls` were counted, and eight after the peers went away.
    static func check(_ cluster: Cluster, since calls: Calls) throws(BrokenClaim) {
        for machine in cluster.healed where machine.state == .running {
            let joins = try machine.read { (store) throws(StorageError) in try store.openJoins() }
            let inviters = joins.compactMap { cluster.number(of: $0.certificate.person) }
            for other in cluster.outsiders where !inviters.contains(other.holder) {
                let (from, to) = (machine.number, other.number)
                let count = cluster.network.dials[from][to] - calls.counts[from][to]
                guard count > callsMax else { continue }
                throw BrokenClaim(
                    claim, "\(machine.place) called \(other.place) \(count) times in three minutes")
            }
        }
    }
}
