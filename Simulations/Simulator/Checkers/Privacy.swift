import Primitives

/// Checks that private data never leaves its person's devices, that friends' data never reaches others, and that
/// nothing crosses a link in the clear.
enum Privacy {
    /// Checks that no canary crosses a link in the clear.
    static func check(
        _ bytes: [UInt8], over link: SimulatedLink, from end: Int
    ) throws(BrokenClaim) {
        let both = link.streams[end].tail + bytes
        guard Canaries.find(in: both).isEmpty else {
            throw BrokenClaim(
                "nothing crosses a link in the clear",
                "from host \(link.ends[end].host) to host \(link.ends[1 - end].host)")
        }
        link.remember(Array(both.suffix(64)), from: end)
    }

    /// Checks that no node's files, database or log, hold what its person must not see.
    ///
    /// Sharing many things takes several slices, so others may have the first ones before the person is told, and a
    /// crash may leave it at that. Until the command is answered, or the node has restarted and shows what was done,
    /// everything that the command places counts as shared.
    static func checkFiles(_ cluster: Cluster) throws(BrokenClaim) {
        var canaries = cluster.canaries
        for machine in cluster.machines {
            canaries.expose(doubtsOf: machine, at: cluster.now)
        }
        for machine in cluster.machines {
            let friends = friends(of: machine, in: cluster)
            let entered = cluster.groups.entered(by: machine.holder)
            let found = machine.disk.first { bytes in
                canaries.leak(
                    in: bytes, at: machine.holder, friends: friends, entered: entered
                ) { digits in
                    // A person who is told a report has its words.
                    cluster.accusations.accusation(by: digits)?.told.contains(machine.person)
                        ?? false
                }
            }
            guard let (name, leak) = found else { continue }
            throw BrokenClaim(
                leak.isGroupMates
                    ? "who is not in a group reads nothing that is written there"
                    : "what is private stays at home",
                "\(machine.place) holds \(leak.digits) of node\(leak.writer) in \(name)")
        }
    }

    /// The persons who may have served a device, and until when.
    static func friends(of machine: SimulatedNode, in cluster: Cluster) -> [Int: Instant] {
        // A person may be served by one whom they added, whether or not it is mutual yet.
        var friends: [Int: Instant] = [:]
        for writer in cluster.persons where machine.account.everAdded.contains(writer.number) {
            // Another device of the writer that does not know of the end continues to write; so does one that has lost
            // the end with a part of its disk.
            friends[writer.number] =
                writer.account.friends.contains(machine.holder)
                    || cluster.isShared(writer.number) || cluster.hasDecayed(writer.number)
                ? cluster.now : writer.account.partings[machine.holder]?.at
        }
        return friends
    }
}
