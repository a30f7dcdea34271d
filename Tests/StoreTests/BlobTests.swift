import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests files at one node.
@Suite struct BlobTests {
    @Test(arguments: [
        16, 16_384, 32_767, 32_768, 32_769, 65_536, 100_000, 1_048_576, 1_048_577, 2_500_000,
    ])
    func `a file put in by slices is read back unchanged`(size: Int) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let photo = Photo.bytes(size)

        let reference = try ana.put(photo, slice: 70_001)
        try ana.keepShirt(reference)

        #expect(reference.type == .png && reference.size == size)
        #expect(try ana.read(reference) == photo)
        let state = try ana.state(of: reference)
        #expect(state.isHere && !state.isWanted)
    }

    @Test func `any part of it can be read`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let photo = Photo.bytes(100_000)
        let reference = try ana.put(photo)
        try ana.keepShirt(reference)

        for start in [0, 1, 16_384, 32_767, 32_768, 40_000, 99_999] {
            for count in [1, 2, 16_384, 32_768, 32_769, 70_000] {
                let part = try ana.part(reference, from: start, count: count)
                #expect(part == Array(photo[start..<min(start + count, 100_000)]))
            }
        }
        for (start, count) in [(100_000, 1), (-1, 5), (0, 0), (0, Limits.blobSliceMax + 1)] {
            let answer = try ana.ask(
                .read(name: reference.name, from: start, count: count))
            guard case .rejected(let problem) = answer else {
                Issue.record("\(start) \(count): \(answer)")
                continue
            }
            #expect(!problem.fix.isEmpty)
        }
    }

    @Test(arguments: [
        [], Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), [0xFF, 0xD8],
        [0, 0, 0, 24] + Array("ftypisom".utf8), [UInt8](repeating: 65, count: 70_000),
    ])
    func `a file that is no picture is refused, and nothing of it stays`(bytes: [UInt8]) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let draft = try ana.begin()
        try ana.perform(.blob(.put(bytes, into: draft)))

        let answer = try ana.perform(.blob(.end(draft, as: .photo)))

        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.code == .invalidValue && !problem.fix.isEmpty)
        try ana.sweep()
        #expect(try ana.pieces() == 0)
        #expect(try ana.blobRows() == 0)
    }

    @Test func `a file has 64 MiB at most, a photo 32`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let slice = Photo.bytes(Limits.blobSliceMax)

        let photo = try ana.begin()
        for _ in 0..<32 { try ana.perform(.blob(.put(slice, into: photo))) }
        let whole = try ana.perform(.blob(.end(photo, as: .photo)))
        let large = try ana.begin()
        for _ in 0..<32 { try ana.perform(.blob(.put(slice, into: large))) }
        try ana.perform(.blob(.put([1], into: large)))
        let refused = try ana.perform(.blob(.end(large, as: .photo)))
        let long = try ana.begin()
        for _ in 0..<64 { try ana.perform(.blob(.put(slice, into: long))) }
        let over = try ana.perform(.blob(.put([1], into: long)))
        let gone = try ana.perform(.blob(.put([1], into: long)))

        guard case .blob(.kept(let reference)) = whole else {
            Issue.record("\(whole)")
            return
        }
        #expect(reference.size == Limits.photoBytesMax)
        for answer in [refused, over, gone] {
            guard case .rejected(let problem) = answer else {
                Issue.record("\(answer)")
                continue
            }
            #expect(!problem.fix.isEmpty)
        }
        #expect(Limits.blobBytesMax == BlobShape.sizeMax)
    }

    @Test func `at most eight files are put in at once, and a slice is bounded`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let drafts = try (0..<Limits.blobDraftsMax).map { _ in try ana.begin() }
        let over = try ana.perform(.blob(.begin()))
        let long = try ana.perform(
            .blob(.put([UInt8](repeating: 0, count: Limits.blobSliceMax + 1), into: drafts[0])))
        try ana.perform(.blob(.drop(drafts[1])))

        for answer in [over, long] {
            guard case .rejected(let problem) = answer else {
                Issue.record("\(answer)")
                continue
            }
            #expect(problem.code == .tooMany)
        }
        _ = try ana.begin()
    }

    @Test func `photos are told in the order of their places, each file once`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        var first = try ana.put(Photo.bytes(50))
        let second = try ana.put(Photo.bytes(60))
        let id = try ana.keepShirt(second, first)

        #expect(try ana.link(id).details[.photo] == [first.text, second.text])
        let before = first
        first.place = second.place + [1]
        try ana.perform(
            .edit(
                .id(id.text),
                BookmarkChange(details: [
                    DetailChange(.photo, add: [first.text], remove: [before.text])
                ])))

        #expect(try ana.link(id).details[.photo] == [second.text, first.text])
    }

    @Test func `a restarted node has nothing left of an unfinished file`() throws {
        let file = try TemporaryDatabase()
        do {
            let ana = try WriteReplica(1, name: "Ana", path: file.path)
            let draft = try ana.begin()
            try ana.perform(.blob(.put(Photo.bytes(200_000), into: draft)))
            #expect(try ana.pieces() > 0)
            try ana.store.close()
        }

        let again = try WriteReplica(1, name: "Ana", path: file.path)
        try again.sweep()

        #expect(try again.pieces() == 0)
        #expect(try again.blobRows() == 0)
    }

    // MARK: Unreferenced files

    @Test func `an unreferenced file is erased after 30 days, and not before`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let kept = try ana.put(Photo.bytes(90_000))
        let lost = try ana.put(Photo.bytes(90_001))
        try ana.keepShirt(kept)
        let id = try ana.keepShirt(lost)
        try ana.sweep()
        try ana.perform(
            .edit(
                .id(id.text),
                BookmarkChange(details: [DetailChange(.photo, remove: [lost.text])])))
        try ana.sweep()

        ana.pass(days: 29)
        try ana.sweep()
        #expect(try ana.pieces() == 6)
        try ana.perform(.undo(act: nil))
        try ana.sweep()
        ana.pass(days: 60)
        try ana.sweep()
        #expect(try ana.read(lost) == Photo.bytes(90_001))
        try ana.perform(
            .edit(
                .id(id.text),
                BookmarkChange(details: [DetailChange(.photo, remove: [lost.text])])))
        try ana.sweep()
        ana.pass(days: 31)
        try ana.sweep()

        #expect(try ana.pieces() == 3)
        #expect(try ana.read(kept) == Photo.bytes(90_000))
        guard case .rejected = try ana.ask(.about(name: lost.name)) else {
            Issue.record("it is still there")
            return
        }
    }

    // MARK: Permissions

    @Test func `a friend may have what is shared with friends, and nothing else`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        let open = try ana.put(Photo.bytes(50))
        let own = try ana.put(Photo.bytes(60))
        let shirt = try ana.keepShirt(open, in: .friends)
        try ana.keepShirt(own)
        try ana.sync(to: bob)

        let friends = try ana.row(.friends, of: ana)
        let home = try ana.row(.private, of: ana)
        let bobs = try ana.row(.friends, of: bob)
        #expect(try ana.isSeen(open, in: friends))
        #expect(try ana.isSeen(open, in: home))
        #expect(try !ana.isSeen(open, in: bobs))
        #expect(try !ana.isSeen(own, in: friends))
        #expect(try ana.isSeen(own, in: home))
        // Bob passes it on to those with whom ana shares it, and to nobody else.
        #expect(try bob.isSeen(open, in: bob.row(.friends, of: ana)))
        #expect(try !bob.isSeen(open, in: bob.row(.friends, of: bob)))
        #expect(try !bob.isSeen(open, in: bob.row(.private, of: bob)))

        try ana.perform(.unshare(.references([.id(shirt.text)]), from: .friends))
        try ana.sync(to: bob)

        #expect(try !ana.isSeen(open, in: friends))
        #expect(try !bob.isSeen(open, in: bob.row(.friends, of: ana)))
    }

    @Test func `a small one is wanted by itself, a large one when it is asked for`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        let most = Limits.smallBlobBytesMax
        let files = try [most - 1, most, most + 1].map { try ana.put(Photo.bytes($0)) }
        for file in files { try ana.keepShirt(file, in: .friends) }
        try ana.sync(to: bob)

        #expect(try bob.wanted() == [most - 1, most])
        let answer = try bob.perform(.blob(.get(name: files[2].name)))
        guard case .blob(.state(let state)) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(state.isWanted && state.bytesHere == 0)
        // What was requested comes first.
        #expect(try bob.wanted() == [most + 1, most - 1, most])
        guard
            case .rejected(let problem) = try bob.perform(
                .blob(.get(name: Bytes32(words: (1, 1, 1, 1)))))
        else {
            Issue.record("there is none")
            return
        }
        #expect(problem.code == .notFound)
        try bob.give(files[0], from: ana, pieces: 0..<3)
        #expect(try bob.state(of: files[0]).bytesHere == 3 * BlobShape.pieceBytes)
        guard case .rejected = try bob.ask(.read(name: files[0].name, from: 0, count: 1_000_000))
        else {
            Issue.record("part of it is missing")
            return
        }
        let here = 3 * BlobShape.pieceBytes
        #expect(try bob.part(files[0], from: here - 5, count: 5).count == 5)
        guard case .rejected = try bob.ask(.read(name: files[0].name, from: here - 1, count: 2))
        else {
            Issue.record("a byte of it is missing")
            return
        }
        try bob.give(files[0], from: ana, pieces: 3..<8)
        #expect(try bob.read(files[0]) == Photo.bytes(most - 1))
        #expect(try bob.wanted() == [most + 1, most])
    }

    @Test func `a file that there is no room for is not waited for, and the answer says why`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        let file = try ana.put(Photo.bytes(Limits.smallBlobBytesMax + 1))
        try ana.keepShirt(file, in: .friends)
        try ana.sync(to: bob)
        // Nine pieces, of which two are here.
        try bob.give(file, from: ana, pieces: 0..<2)
        try bob.perform(.blob(.setQuota(bytes: 9 * BlobShape.pieceBytes - 1)))

        let refused = try bob.perform(.blob(.get(name: file.name)))

        guard case .rejected(let problem) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(problem.code == .conflict && problem.detail.contains("no room"))
        #expect(problem.fix.contains("files.quota"))
        #expect(try !bob.state(of: file).isWanted)
        try bob.perform(.blob(.setQuota(bytes: 9 * BlobShape.pieceBytes)))
        guard case .blob(.state(let state)) = try bob.perform(.blob(.get(name: file.name))) else {
            Issue.record("there is room for the last seven")
            return
        }
        #expect(state.isWanted && state.bytesHere == 2 * BlobShape.pieceBytes)
    }

    // MARK: The disk

    @Test func `a piece that the disk has changed is forgotten and wanted again`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let reference = try ana.put(Photo.bytes(100_000))
        try ana.keepShirt(reference)
        try ana.step { (store) throws(StorageError) in
            try store.database.run(
                "UPDATE blob_pieces SET bytes = zeroblob(length(bytes)) WHERE id & 65535 = 2")
        }

        guard case .rejected = try ana.ask(.read(name: reference.name, from: 70_000, count: 5))
        else {
            Issue.record("it was read")
            return
        }

        #expect(try ana.part(reference, from: 0, count: 65_536).count == 65_536)
        let state = try ana.state(of: reference)
        #expect(state.isWanted && state.bytesHere == 100_000 - BlobShape.pieceBytes)
    }

    @Test func `hashes that the disk has changed are not shown to anybody`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let reference = try ana.put(Photo.bytes(100_000))
        try ana.keepShirt(reference)
        try ana.step { (store) throws(StorageError) in
            try store.database.run(
                "UPDATE blob_pieces SET hash = zeroblob(32) WHERE id & 65535 = 1")
        }

        let shape = try #require(BlobShape(size: 100_000))
        let tree = try ana.step { (store) throws(StorageError) -> BlobTree? in
            guard let blob = try store.blob(reference.name, shape) else { return nil }
            return try store.blobTree(of: blob)
        }

        #expect(tree == nil)
        #expect(try ana.state(of: reference).isWanted)
    }

    @Test func `the room for files can be set, and says when it is full`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let reference = try ana.put(Photo.bytes(100_000))
        try ana.keepShirt(reference)
        let usage = { try ana.step { (store) throws(StorageError) in try store.blobUsage() } }

        #expect(try usage().quotaBytes == BlobUsage.quotaBytesUsual)
        #expect(try usage().usedBytes == 4 * BlobShape.pieceBytes)
        try ana.perform(.blob(.setQuota(bytes: 5 * BlobShape.pieceBytes)))
        let room = try ana.step { (store) throws(StorageError) in try store.roomForPieces() }
        #expect(room == 1)
        for (wish, fitting) in [(BlobWish.all, 0), (.small, 0), (.asked, 1)] {
            let room = try ana.step { (store) throws(StorageError) in
                try store.roomForPieces(wished: wish.rawValue)
            }
            #expect(room == fitting)
        }
        guard case .rejected = try ana.perform(.blob(.setQuota(bytes: -1))) else {
            Issue.record("no room at all")
            return
        }
        #expect(try usage().quotaBytes == 5 * BlobShape.pieceBytes)
    }
}
