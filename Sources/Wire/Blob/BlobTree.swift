package import Primitives
import Sodium

/// The hash tree over the sealed leaves of a file. The file's name is derived from the root, so a node that knows the
/// name can verify each piece as it arrives, from any peer.
///
///     leaf   H(32, sealed leaf, key="weft blob leaf")
///     node   H(32, left 32 | right 32, key="weft blob node")
///     name   H(32, size u64 | top 32, key="weft blob name")
///
/// The last node of an odd number moves up unchanged. The three keys prevent a leaf from being taken for a node.
package struct BlobTree: Sendable {
    /// The levels, from the hashes of the pieces up to the root.
    private let levels: [[Bytes32]]
    private let shape: BlobShape

    /// Creates the tree over the hashes of all pieces, in order; nil if their number is wrong.
    package init?(_ pieces: [Bytes32], of shape: BlobShape) {
        guard pieces.count == shape.pieces else { return nil }
        var levels = [pieces]
        while let below = levels.last, below.count > 1 {
            levels.append(
                stride(from: 0, to: below.count, by: 2).map { left in
                    left + 1 < below.count ? Self.node(below[left], below[left + 1]) : below[left]
                })
        }
        self.levels = levels
        self.shape = shape
    }

    /// The name by which the file is requested.
    package var name: Bytes32 { Self.name(top: levels[levels.count - 1][0], of: shape) }

    /// Returns the proof of a piece: the sibling hashes from the bottom up, where there are any.
    package func proof(of piece: Int) -> [Bytes32] {
        Self.siblings(of: piece, among: shape.pieces).map { levels[$0.level][$0.place] }
    }

    /// Returns the hash of a sealed piece, which must not be empty.
    package static func hash(ofPiece sealed: [UInt8]) -> Bytes32 {
        let leaf = BlobShape.leafBytes + BlobShape.tagBytes
        let first = Hash.blake2b32(sealed.prefix(leaf), key: leafKey)
        guard sealed.count > leaf else { return first }
        return node(first, Hash.blake2b32(sealed.dropFirst(leaf), key: leafKey))
    }

    /// Whether a piece with this hash belongs at this position of the file `name`.
    package static func proves(
        _ proof: [Bytes32], _ hash: Bytes32, at piece: Int, of shape: BlobShape, named name: Bytes32
    ) -> Bool {
        let siblings = siblings(of: piece, among: shape.pieces)
        guard proof.count == siblings.count else { return false }
        var top = hash
        for (sibling, other) in zip(siblings, proof) {
            top = sibling.isLeft ? node(other, top) : node(top, other)
        }
        return self.name(top: top, of: shape) == name
    }

    /// Returns the siblings of a piece and of each node above it.
    static func siblings(
        of piece: Int, among pieces: Int
    ) -> [(level: Int, place: Int, isLeft: Bool)] {
        var siblings: [(level: Int, place: Int, isLeft: Bool)] = []
        var (place, count, level) = (piece, pieces, 0)
        while count > 1 {
            if place % 2 == 1 {
                siblings.append((level, place - 1, true))
            } else if place + 1 < count {
                siblings.append((level, place + 1, false))
            }
            (place, count, level) = (place / 2, (count + 1) / 2, level + 1)
        }
        return siblings
    }

    private static func node(_ left: Bytes32, _ right: Bytes32) -> Bytes32 {
        var both: [UInt8] = []
        both.reserveCapacity(64)
        left.append(to: &both)
        right.append(to: &both)
        return Hash.blake2b32(both, key: nodeKey)
    }

    private static func name(top: Bytes32, of shape: BlobShape) -> Bytes32 {
        var writer = ByteWriter(capacity: 40)
        writer.u64(UInt64(shape.size))
        writer.bytes32(top)
        return Hash.blake2b32(writer.bytes, key: nameKey)
    }

    private static let leafKey = Array("weft blob leaf".utf8)
    private static let nodeKey = Array("weft blob node".utf8)
    private static let nameKey = Array("weft blob name".utf8)
}
