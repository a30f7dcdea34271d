package import CRDT
import Domain
import Primitives
import Wire

/// What is known of who may write in an audience, and what follows from it.
struct AuthorityRecord {
    var facts: AuthorityFacts
    var judgement: Judgement
}

// Whose deltas count: a function of the set, judged anew when a fact comes (docs/authority.md).
extension Store {
    /// Who may write what in `audience`, as far as is known.
    func judgement(of audience: AudienceRecord) throws(StorageError) -> Judgement {
        try authority(of: audience).judgement
    }

    /// The facts and what follows from them.
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

    /// A chain has been opened.
    func learn(
        _ open: Open, of chain: ChainID, in audience: AudienceRecord
    ) throws(StorageError) {
        // A chain of which nothing else is held changes nobody's verdict but its own.
        guard var record = memory.authority[audience.number] else { return }
        record.facts.insert(open, of: chain)
        memory.dead[audience.number] = nil
        memory.covered[audience.number] = nil
        // What changes with the facts that wait for a judgement must not pass unseen.
        if !memory.unjudged.contains(audience.number) { record.judgement = record.facts.judge() }
        memory.authority[audience.number] = record
    }

    /// Takes in what a delta says about who may write: kept once, and judged by `judgeAnew`.
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

    /// The same of a delta that is not in the log, and was found sound.
    func learn(
        _ operations: [OriginedOperation], at header: DeltaHeader, in audience: AudienceRecord
    ) throws(StorageError) {
        var record = try authority(of: audience)
        record.facts.insert(operations, at: header.chain, header.sequence, isSound: true)
        memory.authority[audience.number] = record
        memory.unjudged.insert(audience.number)
    }

    /// Judges what `learn` took in since the last time, and where the verdict over deltas that are
    /// held changes, they are folded again. Once for a run or a write: to judge costs n log n.
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

    // What this device wrote and nobody counts any more: he who wrote it is told.
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
            "\(Counted.words(Int(count), "change")) that you made in \(name) came too late and "
                + "count for nobody: your role there had changed before others heard of them")
    }

    /// What onlookers have to be told since the last time: changes of this device that are void
    /// now.
    package func takeVoided() -> [String] {
        defer { memory.voided = [] }
        return memory.voided
    }

    // Whoever has heard that a device is no longer its person's never serves it again.
    func note(_ end: Decertification) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO ended (person, device) VALUES (?, ?)",
            .integer(try number(of: end.person)), .blob(end.device.key.bytes))
        memory.ended = nil
        membersChanged()
    }

    /// Whether a device is no longer its person's.
    package func isEnded(_ certificate: Certificate) throws(StorageError) -> Bool {
        try isEnded(certificate.device, of: certificate.person)
    }

    /// The same, by its key.
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

    /// Whether every operation of a delta in `chain` may be written there: by `role`, by the grant
    /// `right`.
    func isPermitted(
        _ operations: [OriginedOperation], in chain: ChainID, to role: Standing.Role,
        by right: UInt64, in audience: AudienceRecord
    ) -> Bool {
        let kind = audience.kind.rawValue
        // Who may make nothing else has made in his chain what he reacts with, and no delta says more
        // of what it changes than where that was made.
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
    /// It says who may write.
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
    /// It makes a reaction or comment, or changes what was made in `chain`.
    func isReaction(madeIn chain: ChainID) -> Bool {
        if case .create(let creation) = self {
            return creation.id == nil && Schema.isReaction(creation.kind)
        }
        guard case .creation(.position(let maker, _, _))? = object else { return false }
        return maker == chain
    }
}

extension AuthorityFacts {
    /// What delta `sequence` of `chain` says; of one that is not sound only what a root key signed.
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
