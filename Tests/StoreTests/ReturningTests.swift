import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that what was changed by a device unaware of its removal comes back into the trash.
@Suite struct ReturningTests {
    private let laptop: WriteReplica
    private let phone: WriteReplica
    private let id: ObjectID

    /// Creates a link that both have, and that the laptop has removed without telling the phone.
    init() throws {
        laptop = try WriteReplica(1, device: 1, name: "Ana")
        phone = try WriteReplica(1, device: 2, name: "Ana")
        id = try laptop.keep(
            BookmarkDraft(url: "https://example.org/", title: "title", note: "note", tags: ["a"]))[
                0]
        try laptop.tell(phone)
        try laptop.perform(.remove(.references([.id(id.text)])))
    }

    private func change(_ change: BookmarkChange, by replica: WriteReplica) throws {
        try replica.perform(.edit(.id(id.text), change))
    }

    private func wait(days: UInt64) throws {
        for replica in [laptop, phone] { try replica.wait(days: days) }
    }

    private func forget() throws {
        for replica in [laptop, phone] { try replica.forget() }
    }

    private func meet() throws {
        for _ in 0..<2 {
            try laptop.tell(phone)
            try phone.tell(laptop)
            try forget()
        }
    }

    private func marked(at replica: WriteReplica) throws -> Int {
        try replica.step { (store) throws(StorageError) in try store.countChangedInTrash() }
    }

    @Test func `after its days it is in the trash of both for thirty more, with the change`() throws
    {
        try wait(days: 10)
        try change(BookmarkChange(note: "by the phone", addTags: ["b"]), by: phone)
        try wait(days: 30)
        try forget()
        #expect(try !laptop.atHome().contains(id))
        try meet()

        for replica in [laptop, phone] {
            let link = try replica.link(id)
            #expect(link.isTrashed && link.title == "title" && link.note == "by the phone")
            #expect(link.tags.sorted() == ["a", "b"])
            #expect(link.lateChange != nil)
            #expect(try marked(at: replica) == 1)
        }
        try wait(days: 29)
        try meet()
        #expect(try laptop.link(id).isTrashed && phone.link(id).isTrashed)
        try wait(days: 2)
        try meet()
        #expect(try !laptop.atHome().contains(id) && !phone.atHome().contains(id))
        for replica in [laptop, phone] {
            #expect(try replica.traces(of: "by the phone") == [])
            #expect(try marked(at: replica) == 0)
        }
    }

    @Test func `from the trash it is taken out as ever, and removed again it is no news`() throws {
        try change(BookmarkChange(note: "by the phone"), by: phone)
        try wait(days: 31)
        try forget()
        try meet()
        try phone.perform(.undo(act: nil))
        try meet()
        #expect(try !laptop.link(id).isTrashed && laptop.link(id).lateChange == nil)
        #expect(try !phone.link(id).isTrashed && phone.link(id).note == "by the phone")
        #expect(try phone.link(id).lateChange == nil && marked(at: phone) == 0)

        try laptop.perform(.remove(.references([.id(id.text)])))
        try meet()
        #expect(try phone.link(id).isTrashed && phone.link(id).lateChange == nil)
        #expect(try marked(at: phone) == 0 && marked(at: laptop) == 0)
    }

    @Test func `a change that comes within the days begins them anew, and is marked`() throws {
        try wait(days: 10)
        try change(BookmarkChange(title: "by the phone"), by: phone)
        try wait(days: 18)
        try meet()
        #expect(try marked(at: laptop) == 1 && marked(at: phone) == 1)
        try wait(days: 20)
        try meet()
        #expect(try laptop.link(id).isTrashed && laptop.link(id).title == "by the phone")
        try wait(days: 11)
        try meet()
        #expect(try !laptop.atHome().contains(id) && !phone.atHome().contains(id))
    }

    @Test func `a thing that was not changed, or only marked as read, does not return`() throws {
        try change(BookmarkChange(isUnread: true), by: phone)
        try wait(days: 31)
        try forget()
        try meet()

        #expect(try !laptop.atHome().contains(id) && !phone.atHome().contains(id))
        #expect(try phone.traces(of: "title") == [])
    }

    @Test func `a change that the remover knew in time does not return`() throws {
        try change(BookmarkChange(note: "by the phone"), by: phone)
        try phone.tell(laptop)
        try wait(days: 31)
        try forget()
        try meet()

        #expect(try !laptop.atHome().contains(id) && !phone.atHome().contains(id))
    }

    @Test func `a thing restored unheard stays, and is not in the trash`() throws {
        let other = try laptop.keep(BookmarkDraft(url: "https://example.org/o", title: "other"))[0]
        try laptop.tell(phone)
        try phone.perform(.remove(.references([.id(other.text)])))
        try phone.tell(laptop)
        try phone.perform(.undo(act: nil))
        try wait(days: 31)
        try forget()
        #expect(try !laptop.atHome().contains(other))
        try meet()

        for replica in [laptop, phone] {
            #expect(try !replica.link(other).isTrashed && replica.link(other).title == "other")
        }
    }

    @Test func `its copies are not shown again`() throws {
        let ben = try WriteReplica(2, name: "Ben")
        for replica in [laptop, phone] { try replica.add(friend: ben) }
        try ben.add(friend: laptop)
        let shared = try laptop.keep(
            BookmarkDraft(url: "https://example.org/shared", title: "shared"), in: .friends)[0]
        try meet()
        try laptop.perform(.remove(.references([.id(shared.text)])))
        try phone.perform(.edit(.id(shared.text), BookmarkChange(title: "by the phone")))
        try phone.sync(to: ben)
        #expect(try ben.titles(of: laptop) == ["by the phone"])
        try wait(days: 31)
        try forget()
        try meet()
        for replica in [laptop, phone] {
            try replica.settleCopies()
            try replica.tell(ben, of: .friends)
            try ben.forget()
        }

        #expect(try phone.link(shared).isTrashed && laptop.link(shared).isTrashed)
        #expect(try phone.link(shared).title == "by the phone")
        #expect(try ben.titles(of: laptop) == [])
    }
}
