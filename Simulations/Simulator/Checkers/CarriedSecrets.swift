import CRDT
import Domain
import Primitives
import Wire

@testable import Store

/// Checks that carried segments are sealed, and only to permitted readers. Checked with the keys of every device when
/// an honest node hands a segment out.
enum CarriedSecrets {
    static let claim = "what is carried is for whom it may be for"

    static func check(
        _ bytes: [UInt8], by node: Int, in cluster: Cluster
    ) throws(BrokenClaim) {
        guard cluster.isHonest(node) else { return }
        // Somebody who joined in this very step is not recorded yet.
        try cluster.observeGroups(at: node)
        let writer = cluster.machines[node]
        guard Canaries.find(in: bytes).isEmpty, let segment = try? Segment(bytes: bytes) else {
            throw BrokenClaim(claim, "\(writer.place) hands out what is not sealed")
        }
        for reader in cluster.machines where reader.number != node {
            switch segment.open(for: reader.owner.agreement) {
            case .notForMe: continue
            case .damaged, .forged, .newer:
                throw BrokenClaim(claim, "\(writer.place) seals what \(reader.place) cannot open")
            case .contents(let contents):
                guard try isOwed(contents, to: reader, by: writer, in: cluster) else {
                    let what = try audience(of: contents, at: writer).map {
                        "something of \($0.kind) of \(cluster.number(of: $0.founder) ?? -1)"
                    }
                    throw BrokenClaim(
                        claim, "\(writer.place) seals \(what ?? "a key") to \(reader.place)")
                }
            }
        }
    }

    // Judges by what persons were told, not by what the store thinks.
    private static func isOwed(
        _ contents: Segment.Contents, to reader: SimulatedNode, by writer: SimulatedNode,
        in cluster: Cluster
    ) throws(BrokenClaim) -> Bool {
        // For public data the key stands for the person; both must be friends.
        guard let audience = try audience(of: contents, at: writer) else {
            return isFriend(reader, of: writer.holder, by: writer, cluster)
        }
        let isLost = cluster.devices.cut.map {
            $0.machine == reader.number && $0.by == writer.number
        }
        guard isLost != true else { return false }
        switch audience.kind {
        case .private: return reader.holder == writer.holder
        case .friends, .public:
            guard let owner = cluster.number(of: audience.founder) else { return false }
            return isFriend(reader, of: owner, by: writer, cluster)
        case .group:
            // A removed person who has not left gives their own devices what they have of the group, as over a link:
            // one of the devices may know that they are in again, and all of them are one reader.
            if reader.holder == writer.holder { return true }
            guard
                let number = cluster.groups.accounts.firstIndex(where: {
                    audience.name.id == $0.id && $0.id != nil
                })
            else { return false }
            let own = cluster.groups.accounts[number].verdicts[writer.number] ?? []
            if own.contains(reader.holder) { return true }
            return try isFellow(reader, inWhatWasLeft: audience, by: writer)
        case .direct: return true
        }
    }

    // The audience whose epoch the contents are sealed with; nil if it is none, as of what is public.
    private static func audience(
        of contents: Segment.Contents, at writer: SimulatedNode
    ) throws(BrokenClaim) -> AudienceRecord? {
        let name = contents.keys[0].name
        return try writer.read { (store) throws(StorageError) in
            try store.audience(ofEpoch: name).map { (row) throws(StorageError) in
                try store.audience(row)
            }
        }
    }

    // A departed member serves the other members until one of them acknowledges the departure (0014), and receives
    // nothing more: a person removed since then is still a member by everything that the departed one can know.
    private static func isFellow(
        _ reader: SimulatedNode, inWhatWasLeft audience: AudienceRecord, by writer: SimulatedNode
    ) throws(BrokenClaim) -> Bool {
        try writer.read { (store) throws(StorageError) in
            guard let id = audience.name.id, let group = try store.group(id) else { return false }
            switch try store.state(of: group) {
            case .left, .joining:
                return try store.judgement(of: audience).isMember(reader.person)
            case .member, .removed: return false
            }
        }
    }

    private static func isFriend(
        _ reader: SimulatedNode, of owner: Int, by writer: SimulatedNode, _ cluster: Cluster
    ) -> Bool {
        if reader.holder == owner { return true }
        // The owner knows that the friendship is over; others may not know it yet.
        let isOwn = owner == writer.holder && !cluster.isShared(owner)
        return cluster.mayHaveAdded(reader.holder, by: owner, isOnlyNow: isOwn)
    }
}
