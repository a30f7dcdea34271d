import CRDT
import Domain
import Primitives
import Store
import Testing

@testable import Sync

/// Tests two devices of one person that add the same friend while offline from each other: there are two objects, and
/// one friend.
@Suite struct AddedTwiceTests {
    private let laptop: SyncNode
    private let phone: SyncNode
    private let ben: SyncNode
    private let lan: SyncLAN

    init() throws {
        laptop = try SyncNode(1, name: "Ana")
        phone = try SyncNode(1, name: "Ana", pairedWith: laptop)
        ben = try SyncNode(2, name: "Ben")
        lan = SyncLAN([laptop, phone, ben])
        try laptop.add(friend: ben)
        try phone.add(friend: ben)
        try phone.ask(.command(.renameFriend(PersonReference("Ben"), to: "Benjamin")))
        try ben.add(friend: laptop)
        try lan.plugIn()
        try lan.run(for: .seconds(60))
    }

    private func friends(_ node: SyncNode) throws -> [String] {
        guard case .friends(let friends) = try node.ask(.query(.friends())) else { return [] }
        return friends.map(\.name)
    }

    private func blocked(_ node: SyncNode) throws -> [PersonID] {
        guard case .people(let blocked) = try node.ask(.query(.blocked())) else { return [] }
        return blocked.map(\.person)
    }

    @Test func `a friend added twice is listed once, and renamed at each device`() throws {
        let names = try friends(laptop)
        #expect(names == ["Ben"] || names == ["Benjamin"])
        #expect(try friends(phone) == names)

        try phone.ask(.command(.renameFriend(PersonReference(names[0]), to: "Benny")))
        try lan.run(for: .seconds(10))
        #expect(try friends(laptop) == ["Benny"])
        #expect(try friends(phone) == ["Benny"])
    }

    @Test func `who is removed at one device is no friend at any`() throws {
        let name = try #require(try friends(laptop).first)
        try phone.keep(drafts(1, "before"), in: .friends)
        try lan.run(for: .seconds(10))
        #expect(try ben.titles().count == 1)

        try laptop.ask(.command(.removeFriend(PersonReference(name), isBlocked: false)))
        try lan.run(for: .seconds(60))
        try phone.keep(drafts(1, "after"), in: .friends)
        try laptop.keep(drafts(1, "later"), in: .friends)
        try lan.run(for: .seconds(60))

        #expect(try friends(laptop).isEmpty)
        #expect(try friends(phone).isEmpty)
        #expect(try ben.titles().count == 1)
    }

    @Test func `a person blocked at one device is kept away at each, until unblocked`() throws {
        let name = try #require(try friends(laptop).first)
        try laptop.ask(.command(.removeFriend(PersonReference(name), isBlocked: true)))
        try lan.run(for: .seconds(60))
        for node in [laptop, phone] {
            #expect(try friends(node).isEmpty)
            #expect(try blocked(node) == [ben.owner.person])
        }

        try phone.ask(.command(.unblock(PersonReference(name))))
        try lan.run(for: .seconds(60))
        for node in [laptop, phone] {
            #expect(try friends(node).isEmpty)
            #expect(try blocked(node).isEmpty)
        }
    }

    @Test func `who is blocked at one and added at the other is kept away`() throws {
        let cleo = try SyncNode(3, name: "Cleo")
        // Apart: each receives later what the other wrote.
        try laptop.add(friend: cleo)
        try laptop.ask(.command(.removeFriend(PersonReference("Cleo"), isBlocked: true)))
        try phone.add(friend: cleo)
        try lan.run(for: .seconds(60))

        for node in [laptop, phone] {
            #expect(try blocked(node) == [cleo.owner.person])
            #expect(!(try friends(node).contains("Cleo")))
        }
    }
}
