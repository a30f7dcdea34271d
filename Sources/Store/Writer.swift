import CRDT
import Domain
import Primitives
import Sodium
import Wire

// Writing: operations of this device become deltas of its own chains, and take effect like those of
// anybody else.
extension Store {
    /// Creates the own audiences on the first start, each with its first epoch.
    func begin(at wall: WallTime) throws(StorageError) {
        try keep(owner.certificate)
        try rename(owner.person, to: owner.name)
        for kind in AudienceKind.own {
            let audience = try audience(kind, of: owner.person)
            // A further device of a person receives the secrets from the other devices.
            if kind != .public, audience.secret != nil, try heads(of: audience).isEmpty {
                try rotate(audience, at: wall)
            }
        }
        try settleKeys(at: wall)
    }

    /// Changes the name by which the person presents themselves.
    package func callOwner(_ name: String) throws(StorageError) {
        owner.name = name
        try rename(owner.person, to: name)
    }

    /// Whether this device can write: it knows the secrets of its person's audiences and is not revoked.
    var canWrite: Bool {
        get throws(StorageError) {
            for kind in [AudienceKind.private, .friends] {
                let audience = try audience(kind, of: owner.person)
                guard audience.secret != nil, !(try heads(of: audience).isEmpty) else {
                    return false
                }
            }
            return !(try isEnded(owner.certificate))
        }
    }

    /// Writes `operations` into an own audience and folds them.
    ///
    /// - Returns: the row of the delta and the dot of each operation, in order.
    @discardableResult
    func write(
        _ operations: [OriginedOperation], into audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> [Written] {
        var written: [Written] = []
        var rest = operations[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.operationsPerDelta)
            let isLast = part.endIndex == rest.endIndex
            let taken = try writeDelta(Array(part), isLast: isLast, in: audience, at: wall)
            written.append(contentsOf: taken)
            rest = rest.dropFirst(taken.count)
        }
        return written
    }

    /// An operation as it was written.
    struct Written {
        /// The row of the delta.
        let delta: Int64
        let dot: Dot
        let carrier: Carrier
        let operation: Operation
    }

    // Writes as many of `operations` as fit into one payload, at least one.
    private func writeDelta(
        _ operations: [OriginedOperation], isLast: Bool, in audience: AudienceRecord,
        at wall: WallTime
    ) throws(StorageError) -> [Written] {
        // A new epoch, if one is needed, is written into the chain, so this comes before the chain is
        // read.
        var epoch: EpochKey.Followed?
        if audience.kind != .public { epoch = try writingEpoch(of: audience, at: wall) }
        var chain = try ownChain(in: audience, at: wall)
        var operations = operations
        var payload = Payload.encode(operations, chain: chain.id, sequence: chain.length)
        while payload.count + Seal.overhead > WireLimits.payloadBytesMax, operations.count > 1 {
            operations.removeLast((operations.count + 1) / 2)
            payload = Payload.encode(operations, chain: chain.id, sequence: chain.length)
        }
        let isWhole = isLast && operations.count <= Self.operationsPerDelta
        let row = chain.row(chain.length)
        let sequence = chain.length
        try appendOwn(payload, epoch: epoch, isEnd: isWhole, to: &chain, at: wall)
        let carrier = Carrier(chain: chain.id, stamp: chain.stamp)
        var written: [Written] = []
        for (index, operation) in operations.enumerated() {
            let dot = operation.dot(in: chain.id, at: sequence, index)
            written.append(
                Written(delta: row, dot: dot, carrier: carrier, operation: operation.operation))
        }
        try keep(chain)
        try fold(
            operations, of: chain, sequence: sequence, carrier: carrier, in: audience,
            isWritten: true)
        try judgeAnew(at: wall)
        return written
    }

    // Seals, stamps and signs one payload.
    private func appendOwn(
        _ plain: [UInt8], epoch: EpochKey.Followed?, isEnd: Bool,
        to chain: inout ChainRecord, at wall: WallTime
    ) throws(StorageError) {
        let audience = try audience(chain.audience)
        let stamp = try tick(in: audience, at: wall)
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

    func appendSigned(
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

    /// Returns the own chain in `audience`, and opens one if this incarnation has none.
    ///
    /// - Parameter first: the epoch whose rotation is written next. An opening is sealed with its key, so
    ///   that a device that receives the key can read the chain from its start.
    func ownChain(
        in audience: AudienceRecord, before first: EpochKey.Followed? = nil, at wall: WallTime
    ) throws(StorageError) -> ChainRecord {
        guard let secret = audience.secret else {
            preconditionFailure("nothing is written before canWrite")
        }
        let grant = try ownGrant(in: audience)
        // A member who is admitted again, or gets another role, begins another chain.
        let incarnation = try incarnation(by: grant)
        let id = Derivation.chain(
            secret: secret, device: owner.device, incarnation: incarnation)
        if let known = try chain(id) { return known }
        let open = Open(
            audience: audience.kind.rawValue, owner: audience.owner,
            certificate: owner.certificate, incarnation: incarnation, grant: grant)
        var chain = try makeChain(id, by: open, in: audience)
        let payload = Payload.encode([OriginedOperation(.open(open))], chain: id, sequence: 0)
        var epoch: EpochKey.Followed?
        if audience.kind != .public { epoch = first }
        if audience.kind != .public, first == nil {
            epoch = try writingEpoch(of: audience, at: wall)
        }
        try appendOwn(payload, epoch: epoch, isEnd: true, to: &chain, at: wall)
        try keep(chain)
        return chain
    }

    /// Returns the number that identifies the current incarnation in a chain that writes by `grant`. It
    /// is a hash, so choosing a grant does not choose a chain.
    func incarnation(by grant: UInt64?) throws(StorageError) -> UInt64 {
        Self.incarnation(try incarnation, by: grant)
    }

    /// Returns the same number for another incarnation.
    static func incarnation(_ own: UInt64, by grant: UInt64?) -> UInt64 {
        guard let grant else { return own }
        var writer = ByteWriter(capacity: 16)
        writer.u64(own)
        writer.u64(grant)
        return Hash.blake2b16(writer.bytes).leading
    }

    // Returns a stamp above every own one in the audience and above every foreign one that is at most two
    // minutes ahead. Each audience has its own clock, so that a stamp reveals nothing about activity in
    // others.
    func tick(
        in audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> HybridTime {
        if memory.clocks[audience.number] == nil {
            let own = try database.row(
                "SELECT max(c.stamp) FROM chains c JOIN devices d ON d.id = c.device "
                    + "WHERE d.device = ? AND c.audience = ?",
                [.blob(owner.device.key.bytes), .integer(audience.number)]
            ) { $0.integer(0) }
            let all = try database.row(
                "SELECT max(stamp) FROM chains WHERE audience = ?", [.integer(audience.number)]
            ) { $0.integer(0) }
            var clock = HybridClock(latest: HybridTime(rawValue: UInt64(max(own ?? 0, 0))))
            // Received stamps pull the clock no further than they did when they came.
            clock.note(HybridTime(rawValue: UInt64(max(all ?? 0, 0))), at: wall)
            memory.clocks[audience.number] = clock
        }
        guard var clock = memory.clocks[audience.number] else {
            preconditionFailure("the clock was just set")
        }
        let stamp = draw(for: audience.name) { clock.tick(at: wall, dice: &$0.dice) }
        memory.clocks[audience.number] = clock
        return stamp
    }

    /// Advances the clock of an audience by a received stamp.
    func note(_ stamp: HybridTime, in audience: AudienceRecord, at wall: WallTime) {
        memory.clocks[audience.number]?.note(stamp, at: wall)
    }

    /// A hundred bookmarks take 10 KiB; signature and header then cost about a byte each.
    static let operationsPerDelta = 100
}
