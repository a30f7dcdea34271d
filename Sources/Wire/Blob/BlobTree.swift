package import Primitives
import Sodium

/// The tree over the sealed leaves of a file, of which the name is the root: whoever knows the name
/// checks each piece as it comes, from whomever.
///
///     leaf   H(32, sealed leaf, key="weft blob leaf")
///     node   H(32, left 32 | right 32, key="weft blob node")
///     name   H(32, size u64 | top 32, key="weft blob name")
///
/// The last of an odd number goes up as it is. The three keys keep a leaf from being taken for a node.
package struct BlobTree: Sendable {
    /// From the pieces' hashes up to the one at the top.
    private let levels: [[Bytes32]]
    private let shape: BlobShape

    /// The tree over the hashes of all pieces, in their order; nil if they are not so many.
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

    /// By which the file is asked for.
    package var name: Bytes32 { Self.name(top: levels[levels.count - 1][0], of: shape) }

    /// What a piece is shown with: from the bottom up the hash beside it, where there is one.
    package func proof(of piece: Int) -> [Bytes32] {
        Self.siblings(of: piece, among: shape.pieces).map { levels[$0.level][$0.place] }
    }

    /// The hash of a sealed piece; it has a byte at least.
    package static func hash(ofPiece sealed: [UInt8]) -> Bytes32 {
        let leaf = BlobShape.leafBytes + BlobShape.tagBytes
        let first = Hash.blake2b32(sealed.prefix(leaf), key: leafKey)
        guard sealed.count > leaf else { return first }
        return node(first, Hash.blake2b32(sealed.dropFirst(leaf), key: leafKey))
    }

    /// Whether a piece of this hash belongs at its place in the file `name`.
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

    /// What stands beside a piece and beside each node above it.
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
