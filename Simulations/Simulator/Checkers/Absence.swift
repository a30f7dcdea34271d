import CRDT
import Primitives
import Wire

@testable import Store

/// Who has been away for long is called ever more seldom. Of who waits to be let into a group by him
/// nothing is claimed: he asks again and again.
enum Absence {
    static let claim = "who is away is called seldom"
    /// Of one machine by another in three minutes. Pauses grow to five minutes at most, and each is
    /// drawn between half a second and that: six in three minutes is once in 10,000 times, and
    /// pauses that have not grown so far yet bring some more. Where pauses do not grow it is called
    /// every three seconds or sooner, 60 times: the bound stands well between the two.
    private static let callsMax = 20

    /// How often each machine has called each, up to a moment.
    struct Calls {
        fileprivate let counts: [[Int]]

        init(in cluster: Cluster) { counts = cluster.network.dials }
    }

    /// To be asked three minutes after `calls` were counted, and eight after they went away.
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
