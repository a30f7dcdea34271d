package import Primitives
import Sodium
package import Wire

/// A received piece that was verified to belong to its file. It counts as present once `keep` has recorded it.
package struct BlobPiece: Equatable, Sendable {
    package let number: Int
    /// The row of its file.
    let blob: Int64
    let hash: Bytes32
    let body: Body

    enum Body: Equatable {
        /// The bytes to be written with the row.
        case row(sealed: [UInt8])
        /// The bytes are already in the file beside the database.
        case file(length: Int, sum: Bytes16)
    }
}

// Stores pieces. The first few of a file are rows, as are all pieces of an in-memory replica. The others lie in a
// file beside the database, where each is written once. Each of those has a row with its hash and a checksum, which
// shows whether the disk returns what was written.
extension Store {
    /// Writes a received piece to its place. It is neither present nor announced until `keep` records it; after a
    /// crash before that it was never received.
    ///
    /// - Returns: nil if the file is no longer wanted, or its row now belongs to another file.
    package func lay(
        _ sealed: [UInt8], _ hash: Bytes32, at piece: Int, of blob: Int64, named name: Bytes32,
        _ shape: BlobShape
    ) throws(StorageError) -> BlobPiece? {
        guard let known = try self.blob(name, shape), known.number == blob else { return nil }
        return try lay(sealed, hash, at: piece, of: blob)
    }

    /// Writes a piece of a file that is known to exist.
    func lay(
        _ sealed: [UInt8], _ hash: Bytes32, at piece: Int, of blob: Int64
    ) throws(StorageError) -> BlobPiece {
        guard piece >= limits.rowPieces, let files = database.pieceFiles else {
            return BlobPiece(number: piece, blob: blob, hash: hash, body: .row(sealed: sealed))
        }
        try files.write(sealed, at: Self.place(of: piece), of: blob)
        let sum = Poly1305.tag(of: sealed, key: hash)
        return BlobPiece(
            number: piece, blob: blob, hash: hash, body: .file(length: sealed.count, sum: sum))
    }

    /// Records a piece, effective when this transaction commits; replaces an older row.
    func insert(_ piece: BlobPiece) throws(StorageError) {
        let row = piece.blob << BlobRecord.pieceBits | Int64(piece.number)
        switch piece.body {
        case .row(let sealed):
            let statement = try database.statement(PieceSQL.insertRow)
            statement.bind(1, row)
            statement.bind(2, blob: piece.hash.bytes)
            statement.bind(3, blob: sealed)
            try statement.run()
            if database.pieceFiles != nil { try database.run(PieceSQL.forgetSum, .integer(row)) }
        case .file(let length, let sum):
            try database.pieceFiles?.claim(piece.blob)
            let statement = try database.statement(PieceSQL.insertSum)
            statement.bind(1, row)
            statement.bind(2, blob: piece.hash.bytes)
            statement.bind(3, length)
            statement.bind(4, blob: sum.bytes)
            try statement.run()
        }
        memory.blobPieces = memory.blobPieces.map { $0 + 1 }
    }

    /// Returns a stored piece; nil if it is missing or was altered on disk.
    func storedPiece(
        _ piece: Int, of blob: Int64
    ) throws(StorageError) -> (sealed: [UInt8], hash: Bytes32)? {
        let row = SQLValue.integer(blob << BlobRecord.pieceBits | Int64(piece))
        if let sum = try database.row(PieceSQL.sum, [row], { PieceSum($0, from: 0) }) {
            guard let sum, let sealed = try database.pieceFiles?.piece(piece, of: blob, sum)
            else { return nil }
            return (sealed, sum.hash)
        }
        let found = try database.row(PieceSQL.row, [row]) { ($0.bytes(0), $0.bytes(1)) }
        guard let (hash, sealed) = found, let hash = Bytes32(hash), !sealed.isEmpty,
            BlobTree.hash(ofPiece: sealed) == hash
        else { return nil }
        return (sealed, hash)
    }

    /// Returns the hashes of all stored pieces, in order.
    func hashes(of number: Int64, _ shape: BlobShape) throws(StorageError) -> [Bytes32] {
        let first = number << BlobRecord.pieceBits
        return try database.rows(
            PieceSQL.hashes, [.integer(first), .integer(first + Int64(shape.pieces))]
        ) { (row) throws(StorageError) in
            guard let hash = Bytes32(row.bytes(1)) else { throw .corrupt }
            return hash
        }
    }

    /// Returns the pieces recorded as lying beside the database whose file is missing or ends before them.
    func piecesCutOff(of number: Int64, _ shape: BlobShape) throws(StorageError) -> [Int] {
        guard shape.pieces > limits.rowPieces, let files = database.pieceFiles else { return [] }
        let first = number << BlobRecord.pieceBits
        return try database.rows(
            PieceSQL.cutOff,
            [
                .integer(first), .integer(first + Int64(shape.pieces)),
                .integer(BlobShape.sealedPieceMax), .integer(try files.size(of: number)),
            ]
        ) { BlobRecord.place(of: $0.integer(0)).piece }
    }

    /// Erases some of a file's pieces.
    ///
    /// - Returns: true if pieces remain.
    func eraseSomePieces(of number: Int64) throws(StorageError) -> Bool {
        let first = number << BlobRecord.pieceBits
        let range = [SQLValue.integer(first), .integer(first + 1 << BlobRecord.pieceBits)]
        try database.run(PieceSQL.eraseSums, range[0], range[1])
        try database.run(
            PieceSQL.eraseRows, range[0], range[1], .integer(Self.piecesErasedPerSlice))
        guard database.changes < Self.piecesErasedPerSlice else { return true }
        guard let files = database.pieceFiles else { return false }
        return try files.erase(
            number, atMost: Self.piecesErasedPerSlice * BlobShape.sealedPieceMax)
    }

    /// Returns the offset of a piece in its file.
    fileprivate static func place(of piece: Int) -> Int64 {
        Int64(piece) * Int64(BlobShape.sealedPieceMax)
    }

    /// 2 MB, which takes about 10 ms.
    private static let piecesErasedPerSlice = 64
}

/// The recorded hash, length and checksum of a piece that lies in a file.
struct PieceSum {
    let hash: Bytes32
    let length: Int
    private let sum: Bytes16

    /// Reads hash, length and checksum from the columns beginning with `column`; nil if the values cannot be valid.
    init?(_ row: Statement, from column: Int32) {
        let length = row.integer(column + 1)
        guard let hash = Bytes32(row.bytes(column)), let sum = Bytes16(row.bytes(column + 2)),
            (BlobShape.tagBytes...BlobShape.sealedPieceMax).contains(Int(clamping: length))
        else { return nil }
        self.hash = hash
        self.length = Int(clamping: length)
        self.sum = sum
    }

    /// Whether these are the bytes that were written.
    func fits(_ sealed: [UInt8]) -> Bool { Poly1305.tag(of: sealed, key: hash) == sum }
}

extension PieceFiles {
    /// Returns a piece of file `number`; nil if it was altered or lost on disk.
    func piece(
        _ piece: Int, of number: Int64, _ sum: PieceSum
    ) throws(StorageError) -> [UInt8]? {
        guard let sealed = try read(sum.length, at: Store.place(of: piece), of: number),
            sum.fits(sealed)
        else { return nil }
        return sealed
    }
}

private enum PieceSQL {
    static let insertRow = "INSERT OR REPLACE INTO blob_pieces (id, hash, bytes) VALUES (?, ?, ?)"
    static let insertSum = """
        INSERT OR REPLACE INTO blob_sums (id, hash, length, sum) VALUES (?, ?, ?, ?)
        """
    static let forgetSum = "DELETE FROM blob_sums WHERE id = ?"
    static let row = "SELECT hash, bytes FROM blob_pieces WHERE id = ? ORDER BY id"
    static let sum = "SELECT hash, length, sum FROM blob_sums WHERE id = ? ORDER BY id"

    /// A piece that was a row, was damaged on disk and was fetched again has both rows; the one in `blob_sums`
    /// counts.
    static let hashes = """
        SELECT id, hash FROM blob_sums WHERE id >= ?1 AND id < ?2
        UNION ALL
        SELECT p.id, p.hash FROM blob_pieces p WHERE p.id >= ?1 AND p.id < ?2
        AND NOT EXISTS (SELECT 1 FROM blob_sums m WHERE m.id = p.id)
        ORDER BY 1
        """

    /// The rows whose piece does not end within the first ?4 bytes.
    static let cutOff = """
        SELECT id FROM blob_sums
        WHERE id >= ?1 AND id < ?2 AND (id - ?1) * ?3 + length > ?4 ORDER BY id
        """

    static let eraseSums = "DELETE FROM blob_sums WHERE id >= ? AND id < ?"
    static let eraseRows = """
        DELETE FROM blob_pieces WHERE id IN (
            SELECT id FROM blob_pieces WHERE id >= ? AND id < ? ORDER BY id LIMIT ?)
        """
}
