import Primitives

/// Nothing private leaves its person's machine, nothing of friends reaches others, and nothing at
/// all crosses a link in the clear.
enum Privacy {
    /// No canary of any kind is on its way in the clear.
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

    /// No file of anybody holds what he must not see, neither the database nor its log.
    ///
    /// A share of many things is done a slice at a time, and others have the first ones before its person
    /// hears of it; a crash may leave it at that. Until he has heard, or his machine has started again
    /// and shows what was done, what his command places counts as shared.
    static func checkFiles(_ cluster: Cluster) throws(BrokenClaim) {
        var canaries = cluster.canaries
        for machine in cluster.machines {
            canaries.expose(machine.asked.map(\.command), of: machine.diary, at: cluster.now)
        }
        for machine in cluster.machines {
            let friends = friends(of: machine, in: cluster)
            let entered = cluster.groups.entered(by: machine.holder)
            let found = machine.disk.first { bytes in
                canaries.leak(
                    in: bytes, at: machine.holder, friends: friends, entered: entered
                ) { digits in
                    // Who is told a report has its words.
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

    /// Who may have served a machine, and until when.
    static func friends(of machine: SimulatedNode, in cluster: Cluster) -> [Int: Instant] {
        // Who added a person may be served by him, whether or not it is mutual yet.
        var friends: [Int: Instant] = [:]
        for writer in cluster.persons where machine.account.everAdded.contains(writer.number) {
            // Another machine of his, which has not heard of the end, writes on; so does one that
            // has lost the end with a part of its disk.
            friends[writer.number] =
                writer.account.friends.contains(machine.holder)
                    || cluster.isShared(writer.number) || cluster.hasDecayed(writer.number)
                ? cluster.now : writer.account.partings[machine.holder]?.at
        }
        return friends
    }
}
