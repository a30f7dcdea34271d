package import CRDT
import Domain
package import Primitives
package import Wire

// Receives what a peer sent: verified as a whole, then logged, then folded.
extension Store {
    /// The outcome of receiving a run.
    package enum Reception: Equatable {
        /// This many deltas were new; 0 if the run repaired damaged deltas.
        case advanced(Int)
        /// Everything in it was known.
        case known
        /// It begins beyond what is held, or cannot be judged before another chain has come.
        case early
        /// The peer sent a suffix of a chain whose prefix is dead and not held here, without knowing
        /// that.
        case unaware
        /// A fork of the chain is now proven: its deltas from that position on are void.
        case parted
        /// The signatures do not fit a run that continues what is held: it belongs to another branch, or
        /// to none.
        case doubtful
        /// Its author has filled their share of the audience; nothing was accepted.
        case full
        /// The peer broke the protocol.
        case refused(CloseReason)
    }

    /// Receives a run of `id` that begins at `sequence`.
    ///
    /// - Parameter audience: the row of the audience in which it was offered; nil while only the key of
    ///   one of its epochs is known.
    package func receive(
        _ deltas: [UInt8], of id: ChainID, at sequence: UInt64, in audience: Int64?,
        wall: WallTime
    ) throws(StorageError) -> Reception {
        let known = try chain(id)
        // Nothing beyond a fork is accepted.
        if let audience = known?.audience ?? audience,
            let end = try fork(of: id, in: audience), sequence >= end
        {
            return .known
        }
        guard sequence <= known?.length ?? 0 else { return .early }
        if let known, sequence > 0, sequence < known.length,
            try headerID(of: known, at: sequence - 1) == nil
        {
            // It begins among dead deltas.
            return .known
        }
        let start = try known.map { (chain) throws(StorageError) in
            try base(of: chain, at: sequence)
        }
        guard let base = start ?? CompactRun.Base(startOf: id) else { return .early }
        if base.isBehindDead, deltas.first.map({ $0 & 8 == 0 }) == true { return .unaware }
        let parsed: [SignedDelta]
        switch Self.parse(deltas, after: base) {
        case .success(let list): parsed = list
        case .failure(let refusal): return .refused(refusal.reason)
        }
        guard let last = parsed.last else { return .refused(.badSignature) }
        if last.signature == nil, !(try isTied(last.header.id, of: id)) {
            return .refused(.badSignature)
        }
        guard let known else { return try receiveNew(parsed, of: id, in: audience, wall: wall) }
        if let audience, known.audience != audience { return .refused(.badChain) }
        return try receive(parsed, behind: known, wall: wall)
    }

    // Receives more of a chain that is partly held, or another branch of it.
    private func receive(
        _ deltas: [SignedDelta], behind chain: ChainRecord, wall: WallTime
    ) throws(StorageError) -> Reception {
        guard let sequence = deltas.first?.header.sequence else { return .known }
        let device = try device(of: chain)
        let audience = try audience(chain.audience)
        let mended = memory.damaged.isEmpty ? 0 : try mend(deltas, of: chain)
        let fresh = deltas.filter { $0.header.sequence >= chain.length }
        let isHeld = try isHeld(deltas, of: chain)
        if fresh.isEmpty, isHeld { return mended > 0 ? .advanced(0) : .known }
        guard Self.areSigned(deltas, by: device) else {
            // It may continue a header that the writer of the run never had.
            return sequence == 0 ? .refused(.badSignature) : .doubtful
        }
        guard isHeld else {
            guard let proof = try proof(of: deltas, against: chain, by: device) else {
                return .refused(.badChain)
            }
            try adopt(proof, in: audience, at: wall)
            return .parted
        }
        let end = try fork(of: chain.id, in: chain.audience) ?? .max
        let counted = fresh.filter { $0.header.sequence < end }
        guard !counted.isEmpty else { return .known }
        // It belongs to a former friend, or to a group that this person has left.
        guard try takesIn(chain.audience) else { return .early }
        let writer = try person(of: chain)
        guard try isFull(writer, in: chain.audience, at: wall) == false else { return .full }
        weigh(counted, by: writer, in: chain.audience)
        try take(counted, into: chain, wall: wall)
        return .advanced(counted.count)
    }

    // Receives the beginning of a chain. The first delta says who writes it and by what right.
    private func receiveNew(
        _ deltas: [SignedDelta], of id: ChainID, in offered: Int64?, wall: WallTime
    ) throws(StorageError) -> Reception {
        guard let first = deltas.first else { return .known }
        try unlock(first, by: deltas)
        let open: Open
        switch try read(first) {
        case .sealed: return .early
        case .void: return .refused(.badChain)
        case .operations(let operations):
            guard operations.count == 1, case .open(let found) = operations[0].operation,
                let kind = AudienceKind(rawValue: found.audience),
                kind == .public || !first.header.isPlain
            else { return .refused(.badChain) }
            open = found
        }
        guard open.certificate.isGenuine else { return .refused(.badCertificate) }
        guard Self.areSigned(deltas, by: open.certificate.device) else {
            return .refused(.badSignature)
        }
        // Nothing of a person who was not added, or of a group that was not joined, is accepted; it may
        // come again once that has changed.
        guard let audience = try audience(of: open, in: deltas, at: wall) else { return .early }
        if let offered, offered != audience.number { return .refused(.badChain) }
        var secret = audience.secret
        if secret == nil { secret = try self.secret(in: deltas, of: audience) }
        guard let secret else { return .early }
        let expected = Derivation.chain(
            secret: secret, device: open.certificate.device, incarnation: open.incarnation)
        guard expected == id else { return .refused(.badChain) }
        let end = try fork(of: id, in: audience.number) ?? .max
        let counted = deltas.filter { $0.header.sequence < end }
        guard !counted.isEmpty else { return .known }
        let writer = try number(of: open.certificate.person)
        guard try isFull(writer, in: audience.number, at: wall) == false else { return .full }
        weigh(counted, by: writer, in: audience.number)
        let chain = try makeChain(id, by: open, in: audience)
        try noteLife(of: open)
        try take(counted, into: chain, wall: wall)
        return .advanced(counted.count)
    }

    // A chain that begins with a rotation is opened under the new key, which a later delta seals to this
    // device.
    private func unlock(
        _ first: SignedDelta, by deltas: [SignedDelta]
    ) throws(StorageError) {
        guard !first.header.isPlain, try epoch(first.header.epoch)?.key == nil else { return }
        for delta in deltas where delta.header.isPlain {
            guard case .operations(let operations) = try read(delta), operations.count == 1,
                case .rotate(let rotation) = operations[0].operation,
                Derivation.epochName(of: rotation) == first.header.epoch,
                let key = try key(of: rotation)
            else { continue }
            return try deliver(epoch: first.header.epoch, key: key)
        }
    }

    /// A counter that rises with everything that may explain what came too early: deltas and changes of
    /// membership.
    package var experience: UInt64 { memory.received &+ memory.membership }

    /// Whether chains of an audience are accepted here: those of a contact, and those of a group that
    /// this person has joined and that is not over.
    package func takesIn(_ audience: Int64) throws(StorageError) -> Bool {
        let audience = try self.audience(audience)
        guard let id = audience.name.id else { return try isFriend(audience.founder) }
        guard let group = try group(id) else { return audience.kind == .direct }
        return !group.isOver
    }

    // Returns the audience that a chain belongs to, if it concerns this person.
    private func audience(
        of open: Open, in deltas: [SignedDelta], at wall: WallTime
    ) throws(StorageError) -> AudienceRecord? {
        guard let kind = AudienceKind(rawValue: open.audience) else { return nil }
        guard kind.hasID else {
            return try isFriend(open.owner) ? try audience(kind, of: open.owner) : nil
        }
        if kind == .direct { try meet(open, in: deltas, at: wall) }
        guard let group = try group(open.owner.key), !group.isOver,
            group.audience.kind == kind
        else { return nil }
        return try audience(group.audience.number)
    }

    // Returns the first secret from a rotation among `deltas`, readable with the epoch's key.
    private func secret(
        in deltas: [SignedDelta], of audience: AudienceRecord
    ) throws(StorageError) -> Bytes32? {
        for delta in deltas where delta.header.isPlain {
            guard case .operations(let operations) = try read(delta), operations.count == 1,
                case .rotate(let rotation) = operations[0].operation,
                !audience.kind.hasID || audience.name.id == Derivation.audienceID(of: rotation),
                let key = try key(of: rotation),
                let secrets = EpochKey.secrets(of: rotation, key: key),
                secrets.belong(to: audience, as: rotation)
            else { continue }
            return secrets.firstSecret
        }
        return nil
    }

    // Logs and folds deltas whose signatures were checked.
    private func take(
        _ deltas: [SignedDelta], into chain: ChainRecord, wall: WallTime
    ) throws(StorageError) {
        var chain = chain
        let audience = try audience(chain.audience)
        memory.received += UInt64(deltas.count)
        for delta in deltas {
            let sequence = chain.length
            if try isDead(delta, of: chain) {
                advance(&chain, behind: delta)
                memory.chains[chain.id] = chain
                continue
            }
            try append(delta, to: &chain)
            memory.chains[chain.id] = chain
            try foldReceived(delta, of: chain, sequence: sequence, in: audience)
            try hearLeave(in: delta, of: chain, audience)
        }
        note(chain.stamp, in: audience, at: wall)
        try keep(chain)
        chain = try goOn(chain)
        try retryWaiting(on: waitingKey(chain: chain.id))
        try leap(chain)
        try judgeAnew(at: wall)
    }

    // Whether a delta is dead; then it comes from a peer that does not know that, and is not stored.
    private func isDead(
        _ delta: SignedDelta, of chain: ChainRecord
    ) throws(StorageError) -> Bool {
        let sequence = delta.header.sequence
        guard try dead(of: chain).contains(sequence),
            case .operations(let operations) = try read(delta, in: chain.audience)
        else { return false }
        return try isDead(operations, sequence, of: chain)
    }

    // Handles a departure announced by a right that had already ended. The operation is void, but the
    // person has left: a device of this person that has granted them another right meanwhile ends that
    // too.
    private func hearLeave(
        in delta: SignedDelta, of chain: ChainRecord, _ audience: AudienceRecord
    ) throws(StorageError) {
        guard audience.kind == .group, case .operations(let operations) = try read(delta) else {
            return
        }
        let right = try database.row(
            "SELECT grant_id FROM chains WHERE id = ? ORDER BY id", [.integer(chain.number)]
        ) { UInt64(bitPattern: $0.integer(0)) }
        let isLeave = operations.contains { entry in
            guard case .cut(let cut) = entry.operation else { return false }
            return cut.chains.isEmpty && cut.grant == right
        }
        let standing = try judgement(of: audience).standing(of: chain.id)
        guard isLeave, !standing.covers(delta.header.sequence) else { return }
        let person = try author(row: try person(of: chain)).person
        memory.leavers.append((audience.number, person))
        membersChanged()
    }

    // Whether a header needs no signature: the proof of a fork links both branches to it, or a checkpoint
    // declares everything after it dead.
    private func isTied(_ header: Bytes32, of id: ChainID) throws(StorageError) -> Bool {
        if try proof(of: id)?.previous == header { return true }
        guard let chain = try chain(id) else { return false }
        return try ties(of: chain).contains(header)
    }

    private struct Refusal: Error {
        let reason: CloseReason
    }

    // Returns a run's deltas with their headers rebuilt; every anchor must be signed.
    private static func parse(
        _ bytes: [UInt8], after base: CompactRun.Base
    ) -> Result<[SignedDelta], Refusal> {
        var reader = ByteReader(bytes)
        var deltas: [SignedDelta] = []
        var base = base
        do throws(WireError) {
            while !reader.isAtEnd {
                let delta = try CompactRun.read(after: base, from: &reader)
                let mustBeSigned = delta.header.sequence % WireLimits.anchorEvery == 0
                guard !mustBeSigned || delta.signature != nil else {
                    return .failure(Refusal(reason: .badSignature))
                }
                guard delta.header.sequence < ChainRecord.lengthMax else {
                    return .failure(Refusal(reason: .badChain))
                }
                base = CompactRun.Base(after: delta.header)
                deltas.append(delta)
            }
        } catch {
            return .failure(Refusal(reason: .malformed))
        }
        return .success(deltas)
    }

    /// Whether all signatures that these deltas carry are the device's.
    static func areSigned(_ deltas: [SignedDelta], by device: DeviceID) -> Bool {
        deltas.allSatisfy { $0.signature == nil || $0.isSigned(by: device) }
    }
}
