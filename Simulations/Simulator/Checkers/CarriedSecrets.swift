import CRDT
import Domain
import Primitives
import Wire

@testable import Store

/// What is carried is sealed, and for nobody but whom it may be for: whoever has the file has nothing of
/// it. Looked at when an honest node hands it out, with the keys of every machine of the world.
enum CarriedSecrets {
    static let claim = "what is carried is for whom it may be for"

    static func check(
        _ bytes: [UInt8], by node: Int, in cluster: Cluster
    ) throws(BrokenClaim) {
        guard cluster.isHonest(node) else { return }
        // Who has come in this very step is not noted yet.
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
                    throw BrokenClaim(claim, "\(writer.place) seals something to \(reader.place)")
                }
            }
        }
    }

    // By what persons have been told, not by what the store thinks.
    private static func isOwed(
        _ contents: Segment.Contents, to reader: SimulatedNode, by writer: SimulatedNode,
        in cluster: Cluster
    ) throws(BrokenClaim) -> Bool {
        let name = contents.keys[0].name
        let audience = try writer.read { (store) throws(StorageError) in
            try store.audience(ofEpoch: name).map { (row) throws(StorageError) in
                try store.audience(row)
            }
        }
        // Of what is public the key stands for the person; both are to have each other for friends.
        guard let audience else { return isFriend(reader, of: writer.holder, by: writer, cluster) }
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
            // Who was removed, and has not left, tells his own machines what he has of it, as over a
            // link: one of them may know that he is in again, and all of them are one reader.
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

    // Who has left serves the members until one of them has said that he holds the leave (0014). He takes
    // in nothing more: whom somebody has removed since, whether or not that one has heard of it himself, is
    // a member by all that the leaver can know.
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
        // He himself knows that it is over; of others he may not have heard it.
        let isOwn = owner == writer.holder && !cluster.isShared(owner)
        return cluster.mayHaveAdded(reader.holder, by: owner, isOnlyNow: isOwn)
    }
}
