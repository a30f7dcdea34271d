import CRDT
import Domain
import Primitives
import Sodium
import Wire

// Writing: operations of this device become deltas of its own chains, and take effect like anybody
// else's.
extension Store {
    /// At first start: the own audiences, each with its first epoch.
    func begin(at wall: WallTime) throws(StorageError) {
        try keep(owner.certificate)
        try rename(owner.person, to: owner.name)
        for kind in Audience.allCases {
            let audience = try audience(kind, of: owner.person)
            if kind != .public, try heads(of: audience).isEmpty {
                try rotate(audience, follows: [], at: wall)
            }
        }
    }

    /// Writes `operations` into an own audience and folds them.
    ///
    /// - Parameter origins: what each carries as its origin, if anything.
    /// - Returns: the row of the delta and the origin of each operation, in order.
    @discardableResult
    func write(
        _ operations: [OriginedOperation], into audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> [Written] {
        guard !operations.isEmpty else { return [] }
        var chain = try ownChain(in: audience, at: wall)
        var written: [Written] = []
        var rest = operations[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.operationsPerDelta)
            let isLast = part.endIndex == rest.endIndex
            let taken = try writeDelta(
                Array(part), isLast: isLast, to: &chain, in: audience, at: wall)
            written.append(contentsOf: taken)
            rest = rest.dropFirst(taken.count)
        }
        try keep(chain)
        return written
    }

    /// An operation as it was written.
    struct Written {
        /// The delta's row.
        let delta: Int64
        let dot: Dot
        let carrier: Carrier
        let operation: Operation
    }

    // As many of `operations` as one payload takes, at least one.
    private func writeDelta(
        _ operations: [OriginedOperation], isLast: Bool, to chain: inout ChainRecord,
        in audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> [Written] {
        var operations = operations
        var payload = Payload.encode(operations, chain: chain.id, sequence: chain.length)
        while payload.count + Seal.overhead > WireLimits.payloadBytesMax, operations.count > 1 {
            operations.removeLast((operations.count + 1) / 2)
            payload = Payload.encode(operations, chain: chain.id, sequence: chain.length)
        }
        let isWhole = isLast && operations.count <= Self.operationsPerDelta
        let epoch = try audience.kind == .public ? nil : writingEpoch(of: audience)
        let row = chain.row(chain.length)
        let sequence = chain.length
        try appendOwn(payload, epoch: epoch, isEnd: isWhole, to: &chain, at: wall)
        let carrier = Carrier(chain: chain.id, stamp: chain.stamp)
        var written: [Written] = []
        for (index, operation) in operations.enumerated() {
            let dot =
                operation.origin
                ?? .position(chain: chain.id, sequence: sequence, index: UInt32(index))
            written.append(
                Written(delta: row, dot: dot, carrier: carrier, operation: operation.operation))
        }
        memory.chains[chain.id] = chain
        try fold(operations, of: chain, sequence: sequence, carrier: carrier, in: audience)
        return written
    }

    // Seals, stamps and signs one payload.
    private func appendOwn(
        _ plain: [UInt8], epoch: (name: Bytes16, key: Bytes32)?, isEnd: Bool,
        to chain: inout ChainRecord, at wall: WallTime
    ) throws(StorageError) {
        let stamp = try tick(at: wall)
        var payload = plain
        if let epoch {
            payload = PayloadSeal.seal(
                plain, key: epoch.key, chain: chain.id, sequence: chain.length,
                previous: chain.head, stamp: stamp, epoch: epoch.name)
        }
        try appendSigned(
            payload, epoch: epoch?.name ?? .zero, isPlain: epoch == nil, stamp: stamp,
            isEnd: isEnd, to: &chain)
    }

    private func appendSigned(
        _ payload: [UInt8], epoch: Bytes16, isPlain: Bool, stamp: HybridTime, isEnd: Bool,
        to chain: inout ChainRecord
    ) throws(StorageError) {
        let header = DeltaHeader(
            chain: chain.id, sequence: chain.length, previous: chain.head, stamp: stamp,
            epoch: epoch, isPlain: isPlain, payload: payload)
        let isAnchor =
            isEnd || chain.length % WireLimits.anchorEvery == 0
            || chain.unsignedBytes + payload.count + WireLimits.payloadBytesMax
                > WireLimits.unsignedBytesMax
        let signature = isAnchor ? owner.signing.sign(header.signedBytes) : nil
        try append(
            SignedDelta(header: header, payload: payload, signature: signature), to: &chain)
    }

    /// The own chain in `audience`, opened if this incarnation has none.
    func ownChain(
        in audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> ChainRecord {
        guard let secret = audience.secret else {
            preconditionFailure("the secrets of own audiences derive from the phrase")
        }
        let incarnation = try self.incarnation
        let id = Derivation.chain(
            secret: secret, device: owner.device, incarnation: incarnation)
        if let known = try chain(id) { return known }
        var chain = try makeChain(
            id, in: audience, device: try keep(owner.certificate), incarnation: incarnation)
        let open = Open(
            audience: audience.kind.rawValue, owner: audience.owner,
            certificate: owner.certificate, incarnation: incarnation, grant: nil)
        let payload = Payload.encode([OriginedOperation(.open(open))], chain: id, sequence: 0)
        let epoch = try audience.kind == .public ? nil : writingEpoch(of: audience)
        try appendOwn(payload, epoch: epoch, isEnd: true, to: &chain, at: wall)
        try keep(chain)
        return chain
    }

    /// The epoch that the next write is sealed with: of the heads the one with the smallest name.
    private func writingEpoch(
        of audience: AudienceRecord
    ) throws(StorageError) -> (name: Bytes16, key: Bytes32) {
        guard let head = try heads(of: audience).first, let key = head.key else {
            preconditionFailure("an own audience has an epoch before anything is written to it")
        }
        return (head.name, key)
    }

    /// Makes a new epoch of `audience` for the own devices and everybody who has a grant.
    ///
    /// The chain is opened under the new key, so that whoever gets the key reads it from the start.
    func rotate(
        _ audience: AudienceRecord, follows: [EpochKey.Followed], at wall: WallTime
    ) throws(StorageError) {
        guard let secret = audience.secret else {
            preconditionFailure("only a member rotates, and he knows the first secret")
        }
        let key = entropy.bytes32()
        let secrets = EpochKey.Secrets(
            audience: audience.kind.rawValue, owner: audience.owner.key, firstSecret: secret,
            follows: follows, marks: [])
        let rotation = EpochKey.rotation(
            key: key, secrets: secrets,
            members: try members(of: audience).map(EpochKey.Recipient.init), recovery: Derivation.recoveryKey(phraseSeed: owner.phraseSeed).publicKey,
            entropy: &entropy, dice: &dice)
        let name = Derivation.epochName(of: rotation)
        guard try establish(epoch: name, in: audience, check: rotation.check, key: key) else {
            preconditionFailure("nobody else has made an epoch of this key")
        }
        try writePlain(.rotate(rotation), epoch: follows.first?.name ?? .zero, into: audience, at: wall)
    }

    /// Writes an operation that stands alone in a delta whose payload is not sealed.
    func writePlain(
        _ operation: Operation, epoch: Bytes16, into audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) {
        var chain = try ownChain(in: audience, at: wall)
        let sequence = chain.length
        let operations = [OriginedOperation(operation)]
        let payload = Payload.encode(operations, chain: chain.id, sequence: sequence)
        try appendSigned(
            payload, epoch: epoch, isPlain: true, stamp: try tick(at: wall), isEnd: true,
            to: &chain)
        try keep(chain)
        let carrier = Carrier(chain: chain.id, stamp: chain.stamp)
        try fold(operations, of: chain, sequence: sequence, carrier: carrier, in: audience)
    }

    /// The devices that may read an own audience: the own ones, and of `friends` those of everybody
    /// who has a grant.
    func members(of audience: AudienceRecord) throws(StorageError) -> [Certificate] {
        var members = try certificates(of: owner.person)
        if audience.kind == .friends {
            let people = try database.rows(
                """
                SELECT DISTINCT p.person FROM grants g JOIN people p ON p.id = g.person
                WHERE g.audience = ? ORDER BY p.person
                """, [.integer(audience.number)]
            ) { (row) throws(StorageError) in row.bytes(0) }
            for person in people {
                guard let key = Bytes32(person) else { throw .corrupt }
                members += try certificates(of: PersonID(key))
            }
        }
        return members
    }

    // A stamp above every own one and, within two minutes, above every foreign one.
    private func tick(at wall: WallTime) throws(StorageError) -> HybridTime {
        if memory.clock == nil {
            let own = try database.row(
                "SELECT max(c.stamp) FROM chains c JOIN devices d ON d.id = c.device "
                    + "WHERE d.device = ?", [.blob(owner.device.key.bytes)]
            ) { $0.integer(0) }
            let all = try database.row("SELECT max(stamp) FROM chains") { $0.integer(0) }
            var clock = HybridClock(latest: HybridTime(rawValue: UInt64(max(own ?? 0, 0))))
            // Others' stamps pull it no further than they did when they came.
            clock.note(HybridTime(rawValue: UInt64(max(all ?? 0, 0))), at: wall)
            memory.clock = clock
        }
        guard var clock = memory.clock else { preconditionFailure("the clock was just set") }
        let stamp = clock.tick(at: wall, dice: &dice)
        memory.clock = clock
        return stamp
    }

    /// Takes note of a foreign stamp.
    func note(_ stamp: HybridTime, at wall: WallTime) {
        memory.clock?.note(stamp, at: wall)
    }

    /// A hundred bookmarks are 10 KiB: signature and header weigh a byte each.
    private static let operationsPerDelta = 100
}
