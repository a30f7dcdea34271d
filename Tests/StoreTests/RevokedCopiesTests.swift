import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that the other devices maintain the copies of a revoked device's things, without what it wrote too late. Ana
/// has a laptop, a phone and a tablet that is stolen; ben is Ana's friend.
@Suite struct RevokedCopiesTests {
    private let laptop: WriteReplica
    private let phone: WriteReplica
    private let tablet: WriteReplica
    private let ben: WriteReplica
    private let kept: [ObjectID]

    init() throws {
        laptop = try WriteReplica(1, name: "Ana")
        phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        tablet = try WriteReplica(1, device: 3, name: "Ana", pairedWith: laptop)
        ben = try WriteReplica(2, name: "Ben")
        try laptop.add(friend: ben)
        try ben.add(friend: laptop)
        for device in [phone, tablet] { try laptop.sync(to: device) }
        kept = try phone.keep(
            BookmarkDraft(url: "https://quilt.example/kept", title: "kept"), in: .friends)
        for device in [phone, tablet] { try device.sync(to: laptop) }
        for device in [phone, tablet] { try laptop.sync(to: device) }
    }

    @Test func `void writes are not repeated before home has received them`() throws {
        try steal()
        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))

        for kind in [AudienceKind.public, .friends] {
            let row = try laptop.row(kind, of: laptop)
            for run in try laptop.runs(of: row) { try phone.receive(run) }
            try phone.settleCopies()
        }
        try laptop.sync(to: phone)
        try phone.settleCopies()

        try expectWhatCounts()
    }

    @Test func `void writes are not repeated before they are folded away`() throws {
        let old = try WriteReplica(1, device: 4, name: "Ana", pairedWith: laptop)
        try laptop.sync(to: old)
        try old.keep(BookmarkDraft(url: "https://quilt.example/old", title: "old"))
        for device in [laptop, phone] { try old.sync(to: device) }
        try steal()
        try laptop.perform(.revokeDevice(old.reference, phrase: nil))
        try laptop.sync(to: phone)
        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))

        // A moment after the other verdict: this one waits to be folded.
        try laptop.sync(to: phone)
        #expect(phone.store.isRefoldWaiting)
        try phone.settleCopies()
        phone.wall = WallTime(milliseconds: phone.wall.milliseconds + 60_000)
        try phone.step { (store) throws(StorageError) in
            try store.settleRefolds(at: phone.wall)
        }
        try phone.settleCopies()

        try expectWhatCounts()
    }

    /// Seed 2882 of the simulator: the state was right, but the table of placements was not.
    @Test func `a link placed by a revoked device is withdrawn there`() throws {
        let own = try laptop.keep(BookmarkDraft(url: "https://quilt.example/own", title: "own"))[0]
        for device in [phone, tablet] { try laptop.sync(to: device) }
        try tablet.perform(.share(.references([.id(own.text)]), with: .public, isLive: false))
        try tablet.sync(to: phone)
        #expect(try phone.link(own).placement == [.public])

        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))
        try laptop.sync(to: phone)
        phone.wall = WallTime(milliseconds: phone.wall.milliseconds + 60_000)
        try phone.step { (store) throws(StorageError) in
            try store.settleRefolds(at: phone.wall)
        }

        #expect(try phone.link(own).placement == [])
        #expect(try phone.link(kept[0]).placement == [.friends])
    }

    /// Seed 3521: the phone had not received the revocation of the tablet when its person shared a link that the thief
    /// had stored.
    @Test func `a revoked device's link is withdrawn from the audience of another device`() throws {
        try steal(in: nil)
        let forged = try #require(phone.links(of: laptop).first { $0.title == "forged" }).id
        try phone.perform(
            .share(.references([.id(forged.text)]), with: .friends, isLive: false))
        try phone.sync(to: ben)
        try tablet.sync(to: ben)
        #expect(try ben.links(of: laptop).contains { $0.title == "forged" })

        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))
        try laptop.sync(to: phone)
        phone.wall = WallTime(milliseconds: phone.wall.milliseconds + 60_000)
        try phone.step { (store) throws(StorageError) in
            try store.settleRefolds(at: phone.wall)
        }
        try phone.settleCopies()
        for device in [laptop, phone] { try device.sync(to: ben) }
        ben.wall = WallTime(milliseconds: ben.wall.milliseconds + 60_000)
        try ben.step { (store) throws(StorageError) in try store.settleRefolds(at: ben.wall) }

        for replica in [phone, ben] {
            #expect(try !replica.links(of: laptop).contains { $0.title == "forged" })
        }
        #expect(try ben.links(of: laptop).map(\.title) == ["kept"])
    }

    /// Seed 261900059059: a reaction that the tablet had withdrawn, which only friends had received.
    @Test(arguments: [false, true])
    func `a change that was heard of among friends alone is undone there too`(
        isOut: Bool
    ) throws {
        let id = Reference.id(kept[0].text)
        try phone.perform(.edit(id, BookmarkChange(addTags: ["loom", "yarn"])))
        try phone.sync(to: laptop)
        try laptop.sync(to: tablet)
        try phone.sync(to: ben)
        try tablet.perform(
            .edit(
                id,
                BookmarkChange(
                    title: "void", note: "void", addTags: ["void"], removeTags: ["yarn"])))
        for replica in [laptop, ben] {
            for run in try tablet.runs(of: try tablet.row(.friends, of: tablet)) {
                try replica.receive(run)
            }
        }
        #expect(try ben.link(kept[0]).title == "void")
        #expect(try ben.link(kept[0]).tags == ["loom", "void"])

        if isOut {
            try laptop.perform(.unshare(.references([id]), from: .friends))
        }
        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))
        // As after a crash: the remaining work is found on disk.
        laptop.store.memory.isBringingHome = nil
        try laptop.settleCopies()
        for replica in [phone, ben] { try laptop.sync(to: replica) }
        try phone.settleCopies()
        try phone.sync(to: laptop)
        for device in [laptop, phone] { try device.sync(to: ben) }

        for device in [laptop, phone] {
            let link = try device.link(kept[0])
            #expect([link.title, link.note] == ["kept", ""])
            #expect(link.tags == ["loom", "yarn"])
            #expect(link.placement == (isOut ? [] : [.friends]))
            #expect(link.conflicts.isEmpty)
            #expect(try liveCopy(at: device).isEmpty == isOut)
        }
        guard !isOut else {
            #expect(try ben.links(of: laptop).isEmpty)
            return
        }
        let copy = try ben.link(kept[0])
        #expect([copy.title, copy.note] == ["kept", ""])
        #expect(copy.tags == ["loom", "yarn"])
        #expect(copy.conflicts.isEmpty)
        // It is compared once more, and nothing is left to write.
        for device in [laptop, phone] {
            let before = try device.step { (store) throws(StorageError) in
                try store.frontier(of: .friends, by: device.owner.person)
            }
            try device.step { (store) throws(StorageError) in
                let home = try store.home(of: kept[0])
                if let home { try store.mark(home) }
            }
            try device.settleCopies()
            let after = try device.step { (store) throws(StorageError) in
                try store.frontier(of: .friends, by: device.owner.person)
            }
            #expect(before == after)
        }
    }

    private func liveCopy(at device: WriteReplica) throws -> [Dot] {
        try device.step { (store) throws(StorageError) in
            var reading = Store.CopyReading()
            let friends = try store.audience(.friends, of: device.owner.person)
            _ = try store.traceWritten(in: friends, &reading)
            return try store.ownCopy(of: kept[0], in: friends, &reading).liveDots
        }
    }

    // Only the phone receives it.
    private func steal(in audience: Audience? = .friends) throws {
        try tablet.keep(
            BookmarkDraft(url: "https://quilt.example/forged", title: "forged"), in: audience)
        let selection = Selection.references(kept.map { .id($0.text) })
        try tablet.perform(.unshare(selection, from: .friends))
        try tablet.sync(to: phone)
        #expect(try phone.links(of: laptop).contains { $0.title == "forged" })
    }

    private func expectWhatCounts() throws {
        #expect(try !phone.links(of: laptop).contains { $0.title == "forged" })
        for device in [laptop, phone] { try device.sync(to: ben) }
        #expect(try ben.links(of: laptop).map(\.title) == ["kept"])
    }
}
