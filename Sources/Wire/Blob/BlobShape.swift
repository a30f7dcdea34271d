/// How a file of so many bytes is cut: into leaves, each sealed by itself, and pieces of two leaves,
/// which travel and are stored as one. The size alone says all of it.
///
///     piece     0               1               2
///     leaf      0       1       2       3       4
///     bytes     16,384  16,384  16,384  16,384  1...16,384
///
/// - Law: there is one leaf at least; an empty file is one leaf without a byte.
package struct BlobShape: Hashable, Sendable {
    /// Bytes of the file.
    package let size: Int

    /// Bytes of a leaf before it is sealed; the last one may have fewer.
    package static let leafBytes = 16 * 1024
    /// Leaves of a piece: two, sealed, and what proves them fit a frame.
    package static let leavesPerPiece = 2
    /// Bytes of a piece before it is sealed.
    package static let pieceBytes = leafBytes * leavesPerPiece
    /// Bytes that sealing adds to a leaf.
    package static let tagBytes = 16
    /// Bytes of a sealed piece at most.
    package static let sealedPieceMax = pieceBytes + leavesPerPiece * tagBytes
    /// Bytes of a file: a clip. It bounds what a reader allocates by a name alone.
    package static let sizeMax = 64 * 1024 * 1024
    /// Pieces of such a file.
    package static let piecesMax = sizeMax / pieceBytes
    /// Hashes that prove one piece of it.
    package static let proofMax = 11

    /// Nil for what is larger than `sizeMax`.
    package init?(size: UInt64) {
        guard size <= UInt64(Self.sizeMax) else { return nil }
        self.size = Int(size)
    }

    /// Pieces of all of it.
    package var pieces: Int { max(1, (size + Self.pieceBytes - 1) / Self.pieceBytes) }

    /// The piece at which `offset` stands.
    package static func piece(at offset: Int) -> Int { offset / pieceBytes }

    /// Bytes of a piece before it is sealed; `piece` is below `pieces`.
    package func plainBytes(of piece: Int) -> Int {
        min(Self.pieceBytes, size - piece * Self.pieceBytes)
    }

    /// Bytes of a piece as it travels.
    package func sealedBytes(of piece: Int) -> Int {
        let plain = plainBytes(of: piece)
        return plain + Self.tagBytes * Self.leaves(in: plain)
    }

    /// Hashes that prove a piece.
    package func proofHashes(of piece: Int) -> Int {
        BlobTree.siblings(of: piece, among: pieces).count
    }

    /// Leaves of a piece of so many bytes.
    static func leaves(in plainBytes: Int) -> Int {
        max(1, (plainBytes + leafBytes - 1) / leafBytes)
    }
}
