import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests the time of the last change when only a set of a thing was changed.
@Suite struct UpdatedTests {
    private static let draft = BookmarkDraft(
        url: "https://quilt.example/", title: "Quilt", tags: ["wool"])

    private func edit(_ id: ObjectID, _ change: BookmarkChange, at device: WriteReplica) throws {
        let answer = try device.perform(.edit(.id(id.text), change))
        guard case .bookmark = answer else { throw WriteReplica.Unexpected(what: "\(answer)") }
    }

    /// Creates two devices of one person, a minute apart, with a link on both.
    private func devices() throws -> (phone: WriteReplica, laptop: WriteReplica, id: ObjectID) {
        let phone = try WriteReplica(1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let id = try phone.keep(Self.draft)[0]
        try phone.mirror(to: laptop)
        try laptop.mirror(to: phone)
        pass(60_000, at: phone)
        pass(120_000, at: laptop)
        return (phone, laptop, id)
    }

    private func pass(_ milliseconds: UInt64, at device: WriteReplica) {
        device.wall = WallTime(milliseconds: device.wall.milliseconds + milliseconds)
    }

    @Test func `a tag that is put on or taken off is a change, on all devices`() throws {
        let (phone, laptop, id) = try devices()

        try edit(id, BookmarkChange(addTags: ["craft"]), at: phone)
        let put = phone.wall
        #expect(try phone.link(id).updated == put)
        pass(60_000, at: phone)
        try edit(id, BookmarkChange(removeTags: ["wool"]), at: phone)
        try phone.mirror(to: laptop)

        #expect(phone.wall > put)
        for device in [phone, laptop] {
            #expect(try device.link(id).updated == phone.wall)
            #expect(try device.link(id).tags == ["craft"])
        }
    }

    @Test func `a friend sees when the tags of what they are shown were changed`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let id = try ana.keep(Self.draft, in: .friends)[0]
        pass(60_000, at: ana)
        let changed = ana.wall

        try edit(id, BookmarkChange(addTags: ["craft"]), at: ana)
        _ = try ana.settleCopies()
        try ana.sync(to: bob)

        let seen = try #require(try bob.links(of: ana).first)
        #expect(seen.tags == ["craft", "wool"])
        #expect(seen.updated > changed)
    }

    @Test func `two devices that take off the same tag agree when it was changed`() throws {
        let (phone, laptop, id) = try devices()
        try edit(id, BookmarkChange(removeTags: ["wool"]), at: phone)
        try edit(id, BookmarkChange(removeTags: ["wool"]), at: laptop)

        try phone.mirror(to: laptop)
        try laptop.mirror(to: phone)

        for device in [phone, laptop] {
            #expect(try device.link(id).updated == laptop.wall)
            #expect(try device.link(id).tags == [])
        }
    }

    @Test func `a change of tags counts in the order by changes`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let ids = try ana.keep(
            BookmarkDraft(url: "https://a.example/", title: "a"),
            BookmarkDraft(url: "https://b.example/", title: "b"),
            BookmarkDraft(url: "https://c.example/", title: "c"))
        for number in [2, 0, 1] {
            pass(1000, at: ana)
            try edit(ids[number], BookmarkChange(addTags: ["craft"]), at: ana)
        }

        let outcome = try ana.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: "", sort: .updated), now: ana.wall)
        }
        guard case .page(let page) = outcome else { throw StorageError.corrupt }

        #expect(page.items.map(\.title) == ["b", "a", "c"])
    }

    @Test func `a garment that was put into a closet changes the closet, and not the garment`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let shirt = try ana.garment("Shirt")
        let closet = try ana.combine(.closet, "Winter", [])
        let before = try ana.link(shirt).updated
        pass(60_000, at: ana)

        try ana.perform(
            .wardrobe(.fill(.id(closet.text), add: [.id(shirt.text)], remove: [])))

        #expect(try ana.link(closet).updated == ana.wall)
        #expect(try ana.link(shirt).updated == before)
    }
}
