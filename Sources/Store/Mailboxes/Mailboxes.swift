package import CRDT
package import Domain
package import Primitives
import Wire

// The keepers that this device uses. What it has put there is in the tables of carried segments.
extension Store {
    /// One of them.
    package struct MailboxRecord: Equatable, Sendable {
        /// Its row of `folders`.
        package let number: Int64
        package let keeper: PersonID
        /// For whom something is put there; at least one.
        package let addressees: [Addressee]
        /// The device of the keeper's that keeps for this person; nil before one has said that it does.
        package let device: DeviceID?
        /// The same device, as a link to it is named.
        package var peer: PeerID? { device.map { PeerID(person: keeper, device: $0) } }
        /// It was left: what is there is to go.
        package let isLeaving: Bool
        package let lastPut: WallTime?
        package let lastGot: WallTime?

        /// The same, as a plan for it takes it: nobody needs to be carried what he keeps himself.
        package var folder: FolderRecord {
            FolderRecord(
                number: number, path: "", addressees: addressees, isMarked: true, spared: keeper)
        }
    }

    /// All of them, oldest first.
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

    /// Leaves something for these people with a friend, from now on; with one who is used already, for
    /// these alone.
    ///
    /// - Returns: the friend, or why not.
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
                    .tooMany, "a node uses \(Self.mailboxesMax) mailboxes at most",
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

    /// What is there is to go; until it has, the keeper is remembered.
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
                    .notFound, "no mailbox is at \(Problem.quote(reference.text))",
                    fix: "weft mailbox ls"))
        case .success(let contact):
            guard let record = used.first(where: { $0.keeper == contact.person }) else {
                throw .corrupt
            }
            try forgetCarried(in: record.number)
            // Of who never kept anything nothing has to go.
            guard record.device != nil else {
                try removeMailbox(record.number)
                return .success(record)
            }
            try database.run(
                "UPDATE mailboxes SET leaving = 1 WHERE folder = ?", .integer(record.number))
            return .success(record)
        }
    }

    /// Nothing of this device's is there any more, or its keeper is no friend: he erases it himself.
    package func removeMailbox(_ number: Int64) throws(StorageError) {
        try forgetCarried(in: number)
        for sql in [
            "DELETE FROM taken_segments WHERE folder = ?", "DELETE FROM mailboxes WHERE folder = ?",
            "DELETE FROM folders WHERE id = ?",
        ] {
            try database.run(sql, .integer(number))
        }
    }

    /// This device of the keeper's is the one that keeps; what another one kept counts no more.
    package func bindMailbox(
        _ number: Int64, to device: DeviceID
    ) throws(StorageError) {
        try forgetCarried(in: number)
        try database.run(
            "UPDATE mailboxes SET device = ? WHERE folder = ?", .blob(device.key.bytes),
            .integer(number))
    }

    /// Something was put there, or came from there.
    package func noteMailbox(
        _ number: Int64, hasPut: Bool, at wall: WallTime
    ) throws(StorageError) {
        try database.run(
            hasPut
                ? "UPDATE mailboxes SET put_at = ? WHERE folder = ?"
                : "UPDATE mailboxes SET got_at = ? WHERE folder = ?", .time(wall),
            .integer(number))
    }

    /// The record of a segment that could not be put there.
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

    /// What is recorded of the segments that were put there: their names.
    package func carriedNames(in number: Int64) throws(StorageError) -> Set<String> {
        Set(try carriedSegments(in: number).map(\.name))
    }

    /// Whether a device is its person's no longer.
    package func hasEnded(
        _ device: DeviceID, of person: PersonID
    ) throws(StorageError) -> Bool {
        try isEnded(device, of: person)
    }

    // MARK: What was taken from there

    /// Whether a segment that a keeper's device has was taken in, or was for nobody here.
    package func hasTaken(
        _ name: Bytes16, from device: DeviceID, in number: Int64
    ) throws(StorageError) -> Bool {
        try database.row(
            """
            SELECT 1 FROM taken_segments WHERE folder = ? AND device = ? AND name = ? ORDER BY name
            """, [.integer(number), .blob(device.key.bytes), .blob(name.bytes)]
        ) { _ in true } ?? false
    }

    /// It was.
    package func noteTaken(
        _ name: Bytes16, from device: DeviceID, in number: Int64
    ) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO taken_segments (folder, device, name) VALUES (?, ?, ?)",
            .integer(number), .blob(device.key.bytes), .blob(name.bytes))
    }

    /// Those of a keeper's device that are there still are these: of others nothing need be known.
    ///
    /// - Parameter names: rising.
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

    /// Each is compared with what others have whenever something has changed.
    static let mailboxesMax = 8
}
