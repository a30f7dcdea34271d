import CRDT
import Domain
package import Primitives
import Sodium
import Wire

// Distributes keys: an epoch leaves out all former members and admits all current ones.
extension Store {
    /// Discards everything derived from membership, after somebody may have joined or left.
    func membersChanged() {
        memory.heads = [:]
        memory.writing = [:]
        memory.fellows = nil
        memory.farewells = [:]
        memory.hasFading = nil
        memory.membership += 1
        memory.areKeysDue = true
        memory.areCopiesDue = true
        memory.areShadowsDue = true
    }

    /// Returns the epoch that seals the next write into an own audience: of the heads that leave out all
    /// former members the one with the smallest name. If there is none, creates one that follows all
    /// heads. Several such heads are left as they are, so that this terminates.
    func writingEpoch(
        of audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> EpochKey.Followed {
        if let current = try currentEpoch(of: audience)?.followed { return current }
        return try rotate(audience, at: wall)
    }

    /// Returns the epoch to write with; nil if one has to be created first.
    func currentEpoch(of audience: AudienceRecord) throws(StorageError) -> EpochRecord? {
        if let known = memory.writing[audience.number] { return known }
        let gone = try formerMembers(of: audience)
        for head in try heads(of: audience) where !(try marksAny(of: gone, head)) {
            memory.writing[audience.number] = head
            return head
        }
        return nil
    }

    /// Admits every member device to every epoch that counts, when some may be missing. In own audiences
    /// first creates a new epoch if a member has left.
    package func settleKeys(at wall: WallTime) throws(StorageError) {
        try judgeAnew(at: wall)
        try settleShadows()
        guard memory.areKeysDue else { return }
        memory.areKeysDue = false
        guard try canWrite else { return }
        var isLater = false
        for kind in [AudienceKind.private, .friends] {
            let audience = try audience(kind, of: owner.person)
            if try currentEpoch(of: audience) == nil {
                guard mayRotateAhead(audience, at: wall) else {
                    isLater = true
                    continue
                }
                try rotate(audience, at: wall)
            }
            try admit(try members(of: audience), into: audience, at: wall)
        }
        try settleGroups(at: wall)
        memory.areKeysDue = isLater
    }

    // Whether a new epoch may be created although nothing is written in it now. Two devices of a person
    // that share only this audience, one of which does not know that a member has left, would otherwise
    // admit and exclude that member in turn, as fast as they answer each other.
    private func mayRotateAhead(_ audience: AudienceRecord, at wall: WallTime) -> Bool {
        var recent = memory.rotations[audience.number] ?? []
        // A clock that was set back does not extend the pause.
        recent.removeAll {
            $0 > wall || wall.milliseconds - $0.milliseconds >= Self.rotationsPeriodMilliseconds
        }
        guard recent.count < Self.rotationsAheadMax else { return false }
        memory.rotations[audience.number] = recent + [wall]
        return true
    }

    /// Rotations of one audience that one device may write in a minute ahead of need; others wait.
    private static let rotationsAheadMax = 8
    private static let rotationsPeriodMilliseconds: UInt64 = 60_000

    /// Admits those of `members` that are missing to every head, once there is a head that leaves out all
    /// former members: from then on only there is anything written. Another head may exist beside it that
    /// does not leave them out, if two devices rotated concurrently. Deltas written there in between are for members
    /// too, and a device that is not marked in all heads is served nothing.
    func admit(
        _ members: [Certificate], into audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) {
        guard try currentEpoch(of: audience) != nil else { return }
        for head in try heads(of: audience) {
            guard let key = head.key else { continue }
            var missing: [EpochKey.Recipient] = []
            for member in members.map(EpochKey.Recipient.init)
            where !(try isMarked(member, in: head)) {
                missing.append(member)
            }
            for start in stride(from: 0, to: missing.count, by: WireLimits.deliveriesMax) {
                let part = missing[start...].prefix(WireLimits.deliveriesMax)
                let admission = draw(for: audience.name) { chance in
                    EpochKey.admission(
                        to: head.name, key: key, members: Array(part),
                        entropy: &chance.entropy, dice: &chance.dice)
                }
                try writePlain(.admit(admission), epoch: head.name, into: audience, at: wall)
            }
        }
    }

    /// Creates a new epoch of an own audience for its members that follows all heads.
    @discardableResult
    func rotate(
        _ audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> EpochKey.Followed {
        guard let secret = audience.secret else {
            preconditionFailure("only a member rotates, and members know the first secret")
        }
        let follows = Array(try heads(of: audience).compactMap(\.followed).prefix(Self.followsMax))
        return try rotate(audience, secret: secret, follows: follows, at: wall)
    }

    /// Creates a new epoch that follows the given ones.
    @discardableResult
    func rotate(
        _ audience: AudienceRecord, secret: Bytes32, follows: [EpochKey.Followed],
        at wall: WallTime
    ) throws(StorageError) -> EpochKey.Followed {
        let key = draw(for: audience.name) { $0.entropy.bytes32() }
        let secrets = EpochKey.Secrets(
            audience: audience.kind.rawValue, owner: audience.owner.key, firstSecret: secret,
            follows: follows, marks: [])
        // The last delivery is for the recovery key.
        let members = try members(of: audience).prefix(WireLimits.deliveriesMax - 1)
        let rotation = draw(for: audience.name) { chance in
            EpochKey.rotation(
                key: key, secrets: secrets, members: members.map(EpochKey.Recipient.init),
                recovery: owner.recovery, entropy: &chance.entropy, dice: &chance.dice)
        }
        return try begin(rotation, key: key, follows: follows, in: audience, at: wall)
    }

    /// Writes a rotation that was made here.
    @discardableResult
    func begin(
        _ rotation: Rotation, key: Bytes32, follows: [EpochKey.Followed],
        in audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> EpochKey.Followed {
        let epoch = EpochKey.Followed(name: Derivation.epochName(of: rotation), key: key)
        // The key is stored like a claim of a peer before the rotation is written; the fold confirms it.
        try deliver(epoch: epoch.name, key: key)
        try writePlain(
            .rotate(rotation), epoch: follows.first?.name ?? .zero, before: epoch, into: audience,
            at: wall)
        return epoch
    }

    /// Writes an operation that stands alone in a delta whose payload is not sealed.
    ///
    /// - Parameter first: see `ownChain`.
    func writePlain(
        _ operation: Operation, epoch: Bytes16, before first: EpochKey.Followed? = nil,
        into audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) {
        var chain = try ownChain(in: audience, before: first, at: wall)
        let sequence = chain.length
        let operations = [OriginedOperation(operation)]
        let payload = Payload.encode(operations, chain: chain.id, sequence: sequence)
        try appendSigned(
            payload, epoch: epoch, isPlain: true, stamp: try tick(in: audience, at: wall),
            isEnd: true,
            to: &chain)
        try keep(chain)
        let carrier = Carrier(chain: chain.id, stamp: chain.stamp)
        try fold(
            operations, of: chain, sequence: sequence, carrier: carrier, in: audience,
            isWritten: true)
        try judgeAnew(at: wall)
    }

    // MARK: Members

    /// Returns the devices that may read an audience: the own ones; for `friends` also those of all
    /// contacts (nothing in `friends` lists them, its members can only test marks); for a group those
    /// that its members have certified there.
    func members(of audience: AudienceRecord) throws(StorageError) -> [Certificate] {
        var people = [owner.person]
        if audience.kind == .friends { people += try contacts().map(\.person) }
        if audience.kind.hasID {
            // Includes a group that this person has left without having announced it there yet.
            let judgement = try judgement(of: audience)
            people = judgement.isMember(owner.person) ? judgement.members : [owner.person]
        }
        var members: [Certificate] = []
        for person in people {
            let isHere = audience.kind.hasID && person != owner.person
            let known =
                isHere
                ? try certificates(of: person, in: audience) : try certificates(of: person)
            var devices: [Certificate] = []
            for certificate in known where !(try isEnded(certificate)) {
                devices.append(certificate)
            }
            members += devices.prefix(Limits.devicesMax)
        }
        return members
    }

    /// The maximum number of epochs that one rotation follows: 12 KiB of an operation's 64. If there are
    /// more heads, the rest stay heads.
    private static let followsMax = 256

    // Returns every device ever known (in a group: known there) that is no member.
    private func formerMembers(
        of audience: AudienceRecord
    ) throws(StorageError) -> [EpochKey.Recipient] {
        let members = Set(try members(of: audience))
        let all =
            audience.kind.hasID
            ? try certificates(in: audience)
            : try certificates("SELECT certificate FROM devices ORDER BY id", [])
        return all.filter { !members.contains($0) }.map(EpochKey.Recipient.init)
    }

    private func marksAny(
        of devices: [EpochKey.Recipient], _ head: EpochRecord
    ) throws(StorageError) -> Bool {
        for device in devices where try isMarked(device, in: head) { return true }
        return false
    }
}
