import CRDT
import Domain
import Primitives
import Store

/// Checks that a person's standing devices hold and show the same, and that what a revoked one
/// wrote before stays, what it writes afterwards shows nowhere, and it learns nothing new.
enum OwnDevices {
    static let claim = "a person's machines agree"

    /// Whether the standing devices hold the same.
    static func isSettled(_ cluster: Cluster) throws(BrokenClaim) -> Bool {
        try disagreement(in: cluster) == nil
    }

    /// Checks what holds after convergence.
    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard let person = cluster.devices.options?.person, !cluster.isOutside(person) else {
            return
        }
        if let found = try disagreement(in: cluster) { throw BrokenClaim(claim, found) }
        let standing = cluster.standing(of: person)
        guard let first = standing.first else { return }
        for machine in standing.dropFirst() { try compare(first, machine, cluster) }
        guard let cut = cluster.devices.cut else { return }
        let known = Set(try first.shown(at: cluster.now).map(\.id))
        if let lost = cut.held.first(where: { !known.contains($0) }) {
            throw BrokenClaim(
                "what a lost machine wrote before stays",
                "\(first.place) lacks \(lost.text), which node\(cut.by) had when it revoked "
                    + "node\(cut.machine)")
        }
        try checkVoid(cut, in: cluster)
    }

    /// Checks what holds at any moment: the device that revoked another writes nothing more that
    /// the other can read.
    static func checkLost(_ cluster: Cluster) throws(BrokenClaim) {
        guard let cut = cluster.devices.cut else { return }
        let found = cluster.machines[cut.machine].disk.first { bytes in
            cluster.canaries.withheld(in: bytes)
        }
        guard let found else { return }
        throw BrokenClaim(
            "a lost machine reads nothing new",
            "node\(cut.machine) holds \(found.finding) of node\(cut.by) in \(found.name)")
    }

    private static func disagreement(in cluster: Cluster) throws(BrokenClaim) -> String? {
        guard let person = cluster.devices.options?.person, !cluster.isOutside(person) else {
            return nil
        }
        var first: (place: String, logs: [Frontier], digests: [Bytes32])?
        for machine in cluster.standing(of: person) {
            let logs = try machine.read { (store) throws(StorageError) in
                var logs: [Frontier] = []
                for audience in AudienceKind.own {
                    logs.append(try store.frontier(of: audience, by: machine.person))
                }
                return logs
            }
            let digests = try machine.read { (store) throws(StorageError) in
                [try store.stateDigest(of: .private, by: machine.person)]
            }
            guard let known = first else {
                first = (machine.place, logs, digests)
                continue
            }
            if known.logs != logs {
                let words = zip(known.logs, logs).map { Self.difference($0, $1) }
                return "\(known.place) and \(machine.place) hold different deltas: "
                    + words.filter { !$0.isEmpty }.joined(separator: "; ")
            }
            if known.digests != digests {
                return "\(known.place) and \(machine.place) show the same deltas otherwise"
            }
        }
        return nil
    }

    // The chains on which two devices differ in length, by the beginning of their ids.
    private static func difference(_ one: Frontier, _ other: Frontier) -> String {
        let chains = Set((one.entries + other.entries).map(\.chain)).sorted()
        return chains.filter { one.length(of: $0) != other.length(of: $0) }.map { chain in
            let name = Base32.encode(chain.bytes.bytes).prefix(6)
            return "\(name) \(one.length(of: chain)) and \(other.length(of: chain))"
        }.joined(separator: ", ")
    }

    // A device that joined later lacks things of groups that were left and what only others show
    // there.
    private static func compare(
        _ one: SimulatedNode, _ other: SimulatedNode, _ cluster: Cluster
    ) throws(BrokenClaim) {
        let (left, right) = (try words(at: one, cluster), try words(at: other, cluster))
        for id in Set(left.keys).union(right.keys).sorted() where left[id] != right[id] {
            throw BrokenClaim(
                claim,
                "\(one.place) shows \(id.text) as \(left[id] ?? "nothing"), \(other.place) as "
                    + "\(right[id] ?? "nothing")")
        }
    }

    private static func words(
        at machine: SimulatedNode, _ cluster: Cluster
    ) throws(BrokenClaim) -> [ObjectID: String] {
        let groups = try cluster.groupsJoined(at: machine.number)
        var words: [ObjectID: String] = [:]
        for link in try machine.shown(at: cluster.now) {
            let numbers = link.placement.compactMap { GroupAccount.number(of: $0) }
            guard link.author.isMe, numbers.allSatisfy(groups.contains) else { continue }
            let places = link.placement.map(\.name).sorted()
            words[link.id] =
                "\(link.url) \(link.title) \(link.note) \(link.tags.sorted()) \(link.details) in "
                + "\(places)\(link.isTrashed ? ", in the trash" : "")"
        }
        return words
    }

    // Checks that no node that knows of the revocation shows what the device wrote afterwards.
    private static func checkVoid(
        _ cut: DeviceWork.Cut, in cluster: Cluster
    ) throws(BrokenClaim) {
        for machine in cluster.healed where machine.store != nil && machine.number != cut.machine {
            for link in try machine.shown(at: cluster.now) {
                let texts = [link.url, link.note] + link.details.flatMap(\.values)
                guard texts.contains(where: cluster.canaries.isVoid),
                    try hears(machine, of: cut, in: link.placement, cluster)
                else { continue }
                throw BrokenClaim(
                    "what a lost machine writes afterwards shows at nobody",
                    "\(machine.place) shows \(link.title) in \(link.placement.map(\.name)), which "
                        + "node\(cut.machine) wrote after node\(cut.by) had revoked it")
            }
        }
    }

    // Own devices, mutual friends, and in groups members who see each other.
    private static func hears(
        _ machine: SimulatedNode, of cut: DeviceWork.Cut, in places: [Audience], _ cluster: Cluster
    ) throws(BrokenClaim) -> Bool {
        let person = cluster.machines[cut.machine].holder
        if machine.holder == person { return true }
        let groups = places.compactMap { GroupAccount.number(of: $0) }
        for number in groups {
            let views = try Fellowship.views(of: number, in: cluster)
            guard views[machine.number] != nil else { continue }
            let isSeen = views.keys.sorted().contains { node in
                cluster.machines[node].holder == person
                    && views[node]?.roles[machine.holder] != nil
            }
            if isSeen { return true }
        }
        guard groups.isEmpty else { return false }
        let ofPerson = try cluster.friends(of: person)
        let theirs = try cluster.friends(of: machine.holder)
        return ofPerson.contains(machine.holder) && theirs.contains(person)
    }
}
