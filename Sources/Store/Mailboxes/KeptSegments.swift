package import CRDT
import Domain
package import Primitives
import Sodium
package import Wire

/// A segment that is being put here, or taken from here.
package struct KeptSegment: Equatable, Sendable {
    /// Its row.
    package let number: Int64
    package let name: Bytes16
    /// Bytes of all of it, and those that are here: from the start, without a hole.
    package let length: Int
    package let held: Int
}

// What is kept for others, as they ask for it: whole segments, piece by piece.
extension Store {
    /// What a device may put here: bytes at most for its person, and bytes that are here.
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

    /// Whether who shows this certificate may ask for what is kept: a friend, or this person himself.
    package func mayAsk(_ certificate: Certificate) throws(StorageError) -> Bool {
        guard try isFriend(certificate.person) else { return false }
        return !(try isEnded(certificate))
    }

    /// Names of what a device has put here, whole ones, rising.
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

    /// Whole segments under `tags`, rising by name, the first `foundMax` behind `after`; and whether
    /// there are no more.
    package func keptSegments(
        under tags: [Bytes16], after: Bytes16
    ) throws(StorageError) -> (found: [MailboxList.Found], isLast: Bool) {
        var all: [MailboxList.Found] = []
        // Who puts the same under all tags makes no work for whoever looks by all of them.
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

    /// The whole segment of this name under this tag.
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

    /// The piece of a segment that begins at `start`; nil if it is not here any more.
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

    /// A device begins, or goes on, to put a segment here. Another one that it has begun and not ended
    /// is forgotten: its bytes would count for ever.
    ///
    /// - Returns: how much of it is here; or why it is not kept.
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
            // A device that two people call theirs has put it here for the other one.
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

    /// The next piece of it has come. With the last one it is compared with its name.
    ///
    /// - Returns: as it is now; nil if it is not what its name says, or was erased meanwhile: then
    ///   nothing of it is kept.
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

    /// The tags of a segment.
    package func tags(of segment: KeptSegment) throws(StorageError) -> [Bytes16] {
        try database.rows(
            "SELECT tag FROM kept_tags WHERE segment = ? ORDER BY tag", [.integer(segment.number)]
        ) { (row) throws(StorageError) in
            guard let tag = Bytes16(row.bytes(0)) else { throw .corrupt }
            return tag
        }
    }

    /// Erases these of a device's; all, if none is named.
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

    /// A device of this person has got a segment.
    package func noteGot(by person: PersonID, at wall: WallTime) throws(StorageError) {
        try database.run(
            "UPDATE keeping SET got_at = ? WHERE person = ?", .time(wall),
            .integer(try number(of: person)))
    }
}

/// Why a segment is not kept.
package struct KeepingRefusal: Error {
    package let reason: MailboxAnswer.Refusal

    init(_ reason: MailboxAnswer.Refusal) {
        self.reason = reason
    }
}

extension SQLValue {
    static func time(_ wall: WallTime) -> SQLValue { .integer(Int64(clamping: wall.milliseconds)) }
}
