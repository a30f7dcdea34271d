package import Primitives
import Sodium

/// How the leaves of a file are sealed: XChaCha20-Poly1305 under the file's own key, which serves for
/// nothing else.
///
///     nonce 24   leaf u64 | last u8 (0 or 1) | zeros 15
///
/// A leaf says where it stands, and the last one that it is the last: a file that was cut short is none.
package enum BlobSeal {
    /// A piece, sealed.
    ///
    /// - Parameters:
    ///   - plain: full, but for the last piece; without a byte only in an empty file.
    ///   - isLast: nothing of the file follows.
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

    /// What was sealed; nil if it is another piece, of another file or key, or changed.
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
