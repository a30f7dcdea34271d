package import CRDT
import Domain
package import Primitives
import Wire

// People and devices. Their identities are certified; their names are given here.
extension Store {
    /// Returns the row of `person`, and creates it if there is none.
    func number(of person: PersonID) throws(StorageError) -> Int64 {
        if let known = memory.people[person] { return known }
        let found = try database.row(
            "SELECT id FROM people WHERE person = ? ORDER BY id", [.blob(person.key.bytes)]
        ) { $0.integer(0) }
        var number = found ?? 0
        if found == nil {
            try database.run(
                "INSERT INTO people (person, name) VALUES (?, '')", .blob(person.key.bytes))
            number = database.lastInserted
            // The person may be muted already.
            memory.isSilenceDue = true
        }
        memory.people[person] = number
        return number
    }

    /// The row of this node's person.
    var me: Int64 {
        get throws(StorageError) { try number(of: owner.person) }
    }

    /// Returns the row of a person who is known here; nil otherwise.
    func knownNumber(of person: PersonID) throws(StorageError) -> Int64? {
        if let known = memory.people[person] { return known }
        return try database.row(
            "SELECT id FROM people WHERE person = ? ORDER BY id", [.blob(person.key.bytes)]
        ) { $0.integer(0) }
    }

    /// Sets the name by which this node shows `person`.
    package func rename(_ person: PersonID, to name: String) throws(StorageError) {
        try database.run(
            "UPDATE people SET name = ? WHERE id = ?", .text(name),
            .integer(try number(of: person)))
    }

    /// Whether the device of a certificate is known, or its person has fewer than
    /// `StoreLimits.devicesPerPerson`. A person can certify any number of devices, and each one costs a
    /// row and an admission for good.
    package func hasRoom(for certificate: Certificate) throws(StorageError) -> Bool {
        if memory.devices[certificate] != nil { return true }
        let known = try certificates(of: certificate.person)
        return known.count < limits.devicesPerPerson || known.contains(certificate)
    }

    /// Stores a certificate whose signature was checked.
    ///
    /// - Returns: the row of its device.
    @discardableResult
    package func keep(_ certificate: Certificate) throws(StorageError) -> Int64 {
        if let known = memory.devices[certificate] { return known }
        // Anybody can certify any key as their own, so a device is identified by its key and its person.
        if let known = try database.row(
            "SELECT id FROM devices WHERE device = ? AND person = ? AND agreement = ? ORDER BY id",
            [
                .blob(certificate.device.key.bytes),
                .integer(try number(of: certificate.person)),
                .blob(certificate.agreement.bytes),
            ], { $0.integer(0) })
        {
            // A peer may sign certificates of one device without end.
            if memory.devices.count >= limits.devicesAtHand { memory.devices = [:] }
            memory.devices[certificate] = known
            return known
        }
        var bytes = ByteWriter()
        certificate.write(to: &bytes)
        try database.run(
            """
            INSERT INTO devices (device, person, agreement, certificate) VALUES (?, ?, ?, ?)
            """, .blob(certificate.device.key.bytes), .integer(try number(of: certificate.person)),
            .blob(certificate.agreement.bytes), .blob(bytes.bytes))
        let number = database.lastInserted
        membersChanged()
        return number
    }

    /// Whether a peer with this certificate is a device of this person, of a contact, or of somebody who
    /// shares a group with this person, and is not revoked.
    package func isFamiliar(_ certificate: Certificate) throws(StorageError) -> Bool {
        let person = certificate.person
        if !(try isFriend(person)) {
            guard try fellows().contains(person) else { return false }
        }
        return !(try isEnded(certificate))
    }

    /// Whether the device of this certificate and this one share any audience: it is another one of this
    /// person's, or belongs to a mutual friend or a fellow member.
    package func hasCommon(with certificate: Certificate) throws(StorageError) -> Bool {
        guard try isFamiliar(certificate), !(try isEnded(owner.certificate)) else { return false }
        if certificate.person == owner.person { return true }
        if try fellows().contains(certificate.person) { return true }
        return try isMutual(certificate.person)
    }

    /// Whether `person` is this one or somebody this person added.
    func isFriend(_ person: PersonID) throws(StorageError) -> Bool {
        if person == owner.person { return true }
        return try isContact(person)
    }

    /// Whether `person` is a friend; false for this person.
    package func isContact(_ person: PersonID) throws(StorageError) -> Bool {
        try contacts().contains { $0.person == person }
    }

    /// Returns the certificates of a person's devices, oldest first.
    package func certificates(of person: PersonID) throws(StorageError) -> [Certificate] {
        try certificates(
            "SELECT certificate FROM devices WHERE person = ? ORDER BY id",
            [.integer(try number(of: person))])
    }

    /// Returns the certificates of a person's devices that somebody has certified in `audience`.
    func certificates(
        of person: PersonID, in audience: AudienceRecord
    ) throws(StorageError) -> [Certificate] {
        try certificates(
            """
            SELECT d.certificate FROM certified c JOIN devices d ON d.id = c.device
            WHERE c.audience = ? AND d.person = ? ORDER BY d.device
            """, [.integer(audience.number), .integer(try number(of: person))])
    }

    /// Returns the certificates of all devices that somebody has certified in `audience`.
    func certificates(in audience: AudienceRecord) throws(StorageError) -> [Certificate] {
        try certificates(
            """
            SELECT d.certificate FROM certified c JOIN devices d ON d.id = c.device
            WHERE c.audience = ? ORDER BY d.id
            """, [.integer(audience.number)])
    }

    /// Returns the certificates that `sql` selects as its only column.
    func certificates(
        _ sql: String, _ values: [SQLValue]
    ) throws(StorageError) -> [Certificate] {
        let rows = try database.rows(sql, values) { (row) throws(StorageError) in row.bytes(0) }
        return rows.compactMap { bytes in
            var reader = ByteReader(bytes)
            return try? Certificate(from: &reader)
        }
    }

    /// Stores a certificate whose signature was checked, and that it was certified in `audience`.
    func keep(_ certificate: Certificate, in audience: AudienceRecord) throws(StorageError) {
        let device = try keep(certificate)
        guard audience.kind.hasID else { return }
        try database.run(
            "INSERT OR IGNORE INTO certified (audience, device) VALUES (?, ?)",
            .integer(audience.number), .integer(device))
        if database.changes > 0 { membersChanged() }
    }

    /// Records that a link with a device was made at `address`.
    package func met(
        _ certificate: Certificate, at address: String?, wall: WallTime
    ) throws(StorageError) {
        try database.run(
            "UPDATE devices SET last_seen = ?, address = coalesce(?, address) WHERE id = ?",
            .integer(Int64(clamping: wall.milliseconds)), address.map { .text($0) } ?? .null,
            .integer(try keep(certificate)))
    }

    /// A device that may be dialled, with its last working address.
    package struct Reachable: Equatable {
        /// The certificate of the device: its person, and the key that the link proves.
        package let certificate: Certificate
        /// The last working `host:port`; nil if there is none.
        package let address: String?
    }

    /// Returns the devices of `person` with their last working addresses.
    package func reachable(_ person: PersonID) throws(StorageError) -> [Reachable] {
        try database.rows(
            "SELECT certificate, address FROM devices WHERE person = ? ORDER BY id",
            [.integer(try number(of: person))]
        ) { (row) throws(StorageError) -> Reachable? in
            var reader = ByteReader(row.bytes(0))
            guard let certificate = try? Certificate(from: &reader) else { return nil }
            return Reachable(
                certificate: certificate, address: row.isNull(1) ? nil : row.text(1))
        }.compactMap { $0 }
    }
}
