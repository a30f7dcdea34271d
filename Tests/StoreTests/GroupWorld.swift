import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Five people in one group, one of them with two devices, whose replicas synchronise by hand; and
/// two replicas that were let in and have received nothing yet.
final class GroupWorld {
    /// The founder, who writes nothing void, and does not leave.
    let ana: WriteReplica
    /// Ana's second device.
    let phone: WriteReplica
    let ben: WriteReplica
    let cleo: WriteReplica
    let dora: WriteReplica
    let eva: WriteReplica
    /// Let in as a viewer; a friend of cleo's.
    let finn: WriteReplica
    /// Ana's third device.
    let tablet: WriteReplica
    /// The group's id in operations.
    let group: Bytes32
    var dice: Dice

    /// The replicas that act.
    var actors: [WriteReplica] { [ana, phone, ben, cleo, dora, eva] }

    init(seed: UInt64) throws {
        dice = Dice(seed: seed)
        let place = [UInt8(truncatingIfNeeded: seed), UInt8(truncatingIfNeeded: seed >> 8)]
        ana = try WriteReplica(1, name: "ana", place: place)
        phone = try WriteReplica(1, device: 2, name: "ana", pairedWith: ana)
        tablet = try WriteReplica(1, device: 3, name: "ana", pairedWith: ana)
        ben = try WriteReplica(2, name: "ben", place: place)
        cleo = try WriteReplica(3, name: "cleo", place: place)
        dora = try WriteReplica(4, name: "dora", place: place)
        eva = try WriteReplica(5, name: "eva", place: place)
        finn = try WriteReplica(6, name: "finn", place: place)
        let founder = ana
        let made = try ana.step { (store) throws(StorageError) in
            try store.newGroup("lab", addresses: [], at: founder.wall)
        }
        guard case .group(let lab) = made else { throw WriteReplica.Unexpected(what: "\(made)") }
        group = lab.id
        try meet(ana, phone)
        try letIn(ben, as: .owner, by: ana)
        try letIn(cleo, as: .editor, by: ben)
        try letIn(dora, as: .editor, by: ana)
        try letIn(eva, as: .viewer, by: ben)
        try befriendFinn()
        for _ in 0..<2 { for other in actors.dropFirst() { try meet(ana, other) } }
    }

    // Data from outside the group that one of its members holds.
    private func befriendFinn() throws {
        try letIn(finn, as: .viewer, by: ana, isHeard: false)
        try finn.add(friend: cleo)
        try cleo.add(friend: finn)
        for title in ["loom", "yarn"] {
            try cleo.keep(
                BookmarkDraft(url: "https://\(title).example/", title: title), in: .friends)
        }
    }

    // MARK: Meeting

    /// Lets a person in by an invitation, as two nodes would.
    ///
    /// - Parameter isHeard: whether they receive what the group holds; otherwise they only know its
    ///   name.
    func letIn(
        _ newcomer: WriteReplica, as role: GroupRole, by host: WriteReplica, isHeard: Bool = true
    ) throws {
        let made = try host.step { (store) throws(StorageError) in
            try store.invite(
                to: "lab", role: role, uses: 1, seconds: 3600, addresses: [], at: host.wall)
        }
        guard case .invited(let text) = made, let invitation = Invitation(text: text.text) else {
            return
        }
        let joined = try newcomer.step { (store) throws(StorageError) in
            try store.join(invitation.text, name: nil, at: newcomer.wall)
        }
        guard case .group = joined else { return }
        let certificate = newcomer.owner.certificate
        let id = Derivation.invitationID(secret: invitation.secret)
        let ticket = Ticket(
            certificate: certificate, name: newcomer.owner.name, addresses: ["10.0.0.1:9"])
        try host.step { (store) throws(StorageError) in
            guard try store.welcome(certificate, by: id, at: host.wall) == .letIn else {
                return
            }
            try store.introduce(ticket.text, by: certificate, id: id, at: host.wall)
        }
        try newcomer.step { (store) throws(StorageError) in try store.beWelcome(by: id) }
        if isHeard { try meet(host, newcomer) }
    }

    /// Synchronises as one session does: all that either may be served, or the beginning.
    func meet(_ left: WriteReplica, _ right: WriteReplica, isCutShort: Bool = false) throws {
        try tell(left, to: right, isCutShort: isCutShort)
        try tell(right, to: left, isCutShort: isCutShort)
        for replica in [left, right] { try settle(replica) }
    }

    private func tell(
        _ source: WriteReplica, to target: WriteReplica, isCutShort: Bool
    ) throws {
        let shared = try source.step { (store) throws(StorageError) in
            try store.shared(with: target.owner.certificate)
        }
        try target.take(shared.flatMap { $0.keys + $0.history }.filter { $0.name != .zero })
        for audience in shared {
            for run in try source.runs(of: audience.audience, cutAt: { 700 }) {
                if isCutShort, dice.roll(below: 4) == 0 { break }
                if case .refused(let reason) = try target.receive(run) {
                    throw WriteReplica.Unexpected(what: reason.name)
                }
            }
        }
    }

    /// Does what a node does by itself after receiving something.
    func settle(_ replica: WriteReplica) throws {
        replica.wall = WallTime(milliseconds: replica.wall.milliseconds + 1)
        try replica.step { (store) throws(StorageError) in
            try store.settleRefolds(at: replica.wall)
            try store.settleKeys(at: replica.wall)
        }
    }

    /// Returns the group as a replica has it.
    func lab(at replica: WriteReplica) throws -> AudienceRecord {
        let id = group
        let found = try replica.step { (store) throws(StorageError) in
            try store.group(id)?.audience
        }
        return try #require(found)
    }

    // MARK: Chains and keys

    /// Returns every chain of an audience, from the replica that holds the most of it, split at
    /// signed deltas in `count` random ways.
    func chains(
        of audience: (WriteReplica) throws -> Int64, among replicas: [WriteReplica], ways count: Int
    ) throws -> [[[WriteReplica.Run]]] {
        var longest: [ChainID: (length: UInt64, holder: WriteReplica, row: Int64)] = [:]
        var order: [ChainID] = []
        for replica in replicas {
            let row = try audience(replica)
            let log = try replica.step { (store) throws(StorageError) in try store.log(of: row) }
            for entry in log {
                if longest[entry.chain] == nil { order.append(entry.chain) }
                guard entry.length > longest[entry.chain]?.length ?? 0 else { continue }
                longest[entry.chain] = (entry.length, replica, row)
            }
        }
        var ways: [[[WriteReplica.Run]]] = []
        for _ in 0..<count {
            var all: [WriteReplica.Run] = []
            for replica in replicas {
                all += try replica.runs(of: try audience(replica)) {
                    self.dice.roll(below: 4) == 0 ? 1 : 3000
                }.filter { longest[$0.chain]?.holder === replica }
            }
            ways.append(order.map { chain in all.filter { $0.chain == chain } })
        }
        return ways
    }

    /// Returns the keys of an audience's epochs that any of `replicas` has.
    func keys(
        of audience: (WriteReplica) throws -> Int64, among replicas: [WriteReplica]
    ) throws -> [EpochKey.Followed] {
        var keys: [EpochKey.Followed] = []
        for replica in replicas {
            let row = try audience(replica)
            keys += try replica.step { (store) throws(StorageError) in
                try store.keysOfEpochs(of: try store.audience(row))
            }.filter { !keys.contains($0) }
        }
        return keys
    }
}
