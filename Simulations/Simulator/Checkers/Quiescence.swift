import CRDT
import Primitives
import Wire

@testable import Store
@testable import Sync

/// Checks that converged nodes send only heartbeats. Somebody who waits to be let into a group asks again and again, so
/// nothing is claimed of their links to the inviter, nor of a hostile node's.
enum Quiescence {
    /// The most bytes of one heartbeat with its frame: a digest for each shared audience, with some room.
    private static func heartbeatBytesMax(in cluster: Cluster) -> Int {
        // A person's own devices share what each of their friends writes.
        let others = cluster.devices.options == nil ? 0 : 2 * cluster.nodes
        // What a person shares, or once shared, with one friend alone.
        let alone = cluster.accusations.all.isEmpty ? 0 : 4 * cluster.nodes
        let audiences = 8 + 2 * cluster.groups.accounts.count + others + alone
        return 2 + 16 + FramePadding.length(forMessage: 1 + 17 * audiences)
    }

    /// Lets `quiet` pass and checks the traffic. What a hostile node wrote meanwhile is passed on and may have
    /// consequences: then as much time passes again, and if it keeps writing nothing is claimed.
    static func check(_ cluster: Cluster, for quiet: Duration) throws(BrokenClaim) {
        for _ in 0..<3 {
            // An invitation that ends meanwhile was still asked about at the beginning.
            let asking = try self.asking(in: cluster)
            let before = try carried(cluster, without: asking)
            let words = try hostileWords(in: cluster)
            let files = filesWritten(in: cluster)
            try cluster.run(for: quiet)
            let writer = files.first { cluster.carriage.changes[$0.node] > $0.count }?.node
            guard
                let noise = try noise(in: cluster, since: before, without: asking, for: quiet)
                    ?? writer.map({ "node\($0) put or took away files that are carried" })
            else { return }
            guard try hostileWords(in: cluster) != words else {
                throw BrokenClaim("agreement is quiet", noise)
            }
        }
    }

    // The number of carried files that each node has written or deleted, except for nodes that pause because others
    // deleted theirs.
    private static func filesWritten(in cluster: Cluster) -> [(node: Int, count: Int)] {
        cluster.healed.compactMap { machine in
            let waits = machine.engine?.folders.contains { $0.restsUntil > cluster.now } ?? false
            return waits ? nil : (machine.number, cluster.carriage.changes[machine.number])
        }
    }

    // Traffic between honest nodes that was no heartbeat; nil if there was none.
    private static func noise(
        in cluster: Cluster, since before: [(link: Int, bytes: [Int])],
        without asking: [(Int, Int)],
        for quiet: Duration
    ) throws(BrokenClaim) -> String? {
        // A heartbeat comes after 20 seconds at the soonest.
        let most = heartbeatBytesMax(in: cluster) * (Int(quiet.nanoseconds / 20_000_000_000) + 2)
        let after = try carried(cluster, without: asking + self.asking(in: cluster))
        for (link, bytes) in after {
            guard let first = before.first(where: { $0.link == link }) else {
                return "a new link \(link) was opened"
            }
            for end in 0...1 where bytes[end] - first.bytes[end] > most {
                return "link \(link) carried \(bytes[end] - first.bytes[end]) bytes one way"
            }
        }
        for (link, _) in before where !cluster.network.open.contains(where: { $0.number == link }) {
            return "link \(link) was closed"
        }
        return nil
    }

    // The lengths of hostile nodes' chains at honest nodes.
    private static func hostileWords(in cluster: Cluster) throws(BrokenClaim) -> [Int64] {
        let hostile = cluster.persons.filter { !cluster.isHonest($0.number) }.map(\.person)
        guard !hostile.isEmpty else { return [] }
        var words: [Int64] = []
        for machine in cluster.honest where machine.state == .running {
            words += try machine.read { (store) throws(StorageError) in
                try store.database.rows(
                    """
                    SELECT p.person, c.length FROM chains c JOIN devices d ON d.id = c.device
                    JOIN people p ON p.id = d.person ORDER BY c.id
                    """
                ) { row in (row.bytes(0), row.integer(1)) }
                .filter { writer, _ in hostile.contains { $0.key.bytes == writer } }.map(\.1)
            }
        }
        return words
    }

    // The pairs of hosts of which one waits to be let in by the other, in both orders.
    private static func asking(in cluster: Cluster) throws(BrokenClaim) -> [(Int, Int)] {
        var asking: [(Int, Int)] = []
        for machine in cluster.machines where machine.state == .running {
            let joins = try machine.read { (store) throws(StorageError) in try store.openJoins() }
            for join in joins {
                guard let other = cluster.number(of: join.certificate.person) else { continue }
                for host in cluster.machines(of: other).map(\.number) {
                    asking += [(machine.number, host), (host, machine.number)]
                }
            }
        }
        return asking
    }

    private static func carried(
        _ cluster: Cluster, without asking: [(Int, Int)]
    ) throws(BrokenClaim) -> [(link: Int, bytes: [Int])] {
        cluster.network.open.filter { link in
            link.ends.allSatisfy { cluster.isHealed($0.host) }
                && !asking.contains { $0 == (link.ends[0].host, link.ends[1].host) }
        }.map { ($0.number, $0.streams.map(\.carried)) }
    }
}
