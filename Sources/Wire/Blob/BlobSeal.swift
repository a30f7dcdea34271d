package import Primitives
import Sodium

/// Seals the leaves of a file with XChaCha20-Poly1305, under the file's own key, which is used for nothing else.
///
///     nonce 24     leaf u64 | last u8 (0 or 1) | zeros 15
///
/// A leaf is bound to its position, and the last leaf to being last, so that truncation is detected.
package enum BlobSeal {
    /// Seals a piece.
    ///
    /// - Parameters:
    ///   - plain: a full piece, except for the last one; empty only in an empty file.
    ///   - isLast: whether the piece is the last of the file.
    package static func seal(
        _ plain: ArraySlice<UInt8>, at piece: Int, isLast: Bool, key: Bytes32
    ) -> [UInt8] {
        var sealed: [UInt8] = []
        sealed.reserveCapacity(BlobShape.sealedPieceMax)
        let leaves = BlobShape.leaves(in: plain.count)
        var rest = plain
        for leaf in 0..<leaves {
            let part = rest.prefix(BlobShape.leafBytes)
            rest = rest.dropFirst(part.count)
            let nonce = nonce(piece, leaf, isLast: isLast && leaf == leaves - 1)
            sealed += Seal.seal(Array(part), key: key, nonce: nonce, additional: [])
        }
        return sealed
    }

    /// Opens a sealed piece; nil if it is a different piece, of another file or key, or was modified.
    package static func open(
        _ sealed: [UInt8], at piece: Int, of shape: BlobShape, key: Bytes32
    ) -> [UInt8]? {
        guard piece < shape.pieces, sealed.count == shape.sealedBytes(of: piece) else { return nil }
        var plain: [UInt8] = []
        plain.reserveCapacity(shape.plainBytes(of: piece))
        let leaves = BlobShape.leaves(in: shape.plainBytes(of: piece))
        var rest = sealed[...]
        for leaf in 0..<leaves {
            let part = rest.prefix(BlobShape.leafBytes + BlobShape.tagBytes)
            rest = rest.dropFirst(part.count)
            let isLast = piece == shape.pieces - 1 && leaf == leaves - 1
            let opened = Seal.open(
                part, key: key, nonce: nonce(piece, leaf, isLast: isLast), additional: [])
            guard let opened else { return nil }
            plain += opened
        }
        return plain
    }

    private static func nonce(_ piece: Int, _ leaf: Int, isLast: Bool) -> Bytes24 {
        let number = UInt64(piece * BlobShape.leavesPerPiece + leaf)
        return Bytes24(words: (number, isLast ? 1 << 56 : 0, 0))
    }
}
