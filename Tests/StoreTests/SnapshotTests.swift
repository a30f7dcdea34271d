import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests storing, sharing and removing thumbnails and snapshots of a link.
@Suite struct SnapshotTests {
    private static let address = "https://a.example/"

    private static func friends() throws -> (ana: WriteReplica, bob: WriteReplica) {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        return (ana, bob)
    }

    private static func page(_ count: Int) -> [UInt8] {
        let head = Array("<!DOCTYPE html>".utf8)
        return (0..<count).map { $0 < head.count ? head[$0] : UInt8(truncatingIfNeeded: $0 &* 5) }
    }

    private func put(
        _ bytes: [UInt8], as use: BlobUse = .snapshot, at replica: WriteReplica
    ) throws -> BlobReference {
        let draft = try replica.begin()
        try replica.perform(.blob(.put(bytes, into: draft)))
        let answer = try replica.perform(.blob(.end(draft, as: use)))
        guard case .blob(.kept(let file)) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return file
    }

    private func draft(
        _ thumbnail: BlobReference?, _ pages: [BlobReference], url: String = address
    ) -> BookmarkDraft {
        var details = thumbnail.map { [Detail(.thumbnail, [$0.text])] } ?? []
        if !pages.isEmpty { details.append(Detail(.snapshot, pages.map(\.text))) }
        return BookmarkDraft(url: url, title: "A", details: details)
    }

    private func edit(
        _ id: ObjectID, _ changes: DetailChange..., at replica: WriteReplica
    ) throws -> Answer {
        try replica.perform(.edit(.id(id.text), BookmarkChange(details: changes)))
    }

    @Test func `both are kept with a link, changed, and brought back by undo`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let picture = try put(Photo.bytes(900), as: .photo, at: ana)
        let other = try put(Photo.bytes(901), as: .photo, at: ana)
        let pages = try (0..<3).map { try put(Self.page(500 + $0), at: ana) }

        let id = try #require(ana.keep(draft(picture, [pages[0]])).first)
        let kept = try ana.link(id)
        _ = try edit(
            id, DetailChange(.thumbnail, values: [other.text]),
            DetailChange(.snapshot, add: [pages[1].text, pages[2].text]), at: ana)
        let changed = try ana.link(id)
        _ = try edit(
            id, DetailChange(.thumbnail, values: []),
            DetailChange(.snapshot, remove: [pages[0].text]), at: ana)
        let less = try ana.link(id)
        try ana.perform(.undo(act: nil))

        #expect(kept.details[.thumbnail] == [picture.text])
        #expect(kept.details[.snapshot] == [pages[0].text])
        #expect(changed.details[.thumbnail] == [other.text])
        #expect(changed.details[.snapshot] == pages.map(\.text))
        #expect(less.details[.thumbnail].isEmpty)
        #expect(less.details[.snapshot] == pages.dropFirst().map(\.text))
        #expect(try ana.link(id).details == changed.details)
        #expect(try ana.read(pages[0]) == Self.page(500))
        let history = try ana.step { (store) throws(StorageError) in
            try store.answer(.history(.id(id.text)), now: ana.wall)
        }
        let told = String(describing: history)
        #expect(told.contains("snapshot: text/html, 500 bytes"))
        #expect(!told.contains(Base32.encode(pages[0].key.bytes)))
    }

    @Test func `only the readers of a link are given its files`() throws {
        let (ana, bob) = try Self.friends()
        let large = Limits.smallBlobBytesMax + 1
        let picture = try put(Photo.bytes(900), as: .photo, at: ana)
        let page = try put(Self.page(large), at: ana)
        let id = try #require(ana.keep(draft(picture, [page])).first)
        try ana.sync(to: bob)
        #expect(try bob.wanted().isEmpty)
        #expect(try !ana.isSeen(page, in: ana.row(.friends, of: ana)))

        try ana.perform(.share(.references([.id(id.text)]), with: .friends, isLive: false))
        try ana.sync(to: bob)

        #expect(try bob.link(id).details == ana.link(id).details)
        // The thumbnail comes by itself, the page on request.
        #expect(try bob.wanted() == [900])
        try bob.perform(.blob(.get(name: page.name)))
        #expect(try bob.wanted() == [large, 900])
        for file in [picture, page] {
            #expect(try ana.isSeen(file, in: ana.row(.friends, of: ana)))
            #expect(try bob.isSeen(file, in: bob.row(.friends, of: ana)))
            #expect(try !bob.isSeen(file, in: bob.row(.friends, of: bob)))
        }
        let shape = (large + 32_767) / 32_768
        try bob.give(page, from: ana, pieces: 0..<shape)
        #expect(try bob.read(page) == Self.page(large))

        try ana.perform(.unshare(.references([.id(id.text)]), from: .friends))
        try ana.sync(to: bob)

        #expect(try !bob.isSeen(page, in: bob.row(.friends, of: ana)))
        #expect(try !ana.isSeen(page, in: ana.row(.friends, of: ana)))
    }

    @Test func `snapshots saved on two devices while apart stay, and one picture shows`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        let id = try #require(ana.keep(draft(nil, [])).first)
        try ana.mirror(to: phone)
        let pages = [
            try put(Self.page(100), at: ana), try put(Self.page(101), at: phone),
        ]
        let pictures = [
            try put(Photo.bytes(90), as: .photo, at: ana),
            try put(Photo.bytes(91), as: .photo, at: phone),
        ]
        for (device, place) in [(ana, 0), (phone, 1)] {
            _ = try edit(
                id, DetailChange(.thumbnail, values: [pictures[place].text]),
                DetailChange(.snapshot, add: [pages[place].text]), at: device)
        }

        try ana.mirror(to: phone)
        try phone.mirror(to: ana)

        let (here, there) = (try ana.link(id), try phone.link(id))
        #expect(here.details == there.details)
        #expect(Set(here.details[.snapshot]) == Set(pages.map(\.text)))
        #expect(here.details[.thumbnail].count == 1)
        #expect(here.conflicts.map(\.field) == ["thumbnail"])
    }

    @Test func `at most 20 copies are saved, and one more is refused`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let page = try put(Self.page(100), at: ana)
        let pages = (1...21).map { number -> BlobReference in
            BlobReference(
                place: page.place + [UInt8(number)], type: .html, size: 100,
                name: Bytes32(words: (UInt64(number), 0, 0, 0)), key: page.key)
        }
        for (count, fits) in [(19, true), (20, true), (21, false)] {
            let url = "https://a.example/\(count)"
            let answer = try ana.perform(
                .addBookmarks(
                    [draft(nil, Array(pages.prefix(count)), url: url)], to: nil,
                    onDuplicate: .skip, act: nil))
            guard case .kept(let report) = answer else {
                Issue.record("\(answer)")
                return
            }
            if case .added = report.outcomes[0] { #expect(fits) } else { #expect(!fits) }
        }
        let id = try #require(ana.keep(draft(nil, Array(pages.prefix(20)))).first)
        guard
            case .rejected(let problem) = try edit(
                id, DetailChange(.snapshot, add: [pages[20].text]), at: ana)
        else {
            Issue.record("21 were kept")
            return
        }
        #expect(problem.code == .tooMany)
    }

    @Test func `a page of a link that is gone is erased when it is over`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let page = try put(Self.page(70_000), at: ana)
        let id = try #require(ana.keep(draft(nil, [page])).first)
        try ana.sweep()
        ana.pass(days: 31)
        try ana.sweep()
        #expect(try ana.blobRows() == 1)

        _ = try edit(id, DetailChange(.snapshot, values: []), at: ana)
        try ana.sweep()
        ana.pass(days: 31)
        try ana.sweep()

        #expect(try ana.blobRows() == 0 && ana.pieces() == 0)
    }

    @Test func `links that become one have the files of all`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let picture = try put(Photo.bytes(90), as: .photo, at: ana)
        let later = try put(Photo.bytes(91), as: .photo, at: ana)
        let pages = [try put(Self.page(100), at: ana), try put(Self.page(101), at: ana)]
        let one = try #require(ana.keep(draft(nil, [pages[0]])).first)
        let other = try #require(
            ana.keep(draft(picture, [pages[1]], url: "https://b.example/")).first)
        try ana.perform(
            .edit(.id(other.text), BookmarkChange(url: Self.address + "?utm_source=x")))

        try ana.perform(.mergeDuplicates(nil))
        let merged = try ana.link(one)
        // What is imported is added to what is stored, and replaces nothing.
        try ana.perform(
            .addBookmarks(
                [draft(later, [pages[0]])], to: nil, onDuplicate: .merge, act: nil))

        #expect(merged.details[.thumbnail] == [picture.text])
        #expect(merged.details[.snapshot] == pages.map(\.text))
        #expect(try ana.link(one).details == merged.details)
        #expect(try ana.link(other).isTrashed)
    }

    @Test func `searches count them, also where there are none`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let picture = try put(Photo.bytes(90), as: .photo, at: ana)
        let pages = [try put(Self.page(100), at: ana), try put(Self.page(101), at: ana)]
        try ana.keep(draft(picture, pages))
        try ana.keep(draft(nil, [pages[0]], url: "https://b.example/"))
        try ana.keep(draft(nil, [], url: "https://c.example/"))
        try ana.keepShirt()

        for (query, count) in [
            ("snapshot:>0", 2), ("snapshot:2", 1), ("snapshot:0", 1), ("snapshot:<=1", 2),
            ("thumbnail:1", 1), ("thumbnail:0", 2), ("-snapshot:0", 3),
        ] {
            let found = try ana.step { (store) throws(StorageError) in
                try store.rows(
                    matching: try! SearchQuery.parse(query).get(), atMost: 9, now: ana.wall)
            }
            #expect(try found.get()?.count == count, "\(query)")
        }
    }

    @Test func `a replica learns what a version before did not show`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let page = try put(Self.page(100), at: ana)
        let id = try #require(ana.keep(draft(nil, [page])).first)
        try ana.keep(draft(nil, [], url: "https://b.example/"))
        let before = try ana.link(id)
        // As left by a version without details for links.
        try ana.step { (store) throws(StorageError) in
            try store.database.run("DELETE FROM facets")
            try store.set("details", to: [Kind.link.rawValue, 0])
        }
        #expect(try ana.link(id).details.isEmpty)

        try ana.step { (store) throws(StorageError) in try store.learnKinds() }

        #expect(try ana.link(id) == before)
    }
}
