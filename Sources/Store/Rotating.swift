import CRDT
import Domain
package import Primitives
import Sodium
import Wire

// Who has which key: an epoch leaves out everybody who has gone, and lets in everybody who is there.
extension Store {
    /// Somebody may have come or gone: what was concluded about keys is concluded anew.
    func membersChanged() {
        memory.heads = [:]
        memory.writing = [:]
        memory.areKeysDue = true
    }

    /// The epoch that the next write into an own audience is sealed with: of the heads that leave
    /// out everybody who has gone the one with the smallest name. If there is none one is made that
    /// follows all heads; several are left as they are, so this ends.
    func writingEpoch(
        of audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> EpochKey.Followed {
        if let known = memory.writing[audience.number], let key = known.key {
            return EpochKey.Followed(name: known.name, key: key)
        }
        let gone = try formerMembers(of: audience)
        for head in try heads(of: audience) {
            guard let key = head.key, !(try marksAny(of: gone, head)) else { continue }
            memory.writing[audience.number] = head
            return EpochKey.Followed(name: head.name, key: key)
        }
        return try rotate(audience, at: wall)
    }

    /// Lets every member device into every epoch that counts, once it is known that somebody may
    /// be missing; makes a new epoch first if somebody has gone.
    package func settleKeys(at wall: WallTime) throws(StorageError) {
        try judgeAnew(at: wall)
        guard memory.areKeysDue else { return }
        memory.areKeysDue = false
        guard try canWrite else { return }
        for kind in [Audience.private, .friends] {
            let audience = try audience(kind, of: owner.person)
            _ = try writingEpoch(of: audience, at: wall)
            let members = try members(of: audience).map(EpochKey.Recipient.init)
            let gone = try formerMembers(of: audience)
            for head in try heads(of: audience) {
                guard let key = head.key, !(try marksAny(of: gone, head)) else { continue }
                var missing: [EpochKey.Recipient] = []
                for member in members where !(try isMarked(member, in: head)) {
                    missing.append(member)
                }
                guard !missing.isEmpty else { continue }
                for start in stride(from: 0, to: missing.count, by: WireLimits.deliveriesMax) {
                    let part = missing[start...].prefix(WireLimits.deliveriesMax)
                    let admission = draw(for: kind) { chance in
                        EpochKey.admission(
                            to: head.name, key: key, members: Array(part),
                            entropy: &chance.entropy, dice: &chance.dice)
                    }
                    try writePlain(.admit(admission), epoch: head.name, into: audience, at: wall)
                }
            }
        }
        memory.areKeysDue = false
    }

    /// Makes a new epoch of an own audience for its members, which follows all heads.
    @discardableResult
    func rotate(
        _ audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> EpochKey.Followed {
        guard let secret = audience.secret else {
            preconditionFailure("only a member rotates, and he knows the first secret")
        }
        let follows = try heads(of: audience).compactMap { head in
            head.key.map { EpochKey.Followed(name: head.name, key: $0) }
        }
        return try rotate(audience, secret: secret, follows: follows, at: wall)
    }

    /// The same, following what is said.
    @discardableResult
    func rotate(
        _ audience: AudienceRecord, secret: Bytes32, follows: [EpochKey.Followed],
        at wall: WallTime
    ) throws(StorageError) -> EpochKey.Followed {
        let key = draw(for: audience.kind) { $0.entropy.bytes32() }
        let secrets = EpochKey.Secrets(
            audience: audience.kind.rawValue, owner: audience.owner.key, firstSecret: secret,
            follows: follows, marks: [])
        // The last place is the recovery key's.
        let members = try members(of: audience).prefix(WireLimits.deliveriesMax - 1)
        let rotation = draw(for: audience.kind) { chance in
            EpochKey.rotation(
                key: key, secrets: secrets, members: members.map(EpochKey.Recipient.init),
                recovery: owner.recovery, entropy: &chance.entropy, dice: &chance.dice)
        }
        let epoch = EpochKey.Followed(name: Derivation.epochName(of: rotation), key: key)
        // Known before its rotation stands, as if a peer had said so: the fold confirms it.
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

    /// The devices that may read an own audience: the own ones, and of `friends` those of
    /// everybody who was added. Nothing in `friends` lists them: its members can only test marks.
    func members(of audience: AudienceRecord) throws(StorageError) -> [Certificate] {
        var people = [owner.person]
        if audience.kind == .friends { people += try contacts().map(\.person) }
        var members: [Certificate] = []
        for person in people {
            var devices: [Certificate] = []
            for certificate in try certificates(of: person) where !(try isEnded(certificate)) {
                devices.append(certificate)
            }
            members += devices.prefix(Limits.devicesMax)
        }
        return members
    }

    // Every device that was ever heard of and is no member.
    private func formerMembers(
        of audience: AudienceRecord
    ) throws(StorageError) -> [EpochKey.Recipient] {
        let members = Set(try members(of: audience))
        let all = try database.rows("SELECT certificate FROM devices ORDER BY id") {
            (row) throws(StorageError) in row.bytes(0)
        }
        return all.compactMap { bytes in
            var reader = ByteReader(bytes)
            guard let certificate = try? Certificate(from: &reader),
                !members.contains(certificate)
            else { return nil }
            return EpochKey.Recipient(certificate)
        }
    }

    private func marksAny(
        of devices: [EpochKey.Recipient], _ head: EpochRecord
    ) throws(StorageError) -> Bool {
        for device in devices where try isMarked(device, in: head) { return true }
        return false
    }
}
