import CRDT
import Domain
import Primitives
import Store
import Sync
import Wire

/// Checks honest nodes in the presence of hostile ones: they send these nothing that they may not have, stay within
/// credit, and agree on what they wrote.
enum Hostility {
    static let agreement = "honest nodes agree on what a hostile one wrote"
    static let devices = "nobody is taken for another's device"
    static let passing = "what somebody wrote who is gone reaches who may read it"

    /// Checks what holds at any moment.
    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        for hostile in cluster.hostileNodes {
            try checkTold(hostile, in: cluster)
            try checkTakings(hostile)
        }
    }

    /// Checks that each proven peer is taken for the person whose device it really is, whatever certificates say.
    /// Checked after each step of an honest node: a wrong link may end within milliseconds, when the real device is
    /// dialled, and would be missed between two looks.
    static func checkDevices(
        of machine: SimulatedNode, in cluster: Cluster
    ) throws(BrokenClaim) {
        for peer in machine.engine?.provenPeers ?? [] {
            let owner = cluster.machines.first { $0.owner.device == peer.device }
            guard let owner, owner.person != peer.person else { continue }
            throw BrokenClaim(
                devices, "\(machine.place) takes the device of \(owner.place) for another person's")
        }
    }

    /// Checks agreement after convergence, on links no older than that. Two nodes that serve each other an audience
    /// hold the same deltas, the same branches and the same proofs of forks; a node that is served but does not serve
    /// holds at least as much of every chain. Nobody receives anything from a person whom they have not added, or no
    /// longer have, not even what both may read. Nobody asks a node that is no longer in an audience, if only the asker
    /// knows that (`isLeftBehind`). Two nodes do not exchange a third person's `friends` audience on a link older than
    /// the moment at which both have it. In the second act the same holds for what absent persons wrote.
    static func checkAgreement(_ cluster: Cluster) throws(BrokenClaim) {
        for author in unheard(in: cluster) {
            let writer = author.person
            for (one, other) in linked(in: cluster) {
                for audience in [AudienceKind.friends, .public] {
                    guard try isTold(audience, of: author, by: one, to: other),
                        let mine = try view(of: audience, by: writer, at: one)
                    else { continue }
                    let theirs = try view(of: audience, by: writer, at: other)
                    let isMutual = try isTold(audience, of: author, by: other, to: one)
                    guard isMutual ? theirs != mine : theirs?.covers(mine) != true else { continue }
                    if theirs != nil, try isLeftBehind(one, in: audience, of: author, by: other) {
                        continue
                    }
                    let conduct = cluster.hostiles[author.number]?.kind.rawValue
                    throw BrokenClaim(
                        conduct == nil ? passing : agreement,
                        "\(one.place) and \(other.place) differ in \(audience) of "
                            + "\(author.place), which \(conduct ?? "is away"): "
                            + "\(mine.words) and \(theirs?.words ?? "nothing")")
                }
            }
        }
    }

    /// Returns which honest nodes hold anything of the `friends` audience of hostile or absent persons.
    static func audiencesKnown(in cluster: Cluster) throws(BrokenClaim) -> [[Int]] {
        var known: [[Int]] = []
        for author in unheard(in: cluster) {
            for machine in cluster.healed where machine.state == .running {
                let isKnown = try view(of: .friends, by: author.person, at: machine) != nil
                if isKnown { known.append([author.number, machine.number]) }
            }
        }
        return known
    }

    // Whether `other` has added both the author and `one`, and `one` serves it the audience. What counts is whom the
    // node itself has added: what its person did at a device that was revoked before anybody received it is void, and
    // nobody receives anything from a person who is not a friend.
    private static func isTold(
        _ audience: AudienceKind, of author: SimulatedNode, by one: SimulatedNode,
        to other: SimulatedNode
    ) throws(BrokenClaim) -> Bool {
        let added = try Durability.friends(of: other)
        guard added.contains(author.holder),
            one.holder == other.holder || added.contains(one.holder)
        else { return false }
        return try one.read { (store) throws(StorageError) in
            guard !store.isErasingDue else { return false }
            let row = try store.audienceRow(audience, of: author.person)
            return try store.shared(with: other.owner.certificate).contains {
                $0.audience == row
            }
        }
    }

    // Whether `other` knows epochs that exclude `one`, and `one` knows none of them: the author ended the friendship,
    // or the device that began it no longer counts. The two derive different tags for the audience and do not match it;
    // nor may they, because a request reveals how much the asker has, and `one` must not see what was written since.
    // What `one` alone was given stays there.
    private static func isLeftBehind(
        _ one: SimulatedNode, in audience: AudienceKind, of author: SimulatedNode,
        by other: SimulatedNode
    ) throws(BrokenClaim) -> Bool {
        func shared(
            by machine: SimulatedNode, with reader: SimulatedNode
        ) throws(BrokenClaim) -> SharedAudience? {
            try machine.read { (store) throws(StorageError) in
                let row = try store.audienceRow(audience, of: author.person)
                return try store.shared(with: reader.owner.certificate).first {
                    $0.audience == row
                }
            }
        }
        guard let told = try shared(by: one, with: other), try shared(by: other, with: one) == nil,
            let sealing = try shared(by: other, with: other)?.keys
        else { return false }
        let known = told.keys + told.history
        return !sealing.contains { key in known.contains { $0.name == key.name } }
    }

    // The persons whose deltas others have only from each other or from a hostile node: hostile ones, and in the second
    // act everybody who is away.
    private static func unheard(in cluster: Cluster) -> [SimulatedNode] {
        let hostile = cluster.hostileNodes.map(\.machine)
        guard cluster.core != nil else { return hostile }
        return hostile
            + cluster.persons.filter { cluster.isOutside($0.number) && cluster.isHonest($0.number) }
    }

    private struct View: Equatable {
        let forks: [Frontier.Entry]
        let held: Bytes16
        let state: Bytes32
        let frontier: Frontier

        /// Whether no chain is shorter than in `other`, except for forked chains.
        func covers(_ other: View) -> Bool {
            other.frontier.entries.allSatisfy { entry in
                frontier.length(of: entry.chain) >= entry.length
                    || forks.contains { $0.chain == entry.chain }
            }
        }

        var words: String {
            let lengths = frontier.entries.map { "\($0.chain.bytes.bytes[0])=\($0.length)" }
            let cuts = forks.map { "\($0.chain.bytes.bytes[0])<\($0.length)" }
            return (lengths + cuts).joined(separator: " ")
        }
    }

    // What a node has of it, if anything.
    private static func view(
        of audience: AudienceKind, by writer: PersonID, at machine: SimulatedNode
    ) throws(BrokenClaim) -> View? {
        try machine.read { (store) throws(StorageError) in
            let frontier = try store.frontier(of: audience, by: writer)
            guard !frontier.entries.isEmpty else { return nil }
            let row = try store.audienceRow(audience, of: writer)
            return View(
                forks: try store.forks(of: row), held: try store.digest(of: row),
                state: try store.stateDigest(of: audience, by: writer), frontier: frontier)
        }
    }

    // Honest devices that are not revoked and have an open link between them, each pair in both orders.
    private static func linked(
        in cluster: Cluster
    ) -> [(SimulatedNode, SimulatedNode)] {
        let hosts = cluster.network.open.filter(\.isAccepted).map { link in
            link.ends.map(\.host).sorted()
        }
        var known: [[Int]] = []
        var pairs: [(SimulatedNode, SimulatedNode)] = []
        for pair in hosts where !known.contains(pair) {
            known.append(pair)
            let isOfHonest = pair.allSatisfy {
                cluster.machines.indices.contains($0) && cluster.isHealed($0)
                    && cluster.machines[$0].state == .running && !cluster.devices.isLost($0)
            }
            guard isOfHonest else { continue }
            let (one, other) = (cluster.machines[pair[0]], cluster.machines[pair[1]])
            pairs += [(one, other), (other, one)]
        }
        return pairs
    }

    // Checks that no chain or epoch of an audience that it was never in was mentioned to it.
    private static func checkTold(
        _ hostile: HostileNode, in cluster: Cluster
    ) throws(BrokenClaim) {
        let reader = hostile.machine.holder
        for writer in cluster.honest where writer.holder != reader && writer.store != nil {
            // A person may be served by one who added them, whether or not it is mutual yet.
            let isFriend = cluster.mayHaveAdded(reader, by: writer.holder)
            let barred: [AudienceKind] = isFriend ? [.private] : AudienceKind.own
            for audience in barred {
                let told = hostile.epochsTold.sorted()
                let (chains, rows, row) = try writer.read { (store) throws(StorageError) in
                    var rows: [Int64?] = []
                    for name in told { rows.append(try store.audience(ofEpoch: name)) }
                    return (
                        try store.frontier(of: audience, by: writer.person).entries, rows,
                        try store.audienceRow(audience, of: writer.person)
                    )
                }
                guard chains.allSatisfy({ !hostile.chainsTold.contains($0.chain) }),
                    !rows.contains(row)
                else {
                    throw BrokenClaim(
                        "a hostile node is told only what is its",
                        "\(hostile.machine.place) heard of \(audience) of \(writer.place)")
                }
            }
        }
    }

    /// The initial credit of a link, and one more run.
    private static let creditMax = 5 * 1024 * 1024

    private static func checkTakings(_ hostile: HostileNode) throws(BrokenClaim) {
        for peer in hostile.takings.keys.sorted() {
            guard let takings = hostile.takings[peer] else { continue }
            guard takings.bytesOfRuns <= takings.links * creditMax + takings.credit else {
                throw BrokenClaim(
                    "what is sent is bounded by credit",
                    "node\(peer) sent \(takings.bytesOfRuns) bytes to \(hostile.machine.place)")
            }
        }
    }
}

extension Cluster {
    /// Whether a path of open links among `members` leads from one to the other: nobody has to receive another's data
    /// from hostile or absent nodes alone. Always true in worlds without these.
    func areJoined(_ one: Int, _ other: Int, by members: [Int]) -> Bool {
        guard !network.lawless.isEmpty || core != nil else { return true }
        guard isHealed(one), isHealed(other) else { return false }
        let links = network.open.filter(\.isAccepted).map { $0.ends.map(\.host) }
        var reached = [one]
        var next = [one]
        while let host = next.popLast() {
            if host == other { return true }
            for member in members + [other]
            where !reached.contains(member)
                && (links.contains([host, member]) || links.contains([member, host]))
            {
                reached.append(member)
                next.append(member)
            }
        }
        return false
    }
}
