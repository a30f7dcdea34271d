package import CRDT
import Domain
package import Primitives
package import Wire

// A removed member no longer receives the audience's log, so the delta or revocation that ended their
// right is sent to them separately. It carries its own proof.
extension Store {
    /// Returns what must be sent to the device of `certificate`: the end of its person's rights in groups
    /// that this person is in, or its own revocation. Nothing is sent to a blocked person.
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

    /// Accepts the end of a right of this person or of this device, and judges it together with
    /// everything else that is known. A farewell that proves nothing changes nothing.
    ///
    /// - Returns: false if nothing is known yet of what it is about.
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
                "this device was revoked: it no longer belongs to you, and nobody accepts its "
                    + "changes; weft export what you need, then pair it again")
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

    // Whether the cuts end a right of this person. If this person is no member any more, also whether a
    // head cuts an owner, who may have removed this person after that cut.
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

    // Accepts the revocation of somebody else's device in a group, if its person admitted this one there.
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

    /// Adds the farewells received about `audience` to the facts.
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

    /// Returns the farewells received about `audience`, in the order of arrival.
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

    // MARK: Farewells to send

    // A device is sent its own revocation from any audience that its person and this one share.
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

    // For each ended right of the device's person, returns one delta of somebody else that ended it, if
    // it was sealed with a key meant for that person too. Devices that the person added later receive it
    // as well, since they know the group from the others. A current member is sent the end of an owner's
    // right unless it has acknowledged that: an owner who had not received it may have removed the
    // member, who then accepts nothing else.
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
            let member = try number(of: certificate.person)
            found += try cuts(of: rights, for: devices, in: audience) {
                (writer, _) throws(StorageError) in try person(of: writer) != member
            }
            if !devices.isEmpty { found += try endsOfGivers(to: certificate.person, in: audience) }
            found += certificate.person == owner.person ? try told(in: audience) : []
        }
        return found
    }

    // For each of these rights, returns one delta that ended it and passes `test` (given its chain and
    // sequence), if it was sealed with a key that was meant for one of these devices too.
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

    // Whether the device has acknowledged this delta.
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

    // Returns the revocations of devices that admitted the person after they were revoked. Such a person
    // never had a right, so no cut exists that could be sent.
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

    // Returns the operations of a delta that contains only cuts; nil for any other delta or with a wrong
    // key.
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

    /// The limit for one group. A person who is admitted and removed more often learns of it at the next
    /// admission.
    private static let farewellsKeptMax = 64
    private static let farewellsRememberedMax = 64
}

extension OriginedOperation {
    /// Whether the operation cuts exactly this grant.
    fileprivate func ends(_ grant: UInt64) -> Bool {
        if case .cut(let cut) = operation { return cut.grant == grant }
        return false
    }
}
