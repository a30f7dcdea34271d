import CRDT
package import Domain
import Primitives
import Wire

/// Tracks how much of what one other person wrote in one audience is stored here.
///
/// Incoming bytes are added up. The log is measured only when enough has come that the share might be
/// full, so that neither opening a database nor receiving a hundred thousand links of a friend costs a
/// scan of the log.
struct AuthorShare {
    /// Bytes received since the log was last measured, or since the start.
    var since = 0
    /// Bytes that may be received before the next measurement; nil before the first one.
    var allowance: Int?
    /// The time of the last measurement.
    var countedAt = WallTime(milliseconds: 0)
    /// Whether the share is full, so that nothing more is accepted.
    var isFull = false
    /// The report sent to observers since the share became full; nil if none was sent.
    var told: FilledShare?
}

/// The rows of an author and an audience.
struct AuthorPlace: Hashable {
    let author: Int64
    let audience: Int64
}

// Each author has a share in each audience, because a person who may write somewhere can write without
// end, and every delta is kept. This person's own devices have no limit.
extension Store {
    /// The bytes that the deltas of one other person may take in one audience: headers, payloads and
    /// signatures as stored in the log.
    var authorQuota: Int {
        get throws(StorageError) {
            if let known = memory.authorQuota { return known }
            let quota = try number(setting: Self.authorQuotaSetting) ?? limits.authorBytes
            memory.authorQuota = quota
            return quota
        }
    }

    func setAuthorQuota(_ bytes: Int) throws(StorageError) -> Answer {
        guard bytes >= Limits.authorBytesMin else {
            return .rejected(
                Problem(
                    .invalidValue, "\(bytes) bytes are too few: one message can be larger",
                    fix: "use at least \(ByteCount.typed(Limits.authorBytesMin))"))
        }
        try set(Self.authorQuotaSetting, to: Array("\(bytes)".utf8))
        memory.freedShares += places { $0.told != nil }.compactMap {
            memory.authorShares[$0]?.told
        }
        memory.authorQuota = nil
        memory.authorShares = [:]
        memory.isAuthorQuotaNew = true
        return .done(
            DoneReport(
                count: 1, act: nil,
                summary: "each other person may now write \(ByteCount.typed(bytes)) in each "
                    + "audience"))
    }

    /// Whether `writer`, the row of a person, has filled their share of an audience, so that nothing more
    /// of theirs is accepted. The share may be exceeded by one run, or by 1/16 after each start.
    func isFull(
        _ writer: Int64, in audience: Int64, at wall: WallTime
    ) throws(StorageError) -> Bool {
        guard writer != (try me) else { return false }
        let place = AuthorPlace(author: writer, audience: audience)
        var share = memory.authorShares[place] ?? AuthorShare()
        let quota = try authorQuota
        guard share.since >= share.allowance ?? quota / 16 else { return false }
        if share.isFull, wall >= share.countedAt,
            wall.milliseconds - share.countedAt.milliseconds < Self.countPauseMilliseconds
        {
            return true
        }
        let left = quota - (try bytesWritten(by: writer, in: audience))
        share.since = 0
        share.countedAt = wall
        share.isFull = left <= 0
        share.allowance = left <= 0 ? 0 : max(quota / 256, min(quota / 16, left))
        if !share.isFull, let told = share.told {
            share.told = nil
            memory.freedShares.append(told)
        }
        memory.authorShares[place] = share
        return share.isFull
    }

    /// Adds received deltas to their writer's share.
    func weigh(_ deltas: [SignedDelta], by writer: Int64, in audience: Int64) {
        let bytes = deltas.reduce(0) { sum, delta in
            sum + DeltaHeader.byteCount + delta.payload.count + (delta.signature?.count ?? 0)
        }
        memory.authorShares[AuthorPlace(author: writer, audience: audience), default: AuthorShare()]
            .since += bytes
    }

    // `length` of a blob does not read its overflow pages (sqlite.org, lang_corefunc.html).
    private func bytesWritten(
        by writer: Int64, in audience: Int64
    ) throws(StorageError) -> Int {
        let chains = try database.rows(
            """
            SELECT id FROM chains WHERE audience = ?
            AND device IN (SELECT id FROM devices WHERE person = ?) ORDER BY id
            """, [.integer(audience), .integer(writer)]
        ) { $0.integer(0) }
        var sum = 0
        for number in chains {
            let chain = try chain(number: number)
            sum +=
                try database.row(
                    """
                    SELECT coalesce(sum(length(header) + length(payload)
                    + coalesce(length(signature), 0)), 0) FROM deltas WHERE id BETWEEN ? AND ?
                    """,
                    [.integer(chain.row(0)), .integer(chain.row(ChainRecord.lengthMax))]
                ) { Int($0.integer(0)) } ?? 0
        }
        return sum
    }

    /// Returns the shares that are full, ordered by the authors' rows.
    package func filledShares() throws(StorageError) -> [FilledShare] {
        try places { $0.isFull }.map(filledShare)
    }

    /// Returns the full shares that observers have not been told about yet, and marks them as told.
    package func takeFilledShares() throws(StorageError) -> [FilledShare] {
        var untold: [FilledShare] = []
        for place in places(where: { $0.isFull && $0.told == nil }) {
            let share = try filledShare(place)
            memory.authorShares[place]?.told = share
            untold.append(share)
        }
        return untold
    }

    /// Returns the reported shares that are no longer known to be full, since the last call.
    package func takeFreedShares() -> [FilledShare] {
        defer { memory.freedShares = [] }
        return memory.freedShares
    }

    private func places(where isMeant: (AuthorShare) -> Bool) -> [AuthorPlace] {
        memory.authorShares.filter { isMeant($0.value) }.keys.sorted {
            ($0.author, $0.audience) < ($1.author, $1.audience)
        }
    }

    /// Whether the size of shares has changed since the last call; deltas that were declined may be
    /// accepted now.
    package func takeAuthorQuotaChange() -> Bool {
        defer { memory.isAuthorQuotaNew = false }
        return memory.isAuthorQuotaNew
    }

    private func filledShare(_ place: AuthorPlace) throws(StorageError) -> FilledShare {
        FilledShare(
            name: try author(row: place.author).name,
            audience: try audience(at: audience(place.audience).place),
            quotaBytes: try authorQuota)
    }

    private static let authorQuotaSetting = "author quota"
    private static let countPauseMilliseconds: UInt64 = 60_000
}
