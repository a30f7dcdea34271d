import CRDT
package import Domain
package import Primitives
import Sodium
import Wire

// The devices of this person: certified and revoked by the root key, named in `private`.
extension Store {
    /// Certifies the device that `request` describes and admits it to all audiences of this person.
    ///
    /// - Parameter addresses: the addresses under which it reaches this device.
    package func pairDevice(
        _ request: String, phrase: String?, addresses: [String], at wall: WallTime
    ) throws(StorageError) -> Answer {
        guard let request = PairingRequest(text: request) else {
            return .rejected(
                Problem(
                    .invalidTicket, "the request is not valid: it is incomplete or was changed",
                    fix: "type what weft init --pair printed on the other device"))
        }
        let root: SigningKey
        switch rootKey(phrase) {
        case .failure(let problem): return .rejected(problem)
        case .success(let key): root = key
        }
        let certificate = Certificate.sign(
            device: request.device, agreement: request.agreement, root: root)
        guard request.device != owner.device else {
            return .rejected(
                Problem(
                    .conflict, "this request is from this device", fix: "type it on another one"))
        }
        guard !(try isEnded(certificate)) else {
            return .rejected(
                Problem(
                    .conflict, "the device was revoked, which cannot be undone",
                    fix: "weft init --pair with a new profile on the other device"))
        }
        try keep(certificate)
        for kind in AudienceKind.own {
            let audience = try audience(kind, of: owner.person)
            try write([OriginedOperation(.certify(certificate))], into: audience, at: wall)
        }
        if !request.name.isEmpty { try name(request.device, request.name, at: wall) }
        try settleKeys(at: wall)
        let answer = PairingAnswer.sign(
            certificate: certificate, recovery: owner.recovery, name: owner.name,
            companion: owner.certificate, addresses: addresses, root: root)
        return .paired(
            PairedDevice(device: request.device, name: request.name, answer: answer.text))
    }

    func renameDevice(
        _ reference: DeviceReference, to name: String, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let device: OwnDevice
        switch try resolve(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): device = found
        }
        if let problem = Self.problem(ofName: name) { return .rejected(problem) }
        let isTaken = try ownDevices().contains {
            $0.name == name && $0.device != device.device && !$0.isRevoked
        }
        if isTaken {
            return .rejected(
                Problem(.conflict, "another device is called \(name)", fix: "choose another name"))
        }
        try self.name(device.device, name, at: wall)
        return .done(DoneReport(count: 1, act: nil, summary: "the device is now called \(name)"))
    }

    /// Revokes a device. The part of its chains held here stays valid, everything else is void for everybody. Things
    /// visible here only as copies are written home again, because their home may be among the void operations.
    func revokeDevice(
        _ reference: DeviceReference, phrase: String?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let device: OwnDevice
        switch try resolve(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): device = found
        }
        guard !device.isThis else {
            return .rejected(
                Problem(
                    .conflict, "a device cannot revoke itself",
                    fix: "weft device revoke, on another device of yours"))
        }
        guard !device.isRevoked else {
            return .rejected(
                Problem(.notFound, "it is already revoked", fix: "weft device ls"))
        }
        let root: SigningKey
        switch rootKey(phrase) {
        case .failure(let problem): return .rejected(problem)
        case .success(let key): root = key
        }
        for audience in try writtenAudiences() {
            let end = Decertification.sign(
                device: device.device, audience: audience.kind.rawValue, owner: audience.owner,
                chains: try lengths(in: audience, of: device.device), root: root)
            let written = try write(
                [OriginedOperation(.decertify(end))], into: audience, at: wall)
            if audience.kind == .private, let revocation = written.first?.delta {
                try beginToBringHome(behind: revocation)
            }
        }
        try settleKeys(at: wall)
        try bringSomeHome(at: wall)
        let name = device.name.isEmpty ? String(device.device.text.prefix(8)) : device.name
        return .done(DoneReport(count: 1, act: nil, summary: "\(name) is revoked"))
    }

    // Returns the audiences that this person's devices write to: own ones and the groups they are in.
    private func writtenAudiences() throws(StorageError) -> [AudienceRecord] {
        var audiences: [AudienceRecord] = []
        for kind in AudienceKind.own { audiences.append(try audience(kind, of: owner.person)) }
        for group in try groups() where try state(of: group) == .member {
            audiences.append(try audience(group.audience.number))
        }
        return audiences
    }

    /// Returns the devices of this person, this one first, then by name.
    package func ownDevices() throws(StorageError) -> [OwnDevice] {
        let names = try deviceNames()
        var devices: [OwnDevice] = []
        for certificate in try certificates(of: owner.person) {
            let seen =
                try database.row(
                    "SELECT max(last_seen) FROM devices WHERE device = ? AND person = ?",
                    [.blob(certificate.device.key.bytes), .integer(try me)]
                ) { $0.isNull(0) ? nil : $0.integer(0) } ?? nil
            devices.append(
                OwnDevice(
                    device: certificate.device,
                    name: names.first { $0.device == certificate.device }?.name ?? "",
                    isThis: certificate.device == owner.device,
                    isRevoked: try isEnded(certificate), isConnected: false,
                    lastSeen: seen.map { WallTime(milliseconds: UInt64($0)) }))
        }
        return devices.sorted {
            ($0.isThis ? 0 : 1, $0.name, $0.device) < ($1.isThis ? 0 : 1, $1.name, $1.device)
        }
    }

    // MARK: Names

    private struct DeviceName {
        let row: Int64
        let device: DeviceID
        let name: String
    }

    private func deviceNames() throws(StorageError) -> [DeviceName] {
        let numbers = try database.rows(
            """
            SELECT id FROM objects WHERE kind = 5 AND kind > 1 AND author = ? AND audience = 1
            AND hidden = 0 ORDER BY object
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var names: [DeviceName] = []
        for number in numbers {
            guard let state = try object(row: number)?.state,
                let key = Bytes32(state.register(Schema.Device.device)?.shown?.value ?? []),
                let name = state.register(Schema.Device.name)?.shown?.value
            else { continue }
            names.append(
                DeviceName(
                    row: number, device: DeviceID(key), name: String(decoding: name, as: UTF8.self))
            )
        }
        return names
    }

    private func name(
        _ device: DeviceID, _ name: String, at wall: WallTime
    ) throws(StorageError) {
        if let known = try deviceNames().first(where: { $0.device == device }),
            let row = try object(row: known.row), let object = row.home
        {
            let write = row.write(Schema.Device.name, Array(name.utf8), at: object)
            try author([write], act: nil, at: wall)
            return
        }
        let creation = Creation(
            kind: Schema.Device.kind,
            values: [
                FieldValue(Schema.Device.device, device.key.bytes),
                FieldValue(Schema.Device.name, Array(name.utf8)),
            ], elements: [])
        try author([.create(creation)], act: nil, at: wall)
    }

    // MARK: Finding

    // Returns the root key of this person, stored here or derived from the typed phrase.
    private func rootKey(_ phrase: String?) -> Result<SigningKey, Problem> {
        let seed: Bytes32
        if let phrase {
            guard let typed = try? RecoveryPhrase(text: phrase) else {
                return .failure(
                    Problem(.invalidValue, "these are not the 24 words of a recovery phrase"))
            }
            seed = typed.entropy
        } else if let kept = owner.phraseSeed {
            seed = kept
        } else {
            return .failure(
                Problem(
                    .invalidValue, "the root key is not on this device",
                    fix: "type the 24 words of your phrase"))
        }
        let root = Derivation.root(phraseSeed: seed)
        guard PersonID(root.publicKey) == owner.person else {
            return .failure(Problem(.invalidValue, "the phrase belongs to another person"))
        }
        return .success(root)
    }

    private func lengths(
        in audience: AudienceRecord, of device: DeviceID
    ) throws(StorageError) -> [ChainLength] {
        try database.rows(
            """
            SELECT c.chain, c.length, c.head FROM chains c JOIN devices d ON d.id = c.device
            WHERE c.audience = ? AND d.device = ? AND d.person = ? AND c.length > 1
            ORDER BY c.length DESC, c.chain LIMIT ?
            """,
            [
                .integer(audience.number), .blob(device.key.bytes), .integer(try me),
                .integer(Self.chainsNamedMax),
            ], ChainLength.init
        ).sorted { $0.chain < $1.chain }
    }

    private func resolve(
        _ reference: DeviceReference
    ) throws(StorageError) -> Result<OwnDevice, Problem> {
        let devices = try ownDevices()
        let text = reference.text
        // A new device often gets the name of a lost one, so a name means the one that is not revoked.
        let named = devices.filter { !$0.name.isEmpty && $0.name == text }
        let standing = named.filter { !$0.isRevoked }
        var found = standing.isEmpty ? named : standing
        if found.isEmpty {
            found = devices.filter {
                text.count >= 8 && $0.device.text.hasPrefix(text.uppercased())
            }
        }
        if let only = found.first, found.count == 1 { return .success(only) }
        let shown = Problem.quote(text)
        guard found.isEmpty else {
            return .failure(
                Problem(
                    .ambiguous, "\(shown) matches \(found.count) devices",
                    fix: "weft device ls shows their ids: type the beginning of one"))
        }
        return .failure(
            Problem(.notFound, "no device is called \(shown)", fix: "weft device ls"))
    }
}
