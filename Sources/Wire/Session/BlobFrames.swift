package import Primitives

/// A request for pieces of a file, by a peer that shares an audience in which the file is named.
///
///     audience u8, name 32, size u64, first u32, count u32
///
/// - Limit: the size is at most `BlobShape.sizeMax`; the count is not 0, and all pieces are within a file of that size.
package struct BlobWant: Equatable, Sendable {
    /// The index of the audience.
    package let audience: UInt8
    package let name: Bytes32
    package let shape: BlobShape
    /// The index of the first piece, from 0.
    package let first: Int
    package let count: Int

    /// Creates a request for `count` pieces from `first` on.
    package init(audience: UInt8, name: Bytes32, shape: BlobShape, first: Int, count: Int) {
        self.audience = audience
        self.name = name
        self.shape = shape
        self.first = first
        self.count = count
    }

    func write(to writer: inout ByteWriter) {
        writer.byte(audience)
        writer.bytes32(name)
        writer.u64(UInt64(shape.size))
        writer.u32(UInt32(first))
        writer.u32(UInt32(count))
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let audience = try reader.byte()
        let name = try reader.bytes32()
        let start = reader.offset
        guard let shape = BlobShape(size: try reader.u64()) else { throw .tooLong(offset: start) }
        let first = Int(try reader.u32())
        let count = Int(try reader.u32())
        guard count > 0 else { throw .notCanonical(offset: start + 12) }
        guard first + count <= shape.pieces else { throw .tooLong(offset: start + 8) }
        self.init(audience: audience, name: name, shape: shape, first: first, count: count)
    }
}

/// One piece of the oldest request that is not fully answered, with its proof.
///
///     piece u32, n u8, n times hash 32, sealed piece
///
/// - Limit: n is at most `BlobShape.proofMax`; the piece has 16...32,800 bytes. The exact values follow from the
///   requested size and are not checked here.
package struct BlobLeaves: Equatable, Sendable {
    package let piece: Int
    package let proof: [Bytes32]
    package let sealed: [UInt8]

    /// Creates the message for piece number `piece` with its proof.
    package init(piece: Int, proof: [Bytes32], sealed: [UInt8]) {
        self.piece = piece
        self.proof = proof
        self.sealed = sealed
    }

    func write(to writer: inout ByteWriter) {
        writer.u32(UInt32(piece))
        writer.byte(UInt8(proof.count))
        for hash in proof { writer.bytes32(hash) }
        writer.raw(sealed)
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let piece = Int(try reader.u32())
        guard piece < BlobShape.piecesMax else { throw .tooLong(offset: 1) }
        let start = reader.offset
        let count = Int(try reader.byte())
        guard count <= BlobShape.proofMax else { throw .tooLong(offset: start) }
        var proof: [Bytes32] = []
        for _ in 0..<count { proof.append(try reader.bytes32()) }
        guard reader.remaining >= BlobShape.tagBytes else {
            throw .truncated(offset: reader.offset)
        }
        guard reader.remaining <= BlobShape.sealedPieceMax else {
            throw .tooLong(offset: reader.offset)
        }
        self.init(piece: piece, proof: proof, sealed: Array(reader.takeRest()))
    }
}
