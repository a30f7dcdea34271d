import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests files that are transferred between nodes.
@Suite struct BlobTests {
    private static let small = Limits.smallBlobBytesMax

    @Test(arguments: [9, 16_385, 32_768, 32_769, small])
    func `a small photo of what a friend shares comes by itself`(size: Int) throws {
        let pair = try SyncPair()
        let photo = try pair.ana.put(Photo.bytes(size))
        try pair.ana.keepShirt(photo, in: .friends)
        try pair.connect()
        try pair.pass(.seconds(5))

        #expect(try pair.bob.read(photo) == Photo.bytes(size))
        #expect(pair.bob.answered(.about(name: photo.name))?.isHere == true)
    }

    @Test func `one that is put in while both are linked comes as well`() throws {
        let pair = try SyncPair()
        try pair.connect()
        let photo = try pair.ana.put(Photo.bytes(70_000))
        try pair.ana.keepShirt(photo, in: .friends)
        try pair.pass(.seconds(5))

        #expect(try pair.bob.read(photo) == Photo.bytes(70_000))
    }

    @Test func `one that was withdrawn before it came comes once it is shared anew`() throws {
        let pair = try SyncPair()
        let photo = try pair.ana.put(Photo.bytes(70_000))
        try pair.ana.keepShirt(photo, in: .private)
        let shirt = Selection.query("type:garment")
        try pair.ana.ask(.command(.share(shirt, with: .public, isLive: false)))
        try pair.ana.ask(.command(.unshare(shirt, from: .public)))
        try pair.connect()
        try pair.pass(.seconds(5))
        #expect(!pair.bob.said.contains("want"))

        try pair.ana.ask(.command(.share(shirt, with: .friends, isLive: false)))
        try pair.run()
        try pair.pass(.seconds(5))

        #expect(try pair.bob.read(photo) == Photo.bytes(70_000))
    }

    @Test func `a large one comes when it is asked for`() throws {
        let pair = try SyncPair()
        let size = 8 << 20
        let photo = try pair.ana.put(Photo.bytes(size))
        try pair.ana.keepShirt(photo, in: .friends)
        try pair.connect()
        try pair.pass(.seconds(5))
        #expect(pair.bob.answered(.about(name: photo.name))?.bytesHere == 0)
        #expect(pair.bytesCarried < 100_000)

        try pair.bob.ask(.command(.blob(.get(name: photo.name))))
        try pair.run()
        try pair.pass(.seconds(5))

        #expect(try pair.bob.read(photo) == Photo.bytes(size))
    }

    @Test func `what stays at home is told to nobody`() throws {
        let pair = try SyncPair()
        let photo = try pair.ana.put(Photo.bytes(70_000))
        try pair.ana.keepShirt(photo, in: .private)
        try pair.connect()
        try pair.pass(.seconds(30))

        #expect(!pair.ana.said.contains("leaves"))
        #expect(!pair.bob.said.contains("want"))
    }

    @Test func `another device of the same person gets what is private`() throws {
        let pair = try SyncPair(devicesOf: "Ana")
        let photo = try pair.ana.put(Photo.bytes(70_000))
        try pair.ana.keepShirt(photo, in: .private)
        try pair.connectBack()
        try pair.pass(.seconds(30))

        #expect(try pair.bob.read(photo) == Photo.bytes(70_000))
    }

    @Test(arguments: [100_000, 1_000_000, 2_500_000])
    func `what a lost link broke off goes on over the next one`(breaksBehind: Int) throws {
        let pair = try SyncPair()
        let size = 3 << 20
        let photo = try pair.ana.put(Photo.bytes(size))
        try pair.ana.keepShirt(photo, in: .friends)
        try pair.connect()
        try pair.bob.ask(.command(.blob(.get(name: photo.name))))
        pair.breaksBehind = pair.bytesArrived + breaksBehind
        try pair.run()
        let here = pair.bob.answered(.about(name: photo.name))?.bytesHere ?? 0
        #expect(here > breaksBehind / 2 && here < size)

        let next = SyncPair(pair.ana, pair.bob, seed: 2)
        try next.connect()
        try next.pass(.seconds(5))

        #expect(try pair.bob.read(photo) == Photo.bytes(size))
        // A piece with its proof fills a frame of 34 KiB.
        #expect(next.bytesCarried < (size - here) * 34 / 32 + size / 16)
    }

    @Test func `one file comes from several at once`() throws {
        let nodes = [
            try SyncNode(1, name: "Ana"), try SyncNode(2, name: "Bob"),
            try SyncNode(3, name: "Cat"),
        ]
        for one in nodes { for other in nodes where other !== one { try one.add(friend: other) } }
        let photo = try nodes[0].put(Photo.bytes(6 << 20))
        try nodes[0].keepShirt(photo, in: .friends)
        let lan = SyncLAN(nodes)
        try lan.plugIn([0, 1])
        try lan.run(for: .seconds(30))
        try nodes[1].ask(.command(.blob(.get(name: photo.name))))
        try lan.run(for: .seconds(30))
        #expect(try nodes[1].read(photo).count == 6 << 20)
        let before = nodes.map { node in node.said.count { $0 == "leaves" } }

        try lan.plugIn([2])
        try lan.run(for: .seconds(60))
        try nodes[2].ask(.command(.blob(.get(name: photo.name))))
        try lan.run(for: .seconds(60))

        #expect(try nodes[2].read(photo) == Photo.bytes(6 << 20))
        let given = zip(nodes, before).map { node, count in
            node.said.count { $0 == "leaves" } - count
        }
        #expect(given[0] > 20 && given[1] > 20)
        #expect(given[0] + given[1] == 192)
    }

    @Test func `without room nothing is got, and nothing that is here goes`() throws {
        let pair = try SyncPair()
        let own = try pair.bob.put(Photo.bytes(50_000))
        try pair.bob.keepShirt(own, in: .private)
        // Of four pieces, three are reserved for files that nobody has requested.
        try pair.bob.ask(.command(.blob(.setQuota(bytes: 4 * BlobShape.pieceBytes))))
        let photo = try pair.ana.put(Photo.bytes(100_000))
        try pair.ana.keepShirt(photo, in: .friends)
        try pair.connect()
        try pair.pass(.seconds(30))

        guard case .status(let full) = try pair.bob.ask(.query(.status())) else { return }
        #expect(full.blobs.isFull && full.blobs.missing == 1)
        #expect(full.blobs.usedBytes == 3 * BlobShape.pieceBytes)
        #expect(try pair.bob.read(own) == Photo.bytes(50_000))

        try pair.bob.ask(.command(.blob(.setQuota(bytes: 1 << 20))))
        try pair.run()
        try pair.pass(.seconds(5))

        #expect(try pair.bob.read(photo) == Photo.bytes(100_000))
        guard case .status(let done) = try pair.bob.ask(.query(.status())) else { return }
        #expect(!done.blobs.isFull && done.blobs.missing == 0)
    }

    @Test func `what comes unasked leaves room for what its person puts in or asks for`() throws {
        let pair = try SyncPair()
        try pair.bob.ask(.command(.blob(.setQuota(bytes: 10 * BlobShape.pieceBytes))))
        // Eight pieces each.
        let photos = try [250_000, 250_001].map { try pair.ana.put(Photo.bytes($0)) }
        for photo in photos { try pair.ana.keepShirt(photo, in: .friends) }
        try pair.connect()
        try pair.pass(.seconds(30))

        guard case .status(let full) = try pair.bob.ask(.query(.status())) else { return }
        #expect(full.blobs.usedBytes == 9 * BlobShape.pieceBytes)
        #expect(full.blobs.isFull && full.blobs.missing == 1)
        let own = try pair.bob.put(Photo.bytes(20_000))
        try pair.bob.keepShirt(own, in: .private)

        #expect(try pair.bob.read(own) == Photo.bytes(20_000))
        guard case .status(let kept) = try pair.bob.ask(.query(.status())) else { return }
        #expect(kept.blobs.usedBytes == 10 * BlobShape.pieceBytes)
    }

    @Test func `what nobody has is asked for less and less often, and shown as missing`() throws {
        let pair = try SyncPair()
        let photo = BlobReference(
            place: [1], type: .png, size: 5000, name: Bytes32(words: (1, 2, 3, 4)),
            key: Bytes32(words: (5, 6, 7, 8)))
        try pair.ana.keepShirt(photo, in: .friends)
        try pair.connect()
        try pair.pass(.seconds(600))

        let asked = pair.bob.said.count { $0 == "want" }
        #expect((5...12).contains(asked))
        guard case .blob(.states(let missing)) = try pair.bob.ask(.query(.blob(.missing()))) else {
            Issue.record("no answer")
            return
        }
        #expect(missing.map(\.reference) == [photo])
        #expect(missing.first?.isWanted == true)
    }
}

/// A picture that is valid as far as its first bytes go.
enum Photo {
    static func bytes(_ count: Int) -> [UInt8] {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return (0..<count).map { $0 < head.count ? head[$0] : UInt8(truncatingIfNeeded: $0 &* 7) }
    }
}

extension SyncNode {
    func put(_ bytes: [UInt8]) throws -> BlobReference {
        guard case .blob(.draft(let draft)) = try ask(.command(.blob(.begin()))) else {
            throw NotPaired()
        }
        for start in stride(from: 0, to: bytes.count, by: Limits.blobSliceMax) {
            let part = Array(bytes[start..<min(start + Limits.blobSliceMax, bytes.count)])
            try ask(.command(.blob(.put(part, into: draft))))
        }
        guard case .blob(.kept(let reference)) = try ask(.command(.blob(.end(draft, as: .photo))))
        else {
            throw NotPaired()
        }
        return reference
    }

    func keepShirt(_ photo: BlobReference, in audience: Audience) throws {
        try keep(
            [
                BookmarkDraft(
                    url: "", title: "shirt", kind: .garment,
                    details: [Detail(.photo, [photo.text])])
            ], in: audience)
    }

    func read(_ photo: BlobReference) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < photo.size {
            let query = BlobQuery.read(
                name: photo.name, from: bytes.count, count: Limits.blobSliceMax)
            guard case .blob(.part(let part)) = try ask(.query(.blob(query))) else { break }
            bytes += part.bytes
        }
        return bytes
    }

    func answered(_ query: BlobQuery) -> BlobState? {
        guard case .blob(.state(let state))? = try? ask(.query(.blob(query))) else { return nil }
        return state
    }
}
