package import Domain
package import Primitives
import Sodium

// Idempotency keys of requests. If a response is lost and the client retries with the same key, the
// request is not carried out twice. The record is written with the effect of the request, the response
// after it.
extension Store {
    /// Whether there may be records, which expire some day.
    package var hasKeysOfRequests: Bool { memory.hasKeysOfRequests }

    /// Records that the request under `key` is done, or begun. An existing record is not changed.
    package func note(_ key: IdempotencyKey, at wall: WallTime) throws(StorageError) {
        let (earliest, latest) = Self.lifetime(at: wall)
        // An expired record of the same key makes room.
        try database.run(
            "DELETE FROM request_keys WHERE key = ? AND (at <= ? OR at > ?)", .text(key.text),
            .integer(earliest), .integer(latest))
        // This is rare, and the size of the deleted record was not read.
        if database.changes > 0 { memory.keysOfRequests = nil }
        try database.run(
            """
            INSERT OR IGNORE INTO request_keys (key, request, at, size, status, fields, body)
            VALUES (?, ?, ?, 0, NULL, NULL, NULL)
            """, .text(key.text), .blob(Self.hash(of: key)),
            .integer(Int64(clamping: wall.milliseconds)))
        memory.keysOfRequests?.count += database.changes
        memory.hasKeysOfRequests = true
        try makeRoomForKeys()
    }

    /// Stores the response to the request recorded under `key`, unless its body is too long.
    package func keep(
        _ answer: StoredAnswer, under key: String
    ) throws(StorageError) -> Answer {
        guard answer.body.count <= StoredAnswer.bodyBytesMax,
            let before = try database.row(
                "SELECT size FROM request_keys WHERE key = ? ORDER BY key", [.text(key)],
                { Int($0.integer(0)) })
        else { return Self.keptAnswers(0) }
        let fields = answer.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        let size = fields.utf8.count + answer.body.count
        try database.run(
            """
            UPDATE request_keys SET size = ?, status = ?, fields = ?, body = ? WHERE key = ?
            """, .integer(size), .integer(answer.status), .text(fields), .blob(answer.body),
            .text(key))
        memory.keysOfRequests?.bytes += size - before
        try makeRoomForKeys()
        return Self.keptAnswers(1)
    }

    /// Returns what is known of `key`.
    func use(of key: IdempotencyKey, at wall: WallTime) throws(StorageError) -> KeyUse {
        guard let row = try row(of: key.text, at: wall) else { return .unused }
        guard row.request == Self.hash(of: key) else { return .otherwise }
        return .done(row.answer)
    }

    /// Deletes some expired records.
    ///
    /// - Returns: true if there are more to delete.
    package func forgetSomeKeys(at wall: WallTime) throws(StorageError) -> Bool {
        let (earliest, latest) = Self.lifetime(at: wall)
        let over = try database.rows(
            """
            SELECT id, size FROM request_keys WHERE at <= ? ORDER BY at, size, id LIMIT ?
            """, [.integer(earliest), .integer(Self.keysPerSlice)]
        ) { (row) throws(StorageError) in (row.integer(0), Int(row.integer(1))) }
        // Records from a clock that was years ahead and has been corrected.
        let wrong = try database.rows(
            """
            SELECT id, size FROM request_keys WHERE at > ? ORDER BY at, size, id LIMIT ?
            """, [.integer(latest), .integer(Self.keysPerSlice)]
        ) { (row) throws(StorageError) in (row.integer(0), Int(row.integer(1))) }
        for (row, size) in over + wrong { try forget(row, size) }
        memory.hasKeysOfRequests =
            try database.row("SELECT 1 FROM request_keys ORDER BY at LIMIT 1") { _ in true }
            ?? false
        return max(over.count, wrong.count) == Self.keysPerSlice
    }

    // MARK: Limits

    /// The time for which a request may be retried.
    static let keyMilliseconds: Int64 = 24 * 60 * 60 * 1000
    /// The maximum number of keys and bytes of all responses; the oldest records make room.
    static let keysMax = 10_000
    static let keptAnswersBytesMax = 16 << 20
    private static let keysPerSlice = 100

    // Called after a record was added or got its response. Rarely does more than one have to go.
    private func makeRoomForKeys() throws(StorageError) {
        guard try isFullOfKeys() else { return }
        let oldest = try database.rows(
            "SELECT id, size FROM request_keys ORDER BY at, size, id LIMIT ?",
            [.integer(Self.keysPerSlice)]
        ) { (row) throws(StorageError) in (row.integer(0), Int(row.integer(1))) }
        for (row, size) in oldest where try isFullOfKeys() { try forget(row, size) }
    }

    // Counted once in a run, from an index; after that each change updates the counts.
    private func isFullOfKeys() throws(StorageError) -> Bool {
        var held = memory.keysOfRequests
        if held == nil {
            held = try database.row(
                "SELECT count(*), ifnull(sum(size), 0) FROM request_keys ORDER BY 1"
            ) { (Int($0.integer(0)), Int($0.integer(1))) }
            memory.keysOfRequests = held
        }
        guard let held else { return false }
        return held.count > Self.keysMax || held.bytes > Self.keptAnswersBytesMax
    }

    private func forget(_ row: Int64, _ size: Int) throws(StorageError) {
        try database.run("DELETE FROM request_keys WHERE id = ?", .integer(row))
        guard let held = memory.keysOfRequests else { return }
        memory.keysOfRequests = (held.count - 1, held.bytes - size)
    }

    // MARK: Rows

    private func row(
        of key: String, at wall: WallTime
    ) throws(StorageError) -> (request: [UInt8], answer: StoredAnswer?)? {
        let (earliest, latest) = Self.lifetime(at: wall)
        return try database.row(
            """
            SELECT request, status, fields, body FROM request_keys
            WHERE key = ? AND at > ? AND at <= ? ORDER BY id
            """, [.text(key), .integer(earliest), .integer(latest)]
        ) { row in
            let request = row.bytes(0)
            guard !row.isNull(1) else { return (request, nil) }
            return (
                request,
                StoredAnswer(
                    status: Int(row.integer(1)), fields: Self.fields(row.text(2)),
                    body: row.bytes(3))
            )
        }
    }

    private static func fields(_ text: String) -> [StoredAnswer.Field] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return StoredAnswer.Field(
                name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
        }
    }

    // Returns the valid range of times: a record at or before `earliest` has expired, and one after
    // `latest` was written by a wrong clock.
    private static func lifetime(at wall: WallTime) -> (earliest: Int64, latest: Int64) {
        let now = min(Int64(clamping: wall.milliseconds), .max - keyMilliseconds)
        return (now - keyMilliseconds, now + keyMilliseconds)
    }

    private static func hash(of key: IdempotencyKey) -> [UInt8] {
        Hash.blake2b32(key.request).bytes
    }

    private static func keptAnswers(_ count: Int) -> Answer {
        .done(
            DoneReport(count: count, act: nil, summary: "stored \(Counted.words(count, "answer"))"))
    }
}
