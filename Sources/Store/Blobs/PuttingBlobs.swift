import Domain
import Primitives
import Sodium
import Wire

// Takes in a file from this node's own person, slice by slice. Slices are sealed as they arrive, and the file gets
// its name when it is complete.
extension Store {
    /// Begins a new file.
    ///
    /// - Parameter reference: the file that it must become. It is sealed with the same key, and is rejected if the
    ///   name differs, so that a key never serves two files.
    func beginBlob(
        as reference: BlobReference?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let count = try database.row("SELECT count(*) FROM blob_drafts ORDER BY 1") {
            Int($0.integer(0))
        }
        guard (count ?? 0) < Limits.blobDraftsMax else {
            return .rejected(
                Problem(
                    .tooMany, "\(Limits.blobDraftsMax) files are already being uploaded",
                    fix: "try again when one of them is done"))
        }
        try database.run(
            "INSERT INTO blobs (name, size, held, pieces, wanted, unused) VALUES (NULL, 0, 0, ?, 0, ?)",
            .blob([]), .time(wall))
        let number = database.lastInserted
        let key = reference?.key ?? draw("blob keys") { $0.entropy.bytes32() }
        memory.restored[number] = reference?.name
        try database.run(
            "INSERT INTO blob_drafts (blob, key, size, tail) VALUES (?, ?, 0, ?)",
            .integer(number), .blob(key.bytes), .blob([]))
        memory.hasBlobs = true
        return .blob(.draft(BlobDraft(number)))
    }

    /// Appends the next bytes of the file.
    func put(
        _ bytes: [UInt8], into draft: BlobDraft
    ) throws(StorageError) -> Answer {
        guard bytes.count <= Limits.blobSliceMax else {
            return .rejected(
                Problem(
                    .tooMany,
                    "a slice can have at most \(Limits.blobSliceMax) bytes, not \(bytes.count)",
                    fix: "upload the file in smaller slices"))
        }
        guard var known = try self.draft(draft) else { return .rejected(.noDraft) }
        guard known.size + bytes.count <= Limits.blobBytesMax else {
            try drop(draft)
            return .rejected(BlobUse.clip.tooLarge)
        }
        // The unsealed rest is at most one more piece.
        let pieces = (known.tail.count + bytes.count) / BlobShape.pieceBytes + 1
        guard try roomForPieces() >= pieces else {
            try drop(draft)
            return .rejected(.noRoomForFiles(try blobUsage()))
        }
        known.size += bytes.count
        known.tail += bytes
        // The last piece is sealed as such. So one piece stays unsealed while more bytes may follow.
        var rest = known.tail[...]
        while rest.count > BlobShape.pieceBytes {
            let piece = (known.size - rest.count) / BlobShape.pieceBytes
            try insert(
                rest.prefix(BlobShape.pieceBytes), at: piece, isLast: false, of: draft,
                key: known.key)
            rest = rest.dropFirst(BlobShape.pieceBytes)
        }
        try database.run(
            "UPDATE blob_drafts SET size = ?, tail = ? WHERE blob = ?", .integer(known.size),
            .blob(Array(rest)), .integer(draft.number))
        return .blob(.draft(draft))
    }

    /// Completes the file and names it, if it is suitable for this use.
    func end(
        _ draft: BlobDraft, as use: BlobUse, at wall: WallTime
    ) throws(StorageError) -> Answer {
        guard let known = try self.draft(draft) else { return .rejected(.noDraft) }
        let head = try firstBytes(of: draft, known)
        let type: MediaType
        switch use.type(beginning: head, size: known.size) {
        case .success(let found): type = found
        case .failure(let problem):
            try drop(draft)
            return .rejected(problem)
        }
        let last = (known.size - 1) / BlobShape.pieceBytes
        try insert(known.tail[...], at: last, isLast: true, of: draft, key: known.key)
        guard let name = try nameBlob(draft, size: known.size) else {
            try drop(draft)
            return .rejected(.otherFile)
        }
        return .blob(
            .kept(
                BlobReference(
                    place: Self.place(at: wall), type: type, size: known.size, name: name,
                    key: known.key)))
    }

    /// Discards the draft as if it had never begun; its pieces are erased in slices.
    func drop(_ draft: BlobDraft) throws(StorageError) {
        try database.run("DELETE FROM blob_drafts WHERE blob = ?", .integer(draft.number))
        try database.run(
            "UPDATE blobs SET unused = 1 WHERE id = ? AND name IS NULL", .integer(draft.number))
        memory.restored[draft.number] = nil
        memory.isBlobSweepDue = true
    }

    /// Discards the drafts that were open when the node stopped; their clients have to begin again.
    func dropDrafts() throws(StorageError) {
        try database.run("DELETE FROM blob_drafts")
        try database.run("UPDATE blobs SET unused = 1 WHERE name IS NULL")
    }

    // MARK: Helpers

    private struct Draft {
        let key: Bytes32
        var size: Int
        /// The bytes that are not sealed yet.
        var tail: [UInt8]
    }

    private func draft(_ draft: BlobDraft) throws(StorageError) -> Draft? {
        let found = try database.row(
            "SELECT key, size, tail FROM blob_drafts WHERE blob = ? ORDER BY blob",
            [.integer(draft.number)]
        ) { ($0.bytes(0), Int($0.integer(1)), $0.bytes(2)) }
        guard let (key, size, tail) = found else { return nil }
        guard let key = Bytes32(key), tail.count <= BlobShape.pieceBytes else { throw .corrupt }
        return Draft(key: key, size: size, tail: tail)
    }

    private func insert(
        _ plain: ArraySlice<UInt8>, at piece: Int, isLast: Bool, of draft: BlobDraft, key: Bytes32
    ) throws(StorageError) {
        let sealed = BlobSeal.seal(plain, at: piece, isLast: isLast, key: key)
        let hash = BlobTree.hash(ofPiece: sealed)
        try insert(try lay(sealed, hash, at: piece, of: draft.number))
    }

    private func firstBytes(
        of draft: BlobDraft, _ known: Draft
    ) throws(StorageError) -> [UInt8] {
        guard known.size > BlobShape.pieceBytes else { return known.tail }
        let sealed = try storedPiece(0, of: draft.number)?.sealed
        // This is not the last piece, so it was sealed the same way for any larger size.
        guard let sealed, let shape = BlobShape(size: UInt64(known.size)),
            let plain = BlobSeal.open(sealed, at: 0, of: shape, key: known.key)
        else { throw .corrupt }
        return plain
    }

    // Returns nil if the file should have become another one.
    private func nameBlob(
        _ draft: BlobDraft, size: Int
    ) throws(StorageError) -> Bytes32? {
        guard let shape = BlobShape(size: UInt64(size)),
            let tree = BlobTree(try hashes(of: draft.number, shape), of: shape)
        else { throw .corrupt }
        if let wanted = memory.restored[draft.number], wanted != tree.name { return nil }
        memory.restored[draft.number] = nil
        if let known = try self.blob(tree.name, shape) { try replace(known) }
        var blob = BlobRecord(number: draft.number, name: tree.name, shape: shape, bits: [])
        for piece in 0..<shape.pieces { blob.set(piece, to: true) }
        try database.run("DELETE FROM blob_drafts WHERE blob = ?", .integer(draft.number))
        try database.run(
            "UPDATE blobs SET name = ?, size = ? WHERE id = ?",
            .text(Base32.encode(tree.name.bytes)), .integer(size), .integer(draft.number))
        try save(blob)
        return tree.name
    }

    // The earlier pieces of the same file are replaced, and erased in slices like a draft.
    private func replace(_ known: BlobRecord) throws(StorageError) {
        try database.run(
            "UPDATE blobs SET name = NULL, wanted = 0, unused = 1 WHERE id = ?",
            .integer(known.number))
        memory.blobs[BlobKey(name: known.name, size: known.shape.size)] = nil
        memory.isBlobSweepDue = true
    }

    // Files added later sort after files added earlier.
    private static func place(at wall: WallTime) -> [UInt8] {
        let time = (0..<6).reversed().map {
            UInt8(truncatingIfNeeded: wall.milliseconds >> ($0 * 8))
        }
        return time + [1]
    }
}

extension Problem {
    fileprivate static let noDraft = Problem(
        .notFound, "that upload no longer exists",
        fix: "start again: it was dropped, or the node was restarted")

    fileprivate static let otherFile = Problem(
        .invalidValue, "these bytes do not match the named file",
        fix: "use an intact copy of the file")
}
