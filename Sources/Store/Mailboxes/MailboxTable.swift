package import CRDT
package import Domain
package import Primitives
import Wire

// The mailboxes that this device uses. The tables of carried segments record what it has stored there.
extension Store {
    /// A mailbox that this device uses.
    package struct MailboxRecord: Equatable, Sendable {
        /// The row of `folders`.
        package let number: Int64
        package let keeper: PersonID
        /// The people for whose devices segments are stored; at least one.
        package let addressees: [Addressee]
        /// The keeper's device that stores the segments; nil until one has agreed to.
        package let device: DeviceID?
        /// The same device as the peer of a link.
        package var peer: PeerID? { device.map { PeerID(person: keeper, device: $0) } }
        /// Whether the mailbox is being left: its contents are to be erased.
        package let isLeaving: Bool
        package let lastPut: WallTime?
        package let lastGot: WallTime?

        /// The mailbox as a folder, for planning. The keeper is spared, because they store the segments themselves.
        package var folder: FolderRecord {
            FolderRecord(
                number: number, path: "", addressees: addressees, isMarked: true, spared: keeper)
        }
    }

    /// Returns all mailboxes, oldest first.
    package func mailboxes() throws(StorageError) -> [MailboxRecord] {
        let rows = try database.rows(
            """
            SELECT m.folder, p.person, f.whom, m.device, m.leaving, m.put_at, m.got_at
            FROM mailboxes m JOIN folders f ON f.id = m.folder JOIN people p ON p.id = m.keeper
            ORDER BY m.folder
            """
        ) { (row) throws(StorageError) -> MailboxRecord in
            guard let person = Bytes32(row.bytes(1)) else { throw .corrupt }
            return MailboxRecord(
                number: row.integer(0), keeper: PersonID(person),
                addressees: row.text(2).split(separator: "\n").compactMap {
                    Addressee(name: String($0))
                },
                device: row.isNull(3) ? nil : Bytes32(row.bytes(3)).map { DeviceID($0) },
                isLeaving: row.integer(4) != 0, lastPut: row.time(5), lastGot: row.time(6))
        }
        return rows
    }

    /// Begins to store segments for these addressees with a friend; replaces the addressees of a mailbox that is in
    /// use.
    ///
    /// - Returns: the friend, or why it was refused.
    package func useMailbox(
        at reference: PersonReference, for addressees: [Addressee]
    ) throws(StorageError) -> Result<PersonID, Problem> {
        for addressee in addressees {
            if case .failure(let problem) = try destinations(of: addressee) {
                return .failure(problem)
            }
        }
        let keeper: Contact
        switch try resolve(reference, among: try contacts()) {
        case .failure(let problem): return .failure(problem)
        case .success(let found): keeper = found
        }
        let known = try mailboxes()
        let isKnown = known.contains { $0.keeper == keeper.person }
        guard isKnown || known.count < Self.mailboxesMax else {
            return .failure(
                Problem(
                    .tooMany, "a node can use at most \(Self.mailboxesMax) mailboxes",
                    fix: "weft mailbox rm @NAME"))
        }
        let path = SQLValue.text(Self.path(of: keeper.person))
        try database.run(
            """
            INSERT INTO folders (path, whom, marked) VALUES (?1, ?2, 1)
            ON CONFLICT (path) DO UPDATE SET whom = ?2
            """, path, .text(addressees.map(\.name).joined(separator: "\n")))
        let number = try database.row(
            "SELECT id FROM folders WHERE path = ? ORDER BY id", [path]
        ) { $0.integer(0) }
        guard let number else { throw .corrupt }
        try database.run(
            """
            INSERT INTO mailboxes (folder, keeper, leaving) VALUES (?, ?, 0)
            ON CONFLICT (folder) DO UPDATE SET leaving = 0
            """, .integer(number), .integer(try self.number(of: keeper.person)))
        return .success(keeper.person)
    }

    /// Begins to leave a mailbox. It stays recorded until the keeper has erased its contents. For the person it is left
    /// from the first answer on: one that is being left is not found again.
    package func leaveMailbox(
        at reference: PersonReference
    ) throws(StorageError) -> Result<MailboxRecord, Problem> {
        let used = try mailboxes()
        let keepers = try everybody().filter { friend in
            used.contains { $0.keeper == friend.person }
        }
        switch try resolve(reference, among: keepers) {
        case .failure:
            return .failure(
                Problem(
                    .notFound, "there is no mailbox at \(Problem.quote(reference.text))",
                    fix: "weft mailbox ls"))
        case .success(let contact):
            guard let record = used.first(where: { $0.keeper == contact.person }) else {
                throw .corrupt
            }
            guard !record.isLeaving else {
                return .failure(
                    Problem(
                        .notFound,
                        "@\(contact.name) is no longer your mailbox; your data there is deleted "
                            + "when @\(contact.name) is connected", fix: "weft mailbox ls"))
            }
            try forgetCarried(in: record.number)
            // A keeper that never agreed stores nothing that must be erased.
            guard record.device != nil else {
                try removeMailbox(record.number)
                return .success(record)
            }
            try database.run(
                "UPDATE mailboxes SET leaving = 1 WHERE folder = ?", .integer(record.number))
            return .success(record)
        }
    }

    /// Removes a mailbox whose contents are erased, or whose keeper is no longer a friend and erases them on their
    /// own.
    package func removeMailbox(_ number: Int64) throws(StorageError) {
        try forgetCarried(in: number)
        for sql in [
            "DELETE FROM taken_segments WHERE folder = ?", "DELETE FROM mailboxes WHERE folder = ?",
            "DELETE FROM folders WHERE id = ?",
        ] {
            try database.run(sql, .integer(number))
        }
    }

    /// Makes this device of the keeper the one that stores; what another device of theirs stored no longer counts.
    package func bindMailbox(
        _ number: Int64, to device: DeviceID
    ) throws(StorageError) {
        try forgetCarried(in: number)
        try database.run(
            "UPDATE mailboxes SET device = ? WHERE folder = ?", .blob(device.key.bytes),
            .integer(number))
    }

    /// Records when something was last stored in, or fetched from, the mailbox.
    package func noteMailbox(
        _ number: Int64, hasPut: Bool, at wall: WallTime
    ) throws(StorageError) {
        try database.run(
            hasPut
                ? "UPDATE mailboxes SET put_at = ? WHERE folder = ?"
                : "UPDATE mailboxes SET got_at = ? WHERE folder = ?", .time(wall),
            .integer(number))
    }

    /// Deletes the record of a segment that could not be stored there.
    package func forgetCarried(
        _ name: String, in number: Int64
    ) throws(StorageError) {
        for segment in try carriedSegments(in: number) where segment.name == name {
            try forget(segment)
        }
    }

    private func forgetCarried(in number: Int64) throws(StorageError) {
        for segment in try carriedSegments(in: number) { try forget(segment) }
    }

    /// Returns the names of the segments recorded as stored there.
    package func carriedNames(in number: Int64) throws(StorageError) -> Set<String> {
        Set(try carriedSegments(in: number).map(\.name))
    }

    /// Whether a device no longer belongs to its person.
    package func hasEnded(
        _ device: DeviceID, of person: PersonID
    ) throws(StorageError) -> Bool {
        try isEnded(device, of: person)
    }

    // MARK: Fetched segments

    /// Whether a segment on a keeper's device was already taken in, or concerns nobody here.
    package func hasTaken(
        _ name: Bytes16, from device: DeviceID, in number: Int64
    ) throws(StorageError) -> Bool {
        try database.row(
            """
            SELECT 1 FROM taken_segments WHERE folder = ? AND device = ? AND name = ? ORDER BY name
            """, [.integer(number), .blob(device.key.bytes), .blob(name.bytes)]
        ) { _ in true } ?? false
    }

    /// Records that a segment was taken in, or concerns nobody here.
    package func noteTaken(
        _ name: Bytes16, from device: DeviceID, in number: Int64
    ) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO taken_segments (folder, device, name) VALUES (?, ?, ?)",
            .integer(number), .blob(device.key.bytes), .blob(name.bytes))
    }

    /// Deletes the records of segments that are no longer on the keeper's device.
    ///
    /// - Parameter names: the segments still there, in ascending order.
    package func forgetTaken(
        but names: [Bytes16], from device: DeviceID, in number: Int64
    ) throws(StorageError) {
        let there = Set(names)
        let known = try database.rows(
            "SELECT name FROM taken_segments WHERE folder = ? AND device = ? ORDER BY name",
            [.integer(number), .blob(device.key.bytes)]
        ) { (row) throws(StorageError) in row.bytes(0) }
        for bytes in known where Bytes16(bytes).map({ !there.contains($0) }) ?? true {
            try database.run(
                "DELETE FROM taken_segments WHERE folder = ? AND device = ? AND name = ?",
                .integer(number), .blob(device.key.bytes), .blob(bytes))
        }
    }

    private static func path(of keeper: PersonID) -> String { "@" + keeper.text }

    /// Each mailbox is compared with what others have at every change, so their number is limited.
    static let mailboxesMax = 8
}
