import Domain
package import Primitives
package import Wire

/// The reason why a file is to be fetched; the raw value is a column.
enum BlobWish: Int, Comparable {
    case no = 0
    /// All files are to be fetched, smaller ones first.
    case all = 1
    /// The file is small, and something visible refers to it.
    case small = 2
    /// The person has asked for the file, or it was here before.
    case asked = 3

    static func < (left: BlobWish, right: BlobWish) -> Bool { left.rawValue < right.rawValue }
}

// Which files are to be fetched, and their pieces as they arrive.
extension Store {
    /// Records that something refers to a file. A small file is fetched automatically, others only if all files are.
    func noteReference(_ reference: BlobReference) throws(StorageError) {
        var wish = BlobWish.small
        if reference.size > Limits.smallBlobBytesMax {
            wish = try blobComing == .always ? .all : .no
        }
        try database.run(
            """
            INSERT OR IGNORE INTO blobs (name, size, held, pieces, wanted) VALUES (?, ?, 0, ?, ?)
            """, .text(reference.nameText), .integer(reference.size), .blob([]),
            .integer(wish.rawValue))
        let isNew = database.changes > 0
        if isNew, wish != .no { memory.areBlobsWanted = true }
        memory.hasBlobs = true
        guard !isNew else { return }
        try database.run(
            "UPDATE blobs SET unused = NULL WHERE name = ? AND size = ? AND unused IS NOT NULL",
            .text(reference.nameText), .integer(reference.size))
        // It was given up while nothing referred to it.
        if wish != .no {
            try database.run(
                """
                UPDATE blobs SET wanted = ?3
                WHERE name = ?1 AND size = ?2 AND wanted = 0 AND held = 0
                """, .text(reference.nameText), .integer(reference.size), .integer(wish.rawValue))
        }
        guard !memory.areBlobsWanted else { return }
        // It is wanted, but the peers that are connected were not asked for it, because nothing that they may see
        // referred to it then.
        let isWanted = try database.row(
            "SELECT 1 FROM blobs WHERE name = ? AND size = ? AND wanted > 0 -- one row",
            [.text(reference.nameText), .integer(reference.size)]
        ) { _ in true }
        if isWanted == true { memory.areBlobsWanted = true }
    }

    /// Requests all of the file; rejected if there is no space for the missing pieces.
    func getBlob(
        _ name: Bytes32, as asked: BlobReference?
    ) throws(StorageError) -> Answer {
        guard let reference = try reference(to: name, as: asked),
            let shape = BlobShape(size: UInt64(reference.size)), let known = try blob(name, shape)
        else { return .rejected(.noFile(name)) }
        let blob = try withoutCutOff(known)
        if !blob.isWhole {
            guard try roomForPieces() >= shape.pieces - blob.held else {
                return .rejected(.noRoomForFiles(try blobUsage()))
            }
            try want(blob.number, .asked)
        }
        return try answer(.about(name: name, as: reference))
    }

    func want(_ number: Int64, _ wish: BlobWish) throws(StorageError) {
        try database.run(
            "UPDATE blobs SET wanted = ? WHERE id = ?", .integer(wish.rawValue), .integer(number))
        if wish != .no { memory.areBlobsWanted = true }
    }

    /// Whether there may be files to fetch.
    package var areBlobsWanted: Bool {
        get { memory.areBlobsWanted }
        set { memory.areBlobsWanted = newValue }
    }

    /// Returns up to `most` files to fetch after `last`, those that were asked for first.
    package func wantedBlobs(
        after last: (wish: Int, number: Int64)?, atMost most: Int
    ) throws(StorageError) -> [(wish: Int, blob: BlobRecord)] {
        try database.rows(
            BlobSQL.wanted,
            [
                .integer(last?.wish ?? BlobWish.asked.rawValue), .integer(last?.number ?? 0),
                .integer(most),
            ]
        ) { (row) throws(StorageError) in
            (Int(row.integer(4)), try Self.blob(row))
        }
    }

    /// Records received pieces that belong to the file; they are present from now on. Pieces of a file that is no
    /// longer wanted are ignored.
    package func keep(
        _ pieces: [BlobPiece], of name: Bytes32, _ shape: BlobShape
    ) throws(StorageError) {
        guard var blob = try blob(name, shape) else { return }
        for piece in pieces where piece.blob == blob.number && !blob.has(piece.number) {
            try insert(piece)
            blob.set(piece.number, to: true)
        }
        try save(blob)
        if blob.isWhole { try want(blob.number, .no) }
    }

    // MARK: Access

    /// Whether anything visible to the readers of this audience refers to the file of this name.
    package func isReferenced(
        _ name: Bytes32, in audience: Int64
    ) throws(StorageError) -> Bool {
        let record = try self.audience(audience)
        let me = try me
        let founder = try number(of: record.founder)
        let isMine = record.kind.hasID || founder == me
        let place = SQLValue.integer(record.place.number)
        let found = try database.row(
            record.kind.hasID ? BlobSQL.inGroup : BlobSQL.inAudience,
            [
                .text(Base32.encode(name.bytes)), place,
                .integer(founder), .integer(me), .integer(isMine ? 1 : 0),
            ]
        ) { _ in true }
        return found ?? false
    }
}
