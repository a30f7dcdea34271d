import Domain
import Primitives

/// Checks that peers without keys get nowhere: their links end with a named reason, and they are never taken for a
/// person.
enum Strangers {
    /// The handshake has five seconds; the rest allows for delays and busy nodes. Only time in which the node runs
    /// counts: a suspended node accepts links and ends none before it resumes.
    private static let patience: Duration = .seconds(30)

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        for link in cluster.network.open where link.ends[0].host == cluster.attackerHost {
            guard let attempt = cluster.attacker.attempts[link.number] else { continue }
            let machine = cluster.machines[link.ends[1].host]
            guard machine.state == .running, link.ends[1].isOpen else { continue }
            machine.countTime(to: cluster.now)
            guard machine.timeUp - attempt.begunAfter <= patience else {
                throw BrokenClaim(
                    "a stranger's link ends", "\(machine.place) keeps a link for \(attempt.kind)")
            }
        }
    }

    /// Checks that nobody who sent only bytes is taken for a person, and that every ended link has a reason.
    static func checkPeers(_ cluster: Cluster) throws(BrokenClaim) {
        for node in 0..<cluster.nodes where cluster.isHonest(node) {
            let answer = try cluster.ask(.query(.peers()), at: node)
            guard case .peers(let peers) = answer else { continue }
            for peer in peers where peer.address.hasPrefix("attacker") {
                guard peer.person == nil, peer.state == "closed", peer.endReason?.isEmpty == false
                else {
                    throw BrokenClaim(
                        "a stranger's link ends", "node\(node) takes them for \(peer)")
                }
            }
        }
    }
}
