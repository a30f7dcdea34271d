import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that what was in the trash for 30 days is removed, here and on every device.
@Suite struct TrashTests {
    private func draft(_ word: String) -> BookmarkDraft {
        BookmarkDraft(
            url: "https://example.org/\(word)", title: "title-\(word)", note: "note-\(word)",
            tags: ["tag-\(word)"])
    }

    private func reference(_ id: ObjectID) -> Selection { .references([.id(id.text)]) }

    @Test func `a deleted link is gone after 30 days and not a day sooner`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("secret"))[0]
        try ana.keep(draft("other"))
        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "secret-again")))
        try ana.perform(.remove(reference(id)))

        try ana.wait(days: 29)
        try ana.forget()
        #expect(try ana.atHome().contains(id))
        try ana.perform(.undo(act: nil))
        #expect(try ana.link(id).title == "secret-again")
        try ana.perform(.remove(reference(id)))
        try ana.wait(days: 29)
        try ana.forget()
        #expect(try ana.link(id).isTrashed)
        try ana.wait(days: 1)
        try ana.forget()

        #expect(try !ana.atHome().contains(id))
        #expect(try ana.atHome().count == 1)
        #expect(try ana.traces(of: "secret") == [])
        #expect(try !ana.traces(of: "other").isEmpty)
    }

    @Test func `a deletion stamped long ago is seen for 30 days here`() throws {
        let phone = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let id = try phone.keep(draft("secret"))[0]
        try phone.perform(.remove(reference(id)))
        laptop.wall = WallTime(milliseconds: phone.wall.milliseconds + 900 * 86_400_000)
        try phone.tell(laptop)

        try laptop.forget()
        try laptop.wait(days: 29)
        try laptop.forget()

        #expect(try laptop.link(id).isTrashed)
    }

    @Test func `nobody can undo an erased thing, and the reason is given`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("secret"))[0]
        try ana.perform(.remove(reference(id)))
        try ana.wait(days: 30)
        try ana.forget()
        try ana.keep(draft("other"))
        try ana.forget()

        for act in [1, 2] {
            guard case .rejected(let problem) = try ana.perform(.undo(act: act)) else {
                Issue.record("act \(act) was undone")
                continue
            }
            #expect(problem.code == .notFound)
            #expect(problem.detail.contains("30 days"))
            #expect(!problem.fix.isEmpty)
        }
        guard case .rejected = try ana.perform(.edit(.id(id.text), BookmarkChange(title: "x")))
        else {
            Issue.record("what is gone was changed")
            return
        }
        #expect(try !ana.atHome().contains(id))
    }

    @Test func `links written beside it live on under their ids`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let ids = try ana.keep(draft("one"), draft("secret"), draft("three"))
        try ana.perform(.share(reference(ids[0]), with: .friends, isLive: false))
        try ana.perform(.edit(.id(ids[2].text), BookmarkChange(note: "later")))
        try ana.perform(.remove(reference(ids[1])))
        let before = try ana.known().filter { $0.id != ids[1] }

        try ana.wait(days: 31)
        try ana.forget()

        #expect(try ana.traces(of: "secret") == [])
        #expect(try ana.atHome().sorted() == [ids[0], ids[2]].sorted())
        #expect(try ana.link(ids[2]).note == "later")
        #expect(try ana.link(ids[0]).placement == [.friends])
        // It can still be changed, with the earlier dots.
        try ana.perform(.edit(.id(ids[0].text), BookmarkChange(title: "renamed")))
        try ana.perform(.unshare(reference(ids[0]), from: nil))
        try ana.perform(.undo(act: nil))
        #expect(try ana.link(ids[0]).title == "renamed")
        #expect(try ana.link(ids[0]).placement == [.friends])
        #expect(before.count == 2)
    }

    @Test func `an act beside an erased link can still be undone`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let ids = try ana.keep(draft("one"), draft("secret"))
        try ana.perform(.remove(reference(ids[1])))
        try ana.wait(days: 31)
        try ana.forget()

        guard case .done = try ana.perform(.undo(act: 1)) else {
            Issue.record("it was not undone")
            return
        }

        #expect(try ana.link(ids[0]).isTrashed)
    }

    @Test func `a shared thing is withdrawn first and gone from every audience`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("secret"), in: .friends)[0]
        try ana.keep(draft("other"), in: .friends)
        try ana.perform(.share(reference(id), with: .public, isLive: false))
        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "secret-too")))
        try ana.perform(.remove(reference(id)))

        try ana.wait(days: 31)
        try ana.forget()

        #expect(try ana.traces(of: "secret") == [])
        #expect(try ana.atHome().count == 1)
        #expect(try ana.count("ending") == 0)
        #expect(try ana.count("sweeps") == 0)
    }

    @Test func `a collection goes with its name`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("one"))[0]
        try ana.perform(.newCollection(name: "secret", description: "secret", query: nil))
        try ana.perform(.addToCollection(name: "secret", reference(id)))
        try ana.perform(.removeCollection(name: "secret"))

        try ana.wait(days: 31)
        try ana.forget()

        #expect(try ana.traces(of: "secret") == [])
        #expect(try ana.atHome() == [id])
    }

    @Test func `each device ends its own words, and none brings back another's`() throws {
        for order in 0..<2 {
            let phone = try WriteReplica(1, device: 1, name: "Ana")
            let laptop = try WriteReplica(1, device: 2, name: "Ana")
            let ids = try phone.keep(draft("secret"), draft("other"), in: .friends)
            try phone.tell(laptop)
            try laptop.tell(phone)
            laptop.wall = WallTime(milliseconds: phone.wall.milliseconds + 10)
            try laptop.perform(
                .edit(.id(ids[0].text), BookmarkChange(title: "secret-two", addTags: ["secret"])))
            try laptop.perform(.remove(reference(ids[0])))
            try laptop.tell(phone)
            for device in [phone, laptop] { try device.wait(days: 31) }

            let devices = order == 0 ? [phone, laptop] : [laptop, phone]
            for _ in 0..<4 {
                for device in devices {
                    try device.forget()
                    try device.tell(device === phone ? laptop : phone)
                    #expect(try !device.atHome().contains(ids[0]) || device === laptop)
                }
            }

            for device in devices {
                #expect(try device.traces(of: "secret") == [])
                #expect(try device.atHome() == [ids[1]])
                // What shared a delta with a valid placement is not rewritten for its sake.
                for left in try device.leftovers() {
                    #expect(left.contains("Operation.place(") && !left.contains("Operation.write("))
                }
            }
            #expect(try phone.known() == laptop.known())
        }
    }

    @Test
    func
        `what somebody said and copied while they were away for long is over thirty days after they come`()
        throws
    {
        let phone = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let ids = try phone.keep(draft("secret"), draft("other"))
        try phone.tell(laptop)
        try laptop.tell(phone)
        laptop.wall = WallTime(milliseconds: phone.wall.milliseconds + 10)
        try phone.perform(.remove(reference(ids[0])))
        try laptop.perform(.edit(.id(ids[0].text), BookmarkChange(title: "secret-two")))
        try laptop.perform(.share(reference(ids[0]), with: .friends, isLive: false))
        try phone.wait(days: 31)
        try phone.forget()
        #expect(try phone.traces(of: "secret") == [])

        try laptop.wait(days: 40)
        try phone.wait(days: 9)
        for _ in 0..<5 {
            try laptop.tell(phone)
            try phone.tell(laptop)
            for device in [laptop, phone] { try device.forget() }
        }

        for device in [phone, laptop] {
            #expect(try device.link(ids[0]).isTrashed)
            #expect(try device.link(ids[0]).title == "secret-two")
            try device.wait(days: 31)
        }
        for _ in 0..<5 {
            try laptop.tell(phone)
            try phone.tell(laptop)
            for device in [laptop, phone] { try device.forget() }
        }

        for device in [phone, laptop] {
            #expect(try device.traces(of: "secret") == [])
            #expect(try device.atHome() == [ids[1]])
            #expect(try device.leftovers() == [])
        }
        #expect(try phone.known() == laptop.known())
    }

    @Test func `a later device receives only the living things`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let ids = try ana.keep(draft("one"), draft("secret"), draft("three"))
        try ana.perform(.edit(.id(ids[0].text), BookmarkChange(title: "one-again")))
        try ana.perform(.remove(reference(ids[1])))
        try ana.wait(days: 31)
        try ana.forget()

        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        try ana.tell(laptop)

        #expect(try laptop.traces(of: "secret") == [])
        #expect(try laptop.atHome().sorted() == [ids[0], ids[2]].sorted())
        #expect(try laptop.link(ids[0]).title == "one-again")
        #expect(try laptop.known() == ana.known())
    }

    @Test func `a link in a revoked device's trash is erased by another device`() throws {
        let phone = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        try phone.tell(laptop)
        try laptop.tell(phone)
        let id = try laptop.keep(draft("secret"), in: .friends)[0]
        try laptop.keep(draft("other"))
        try laptop.perform(.remove(reference(id)))
        try laptop.tell(phone)
        phone.wall = WallTime(milliseconds: laptop.wall.milliseconds + 10)
        try phone.perform(.revokeDevice(laptop.reference, phrase: nil))
        try phone.wait(days: 31)

        try phone.forget()

        #expect(try phone.traces(of: "secret") == [])
        #expect(try phone.atHome().count == 1)
    }

    @Test func `a hundred in the trash go in few checkpoints`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        var ids: [ObjectID] = []
        for index in 0..<300 {
            ids += try ana.keep(draft(index % 3 == 0 ? "secret\(index)" : "kept\(index)"))
        }
        for index in stride(from: 0, to: 300, by: 3) {
            try ana.perform(.remove(reference(ids[index])))
        }
        try ana.wait(days: 31)

        try ana.forget()

        #expect(try ana.atHome().count == 200)
        #expect(try ana.count("checkpoints") <= 3)
        #expect(try ana.traces(of: "secret") == [])
    }
}
