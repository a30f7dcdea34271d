import CRDT
package import Domain
import Primitives
import Wire

// Stores sealed segments for friends, up to a quota each. This device holds no key that opens them.
extension Store {
    /// Sets the quota for a friend; 0 stops storing for them and erases what was stored.
    ///
    /// - Returns: the friend, or why it was refused.
    package func keepMailbox(
        for reference: PersonReference, quotaBytes: Int
    ) throws(StorageError) -> Result<Author, Problem> {
        switch try resolve(reference, among: try contacts()) {
        case .failure(let problem): return .failure(problem)
        case .success(let contact):
            let person = try number(of: contact.person)
            guard quotaBytes > 0 else {
                try endKeeping(of: person)
                return .success(try author(contact.person))
            }
            guard HostedMailbox.quotaBytes ~= quotaBytes else {
                return .failure(
                    Problem(
                        .invalidValue, "a quota must be from 2 MiB to 1 TiB",
                        fix: "weft mailbox keep @\(contact.name) --quota 64MiB"))
            }
            let known = try database.row(
                "SELECT count(*) FROM keeping WHERE person <> ? ORDER BY 1", [.integer(person)]
            ) { Int($0.integer(0)) }
            guard (known ?? 0) < Self.keepingMax else {
                return .failure(
                    Problem(
                        .tooMany, "a node can store data for at most \(Self.keepingMax) friends",
                        fix: "weft mailbox keep @NAME --off"))
            }
            try database.run(
                """
                INSERT INTO keeping (person, quota) VALUES (?1, ?2)
                ON CONFLICT (person) DO UPDATE SET quota = ?2
                """, .integer(person), .integer(quotaBytes))
            return .success(try author(contact.person))
        }
    }

    /// Returns everybody for whom this device stores segments, in the order of their rows.
    package func keptMailboxes() throws(StorageError) -> [HostedMailbox] {
        let rows = try database.rows(
            """
            SELECT k.person, k.quota, k.put_at, k.got_at,
                (SELECT coalesce(sum(s.length), 0) FROM kept_segments s WHERE s.person = k.person
                AND s.ended = 0),
                (SELECT count(*) FROM kept_segments s WHERE s.person = k.person AND s.ended = 0)
            FROM keeping k ORDER BY k.person
            """
        ) { (row) throws(StorageError) in
            (
                row.integer(0), Int(row.integer(1)), row.time(2), row.time(3),
                Int(row.integer(4)), Int(row.integer(5))
            )
        }
        var kept: [HostedMailbox] = []
        for (person, quota, put, got, used, segments) in rows {
            kept.append(
                HostedMailbox(
                    person: try author(row: person), quotaBytes: quota, usedBytes: used,
                    segments: segments, lastPut: put, lastGot: got))
        }
        return kept
    }

    /// Erases what is stored for people who are no longer friends, on either side, and for revoked devices.
    package func settleKeeping() throws(StorageError) {
        let friends = try contacts().map(\.person)
        let gone = try whoHasEnded()
        for kept in try keptMailboxes() {
            let person = kept.person.person
            let row = try number(of: person)
            if !friends.contains(person) { try endKeeping(of: row) }
            if gone.contains(person) { try endKept("person = ?", .integer(row)) }
            let devices = try database.rows(
                "SELECT DISTINCT device FROM kept_segments WHERE person = ? AND ended = 0 ORDER BY device",
                [.integer(row)]
            ) { (row) throws(StorageError) in row.bytes(0) }
            for device in devices {
                guard let key = Bytes32(device) else { throw .corrupt }
                guard try isEnded(DeviceID(key), of: person) else { continue }
                try endKept("device = ? AND person = ?", .blob(device), .integer(row))
            }
        }
    }

    private func endKeeping(of person: Int64) throws(StorageError) {
        try endKept("person = ?", .integer(person))
        try database.run("DELETE FROM keeping WHERE person = ?", .integer(person))
    }

    /// Ends the segments that satisfy `condition`: they are no longer listed, and `eraseSomeKept` erases them.
    func endKept(_ condition: String, _ values: SQLValue...) throws(StorageError) {
        try database.run("UPDATE kept_segments SET ended = 1 WHERE \(condition)", values: values)
        if database.changes > 0 { memory.isKeptEnded = true }
    }

    /// Erases one ended segment, at most 2 MiB, so that dropping many blocks nobody.
    ///
    /// - Returns: whether there was one.
    package func eraseSomeKept() throws(StorageError) -> Bool {
        guard memory.isKeptEnded else { return false }
        let segment = try database.row(
            "SELECT id FROM kept_segments WHERE ended = 1 ORDER BY id", []
        ) { $0.integer(0) }
        if let segment { try eraseKept(segment) }
        memory.isKeptEnded = segment != nil
        return segment != nil
    }

    /// Erases one segment.
    func eraseKept(_ segment: Int64) throws(StorageError) {
        for sql in [
            "DELETE FROM kept_pieces WHERE segment = ?", "DELETE FROM kept_tags WHERE segment = ?",
            "DELETE FROM kept_segments WHERE id = ?",
        ] {
            try database.run(sql, .integer(segment))
        }
    }

    /// The most friends for whom a node stores segments; a node has as many links.
    static let keepingMax = 64
    /// The most rows read for one list request: eight times what one part of a list returns.
    static let keptRowsMax = 8 * MailboxList.foundMax
    /// The most segments of one person; an honest one has a few hundred.
    static let keptSegmentsMax = 1024
}

extension Statement {
    /// Returns a time in milliseconds; nil for NULL.
    func time(_ column: Int32) -> WallTime? {
        isNull(column) ? nil : WallTime(milliseconds: UInt64(clamping: integer(column)))
    }
}
