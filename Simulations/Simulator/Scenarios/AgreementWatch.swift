import CRDT
import Domain
import Primitives
import Store

/// Samples now and then how far nodes agree and how much they send. It changes nothing.
package final class AgreementWatch {
    /// The measurements at one moment.
    package struct Sample: Equatable, Sendable {
        /// Time since the beginning of the world.
        package let at: Duration
        /// The number of pairs of a node and an audience it may read in which the node holds
        /// everything that any node holds.
        package let agreed: Int
        /// The number of all such pairs.
        package let pairs: Int
        /// Bytes per second of the world since the previous sample.
        package let bytesPerSecond: Int
    }

    package private(set) var samples: [Sample] = []
    private let every: Duration
    private var nextAt = Instant(nanoseconds: 0)
    private var carried = 0

    /// Creates a watch that samples at an interval, of at least a millisecond.
    package init(every: Duration) {
        self.every = max(every, .milliseconds(1))
    }

    /// Takes all samples due before something happens at `moment`.
    func look(at cluster: Cluster, before moment: Instant) throws(BrokenClaim) {
        while nextAt < moment {
            try take(cluster)
            nextAt = nextAt + every
        }
    }

    private func take(_ cluster: Cluster) throws(BrokenClaim) {
        var (agreed, pairs) = (0, 0)
        for held in try ofPersons(cluster) + ofGroups(cluster) {
            var union = Frontier()
            for frontier in held.compactMap({ $0 }) { union.merge(frontier) }
            guard union != Frontier() else { continue }
            pairs += held.count
            agreed += held.count { $0 == union }
        }
        let bytes = cluster.network.bytesCarried - carried
        carried += bytes
        let seconds = Double(every.nanoseconds) / 1e9
        samples.append(
            Sample(
                at: nextAt - Instant(nanoseconds: 0), agreed: agreed, pairs: pairs,
                bytesPerSecond: Int(Double(bytes) / seconds)))
    }

    // For each person's audiences, what each node that may read it holds; nil for a node that is
    // down.
    private func ofPersons(_ cluster: Cluster) throws(BrokenClaim) -> [[Frontier?]] {
        var friends: [[Int]] = []
        for person in cluster.persons {
            let isDown = cluster.machines[cluster.voice(of: person.number)].store == nil
            friends.append(isDown ? person.account.friends : try cluster.friends(of: person.number))
        }
        var all: [[Frontier?]] = []
        for writer in cluster.persons {
            let readers = friends[writer.number].filter {
                friends.indices.contains($0) && friends[$0].contains(writer.number)
            }
            let machines = ([writer.number] + readers).flatMap { cluster.standing(of: $0) }
            for audience in [AudienceKind.friends, .public] {
                all.append(
                    try machines.map { (machine) throws(BrokenClaim) in
                        guard machine.store != nil else { return nil }
                        return try machine.read { (store) throws(StorageError) in
                            try store.frontier(of: audience, by: writer.person)
                        }
                    })
            }
        }
        return all
    }

    private func ofGroups(_ cluster: Cluster) throws(BrokenClaim) -> [[Frontier?]] {
        var all: [[Frontier?]] = []
        for account in cluster.groups.accounts {
            guard let id = account.id else { continue }
            // Members by their own verdict.
            let members = cluster.machines.filter { machine in
                account.verdicts[machine.number]?.contains(machine.holder) == true
                    && !cluster.devices.isLost(machine.number)
            }
            all.append(
                try members.map { (machine) throws(BrokenClaim) in
                    guard machine.store != nil else { return nil }
                    return try machine.read { (store) throws(StorageError) in
                        try store.frontier(ofGroup: id)
                    }
                })
        }
        return all
    }
}
