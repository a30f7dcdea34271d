package import CRDT
import Domain
package import Primitives
package import Wire

// Who is in no audience any more is served nothing of it, so also not what ended his right. It is
// told to him beside the log, and proves itself.
extension Store {
    /// What the device of `certificate` has to be told: what ended its person's rights in groups
    /// that this person is in, or the device itself. Nothing to whom this person keeps away.
    package func farewells(to certificate: Certificate) throws(StorageError) -> [Farewell] {
        if let known = memory.farewells[certificate] { return known }
        var found: [Farewell] = []
        if !(try isBlocked(certificate.person)) {
            found =
                try isEnded(certificate) ? try ends(of: certificate) : try cuts(of: certificate)
        }
        if memory.farewells.count >= Self.farewellsRememberedMax { memory.farewells = [:] }
        memory.farewells[certificate] = Array(found.prefix(Farewell.countMax))
        return Array(found.prefix(Farewell.countMax))
    }

    /// Takes in what ended a right of this person's, or this device: it is judged with everything
    /// else that is known. What proves nothing changes nothing.
    ///
    /// - Returns: false where nothing is known yet of what it is about.
    @discardableResult
    package func take(_ farewell: Farewell, at wall: WallTime) throws(StorageError) -> Bool {
        switch farewell {
        case .device(let end):
            guard end.isGenuine else { return true }
            guard end.person == owner.person, end.device == owner.device else {
                return try takeEnd(end, at: wall)
            }
            guard !(try isEnded(owner.certificate)) else { return true }
            try note(end)
            memory.voided.append(
                "this device was revoked: it is in nothing of yours any more, and what it writes "
                    + "counts for nobody; weft export what you need, then pair it anew")
        case .rights(let delta, let key):
            guard let chain = try chain(delta.header.chain) else { return false }
            let audience = try audience(chain.audience)
            let known = try told(in: audience)
            guard audience.kind == .group, delta.header.sequence >= chain.length,
                delta.isSigned(by: try device(of: chain)), !known.contains(farewell),
                known.count < Self.farewellsKeptMax,
                let cuts = try Self.cuts(in: delta, key: key),
                try isSound(cuts, delta.header, in: audience)
            else { return true }
            guard try isAboutHim(cuts, in: delta.header, audience) else { return false }
            try learn(cuts, at: delta.header, in: audience)
            try keep(farewell, in: audience)
            try judgeAnew(at: wall)
        }
        return true
    }

    // They end a right of this person's; or, where they are in it no more, a head ends that of an owner,
    // who may have removed them after that.
    private func isAboutHim(
        _ cuts: [OriginedOperation], in header: DeltaHeader, _ audience: AudienceRecord
    ) throws(StorageError) -> Bool {
        let judgement = try judgement(of: audience)
        let writer = judgement.standing(of: header.chain)
        let isHeads =
            [.founder, .heir].contains(writer.role) && writer.covers(header.sequence)
        let isOut = !judgement.isMember(owner.person)
        return judgement.rights.contains { right in
            (right.person == owner.person || isOut && isHeads && right.role == .owner)
                && cuts.contains { $0.ends(right.grant) }
        }
    }

    // In a group the end of another's device, if its person let this one in there.
    private func takeEnd(
        _ end: Decertification, at wall: WallTime
    ) throws(StorageError) -> Bool {
        guard end.audience == AudienceKind.group.rawValue, let group = try group(end.owner.key)
        else { return false }
        let audience = try audience(group.audience.number)
        let known = try told(in: audience)
        guard !known.contains(.device(end)), known.count < Self.farewellsKeptMax else {
            return true
        }
        var record = try authority(of: audience)
        let isAboutHim = record.judgement.rights.contains {
            $0.person == owner.person && $0.grantedBy == end.person
        }
        guard isAboutHim else { return false }
        record.facts.insert(end)
        memory.authority[audience.number] = record
        memory.unjudged.insert(audience.number)
        try note(end)
        try keep(.device(end), in: audience)
        try judgeAnew(at: wall)
        return true
    }

    private func keep(_ farewell: Farewell, in audience: AudienceRecord) throws(StorageError) {
        try database.run(
            "INSERT INTO farewells (audience, farewell) VALUES (?, ?)",
            .integer(audience.number), .blob(farewell.bytes))
    }

    /// What this person was told so of `audience`, as facts.
    func insertTold(
        in audience: AudienceRecord, into facts: inout AuthorityFacts
    ) throws(StorageError) {
        for farewell in try told(in: audience) {
            switch farewell {
            case .device(let end): facts.insert(end)
            case .rights(let delta, let key):
                guard let cuts = try Self.cuts(in: delta, key: key) else { throw .corrupt }
                facts.insert(cuts, at: delta.header.chain, delta.header.sequence, isSound: true)
            }
        }
    }

    /// What this person was told so of `audience`, as it was said.
    func told(in audience: AudienceRecord) throws(StorageError) -> [Farewell] {
        try database.rows(
            "SELECT farewell FROM farewells WHERE audience = ? ORDER BY id",
            [.integer(audience.number)]
        ) { (row) throws(StorageError) in
            var reader = ByteReader(row.bytes(0))
            guard let farewell = try? Farewell(from: &reader) else { throw .corrupt }
            return farewell
        }
    }

    // MARK: What to tell

    // A device learns of its own end from wherever its person and this one meet.
    private func ends(of certificate: Certificate) throws(StorageError) -> [Farewell] {
        var audiences: [AudienceRecord] = []
        let person = certificate.person
        if try isFriend(person) {
            for kind in person == owner.person ? AudienceKind.own : [.friends, .public] {
                audiences.append(try audience(kind, of: person))
            }
        }
        for group in try groups() where try isCertified(certificate, in: group.audience) {
            audiences.append(try audience(group.audience.number))
        }
        var found: [Decertification] = []
        for audience in audiences {
            for delta in try authorityDeltas(in: audience) {
                guard case .operations(let operations) = try read(delta) else { continue }
                for case .decertify(let end) in operations.map(\.operation)
                where end.device == certificate.device && end.person == person {
                    if end.isGenuine, !found.contains(end) { found.append(end) }
                }
            }
        }
        return found.map { .device($0) }
    }

    // Of each right one delta of somebody else's that ended it, if it was sealed with a key that was
    // meant for him too; to a device of his that came after it as well, for it has heard of the group
    // from the others. A member is told what ended the right of an owner, unless they have said that they
    // hold it: an owner who had not heard it may have removed them, and then they take in nothing else.
    private func cuts(of certificate: Certificate) throws(StorageError) -> [Farewell] {
        var found: [Farewell] = []
        for group in try groups() where group.audience.kind == .group {
            let audience = try audience(group.audience.number)
            let isHere =
                certificate.person == owner.person ? !group.hasLeft : try isIn(audience)
            let judgement = try judgement(of: audience)
            guard isHere else { continue }
            let devices = try certificates(of: certificate.person, in: audience)
            guard !judgement.isMember(certificate.person) else {
                let rights = judgement.rights.filter { $0.role == .owner && $0.isEnded }
                found += try cuts(of: rights.map(\.grant), for: devices, in: audience) {
                    (writer, place) throws(StorageError) in
                    try hasHeard(certificate, place, of: writer) == false
                }
                continue
            }
            let rights = judgement.rights.filter { $0.person == certificate.person }.map(\.grant)
            let him = try number(of: certificate.person)
            found += try cuts(of: rights, for: devices, in: audience) {
                (writer, _) throws(StorageError) in try person(of: writer) != him
            }
            if !devices.isEmpty { found += try endsOfGivers(to: certificate.person, in: audience) }
            found += certificate.person == owner.person ? try told(in: audience) : []
        }
        return found
    }

    // Of each of these rights one delta that ended it and that passes `test`, by its chain and place, if it
    // was sealed with a key that was meant for one of these devices too.
    private func cuts(
        of ended: [UInt64], for devices: [Certificate], in audience: AudienceRecord,
        where test: (ChainRecord, UInt64) throws(StorageError) -> Bool
    ) throws(StorageError) -> [Farewell] {
        guard !ended.isEmpty else { return [] }
        let judgement = try judgement(of: audience)
        var rights = ended
        var found: [Farewell] = []
        for delta in try authorityDeltas(in: audience) {
            guard let writer = try chain(delta.header.chain),
                try test(writer, delta.header.sequence),
                let key = try key(of: delta, heldByOneOf: devices),
                let cuts = try Self.cuts(in: delta, key: key),
                judgement.standing(of: delta.header.chain).covers(delta.header.sequence),
                rights.contains(where: { right in cuts.contains { $0.ends(right) } })
            else { continue }
            rights.removeAll { right in cuts.contains { $0.ends(right) } }
            found.append(.rights(delta, key: key))
        }
        return found
    }

    // It has said that it holds this delta.
    private func hasHeard(
        _ certificate: Certificate, _ sequence: UInt64, of chain: ChainRecord
    ) throws(StorageError) -> Bool {
        try database.row(
            """
            SELECT 1 FROM acknowledged a JOIN devices d ON d.id = a.device
            WHERE a.chain = ?1 AND d.device = ?2 AND a.length > ?3 ORDER BY a.chain
            """,
            [
                .integer(chain.number), .blob(certificate.device.key.bytes),
                .integer(Int64(sequence)),
            ]
        ) { _ in true } == true
    }

    // Whom a device let in that had ended by then never had a right, and nothing cuts it: he is told
    // of the end of that device.
    private func endsOfGivers(
        to person: PersonID, in audience: AudienceRecord
    ) throws(StorageError) -> [Farewell] {
        let judgement = try judgement(of: audience)
        var givers: [DeviceID] = []
        var ends: [Decertification] = []
        for delta in try authorityDeltas(in: audience) {
            guard let chain = try chain(delta.header.chain),
                case .operations(let operations) = try read(delta)
            else { continue }
            for case .decertify(let end) in operations.map(\.operation) where end.isGenuine {
                if end.owner == audience.owner { ends.append(end) }
            }
            let hasLetIn = operations.contains {
                if case .grant(let grant) = $0.operation { grant.person == person } else { false }
            }
            if hasLetIn, !judgement.standing(of: chain.id).covers(delta.header.sequence) {
                givers.append(try device(of: chain))
            }
        }
        return ends.filter { givers.contains($0.device) }.map { .device($0) }
    }

    private func key(
        of delta: SignedDelta, heldByOneOf devices: [Certificate]
    ) throws(StorageError) -> Bytes32? {
        guard !delta.header.isPlain, delta.signature != nil,
            delta.payload.count <= Farewell.payloadBytesMax,
            let epoch = try epoch(delta.header.epoch)
        else { return nil }
        for device in devices where try isMarked(EpochKey.Recipient(device), in: epoch) {
            return epoch.key
        }
        return nil
    }

    private func isCertified(
        _ certificate: Certificate, in audience: AudienceRecord
    ) throws(StorageError) -> Bool {
        try certificates(of: certificate.person, in: audience).contains(certificate)
    }

    private func authorityDeltas(
        in audience: AudienceRecord
    ) throws(StorageError) -> [SignedDelta] {
        let rows = try database.rows(
            "SELECT delta FROM authority WHERE audience = ? ORDER BY delta",
            [.integer(audience.number)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var deltas: [SignedDelta] = []
        for row in rows {
            if let delta = try delta(row: row) { deltas.append(delta) }
        }
        return deltas
    }

    // The operations of a delta that only cuts; nil of any other, and with another key.
    private static func cuts(
        in delta: SignedDelta, key: Bytes32
    ) throws(StorageError) -> [OriginedOperation]? {
        guard let plain = PayloadSeal.open(delta, key: key),
            let operations = try? Payload.decode(
                plain, chain: delta.header.chain, sequence: delta.header.sequence),
            operations.allSatisfy({ if case .cut = $0.operation { true } else { false } })
        else { return nil }
        return operations
    }

    /// Of one group: who is let in and removed again so often learns of it when he is let in.
    private static let farewellsKeptMax = 64
    private static let farewellsRememberedMax = 64
}

extension OriginedOperation {
    /// Cuts this very grant.
    fileprivate func ends(_ grant: UInt64) -> Bool {
        if case .cut(let cut) = operation { return cut.grant == grant }
        return false
    }
}
