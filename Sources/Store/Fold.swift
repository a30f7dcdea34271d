import CRDT
import Domain
import Primitives
import Wire

// State = fold of the operations that stand: the same set of deltas gives the same state, whatever
// the order.
extension Store {
    /// Folds a delta from elsewhere; what cannot be read yet waits, what is void stays without
    /// effect.
    func foldReceived(
        _ delta: SignedDelta, of chain: ChainRecord, sequence: UInt64, in audience: AudienceRecord
    ) throws(StorageError) {
        switch try read(delta) {
        case .void: return
        case .sealed: try wait(chain.row(sequence), on: delta.header.epoch.bytes)
        case .operations(let operations):
            if !delta.header.isPlain {
                // Until the rotation says whose epoch this is, the key is only a claim.
                guard let home = try epoch(delta.header.epoch)?.audience else {
                    return try wait(chain.row(sequence), on: delta.header.epoch.bytes)
                }
                guard home == audience.number else { return }
            }
            let carrier = Carrier(chain: chain.id, stamp: delta.header.stamp)
            guard try isAllowed(operations, delta.header, in: audience, by: chain) else { return }
            try fold(operations, of: chain, sequence: sequence, carrier: carrier, in: audience)
        }
    }

    /// Takes in the operations of one delta that stands.
    func fold(
        _ operations: [OriginedOperation], of chain: ChainRecord, sequence: UInt64,
        carrier: Carrier, in audience: AudienceRecord
    ) throws(StorageError) {
        let isOwnCopy = audience.owner == owner.person && audience.kind != .private
        for (index, entry) in operations.enumerated() {
            let dot =
                entry.origin
                ?? .position(chain: chain.id, sequence: sequence, index: UInt32(index))
            switch entry.operation {
            case .certify(let certificate): try keep(certificate)
            case .grant(let grant): try fold(grant, in: audience)
            case .rotate(let rotation):
                try fold(rotation, in: audience, delta: chain.row(sequence))
            case .admit(let admission):
                try fold(admission, in: audience, delta: chain.row(sequence))
            case .create, .write, .add, .remove, .withdraw, .place:
                // What is at home here is not kept a second time as its own copy.
                guard !isOwnCopy else { continue }
                try foldObject(
                    entry.operation, dot: dot, carrier: carrier, in: audience,
                    delta: chain.row(sequence))
            case .open, .decertify, .cut, .checkpoint, .unknown: continue
            }
        }
    }

    // Rules whose breach voids the whole delta, for all alike.
    private func isAllowed(
        _ operations: [OriginedOperation], _ header: DeltaHeader, in audience: AudienceRecord,
        by chain: ChainRecord
    ) throws(StorageError) -> Bool {
        let writer = try database.row(
            "SELECT p.person FROM devices d JOIN people p ON p.id = d.person WHERE d.id = ? "
                + "ORDER BY d.id", [.integer(chain.device)]
        ) { $0.bytes(0) }
        guard writer == audience.owner.key.bytes else { return false }
        for (index, entry) in operations.enumerated() {
            switch entry.operation {
            case .open:
                guard header.sequence == 0, index == 0, operations.count == 1 else { return false }
            case .rotate, .admit:
                guard header.isPlain, operations.count == 1 else { return false }
            case .certify(let certificate):
                guard certificate.person == audience.owner, certificate.isGenuine else {
                    return false
                }
            case .decertify(let end):
                guard end.person == audience.owner, end.isGenuine else { return false }
            case .grant, .cut, .checkpoint, .unknown: continue
            case .place(let placement):
                guard audience.kind == .private, placement.audience != Audience.private.inOperations else { return false }
            case .create(let creation):
                guard Self.isValid(creation, hasOrigin: entry.origin != nil, in: audience) else {
                    return false
                }
            case .write(let write):
                guard Self.isValid(write) else { return false }
            case .add(let addition):
                guard addition.element.count <= WireLimits.elementBytesMax else { return false }
            case .remove, .withdraw: continue
            }
            guard !header.isPlain || audience.kind == .public || Self.mayBePlain(entry.operation)
            else { return false }
        }
        return true
    }

    private static func mayBePlain(_ operation: Operation) -> Bool {
        switch operation {
        case .rotate, .admit, .unknown: return true
        default: return false
        }
    }

    private static func isValid(
        _ creation: Creation, hasOrigin: Bool, in audience: AudienceRecord
    ) -> Bool {
        guard hasOrigin || audience.kind == .private else { return false }
        return creation.values.allSatisfy {
            Schema.allows($0.value, in: $0.field, kind: creation.kind)
        }
            && creation.elements.allSatisfy { set in
                set.elements.allSatisfy {
                    Schema.allows(element: $0, in: set.field, kind: creation.kind)
                }
            }
    }

    // The kind is not known here: what a value may not be is judged again where it shows.
    private static func isValid(_ write: FieldWrite) -> Bool {
        write.field != .deletion || write.value.isEmpty || write.value == [1]
    }

    // MARK: Keys and grants

    private func fold(_ grant: Grant, in audience: AudienceRecord) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO grants (audience, grant_id, person, role) VALUES (?, ?, ?, ?)",
            .integer(audience.number), .integer(Int64(bitPattern: grant.id)),
            .integer(try number(of: grant.person)), .integer(Int(grant.role.rawValue)))
    }

    /// The key of a rotation: as it was delivered, or as it is sealed to this device.
    func key(of rotation: Rotation) throws(StorageError) -> Bytes32? {
        let name = Derivation.epochName(of: rotation)
        if let key = try epoch(name)?.key, Derivation.epochCheck(key) == rotation.check {
            return key
        }
        return EpochKey.find(
            in: rotation.deliveries, ephemeral: rotation.ephemeral, check: rotation.check,
            for: owner.agreement)
    }

    private func fold(
        _ rotation: Rotation, in audience: AudienceRecord, delta: Int64
    ) throws(StorageError) {
        let name = Derivation.epochName(of: rotation)
        guard let key = try key(of: rotation) else {
            if try establish(epoch: name, in: audience, check: rotation.check, key: nil) {
                try wait(delta, on: name.bytes)
            }
            return
        }
        guard let secrets = EpochKey.secrets(of: rotation, key: key),
            secrets.belong(to: audience)
        else { return }
        if let secret = audience.secret, secret != secrets.firstSecret { return }
        guard try establish(epoch: name, in: audience, check: rotation.check, key: key) else {
            return
        }
        try tell(secrets.firstSecret, of: audience)
        for followed in secrets.follows {
            try database.run(
                "INSERT OR IGNORE INTO follows (audience, name) VALUES (?, ?)",
                .integer(audience.number), .blob(followed.name.bytes))
            try deliver(epoch: followed.name, key: followed.key)
        }
        if let epoch = try epoch(name) { try mark(secrets.marks, in: epoch) }
        try retryWaiting(on: name.bytes)
    }

    // Who was let into an epoch whose key or rotation has not come is learnt when it does.
    private func fold(
        _ admission: Admission, in audience: AudienceRecord, delta: Int64
    ) throws(StorageError) {
        guard let epoch = try epoch(admission.epoch), let home = epoch.audience,
            let key = try key(of: epoch, in: admission)
        else { return try wait(delta, on: admission.epoch.bytes) }
        guard home == audience.number, let marks = EpochKey.marks(of: admission, key: key)
        else { return }
        try mark(marks, in: epoch)
        if epoch.key == nil { try deliver(epoch: epoch.name, key: key) }
    }

    private func key(
        of epoch: EpochRecord, in admission: Admission
    ) throws(StorageError) -> Bytes32? {
        if let key = epoch.key { return key }
        guard let check = epoch.check else { return nil }
        return EpochKey.find(
            in: admission.deliveries, ephemeral: admission.ephemeral, check: check,
            for: owner.agreement)
    }

    // MARK: Waiting

    /// Lets a delta wait until something arrives: an epoch's key, or more of a chain.
    func wait(_ delta: Int64, on reason: [UInt8]) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO waiting (reason, delta) VALUES (?, ?)", .blob(reason),
            .integer(delta))
    }

    /// What a delta waits on that names something in a chain which is not held that far.
    func waitingKey(chain: ChainID) -> [UInt8] {
        [1] + chain.bytes.bytes
    }

    /// Folds again what waited on `reason`; to fold twice changes nothing.
    func retryWaiting(on reason: [UInt8]) throws(StorageError) {
        let rows = try database.rows(
            "SELECT delta FROM waiting WHERE reason = ? ORDER BY delta", [.blob(reason)]
        ) { (row) throws(StorageError) in row.integer(0) }
        guard !rows.isEmpty else { return }
        try database.run("DELETE FROM waiting WHERE reason = ?", .blob(reason))
        for row in rows {
            guard let delta = try delta(row: row) else { continue }
            let chain = try chain(number: ChainRecord.number(ofDelta: row))
            try foldReceived(
                delta, of: chain, sequence: ChainRecord.sequence(ofDelta: row),
                in: try audience(chain.audience))
        }
    }
}

extension EpochKey.Secrets {
    /// Whoever can read a rotation can copy it into a chain of his own: there it makes nothing.
    func belong(to audience: AudienceRecord) -> Bool {
        self.audience == audience.kind.rawValue && owner == audience.owner.key
    }
}
