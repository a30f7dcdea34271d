import CRDT
import Domain
import Primitives
import Store
import Sync
import Wire

/// What holds of nodes that keep to the rules where others do not: they tell these nothing that is
/// not theirs, send no more than they are given credit for, and agree on what they wrote.
enum Hostility {
    static let agreement = "honest nodes agree on what a hostile one wrote"
    static let devices = "nobody is taken for another's device"
    static let passing = "what somebody wrote who is gone reaches who may read it"

    /// What holds at any moment.
    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        for hostile in cluster.hostileNodes {
            try checkTold(hostile, in: cluster)
            try checkTakings(hostile)
        }
    }

    /// At the other end of a link is the person whose device it is, whatever certificates say. Asked after
    /// each step of an honest machine: a wrong link may end within milliseconds, when the true device is
    /// dialled, and between two looks nobody would see it.
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

    /// What holds where everybody has been heard, and links are no older than that: of two who tell it
    /// each other both hold the same deltas, the same branches, and the same proofs that there are
    /// several; and who is told it and does not tell it holds no less of any chain. Nobody takes
    /// anything in from whom he has not added, or has no more: not even what both may read. Nor does
    /// anybody ask who is in it no more, as he alone of the two has heard (`isLeftBehind`).
    /// Of what a third person has for friends two say nothing on a link that is older than their both
    /// having it. Of who is away, in the second act, it holds likewise.
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

    /// Which honest machines hold anything of what is for friends of whom a hostile node is, or who is
    /// away.
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

    // The other has added who wrote it and who tells it, and is served it by this one. Its machine says
    // whom it has added: what its person did at one that was revoked before anybody heard of it counts
    // for nothing, and nobody takes anything in from who is nobody's friend.
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

    // The other has heard of epochs that leave this one out, all of which this one has not: the writer
    // ended the friendship, or whoever began it counts no more. The two call what he writes by other
    // keys and do not find each other; nor may they, for whoever asks says how much he has, and this one
    // is not to see what was written since. What nobody else was given stays with him.
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

    // Whose word others have only from each other, or from who changes it: who breaks the rules, and
    // in the second act each person who is away.
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

        /// No chain is shorter than in `other`, but for those with several branches.
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

    // What a machine has of it, if anything.
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

    // Honest machines that nobody has revoked, with an open link between them, each pair both ways round.
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

    // Not one chain or epoch was told to it of an audience that it was never in.
    private static func checkTold(
        _ hostile: HostileNode, in cluster: Cluster
    ) throws(BrokenClaim) {
        let reader = hostile.machine.holder
        for writer in cluster.honest where writer.holder != reader && writer.store != nil {
            // Who has added him serves him, whether or not it is mutual yet.
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

    /// Credit of a link to begin with, and a run more.
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
    /// A way of open links leads from one to the other, by way of `members`: nobody has to hear of
    /// another from those alone who break the rules, or are away. Where there are none of these there is
    /// a way.
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
