import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that a thing whose time in the trash is over ends whole or not at all.
@Suite struct WholeEndTests {
    private let world: GroupWorld
    private let ana: WriteReplica
    private let ben: WriteReplica

    init() throws {
        world = try GroupWorld(seed: 1)
        (ana, ben) = (world.ana, world.ben)
    }

    private func draft(_ word: String) -> BookmarkDraft {
        BookmarkDraft(url: "https://\(word).example/", title: word, tags: ["\(word)-kept"])
    }

    private func change(_ id: ObjectID, _ words: String, by replica: WriteReplica) throws {
        let change = BookmarkChange(note: "\(words) note", addTags: ["\(words)-tag"])
        let answer = try replica.perform(.edit(.id(id.text), change))
        if case .rejected(let problem) = answer {
            throw WriteReplica.Unexpected(what: problem.detail)
        }
    }

    private func remove(_ id: ObjectID, by replica: WriteReplica) throws {
        try replica.perform(.remove(.references([.id(id.text)])))
    }

    /// Sets a clock wrong for as long as it takes to do all that is due then.
    private func jump(_ replica: WriteReplica, days: UInt64) throws {
        let right = replica.wall
        try replica.wait(days: days)
        try replica.forget()
        replica.wall = right
        try replica.forget()
    }

    private func meet(_ left: WriteReplica, _ right: WriteReplica) throws {
        try left.tell(right, audience: try world.lab(at: left).number)
        try right.tell(left, audience: try world.lab(at: right).number)
        for replica in [left, right] { try world.settle(replica) }
    }

    private func isGone(_ id: ObjectID, at replica: WriteReplica) throws -> Bool {
        try !replica.known().contains { $0.id == id && $0.hidden != .absent }
    }

    // MARK: In a group

    @Test func `a link that was kept together with living ones stays whole`() throws {
        let ids = try ana.keep(draft("one"), draft("secret"), draft("three"), in: .group("lab"))
        try change(ids[1], "secret", by: ana)
        let before = try ana.link(ids[1])
        try remove(ids[1], by: ana)

        try ana.wait(days: 31)
        try ana.forget()
        try ana.perform(.undo(act: nil))

        let link = try ana.link(ids[1])
        #expect(link.tags == before.tags && link.note == before.note)
        #expect(link.tags.sorted() == ["secret-kept", "secret-tag"])
    }

    @Test func `links that were kept together are gone when all of them are over`() throws {
        let ids = try ana.keep(draft("secret"), draft("secrets"), in: .group("lab"))
        for id in ids { try change(id, "secret", by: ana) }
        try remove(ids[0], by: ana)
        try ana.wait(days: 31)
        try ana.forget()
        try remove(ids[1], by: ana)
        try ana.wait(days: 31)

        try ana.forget()
        try ana.keep(draft("other"), in: .group("lab"))
        try ana.forget()

        for id in ids { #expect(try isGone(id, at: ana)) }
        #expect(try ana.traces(of: "secret") == [])
    }

    @Test func `a member whose clock jumps takes nothing from another's link`() throws {
        let id = try ana.keep(draft("secret"), in: .group("lab"))[0]
        try meet(ana, ben)
        try change(id, "secret-ben", by: ben)
        try ben.keep(draft("other"), in: .group("lab"))
        try meet(ana, ben)
        try remove(id, by: ana)
        try meet(ana, ben)
        let before = try ana.link(id)

        try jump(ben, days: 3_650)
        try meet(ana, ben)
        try ana.perform(.undo(act: nil))
        try meet(ana, ben)

        for replica in [ana, ben] {
            let link = try replica.link(id)
            #expect(!link.isTrashed)
            #expect(link.tags == before.tags && link.note == "secret-ben note")
            #expect(link.tags.sorted() == ["secret-ben-tag", "secret-kept"])
        }
    }

    @Test func `members' changes of a link end after its author ended it, whatever clocks show`()
        throws
    {
        let id = try ana.keep(draft("secret"), in: .group("lab"))[0]
        try meet(ana, ben)
        try change(id, "secret-ben", by: ben)
        try remove(id, by: ben)
        try meet(ana, ben)
        try ana.keep(draft("other"), in: .group("lab"))

        try jump(ana, days: 31)
        for _ in 0..<4 {
            try ana.keep(draft("more"), in: .group("lab"))
            try ben.keep(draft("else"), in: .group("lab"))
            try meet(ana, ben)
            for replica in [ana, ben] { try replica.forget() }
        }

        for replica in [ana, ben] {
            #expect(try isGone(id, at: replica))
            #expect(try replica.traces(of: "secret") == [])
        }
    }

    // MARK: At home

    @Test func `a device whose clock jumps takes nothing from what another one keeps`() throws {
        let phone = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let id = try phone.keep(draft("secret"), in: .friends)[0]
        try phone.tell(laptop)
        try laptop.tell(phone)
        try change(id, "secret-laptop", by: laptop)
        try laptop.tell(phone)
        try remove(id, by: phone)
        try phone.tell(laptop)

        try jump(laptop, days: 3_650)
        try laptop.tell(phone)
        try phone.perform(.undo(act: nil))
        try phone.tell(laptop)

        for device in [phone, laptop] {
            let link = try device.link(id)
            #expect(link.tags.sorted() == ["secret-kept", "secret-laptop-tag"])
            #expect(link.note == "secret-laptop note")
            #expect(link.placement == [.friends])
        }
    }

    @Test func `an end that takes many slices goes on after the clock went back`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("secret"))[0]
        for number in 0..<450 {
            try ana.perform(
                .edit(.id(id.text), BookmarkChange(addTags: ["secret\(number % 40)"])))
            try ana.perform(
                .edit(.id(id.text), BookmarkChange(removeTags: ["secret\(number % 40)"])))
        }
        try change(id, "secret", by: ana)
        try remove(id, by: ana)
        let right = ana.wall
        try ana.wait(days: 31)

        try ana.step { (store) throws(StorageError) in store.beginTrash() }
        while try ana.count("checkpoints") == 0 {
            try ana.step { (store) throws(StorageError) in _ = try store.sweepSome(at: ana.wall) }
        }
        ana.wall = right
        try ana.keep(draft("other"))
        try ana.forget()

        #expect(try ana.count("checkpoints") > 0)
        #expect(try !ana.atHome().contains(id))
        #expect(try ana.traces(of: "secret") == [])
    }

    @Test func `a link taken out of the trash while it ends comes back whole`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("secret"))[0]
        for number in 0..<450 { try change(id, "secret\(number % 40)", by: ana) }
        let before = try ana.link(id)
        try remove(id, by: ana)
        let right = ana.wall
        try ana.wait(days: 31)

        try ana.step { (store) throws(StorageError) in store.beginTrash() }
        while try ana.count("checkpoints") == 0 {
            try ana.step { (store) throws(StorageError) in _ = try store.sweepSome(at: ana.wall) }
        }
        ana.wall = right
        try ana.perform(.undo(act: nil))
        try ana.forget()

        let link = try ana.link(id)
        #expect(!link.isTrashed && link.tags == before.tags && link.note == before.note)
    }
}
