/// The division of a file into leaves, which are sealed separately, and pieces of two leaves, which are transferred and
/// stored as one. It follows from the size alone.
///
///     piece   0               1               2
///     leaf    0       1       2       3       4
///     bytes   16,384  16,384  16,384  16,384  1...16,384
///
/// - Law: there is at least one leaf; an empty file has one empty leaf.
package struct BlobShape: Hashable, Sendable {
    /// The size of the file in bytes.
    package let size: Int

    /// The size of a leaf before sealing; the last one may be smaller.
    package static let leafBytes = 16 * 1024
    /// The leaves in a piece: two sealed leaves and their proof fit into a frame.
    package static let leavesPerPiece = 2
    /// The size of a piece before sealing.
    package static let pieceBytes = leafBytes * leavesPerPiece
    /// The bytes that sealing adds to a leaf.
    package static let tagBytes = 16
    /// The maximum size of a sealed piece.
    package static let sealedPieceMax = pieceBytes + leavesPerPiece * tagBytes
    /// The maximum size of a file: a clip. It bounds what a reader allocates for a name alone.
    package static let sizeMax = 64 * 1024 * 1024
    /// The maximum number of pieces in a file.
    package static let piecesMax = sizeMax / pieceBytes
    /// The maximum number of hashes that prove one piece.
    package static let proofMax = 11

    /// Creates the shape of a file; nil if it is larger than `sizeMax`.
    package init?(size: UInt64) {
        guard size <= UInt64(Self.sizeMax) else { return nil }
        self.size = Int(size)
    }

    /// The number of pieces in the file.
    package var pieces: Int { max(1, (size + Self.pieceBytes - 1) / Self.pieceBytes) }

    /// The index of the piece that contains `offset`.
    package static func piece(at offset: Int) -> Int { offset / pieceBytes }

    /// The size of a piece before sealing; `piece` must be less than `pieces`.
    package func plainBytes(of piece: Int) -> Int {
        min(Self.pieceBytes, size - piece * Self.pieceBytes)
    }

    /// The size of a piece as transferred.
    package func sealedBytes(of piece: Int) -> Int {
        let plain = plainBytes(of: piece)
        return plain + Self.tagBytes * Self.leaves(in: plain)
    }

    /// The number of hashes that prove a piece.
    package func proofHashes(of piece: Int) -> Int {
        BlobTree.siblings(of: piece, among: pieces).count
    }

    /// The number of leaves in a piece of this size.
    static func leaves(in plainBytes: Int) -> Int {
        max(1, (plainBytes + leafBytes - 1) / leafBytes)
    }
}
