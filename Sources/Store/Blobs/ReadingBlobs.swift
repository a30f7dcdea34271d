import CRDT
import Domain
package import Primitives
package import Wire

// Reads what is here of a file, for the person of this node and for peers.
extension Store {
    /// Answers a query about files.
    func answer(_ query: BlobQuery) throws(StorageError) -> Answer {
        switch query {
        case .about(let name, let asked, _):
            guard let reference = try reference(to: name, as: asked) else {
                return .rejected(.noFile(name))
            }
            return .blob(.state(try state(of: reference)))
        case .read(let name, let start, let count, let asked, _):
            return try read(name, from: start, count: count, as: asked)
        case .missing: return .blob(.states(try missingBlobs()))
        case .list(let last, let limit, _): return try listBlobs(after: last, limit: limit)
        }
    }

    private func state(of reference: BlobReference) throws(StorageError) -> BlobState {
        guard let shape = BlobShape(size: UInt64(reference.size)),
            let blob = try blob(reference.name, shape)
        else { return BlobState(reference: reference, bytesHere: 0, isWanted: false) }
        let things = try database.rows(
            BlobSQL.things, [.text(reference.nameText), .integer(BlobState.thingsMax)]
        ) { (row) throws(StorageError) in
            guard let id = Bytes16(row.bytes(0)) else { throw .corrupt }
            return ObjectID(id)
        }
        let isWanted = try database.row(
            "SELECT wanted FROM blobs WHERE id = ? ORDER BY id", [.integer(blob.number)]
        ) { $0.integer(0) > 0 }
        return BlobState(
            reference: reference, bytesHere: blob.bytesHere, isWanted: isWanted ?? false,
            things: things)
    }

    private func missingBlobs() throws(StorageError) -> [BlobState] {
        let names = try database.rows(
            BlobSQL.missing, [.integer(Limits.pageMax)]
        ) { (row) throws(StorageError) in Base32.decode(row.text(0)).flatMap { Bytes32($0) } }
        return try states(of: names)
    }

    private func listBlobs(after last: Bytes32?, limit: Int) throws(StorageError) -> Answer {
        let limit = min(max(limit, 1), Limits.pageMax)
        let names = try database.rows(
            BlobSQL.all,
            [.text(last.map { Base32.encode($0.bytes) } ?? ""), .integer(limit)]
        ) { (row) throws(StorageError) in Base32.decode(row.text(0)).flatMap { Bytes32($0) } }
        let next = names.count == limit ? names.last ?? nil : nil
        return .blob(.page(BlobPage(try states(of: names), after: next)))
    }

    private func states(of names: [Bytes32?]) throws(StorageError) -> [BlobState] {
        var states: [BlobState] = []
        for case let name? in names {
            guard let reference = try reference(to: name, as: nil) else { continue }
            states.append(try state(of: reference))
        }
        return states
    }

    private func read(
        _ name: Bytes32, from start: Int, count: Int, as asked: BlobReference?
    ) throws(StorageError) -> Answer {
        guard start >= 0, (1...Limits.blobSliceMax).contains(count) else {
            return .rejected(
                Problem(
                    .invalidValue, "cannot read \(count) bytes from \(start) at once",
                    fix: "read 1 to \(Limits.blobSliceMax) bytes at a time"))
        }
        var problem = Problem.noFile(name)
        for reference in try references(to: name, as: asked) {
            guard start < reference.size else {
                problem = Problem(
                    .invalidValue, "the file has \(reference.size) bytes, none at \(start)",
                    fix: "read before its end")
                continue
            }
            switch try read(reference, from: start, count: count) {
            case .success(let bytes):
                return .blob(.part(BlobPart(reference: reference, start: start, bytes: bytes)))
            case .failure(let found): problem = found
            }
        }
        return .rejected(problem)
    }

    private func read(
        _ reference: BlobReference, from start: Int, count: Int
    ) throws(StorageError) -> Result<[UInt8], Problem> {
        guard let shape = BlobShape(size: UInt64(reference.size)),
            let blob = try blob(reference.name, shape)
        else { return .failure(.noFile(reference.name)) }
        let end = min(reference.size, start + count)
        var bytes: [UInt8] = []
        for piece in BlobShape.piece(at: start)...BlobShape.piece(at: end - 1) {
            guard let sealed = try sealedPiece(piece, of: blob)?.sealed else {
                return .failure(try notHere(piece, of: blob, shape))
            }
            guard let plain = BlobSeal.open(sealed, at: piece, of: shape, key: reference.key) else {
                return .failure(
                    Problem(
                        .damagedFile, "the file cannot be decrypted with its key",
                        fix: "ask the person who added it to add it again"))
            }
            let base = piece * BlobShape.pieceBytes
            bytes += plain[max(0, start - base)..<min(plain.count, end - base)]
        }
        return .success(bytes)
    }

    // Explains why a piece cannot be read.
    private func notHere(
        _ piece: Int, of blob: BlobRecord, _ shape: BlobShape
    ) throws(StorageError) -> Problem {
        let now = try self.blob(blob.name, shape) ?? blob
        if now.has(piece) {
            return Problem(
                .notFound, "the file is here but cannot be read",
                fix: "let Weft read the files beside its database whose names end with"
                    + " -f\(blob.number), and check the disk")
        }
        let here = "\(now.bytesHere) of \(shape.size) bytes of the file are here"
        if blob.has(piece) {
            return Problem(
                .notFound, here + ": the disk lost or changed others, which are fetched again",
                fix: "connect to someone who has it; if nobody has it, add it again")
        }
        return Problem(
            .notFound, here, fix: "fetch it while someone who has it is connected")
    }

    /// Returns a piece as stored; nil if it is not here. A piece that the disk has damaged is forgotten, to be
    /// fetched again, as are all pieces past the end of a truncated file. A piece that the system refuses to read now
    /// is not forgotten, because nobody else may have it.
    package func sealedPiece(
        _ piece: Int, of blob: BlobRecord
    ) throws(StorageError) -> (sealed: [UInt8], hash: Bytes32)? {
        guard blob.has(piece) else { return nil }
        do {
            if let found = try storedPiece(piece, of: blob.number),
                found.sealed.count == blob.shape.sealedBytes(of: piece)
            {
                return found
            }
            try lose([piece] + piecesCutOff(of: blob.number, blob.shape), of: blob)
        } catch  where error.isUnreadableFile {
            return nil
        }
        return nil
    }

    /// Returns the file without the pieces that were lost together, because the file beside the database was
    /// truncated or deleted.
    func withoutCutOff(_ blob: BlobRecord) throws(StorageError) -> BlobRecord {
        do {
            let pieces = try piecesCutOff(of: blob.number, blob.shape).filter { blob.has($0) }
            if !pieces.isEmpty { try lose(pieces, of: blob) }
        } catch  where error.isUnreadableFile {
            return blob
        }
        return try self.blob(blob.name, blob.shape) ?? blob
    }

    /// Returns the hash tree of a complete file; nil if it is not complete. Pieces damaged on disk are forgotten.
    package func blobTree(of blob: BlobRecord) throws(StorageError) -> BlobTree? {
        guard blob.isWhole else { return nil }
        let tree = BlobTree(try hashes(of: blob.number, blob.shape), of: blob.shape)
        if let tree, tree.name == blob.name { return tree }
        // Some hash was altered, and nothing shows which one, so all pieces are forgotten.
        try lose(Array(0..<blob.shape.pieces), of: blob)
        return nil
    }

    // Pieces that can no longer be trusted are fetched again, as if they had never been received.
    private func lose(_ pieces: [Int], of blob: BlobRecord) throws(StorageError) {
        var blob = blob
        for piece in pieces { blob.set(piece, to: false) }
        try save(blob)
        memory.blobPieces = nil
        try want(blob.number, BlobWish.asked)
    }
}

extension Problem {
    static func noFile(_ name: Bytes32) -> Problem {
        Problem(
            .notFound,
            "nothing you can see has a file named \(Base32.encode(name.bytes).prefix(12))",
            fix: "weft show ID shows the files of a thing")
    }
}
