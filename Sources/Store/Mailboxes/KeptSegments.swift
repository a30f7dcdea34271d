package import CRDT
import Domain
package import Primitives
import Sodium
package import Wire

/// A segment that is being uploaded to, or downloaded from, this device.
package struct KeptSegment: Equatable, Sendable {
    /// The row of `kept_segments`.
    package let number: Int64
    package let name: Bytes16
    /// The length in bytes, and the bytes present: a prefix without gaps.
    package let length: Int
    package let held: Int
}

// Serves the stored segments on request: whole segments, piece by piece.
extension Store {
    /// Returns the quota in bytes of the device's person, and the bytes used; (0, 0) if nothing is stored for them.
    package func keptRoom(
        of certificate: Certificate
    ) throws(StorageError) -> (quota: Int, used: Int) {
        let person = SQLValue.integer(try number(of: certificate.person))
        let quota = try database.row(
            "SELECT quota FROM keeping WHERE person = ? ORDER BY person", [person]
        ) { Int($0.integer(0)) }
        guard let quota, try isFriend(certificate.person) else { return (0, 0) }
        let used = try database.row(
            """
            SELECT coalesce(sum(length), 0) FROM kept_segments WHERE person = ? AND ended = 0
            ORDER BY 1
            """, [person]
        ) { Int($0.integer(0)) }
        return (quota, used ?? 0)
    }

    /// Whether the bearer of this certificate may request stored segments: a friend or the person of this node, with
    /// a device that is not revoked.
    package func mayAsk(_ certificate: Certificate) throws(StorageError) -> Bool {
        guard try isFriend(certificate.person) else { return false }
        return !(try isEnded(certificate))
    }

    /// Returns the names of the complete segments that a device has stored here, in ascending order.
    package func keptNames(of peer: PeerID) throws(StorageError) -> [Bytes16] {
        try database.rows(
            """
            SELECT name FROM kept_segments
            WHERE device = ? AND person = ? AND held = length AND ended = 0 ORDER BY name LIMIT ?
            """,
            [
                .blob(peer.device.key.bytes), .integer(try number(of: peer.person)),
                .integer(MailboxRequest.namesMax),
            ]
        ) { (row) throws(StorageError) in
            guard let name = Bytes16(row.bytes(0)) else { throw .corrupt }
            return name
        }
    }

    /// Returns the complete segments under `tags` in ascending order of name, the first `foundMax` after `after`, and
    /// whether these are the last.
    package func keptSegments(
        under tags: [Bytes16], after: Bytes16
    ) throws(StorageError) -> (found: [MailboxList.Found], isLast: Bool) {
        var all: [MailboxList.Found] = []
        // The limit keeps the work small even if somebody stores the same segments under all tags.
        for (place, tag) in tags.enumerated() where all.count < Self.keptRowsMax {
            let room = Self.keptRowsMax - all.count
            all += try database.rows(
                """
                SELECT s.name, s.length FROM kept_tags t JOIN kept_segments s ON s.id = t.segment
                WHERE t.tag = ? AND s.held = s.length AND s.ended = 0 AND s.name > ? ORDER BY s.name
                LIMIT ?
                """, [.blob(tag.bytes), .blob(after.bytes), .integer(room)]
            ) { (row) throws(StorageError) in
                guard let name = Bytes16(row.bytes(0)) else { throw .corrupt }
                return MailboxList.Found(name: name, length: Int(row.integer(1)), place: place)
            }
        }
        all.sort { ($0.name, $0.place) < ($1.name, $1.place) }
        var found: [MailboxList.Found] = []
        for one in all where found.last?.name != one.name { found.append(one) }
        return (
            Array(found.prefix(MailboxList.foundMax)), found.count <= MailboxList.foundMax
        )
    }

    /// Returns the complete segment with this name under this tag.
    package func keptSegment(
        _ name: Bytes16, under tag: Bytes16
    ) throws(StorageError) -> KeptSegment? {
        try database.row(
            """
            SELECT s.id, s.length, s.held FROM kept_tags t JOIN kept_segments s ON s.id = t.segment
            WHERE t.tag = ? AND s.name = ? AND s.held = s.length AND s.ended = 0 ORDER BY s.id
            """, [.blob(tag.bytes), .blob(name.bytes)]
        ) {
            KeptSegment(
                number: $0.integer(0), name: name, length: Int($0.integer(1)),
                held: Int($0.integer(2)))
        }
    }

    /// Returns the piece of a segment that begins at `start`; nil if it was erased.
    package func keptPiece(
        of segment: KeptSegment, at start: Int
    ) throws(StorageError) -> [UInt8]? {
        try database.row(
            """
            SELECT p.bytes FROM kept_pieces p JOIN kept_segments s ON s.id = p.segment
            WHERE p.segment = ? AND p.start = ? AND s.ended = 0 ORDER BY p.start
            """, [.integer(segment.number), .integer(start)]
        ) { $0.bytes(0) }
    }

    /// Begins or resumes the upload of a segment. Another incomplete upload of the same device is erased, because its
    /// bytes would count against the quota forever.
    ///
    /// - Returns: how much of it is present, or why it is refused.
    package func beginKeeping(
        _ name: Bytes16, length: Int, under tags: [Bytes16], from certificate: Certificate
    ) throws(StorageError) -> Result<KeptSegment, KeepingRefusal> {
        guard try keptRoom(of: certificate).quota > 0 else {
            return .failure(KeepingRefusal(.unkept))
        }
        let person = try number(of: certificate.person)
        let device = SQLValue.blob(certificate.device.key.bytes)
        let others = try database.rows(
            """
            SELECT id FROM kept_segments WHERE device = ?1 AND person = ?3
            AND (held < length AND name <> ?2 OR ended = 1 AND name = ?2) ORDER BY id
            """, [device, .blob(name.bytes), .integer(person)]
        ) { (row) throws(StorageError) in row.integer(0) }
        for segment in others { try eraseKept(segment) }
        let known = try database.row(
            """
            SELECT id, length, held, person FROM kept_segments WHERE device = ? AND name = ?
            ORDER BY id
            """, [device, .blob(name.bytes)]
        ) {
            (
                segment: KeptSegment(
                    number: $0.integer(0), name: name, length: Int($0.integer(1)),
                    held: Int($0.integer(2))), person: $0.integer(3)
            )
        }
        if let known {
            // Two people claim the same device, and it stored the segment for the other one.
            guard known.person == person, known.segment.length == length else {
                return .failure(KeepingRefusal(.torn))
            }
            return .success(known.segment)
        }
        let (quota, used) = try keptRoom(of: certificate)
        let count = try database.row(
            "SELECT count(*) FROM kept_segments WHERE person = ? AND ended = 0 ORDER BY 1",
            [.integer(person)]
        ) { Int($0.integer(0)) }
        guard used + length <= quota, (count ?? 0) < Self.keptSegmentsMax else {
            return .failure(KeepingRefusal(.full))
        }
        try database.run(
            """
            INSERT INTO kept_segments (person, device, name, length, held) VALUES (?, ?, ?, ?, 0)
            """, .integer(person), device, .blob(name.bytes), .integer(length))
        let number = database.lastInserted
        for tag in tags {
            try database.run(
                "INSERT INTO kept_tags (tag, segment) VALUES (?, ?)", .blob(tag.bytes),
                .integer(number))
        }
        return .success(KeptSegment(number: number, name: name, length: length, held: 0))
    }

    /// Appends the next piece. The last piece completes the segment, which is then checked against its name.
    ///
    /// - Returns: the new state; nil if the segment does not match its name or was erased meanwhile. Nothing of it is
    ///   stored then.
    package func keep(
        _ piece: [UInt8], of segment: KeptSegment, at wall: WallTime
    ) throws(StorageError) -> KeptSegment? {
        let held = segment.held + piece.count
        precondition(held <= segment.length, "the session counts")
        try database.run(
            "UPDATE kept_segments SET held = ? WHERE id = ? AND held = ? AND ended = 0",
            .integer(held),
            .integer(segment.number), .integer(segment.held))
        guard database.changes == 1 else { return nil }
        try database.run(
            "INSERT INTO kept_pieces (segment, start, bytes) VALUES (?, ?, ?)",
            .integer(segment.number), .integer(segment.held), .blob(piece))
        let now = KeptSegment(
            number: segment.number, name: segment.name, length: segment.length, held: held)
        guard held == segment.length else { return now }
        let bytes = try database.rows(
            "SELECT bytes FROM kept_pieces WHERE segment = ? ORDER BY start",
            [.integer(segment.number)]
        ) { (row) throws(StorageError) in row.bytes(0) }.flatMap { $0 }
        guard Derivation.mailboxName(of: bytes) == segment.name,
            (try? Segment(bytes: bytes)) != nil
        else {
            try eraseKept(segment.number)
            return nil
        }
        try database.run(
            """
            UPDATE keeping SET put_at = ?
            WHERE person = (SELECT person FROM kept_segments WHERE id = ?)
            """, .time(wall), .integer(segment.number))
        return now
    }

    /// Returns the tags of a segment.
    package func tags(of segment: KeptSegment) throws(StorageError) -> [Bytes16] {
        try database.rows(
            "SELECT tag FROM kept_tags WHERE segment = ? ORDER BY tag", [.integer(segment.number)]
        ) { (row) throws(StorageError) in
            guard let tag = Bytes16(row.bytes(0)) else { throw .corrupt }
            return tag
        }
    }

    /// Erases these segments of a device; all of them if `names` is empty.
    package func drop(
        _ names: [Bytes16], of peer: PeerID
    ) throws(StorageError) {
        let device = SQLValue.blob(peer.device.key.bytes)
        let person = SQLValue.integer(try number(of: peer.person))
        if names.isEmpty { try endKept("device = ? AND person = ?", device, person) }
        for name in names {
            try database.run(
                "UPDATE kept_segments SET ended = 1 WHERE device = ? AND person = ? AND name = ?",
                device, person, .blob(name.bytes))
            if database.changes > 0 { memory.isKeptEnded = true }
        }
    }

    /// Records that a device of this person has downloaded a segment.
    package func noteGot(by person: PersonID, at wall: WallTime) throws(StorageError) {
        try database.run(
            "UPDATE keeping SET got_at = ? WHERE person = ?", .time(wall),
            .integer(try number(of: person)))
    }
}

/// The reason why a segment is not stored.
package struct KeepingRefusal: Error {
    package let reason: MailboxAnswer.Refusal

    init(_ reason: MailboxAnswer.Refusal) {
        self.reason = reason
    }
}

extension SQLValue {
    static func time(_ wall: WallTime) -> SQLValue { .integer(Int64(clamping: wall.milliseconds)) }
}
