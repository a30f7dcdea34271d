import Primitives
import Testing
import Wire

/// Tests how files are split, sealed and named, and how pieces of them are verified.
@Suite struct BlobTests {
    private static let leaf = BlobShape.leafBytes

    static let sizes = [
        0, 1, leaf - 1, leaf, leaf + 1, 2 * leaf - 1, 2 * leaf, 2 * leaf + 1, 5 * leaf + 7,
        6 * leaf, 7 * leaf + 1,
    ]

    @Test(arguments: [
        (0, 1, 16), (1, 1, 17), (leaf - 1, 1, leaf + 15), (leaf, 1, leaf + 16),
        (leaf + 1, 1, leaf + 33), (2 * leaf, 1, 2 * leaf + 32), (2 * leaf + 1, 2, 17),
        (BlobShape.sizeMax - 1, 2048, 2 * leaf + 31), (BlobShape.sizeMax, 2048, 2 * leaf + 32),
    ])
    func `the size says how many pieces there are, and how long the last one is`(
        size: Int, pieces: Int, last: Int
    ) throws {
        let shape = try #require(BlobShape(size: UInt64(size)))

        #expect(shape.pieces == pieces)
        #expect(shape.sealedBytes(of: pieces - 1) == last)
        #expect((0..<pieces).allSatisfy { shape.proofHashes(of: $0) <= BlobShape.proofMax })
    }

    @Test func `what is larger than a clip has no shape`() {
        #expect(BlobShape(size: UInt64(BlobShape.sizeMax) + 1) == nil)
        #expect(BlobShape(size: .max) == nil)
        #expect(BlobShape.piecesMax == 2048)
    }

    @Test(arguments: sizes)
    func `what was sealed opens, and proves to belong where it stands`(size: Int) throws {
        let file = try BlobSample(size)

        var opened: [UInt8] = []
        for (piece, sealed) in file.sealed.enumerated() {
            #expect(sealed.count == file.shape.sealedBytes(of: piece))
            #expect(file.proves(sealed, at: piece, by: file.tree.proof(of: piece)))
            opened += try #require(
                BlobSeal.open(sealed, at: piece, of: file.shape, key: BlobSample.key))
        }

        #expect(opened == file.plain)
    }

    @Test(arguments: sizes)
    func `a leaf that is changed, cut short or elsewhere is found out`(size: Int) throws {
        let file = try BlobSample(size)

        for (piece, sealed) in file.sealed.enumerated() {
            let proof = file.tree.proof(of: piece)
            for place in Set([0, sealed.count / 2, sealed.count - 1]) {
                var changed = sealed
                changed[place] ^= 1
                #expect(!file.proves(changed, at: piece, by: proof))
                #expect(
                    BlobSeal.open(changed, at: piece, of: file.shape, key: BlobSample.key) == nil)
            }
            #expect(!file.proves(Array(sealed.dropLast()), at: piece, by: proof))
            for hash in proof.indices {
                var lied = proof
                lied[hash] = .repeating(9)
                #expect(!file.proves(sealed, at: piece, by: lied))
            }
            #expect(!file.proves(sealed, at: piece, by: proof + [.zero]))
            if !proof.isEmpty { #expect(!file.proves(sealed, at: piece, by: proof.dropLast())) }
            for other in file.sealed.indices where other != piece {
                #expect(!file.proves(sealed, at: other, by: file.tree.proof(of: other)))
                #expect(
                    BlobSeal.open(sealed, at: other, of: file.shape, key: BlobSample.key) == nil)
            }
        }
    }

    @Test func `a file that was cut short is no file`() throws {
        let file = try BlobSample(4 * Self.leaf)
        let short = try #require(BlobShape(size: UInt64(2 * Self.leaf)))
        let tree = try #require(BlobTree([BlobTree.hash(ofPiece: file.sealed[0])], of: short))

        // Its tree is valid, but its only leaf does not say that it is the last one.
        #expect(tree.name != file.tree.name)
        #expect(BlobSeal.open(file.sealed[0], at: 0, of: short, key: BlobSample.key) == nil)
        #expect(
            BlobSeal.open(file.sealed[0], at: 0, of: file.shape, key: BlobSample.key) != nil)
    }

    @Test func `a name is of one size, one key and one text`() throws {
        let shape = try #require(BlobShape(size: 5))
        let other = try #require(BlobShape(size: 6))
        let hash = Bytes32.repeating(3)
        let names = [BlobTree([hash], of: shape)?.name, BlobTree([hash], of: other)?.name]

        #expect(names[0] != names[1])
        #expect(BlobTree([hash, hash], of: shape) == nil)
        #expect(BlobTree([], of: shape) == nil)
        #expect(
            BlobSeal.seal([1, 2], at: 0, isLast: true, key: .repeating(1))
                != BlobSeal.seal([1, 2], at: 0, isLast: true, key: .repeating(2)))
        #expect(BlobSeal.open([], at: 0, of: shape, key: .zero) == nil)
        #expect(
            BlobSeal.open([UInt8](repeating: 0, count: 21), at: 1, of: shape, key: .zero) == nil)
    }

    // MARK: Messages

    private func isRead(_ bytes: [UInt8]) -> Bool { (try? Message(bytes: bytes)) != nil }

    private func want(_ size: UInt64, _ first: UInt32, _ count: UInt32) -> [UInt8] {
        var writer = ByteWriter()
        writer.byte(20)
        writer.byte(3)
        writer.bytes32(.repeating(7))
        writer.u64(size)
        writer.u32(first)
        writer.u32(count)
        return writer.bytes
    }

    @Test func `nobody wants what a file of that size has not`() {
        let max = UInt64(BlobShape.sizeMax)

        for (size, first, count, isGood) in [
            (0, 0, 1, true), (0, 0, 2, false), (0, 1, 1, false), (1, 0, 0, false),
            (32_768, 0, 1, true), (32_769, 0, 2, true), (32_769, 1, 1, true),
            (32_769, 1, 2, false), (32_769, 2, 1, false), (max - 1, 2047, 1, true),
            (max, 0, 2048, true), (max, 1, 2048, false), (max, .max, .max, false),
            (max + 1, 0, 1, false), (.max, 0, 1, false),
        ] as [(UInt64, UInt32, UInt32, Bool)] {
            #expect(isRead(want(size, first, count)) == isGood, "\(size) \(first) \(count)")
        }
    }

    @Test func `leaves have 11 hashes and 32,800 bytes at most`() {
        for (hashes, bytes, isGood) in [
            (0, 15, false), (0, 16, true), (10, 17, true), (11, 17, true), (12, 17, false),
            (11, 32_799, true), (11, 32_800, true), (11, 32_801, false), (255, 17, false),
        ] {
            let message =
                [21, 0, 0, 7, 255, UInt8(hashes)]
                + [UInt8](repeating: 1, count: hashes * 32 + bytes)
            #expect(isRead(message) == isGood, "\(hashes) \(bytes)")
            if isGood { #expect(message.count <= Message.bytesMax) }
        }
        #expect(!isRead([21, 0, 0, 8, 0, 0] + [UInt8](repeating: 1, count: 17)))
    }
}

/// A file whose bytes count from 0 to 250, repeatedly.
struct BlobSample {
    static let key = Bytes32.repeating(0x5A)

    let plain: [UInt8]
    let shape: BlobShape
    let sealed: [[UInt8]]
    let tree: BlobTree

    init(_ size: Int) throws {
        plain = (0..<size).map { UInt8($0 % 251) }
        shape = try #require(BlobShape(size: UInt64(size)))
        var sealed: [[UInt8]] = []
        for piece in 0..<shape.pieces {
            let start = piece * BlobShape.pieceBytes
            sealed.append(
                BlobSeal.seal(
                    plain[start..<start + shape.plainBytes(of: piece)], at: piece,
                    isLast: piece == shape.pieces - 1, key: Self.key))
        }
        self.sealed = sealed
        tree = try #require(BlobTree(sealed.map { BlobTree.hash(ofPiece: $0) }, of: shape))
    }

    func proves(_ sealed: [UInt8], at piece: Int, by proof: [Bytes32]) -> Bool {
        BlobTree.proves(
            proof, BlobTree.hash(ofPiece: sealed), at: piece, of: shape, named: tree.name)
    }

    /// Returns messages about it.
    static func messages(_ hex: (Bytes32) -> JSONText) -> [MessageSample] {
        guard let shape = BlobShape(size: 100_000) else { return [] }
        let name = Bytes32.repeating(0x61)
        let hashes = [Bytes32.repeating(0x62), Bytes32.repeating(0x63)]
        return [
            MessageSample(
                name: "want",
                message: .want(BlobWant(audience: 3, name: name, shape: shape, first: 1, count: 3)),
                json: [
                    "message": "want", "audience": 3, "name": hex(name), "size": 100_000,
                    "first": 1, "count": 3,
                ]),
            MessageSample(
                name: "leaves",
                message: .leaves(
                    BlobLeaves(piece: 3, proof: hashes, sealed: [UInt8](repeating: 5, count: 17))),
                json: [
                    "message": "leaves", "piece": 3, "proof": .list(hashes.map(hex)),
                    "bytes": .hex([UInt8](repeating: 5, count: 17)),
                ]),
            MessageSample(
                name: "has not", message: .hasNot(name: name),
                json: ["message": "has not", "name": hex(name)]),
        ]
    }
}

extension Golden {
    static var blobs: [Example] {
        BlobTests.sizes.compactMap { size in
            guard let file = try? BlobSample(size) else { return nil }
            let last = file.shape.pieces - 1
            return Example(
                name: "a file of \(size) bytes", form: "file",
                members: [
                    "size": .number(UInt64(size)), "key": .hex(BlobSample.key.bytes),
                    "name": .hex(file.tree.name.bytes),
                    "last piece": .hex(BlobTree.hash(ofPiece: file.sealed[last]).bytes),
                    "proof of the last": .list(
                        file.tree.proof(of: last).map { .hex($0.bytes) }),
                ])
        }
    }
}
