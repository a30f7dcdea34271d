package import Domain
import Wire

// The space that files use and may use, and which files are fetched without being asked for.
extension Store {
    /// Returns the space that files use, and whether fetching is blocked for lack of space.
    package func blobUsage() throws(StorageError) -> BlobUsage {
        let quota = try blobQuota
        let used = try blobPieces * BlobShape.pieceBytes
        let counted = try database.row(
            "SELECT count(*), coalesce(sum(wanted = ?), 0) FROM blobs WHERE wanted > 0 ORDER BY 1",
            [.integer(BlobWish.asked.rawValue)]
        ) { (Int($0.integer(0)), Int($0.integer(1))) }
        let (missing, asked) = counted ?? (0, 0)
        let room = try roomForPieces()
        let roomUnasked = try roomForPieces(wished: BlobWish.small.rawValue)
        return BlobUsage(
            usedBytes: used, quotaBytes: quota, missing: missing,
            isFull: asked > 0 && room < 1 || missing > asked && roomUnasked < 1)
    }

    /// Returns how many more pieces fit, of files that the person adds or asks for.
    package func roomForPieces() throws(StorageError) -> Int {
        try blobQuota / BlobShape.pieceBytes - blobPieces
    }

    /// Returns how many more pieces fit, of a file fetched by a wish from `wantedBlobs`. Files that nobody asked for
    /// leave some space unused.
    package func roomForPieces(wished wish: Int) throws(StorageError) -> Int {
        guard wish < BlobWish.asked.rawValue else { return try roomForPieces() }
        let quota = try blobQuota
        return try (quota - quota / Limits.ownRoomParts) / BlobShape.pieceBytes - blobPieces
    }

    func setBlobQuota(_ bytes: Int) throws(StorageError) -> Answer {
        guard bytes >= 0 else {
            return .rejected(
                Problem(.invalidValue, "the quota cannot be \(bytes) bytes", fix: "use 0 or more"))
        }
        try set(Self.blobQuotaSetting, to: Array("\(bytes)".utf8))
        memory.areBlobsWanted = true
        return .done(
            DoneReport(
                count: 1, act: nil,
                summary: "files may now use at most \(bytes) bytes here"))
    }

    /// The files that are fetched without being asked for.
    var blobComing: BlobFetchPolicy {
        get throws(StorageError) {
            guard let word = try setting(Self.blobComingSetting) else { return .onDemand }
            return BlobFetchPolicy(rawValue: String(decoding: word, as: UTF8.self)) ?? .onDemand
        }
    }

    /// Sets which files are fetched without being asked for, on this device only. Fetches already begun continue.
    func setBlobComing(_ coming: BlobFetchPolicy) throws(StorageError) -> Answer {
        try set(Self.blobComingSetting, to: Array(coming.rawValue.utf8))
        guard coming == .always else {
            return .done(
                DoneReport(
                    count: 1, act: nil, summary: "large files are now fetched when you ask"))
        }
        try database.run(
            """
            UPDATE blobs SET wanted = ? WHERE wanted = 0 AND name IS NOT NULL AND unused IS NULL
            AND held * ? < size
            """, .integer(BlobWish.all.rawValue), .integer(BlobShape.pieceBytes))
        memory.areBlobsWanted = true
        return .done(
            DoneReport(count: 1, act: nil, summary: "every file is now fetched automatically"))
    }

    /// The bytes that files may use here.
    var blobQuota: Int {
        get throws(StorageError) {
            try number(setting: Self.blobQuotaSetting) ?? BlobUsage.quotaBytesUsual
        }
    }

    private var blobPieces: Int {
        get throws(StorageError) {
            if let known = memory.blobPieces { return known }
            let count = try database.row("SELECT coalesce(sum(held), 0) FROM blobs ORDER BY 1") {
                Int($0.integer(0))
            }
            memory.blobPieces = count ?? 0
            return count ?? 0
        }
    }

    private static let blobComingSetting = "blob coming"
    private static let blobQuotaSetting = "blob quota"
}

extension Problem {
    /// The file does not fit into the remaining space.
    static func noRoomForFiles(_ usage: BlobUsage) -> Problem {
        Problem(
            .conflict,
            "there is no room for the file: files use \(usage.usedBytes) of "
                + "\(usage.quotaBytes) bytes here",
            fix: "raise the quota: weft config set files.quota 20GiB; or remove things with files")
    }
}
