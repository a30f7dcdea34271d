package import Primitives
package import Wire

/// A file that something here refers to, or did, and which of its pieces are here.
package struct BlobRecord: Equatable, Sendable {
    /// The row of `blobs`.
    package let number: Int64
    package let name: Bytes32
    package let shape: BlobShape
    /// A bit for each piece that is here, lowest bit of the first byte first. Pieces past the end are not here.
    var bits: [UInt8]

    /// Whether this piece is here.
    package func has(_ piece: Int) -> Bool {
        piece / 8 < bits.count && bits[piece / 8] & 1 << UInt8(piece % 8) != 0
    }

    /// The number of pieces that are here.
    package var held: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Whether all pieces are here.
    package var isWhole: Bool { held == shape.pieces }

    /// The plaintext bytes that are here.
    var bytesHere: Int {
        guard !isWhole else { return shape.size }
        let bytes = held * BlobShape.pieceBytes
        let last = shape.pieces - 1
        return has(last) ? bytes - BlobShape.pieceBytes + shape.plainBytes(of: last) : bytes
    }

    /// Returns the first run of at most `most` pieces that are neither here nor taken.
    package func gap(
        atMost most: Int, unless isTaken: (Int) -> Bool
    ) -> Range<Int>? {
        var first = 0
        while first < shape.pieces, has(first) || isTaken(first) { first += 1 }
        guard first < shape.pieces, most > 0 else { return nil }
        var end = first + 1
        while end < min(shape.pieces, first + most), !has(end), !isTaken(end) { end += 1 }
        return first..<end
    }

    mutating func set(_ piece: Int, to isHere: Bool) {
        while bits.count <= piece / 8 { bits.append(0) }
        let bit: UInt8 = 1 << UInt8(piece % 8)
        if isHere { bits[piece / 8] |= bit } else { bits[piece / 8] &= ~bit }
    }

    /// Splits the row id of a piece into the file's row and the piece's index.
    static func place(of row: Int64) -> (number: Int64, piece: Int) {
        (row >> pieceBits, Int(row & (1 << pieceBits - 1)))
    }

    /// More bits than `BlobShape.piecesMax` needs.
    static let pieceBits: Int64 = 16
}

extension Store {
    /// Returns the file with this name and size, if anything here ever referred to it.
    package func blob(
        _ name: Bytes32, _ shape: BlobShape
    ) throws(StorageError) -> BlobRecord? {
        let key = BlobKey(name: name, size: shape.size)
        if let known = memory.blobs[key] { return known }
        let found = try database.row(
            "SELECT id, pieces FROM blobs WHERE name = ? AND size = ? ORDER BY id",
            [.text(Base32.encode(name.bytes)), .integer(shape.size)]
        ) { BlobRecord(number: $0.integer(0), name: name, shape: shape, bits: $0.bytes(1)) }
        if let found { keepAtHand(found) }
        return found
    }

    /// Writes which pieces are here.
    func save(_ blob: BlobRecord) throws(StorageError) {
        try database.run(
            "UPDATE blobs SET held = ?, pieces = ? WHERE id = ?", .integer(blob.held),
            .blob(blob.bits), .integer(blob.number))
        keepAtHand(blob)
    }

    private func keepAtHand(_ blob: BlobRecord) {
        if memory.blobs.count >= Self.blobsAtHand { memory.blobs = [:] }
        memory.blobs[BlobKey(name: blob.name, size: blob.shape.size)] = blob
    }

    private static let blobsAtHand = 256

    /// Reads a row of the table as a record.
    static func blob(_ row: Statement) throws(StorageError) -> BlobRecord {
        guard let name = Base32.decode(row.text(1)).flatMap({ Bytes32($0) }),
            let shape = BlobShape(size: UInt64(clamping: row.integer(2)))
        else { throw .corrupt }
        return BlobRecord(number: row.integer(0), name: name, shape: shape, bits: row.bytes(3))
    }
}

/// The identity of a file. The same name with another, wrong size is another file.
struct BlobKey: Hashable {
    let name: Bytes32
    let size: Int
}
