import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that thumbnails come first, and originals on request or if all are wanted; and both only if there is room.
@Suite struct ThumbnailTests {
    /// Creates two friends.
    private static func friends() throws -> (ana: WriteReplica, bob: WriteReplica) {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        return (ana, bob)
    }

    private static let large = Limits.smallBlobBytesMax + 1

    private func photo(_ size: Int, _ small: Int, of ana: WriteReplica) throws -> BlobReference {
        var photo = try ana.put(Photo.bytes(size))
        photo.thumbnail = BlobReference.Thumbnail(try ana.put(Photo.bytes(small)))
        return photo
    }

    @Test func `a viewer of a photo is given its thumbnail, which is fetched automatically`() throws
    {
        let (ana, bob) = try Self.friends()
        let photo = try photo(Self.large, 900, of: ana)
        let small = try #require(photo.thumbnailReference)
        let shirt = try ana.keepShirt(photo, in: .friends)
        try ana.sync(to: bob)

        #expect(try bob.wanted() == [900])
        #expect(try ana.isSeen(small, in: ana.row(.friends, of: ana)))
        #expect(try bob.isSeen(small, in: bob.row(.friends, of: ana)))
        #expect(try !bob.isSeen(small, in: bob.row(.friends, of: bob)))
        try bob.give(small, from: ana, pieces: 0..<1)
        #expect(try bob.read(small) == Photo.bytes(900))
        #expect(try ana.link(shirt).details[.photo] == [photo.text])
        #expect(try bob.state(of: small).things == [shirt])

        try ana.perform(.unshare(.references([.id(shirt.text)]), from: .friends))
        try ana.sync(to: bob)

        #expect(try !bob.isSeen(small, in: bob.row(.friends, of: ana)))
    }

    @Test func `small files come first when all files are fetched`() throws {
        let (ana, bob) = try Self.friends()
        for number in 0..<2 {
            try ana.keepShirt(try photo(Self.large + number, 900 + number, of: ana), in: .friends)
        }
        try ana.sync(to: bob)
        #expect(try bob.wanted() == [900, 901])

        try bob.perform(.blob(.setComing(.always)))
        #expect(try bob.wanted() == [900, 901, Self.large, Self.large + 1])
        try ana.keepShirt(try photo(Self.large + 2, 902, of: ana), in: .friends)
        try ana.sync(to: bob)

        #expect(
            try bob.wanted() == [900, 901, 902, Self.large, Self.large + 1, Self.large + 2])
        let settings = try bob.step { (store) throws(StorageError) in try store.settings() }
        #expect(settings.blobComing == .always)
        try bob.perform(.blob(.setComing(.onDemand)))
        try ana.keepShirt(try photo(Self.large + 3, 903, of: ana), in: .friends)
        try ana.sync(to: bob)
        #expect(try !bob.wanted().contains(Self.large + 3))
    }

    @Test func `an unreferenced photo is erased with its thumbnail`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let shirt = try ana.keepShirt(try photo(Self.large, 900, of: ana))
        try ana.sweep()
        #expect(try ana.blobRows() == 2)

        try ana.perform(
            .edit(.id(shirt.text), BookmarkChange(details: [DetailChange(.photo, values: [])])))
        try ana.sweep()
        ana.pass(days: 31)
        try ana.sweep()

        #expect(try ana.blobRows() == 0)
        #expect(try ana.pieces() == 0)
    }

    @Test func `photos stand in the order that is said, and each once`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let files = try (1...3).map { try photo(40 + $0, 900 + $0, of: ana) }
        let id = try ana.keepShirt(files[0], files[1], files[2])
        let order = [files[2], files[0], files[1]].enumerated().map { index, file in
            var file = file
            file.place = [1, 0, 0, 0, 0, 0, UInt8(index + 1)]
            return file.text
        }

        try ana.perform(
            .edit(.id(id.text), BookmarkChange(details: [DetailChange(.photo, values: order)])))

        #expect(try ana.link(id).details[.photo] == order)
        // What is added later comes last.
        let later = try ana.put(Photo.bytes(99))
        try ana.perform(
            .edit(.id(id.text), BookmarkChange(details: [DetailChange(.photo, add: [later.text])])))
        #expect(try ana.link(id).details[.photo] == order + [later.text])
    }

    @Test func `an outfit has photos as a garment has`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let photo = try photo(100, 90, of: ana)
        let draft = BookmarkDraft(
            url: "", title: "Sunday", kind: .outfit, details: [Detail(.photo, [photo.text])])
        let id = try #require(try ana.keep(draft).first)

        #expect(try ana.link(id).details[.photo] == [photo.text])
        #expect(try ana.isSeen(photo, in: ana.row(.private, of: ana)))
        #expect(try ana.state(of: photo).things == [id])
    }

    // MARK: Room

    @Test(arguments: [(0, true), (1, false)])
    func `a file is put in as long as there is room, and one more byte is refused`(
        more: Int, fits: Bool
    ) throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.perform(.blob(.setQuota(bytes: 2 * BlobShape.pieceBytes)))
        let draft = try ana.begin()
        // One piece is always reserved for what is still to come.
        let bytes = Photo.bytes(2 * BlobShape.pieceBytes - 1 + more)

        let put = try ana.perform(.blob(.put(bytes, into: draft)))

        guard !fits else {
            guard case .blob(.kept) = try ana.perform(.blob(.end(draft, as: .photo))) else {
                Issue.record("it did not fit")
                return
            }
            return
        }
        guard case .rejected(let problem) = put else {
            Issue.record("\(put)")
            return
        }
        #expect(problem.code == .conflict && problem.fix.contains("files.quota"))
        try ana.sweep()
        #expect(try ana.blobRows() == 0)
    }

    @Test(arguments: [(BlobUse.photo, false), (.thumbnail, false), (.clip, true)])
    func `a film is put in as a clip, and as nothing else`(use: BlobUse, fits: Bool) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let draft = try ana.begin()
        var film: [UInt8] = [0, 0, 0, 24]
        film += Array("ftypisom".utf8)
        film += [UInt8](repeating: 0, count: 50)
        try ana.perform(.blob(.put(film, into: draft)))

        let answer = try ana.perform(.blob(.end(draft, as: use)))

        if case .blob(.kept(let reference)) = answer {
            #expect(fits && reference.type == .mp4)
        } else if case .rejected(let problem) = answer {
            #expect(!fits && !problem.fix.isEmpty)
        }
    }

    @Test func `files are listed by name, page by page`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let files = try (1...5).map { try ana.put(Photo.bytes(40 + $0)) }
        for file in files { try ana.keepShirt(file) }
        var listed: [BlobState] = []
        var last: Bytes32?
        repeat {
            guard case .blob(.page(let page)) = try ana.ask(.list(after: last, limit: 2)) else {
                Issue.record("no page")
                return
            }
            #expect(page.states.count <= 2)
            listed += page.states
            last = page.last
        } while last != nil

        let names = files.map(\.nameText).sorted()
        #expect(listed.map(\.reference.nameText) == names)
        #expect(listed.allSatisfy { $0.isHere && $0.things.count == 1 })
    }
}
