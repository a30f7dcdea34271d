package import CRDT
import Domain
import Primitives
import Wire

/// The known facts about who may write in an audience, and the verdict that follows from them.
struct AuthorityRecord {
    var facts: AuthorityFacts
    var judgement: Judgement
}

// Which deltas count is a function of the set of facts, judged again when a fact arrives
// (docs/reference/authority.md).
extension Store {
    /// Returns who may write what in `audience`, according to the known facts.
    func judgement(of audience: AudienceRecord) throws(StorageError) -> Judgement {
        try authority(of: audience).judgement
    }

    /// Returns the facts and the verdict.
    func authority(of audience: AudienceRecord) throws(StorageError) -> AuthorityRecord {
        if let known = memory.authority[audience.number] { return known }
        var facts = AuthorityFacts(
            kind: audience.kind.rawValue, owner: audience.owner, founder: audience.founder)
        for (chain, open) in try opens(in: audience) { facts.insert(open, of: chain) }
        let rows = try database.rows(
            "SELECT delta FROM authority WHERE audience = ? ORDER BY delta",
            [.integer(audience.number)]
        ) { (row) throws(StorageError) in row.integer(0) }
        for row in rows {
            guard let delta = try delta(row: row),
                case .operations(let operations) = try read(delta)
            else { throw .corrupt }
            facts.insert(
                operations, at: delta.header.chain, delta.header.sequence,
                isSound: try isSound(operations, delta.header, in: audience))
        }
        try insertTold(in: audience, into: &facts)
        for fork in try forks(of: audience.number) {
            facts.insert(forkOf: fork.chain, at: fork.length)
        }
        let record = AuthorityRecord(facts: facts, judgement: facts.judge())
        memory.authority[audience.number] = record
        return record
    }

    private func opens(
        in audience: AudienceRecord
    ) throws(StorageError) -> [(ChainID, Open)] {
        try database.rows(
            """
            SELECT c.chain, c.incarnation, c.grant_id, d.certificate FROM chains c
            JOIN devices d ON d.id = c.device WHERE c.audience = ? ORDER BY c.chain
            """, [.integer(audience.number)]
        ) { (row) throws(StorageError) in
            var reader = ByteReader(row.bytes(3))
            guard let chain = Bytes16(row.bytes(0)),
                let certificate = try? Certificate(from: &reader)
            else { throw .corrupt }
            let grant = UInt64(bitPattern: row.integer(2))
            let open = Open(
                audience: audience.kind.rawValue, owner: audience.owner, certificate: certificate,
                incarnation: UInt64(bitPattern: row.integer(1)), grant: grant == 0 ? nil : grant)
            return (ChainID(chain), open)
        }
    }

    /// Adds the opening of a chain to the facts.
    func learn(
        _ open: Open, of chain: ChainID, in audience: AudienceRecord
    ) throws(StorageError) {
        // The opening of a chain with no other deltas affects only that chain's own standing.
        guard var record = memory.authority[audience.number] else { return }
        record.facts.insert(open, of: chain)
        memory.dead[audience.number] = nil
        memory.covered[audience.number] = nil
        // While other facts await a judgement, judging here would hide their effect from `judgeAnew`.
        if !memory.unjudged.contains(audience.number) { record.judgement = record.facts.judge() }
        memory.authority[audience.number] = record
    }

    /// Stores, once, what a delta says about who may write. `judgeAnew` judges it.
    func learn(
        _ operations: [OriginedOperation], of chain: ChainRecord, sequence: UInt64,
        in audience: AudienceRecord
    ) throws(StorageError) {
        guard operations.contains(where: \.operation.isAuthority) else { return }
        let delta = SQLValue.integer(chain.row(sequence))
        let isKnown = try database.row(
            "SELECT 1 FROM authority WHERE audience = ? AND delta = ? ORDER BY delta",
            [.integer(audience.number), delta]
        ) { _ in true }
        guard isKnown != true, let header = try header(row: chain.row(sequence)) else { return }
        var record = try authority(of: audience)
        try database.run(
            "INSERT INTO authority (audience, delta) VALUES (?, ?)", .integer(audience.number),
            delta)
        record.facts.insert(
            operations, at: chain.id, sequence,
            isSound: try isSound(operations, header, in: audience))
        memory.authority[audience.number] = record
        memory.unjudged.insert(audience.number)
        for case .decertify(let end) in operations.map(\.operation) where end.isGenuine {
            try note(end)
        }
    }

    /// Adds the facts of a delta that is not in the log and was found sound.
    func learn(
        _ operations: [OriginedOperation], at header: DeltaHeader, in audience: AudienceRecord
    ) throws(StorageError) {
        var record = try authority(of: audience)
        record.facts.insert(operations, at: header.chain, header.sequence, isSound: true)
        memory.authority[audience.number] = record
        memory.unjudged.insert(audience.number)
    }

    /// Judges the facts that `learn` has added since the last call. If the verdict on held deltas changes, they are
    /// folded again. Called once for a run or a write, because judging costs n log n.
    func judgeAnew(at wall: WallTime) throws(StorageError) {
        let numbers = memory.unjudged.sorted()
        memory.unjudged = []
        for number in numbers {
            let audience = try audience(number)
            var record = try authority(of: audience)
            let before = record.judgement
            record.judgement = record.facts.judge()
            let lost = try cutOff(audience, from: before, to: record.judgement)
            memory.authority[number] = record
            membersChanged()
            let hasLost = before.members.contains { !record.judgement.isMember($0) }
            if hasLost, audience.kind == .group { try forgetInvitations(to: audience) }
            if record.judgement != before { deadChanged(in: number) }
            if !record.judgement.standsAlike(before) {
                try noteEnded(audience, from: before, to: record.judgement)
                try refold(audience, from: before, to: record.judgement, at: wall)
                if try keep(lost, of: audience, at: wall) == false {
                    try noteVoid(audience, from: before, to: record.judgement)
                }
            }
        }
    }

    // Notifies the user when deltas of this device have become void.
    private func noteVoid(
        _ audience: AudienceRecord, from before: Judgement, to after: Judgement
    ) throws(StorageError) {
        var count: UInt64 = 0
        for chain in try chainsWrittenHere(in: audience) {
            let old = min(before.standing(of: chain.id).length, chain.length)
            let new = min(after.standing(of: chain.id).length, chain.length)
            count += old > new ? old - new : 0
        }
        guard count > 0 else { return }
        let name = try self.audience(at: audience.place).name
        memory.voided.append(
            "\(Counted.words(Int(count), "change")) in \(name) "
                + "\(count == 1 ? "has" : "have") no effect: "
                + "your role there changed before others received them")
    }

    /// Returns the notices about changes of this device that have become void, since the last call.
    package func takeVoided() -> [String] {
        defer { memory.voided = [] }
        return memory.voided
    }

    // A device that knows of a revocation never serves the revoked device again.
    func note(_ end: Decertification) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO ended (person, device) VALUES (?, ?)",
            .integer(try number(of: end.person)), .blob(end.device.key.bytes))
        memory.ended = nil
        membersChanged()
    }

    /// Whether a device has been revoked.
    package func isEnded(_ certificate: Certificate) throws(StorageError) -> Bool {
        try isEnded(certificate.device, of: certificate.person)
    }

    /// Whether the device with this key has been revoked.
    func isEnded(_ device: DeviceID, of person: PersonID) throws(StorageError) -> Bool {
        if memory.ended == nil {
            let rows = try database.rows(
                """
                SELECT p.person, e.device FROM ended e JOIN people p ON p.id = e.person
                ORDER BY e.person, e.device
                """
            ) { (row) throws(StorageError) in row.bytes(0) + row.bytes(1) }
            memory.ended = Set(rows)
        }
        return memory.ended?.contains(person.key.bytes + device.key.bytes) == true
    }

    /// Whether every operation of a delta in `chain` is allowed for `role` by the grant `right`.
    func isPermitted(
        _ operations: [OriginedOperation], in chain: ChainID, to role: Standing.Role,
        by right: UInt64, in audience: AudienceRecord
    ) -> Bool {
        let kind = audience.kind.rawValue
        // A role that may only react has created its reactions in its own chain, and the position of that
        // creation is all that a delta says about the object it changes.
        let mayOnlyReact = !Permission.allows(.create, to: role, in: kind)
        return operations.allSatisfy { entry in
            let subject: Permission.Subject =
                mayOnlyReact && entry.operation.isReaction(madeIn: chain) ? .reaction : .thing
            return Permission.allows(
                entry.operation, on: subject, to: role, by: right, in: kind)
        }
    }
}

extension Operation {
    /// Whether the operation decides who may write.
    var isAuthority: Bool {
        switch self {
        case .grant, .cut, .decertify: return true
        case .open, .certify, .rotate, .admit, .checkpoint, .create, .write, .add, .remove,
            .withdraw, .place, .unknown:
            return false
        }
    }
}

extension Operation {
    /// Whether the operation creates a reaction or comment, or changes an object created in `chain`.
    func isReaction(madeIn chain: ChainID) -> Bool {
        if case .create(let creation) = self {
            return creation.id == nil && Schema.isReaction(creation.kind)
        }
        guard case .creation(.position(let maker, _, _))? = object else { return false }
        return maker == chain
    }
}

extension AuthorityFacts {
    /// Adds the facts in delta `sequence` of `chain`. Of an unsound delta only what a root key signed is
    /// added.
    mutating func insert(
        _ operations: [OriginedOperation], at chain: ChainID, _ sequence: UInt64, isSound: Bool
    ) {
        for (index, entry) in operations.enumerated() {
            let place = Place(chain: chain, sequence: sequence, index: UInt32(index))
            switch entry.operation {
            case .grant(let grant) where isSound: insert(grant, at: place)
            case .cut(let cut) where isSound: insert(cut, at: place)
            case .decertify(let end) where end.isGenuine: insert(end)
            default: continue
            }
        }
    }
}
