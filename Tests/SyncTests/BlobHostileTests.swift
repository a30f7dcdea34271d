import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests hostile peers that request files they may not have, or send false ones.
@Suite struct BlobHostileTests {
    /// Creates a shirt of bob's with this photo, with or without its bytes.
    private static func peer(
        has photo: BlobReference, at bob: SyncNode, number: UInt8 = 1, link: UInt64 = 1
    ) throws -> HostilePeer {
        let peer = try HostilePeer(.friend, of: bob, number: number, from: "m:1", over: link)
        try peer.reach(.matching)
        try peer.sayInterest(knowsFiles: true)
        try peer.rest()
        return peer
    }

    private static func absent(_ size: Int = 5000) throws -> (file: BlobSample, bob: SyncNode) {
        let file = try BlobSample(size)
        let bob = try SyncNode(2, name: "Bob")
        try bob.keepShirt(file.reference, in: .friends)
        return (file, bob)
    }

    // MARK: Requests

    @Test func `a friend is given what is shared with friends, piece by piece`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let photo = try bob.put(Photo.bytes(100_000))
        try bob.keepShirt(photo, in: .friends)
        let peer = try Self.peer(has: photo, at: bob)
        let shape = try #require(BlobShape(size: 100_000))

        try peer.want(photo.name, shape, first: 1, count: 3)

        let given = peer.leaves
        #expect(given.map(\.piece) == [1, 2, 3])
        for leaves in given {
            #expect(
                BlobTree.proves(
                    leaves.proof, BlobTree.hash(ofPiece: leaves.sealed), at: leaves.piece,
                    of: shape, named: photo.name))
        }
    }

    @Test func `a file that a peer may not have is answered like one that does not exist`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let shared = try bob.put(Photo.bytes(50))
        let own = try bob.put(Photo.bytes(60))
        try bob.keepShirt(shared, in: .friends)
        try bob.keepShirt(own, in: .private)
        let loose = try bob.put(Photo.bytes(70))
        let peer = try Self.peer(has: shared, at: bob)
        let none = Bytes32(words: (9, 9, 9, 9))

        for (name, size) in [
            (own.name, 60), (loose.name, 70), (none, 60), (shared.name, 51),
        ] as [(Bytes32, UInt64)] {
            let before = peer.heard.count
            try peer.want(name, try #require(BlobShape(size: size)), first: 0, count: 1)
            let answers = peer.heard[before...].filter { message in
                if case .hasNot(name) = message { return true }
                return false
            }
            #expect(answers.count == peer.places.count)
        }
        #expect(peer.leaves.isEmpty)
        #expect(peer.reasons.isEmpty)
    }

    @Test func `an audience that is not shared, and a fifth question, end the link`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let photo = try bob.put(Photo.bytes(50))
        try bob.keepShirt(photo, in: .friends)
        let shape = try #require(BlobShape(size: 50))
        let elsewhere = try Self.peer(has: photo, at: bob)
        try elsewhere.say(
            .want(BlobWant(audience: 200, name: photo.name, shape: shape, first: 0, count: 1)))
        let eager = try Self.peer(has: photo, at: bob, number: 2, link: 2)
        let place = try #require(eager.places.first)
        var bytes: [UInt8] = []
        for _ in 0...SyncLimits.wantsMax {
            bytes += eager.channel.seal(
                .want(BlobWant(audience: place, name: photo.name, shape: shape, first: 0, count: 1))
            )
        }
        try eager.give(bytes)

        #expect(elsewhere.reasons == ["unexpected message"])
        #expect(eager.reasons == ["limit exceeded"])
    }

    @Test func `who has no credit left is given nothing more`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let photo = try bob.put(Photo.bytes(8 << 20))
        try bob.keepShirt(photo, in: .friends)
        let peer = try Self.peer(has: photo, at: bob)
        let shape = try #require(BlobShape(size: 8 << 20))
        let place = try peer.placeOf(photo.name, shape)

        try peer.say(
            .want(BlobWant(audience: place, name: photo.name, shape: shape, first: 0, count: 256)))
        try peer.rest()

        let most = SyncLimits.standard.creditBytes
        let given = peer.leaves.reduce(0) { $0 + $1.sealed.count }
        #expect(given <= most + BlobShape.sealedPieceMax && given > most / 2)
        try peer.say(.credit(1_000_000))
        try peer.rest()
        #expect(peer.leaves.reduce(0) { $0 + $1.sealed.count } > given)
    }

    @Test func `who asks for another file each time has one large tree made in a step`() throws {
        let bob = try SyncNode(2, name: "Bob")
        let size = 32 << 20
        let photos = try (0..<2).map { _ in try bob.put(Photo.bytes(size)) }
        for photo in photos { try bob.keepShirt(photo, in: .friends) }
        let peer = try Self.peer(has: photos[0], at: bob)
        let shape = try #require(BlobShape(size: UInt64(size)))
        let place = try peer.placeOf(photos[1].name, shape)
        let before = peer.leaves.count
        var bytes: [UInt8] = []
        for turn in 0..<SyncLimits.wantsMax {
            bytes += peer.channel.seal(
                .want(
                    BlobWant(
                        audience: place, name: photos[turn % 2].name, shape: shape, first: turn,
                        count: 1)))
        }

        try peer.give(bytes)
        let atOnce = peer.leaves.count - before
        try peer.rest()

        #expect((1...2).contains(atOnce))
        #expect(peer.leaves.count - before == SyncLimits.wantsMax)
    }

    // MARK: Serving

    @Test func `who does not know files is not asked for any`() throws {
        let (_, bob) = try Self.absent()
        let peer = try HostilePeer(.friend, of: bob, number: 1, from: "m:1")
        try peer.reach(.open)
        try peer.rest()

        #expect(peer.wants.isEmpty)
    }

    @Test(arguments: 0..<5)
    func `a wrong leaf ends the link, and that device is not asked for it again`(
        way: Int
    ) throws {
        let (file, bob) = try Self.absent(100_000)
        let peer = try Self.peer(has: file.reference, at: bob)
        let want = try #require(peer.wants.first)
        #expect(want.name == file.tree.name && want.first == 0 && want.count == 4)
        var sealed = file.sealed[0]
        var proof = file.tree.proof(of: 0)
        switch way {
        case 0: sealed[5] ^= 1
        case 1: sealed.removeLast()
        case 2: proof[0] = .zero
        case 3: proof.removeLast()
        default: (sealed, proof) = (file.sealed[1], file.tree.proof(of: 1))
        }

        try peer.say(.leaves(BlobLeaves(piece: 0, proof: proof, sealed: sealed)))
        let again = try Self.peer(has: file.reference, at: bob, link: 2)
        let other = try Self.peer(has: file.reference, at: bob, number: 2, link: 3)

        #expect(peer.reasons == ["wrong leaf of a file"])
        #expect(again.wants.isEmpty)
        #expect(other.wants.map(\.name) == [file.tree.name])
        for piece in 0..<4 {
            try other.say(
                .leaves(
                    BlobLeaves(
                        piece: piece, proof: file.tree.proof(of: piece), sealed: file.sealed[piece])
                ))
        }
        #expect(try bob.read(file.reference) == file.plain)
    }

    @Test func `what nobody asked for is unexpected`() throws {
        let (file, bob) = try Self.absent(100_000)
        let elsewhere = try Self.peer(has: file.reference, at: bob)
        try elsewhere.say(
            .leaves(BlobLeaves(piece: 1, proof: file.tree.proof(of: 1), sealed: file.sealed[1])))
        let misnamed = try Self.peer(has: file.reference, at: bob, number: 2, link: 2)
        try misnamed.say(.hasNot(name: .zero))
        let unasked = try Self.peer(has: file.reference, at: bob, number: 3, link: 3)
        try unasked.say(.hasNot(name: file.tree.name))
        try unasked.say(.hasNot(name: file.tree.name))

        for peer in [elsewhere, misnamed, unasked] {
            #expect(peer.reasons == ["unexpected message"])
        }
    }

    @Test func `who has it not is asked again after 1, 2, 4 seconds`() throws {
        let (file, bob) = try Self.absent()
        let peer = try Self.peer(has: file.reference, at: bob)
        var pauses: [Duration] = []
        for _ in 0..<4 {
            let count = peer.wants.count
            try peer.say(.hasNot(name: file.tree.name))
            let start = bob.now
            while peer.wants.count == count, bob.now < start + .seconds(20) {
                bob.now = bob.now + .milliseconds(500)
                try peer.rest()
            }
            pauses.append(bob.now - start)
        }

        #expect(pauses == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
    }

    @Test func `who says nothing is waited for no longer than a minute and two heartbeats`() throws
    {
        let (file, bob) = try Self.absent()
        let peer = try Self.peer(has: file.reference, at: bob)
        let start = bob.now
        while peer.reasons.isEmpty, bob.now < start + .seconds(300) {
            bob.now = bob.now + .seconds(5)
            try peer.say(.digests([]))
            try peer.rest()
            if bob.closed[peer.link] != nil { break }
        }

        #expect(bob.closed[peer.link] != nil)
        #expect(bob.now - start < .seconds(130))
    }
}

/// A file that some peer has.
struct BlobSample {
    static let key = Bytes32(words: (3, 1, 4, 1))

    let plain: [UInt8]
    let shape: BlobShape
    let sealed: [[UInt8]]
    let tree: BlobTree

    init(_ size: Int) throws {
        plain = Photo.bytes(size)
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

    var reference: BlobReference {
        BlobReference(place: [1], type: .png, size: shape.size, name: tree.name, key: Self.key)
    }
}

extension HostilePeer {
    /// Sends its interest, optionally with the tag that it knows files.
    func sayInterest(knowsFiles: Bool) throws {
        var tags = try interest()
        if knowsFiles {
            tags[tags.count - 1] = Derivation.blobsTag(handshakeHash: channel.hash, role: 1)
        }
        try say(.interest(tags))
    }

    /// The audiences in bob's digests.
    var places: [UInt8] {
        for case .digests(let digests) in heard { return digests.map(\.audience) }
        return []
    }

    /// Requests pieces in each shared audience, and receives what comes.
    func want(_ name: Bytes32, _ shape: BlobShape, first: Int, count: Int) throws {
        for place in places {
            try say(
                .want(
                    BlobWant(audience: place, name: name, shape: shape, first: first, count: count))
            )
            try rest()
        }
    }

    /// Returns the audience in which bob serves a file.
    func placeOf(_ name: Bytes32, _ shape: BlobShape) throws -> UInt8 {
        for place in places {
            let before = leaves.count
            try say(
                .want(BlobWant(audience: place, name: name, shape: shape, first: 0, count: 1)))
            try rest()
            if leaves.count > before { return place }
        }
        throw SyncNode.NotPaired()
    }

    var leaves: [BlobLeaves] {
        heard.compactMap { message in
            guard case .leaves(let leaves) = message else { return nil }
            return leaves
        }
    }

    var wants: [BlobWant] {
        heard.compactMap { message in
            guard case .want(let want) = message else { return nil }
            return want
        }
    }
}
