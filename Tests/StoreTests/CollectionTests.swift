import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests collections that are filled by hand: their order, edits, and concurrent changes by two devices.
@Suite struct CollectionTests {
    /// Creates a replica with a collection `Shelf` of so many links.
    private func shelf(_ count: Int) throws -> (ana: WriteReplica, ids: [ObjectID]) {
        let ana = try WriteReplica(1, name: "Ana")
        let ids = try (0..<count).map { try ana.keep(Self.draft($0))[0] }
        try ana.perform(.newCollection(name: "Shelf", description: "", query: nil))
        for id in ids { try put(id, ana) }
        return (ana, ids)
    }

    private static func draft(_ number: Int) -> BookmarkDraft {
        BookmarkDraft(url: "https://shelf.example/\(number)", title: "Book \(number)")
    }

    private func put(_ id: ObjectID, _ replica: WriteReplica) throws {
        try replica.perform(.addToCollection(name: "Shelf", .references([.id(id.text)])))
    }

    private func move(
        _ ids: [ObjectID], _ place: CollectionPlace, _ replica: WriteReplica
    ) throws -> Answer {
        try replica.perform(
            .orderCollection(name: "Shelf", ids.map { .id($0.text) }, to: place))
    }

    /// Returns what is shown, read in pages of `limit`.
    private func shown(_ replica: WriteReplica, by limit: Int = 3) throws -> [ObjectID] {
        var ids: [ObjectID] = []
        var cursor: String?
        repeat {
            let answer = try replica.step { (store) throws(StorageError) in
                try store.answer(
                    .members(ofCollection: "shelf", limit: limit, cursor: cursor),
                    now: replica.wall)
            }
            guard case .page(let page)? = answer else {
                Issue.record("\(String(describing: answer))")
                break
            }
            ids += page.items.map(\.id)
            cursor = page.nextCursor
        } while cursor != nil
        return ids
    }

    private func isRejected(_ answer: Answer, as code: Problem.Code) -> Bool {
        guard case .rejected(let problem) = answer else { return false }
        return problem.code == code
    }

    @Test(arguments: ["", "0", "00", "0000", "04", "0400", "ZZZZ", "0ZZZ", "FW000000"])
    func `a cursor that names no place is refused, or leads somewhere`(cursor: String) throws {
        let (ana, _) = try shelf(2)

        let answer = try ana.step { (store) throws(StorageError) in
            try store.answer(
                .members(ofCollection: "shelf", limit: 3, cursor: cursor), now: ana.wall)
        }

        switch answer {
        case .page(let page)?: #expect(page.items.count <= 2)
        case .rejected(let problem)?: #expect(problem.code == .invalidValue)
        default: Issue.record("\(answer as Any)")
        }
    }

    @Test func `members go to the beginning, to the end, before and behind others`() throws {
        let (ana, ids) = try shelf(5)

        _ = try move([ids[3]], .first, ana)
        _ = try move([ids[0], ids[3]], .last, ana)
        _ = try move([ids[4]], .before(.id(ids[1].text)), ana)
        _ = try move([ids[3], ids[2]], .after(.id(ids[4].text)), ana)

        #expect(try shown(ana) == [4, 3, 2, 1, 0].map { ids[$0] })
        #expect(try shown(ana, by: 5) == shown(ana, by: 1))
    }

    @Test(arguments: UInt64(1)...16)
    func `an order by many moves is that of a plain list`(seed: UInt64) throws {
        let (ana, ids) = try shelf(9)
        var dice = Dice(seed: seed)
        var list = ids

        for _ in 0..<30 {
            let moved = list[dice.roll(below: list.count)]
            let beside = list[dice.roll(below: list.count)]
            guard moved != beside else { continue }
            list.removeAll { $0 == moved }
            let index = try #require(list.firstIndex(of: beside))
            let isBefore = dice.roll(below: 2) == 0
            list.insert(moved, at: isBefore ? index : index + 1)
            let there = Reference.id(beside.text)
            _ = try move([moved], isBefore ? .before(there) : .after(there), ana)
        }

        #expect(try shown(ana) == list)
    }

    @Test func `a move is taken back as one act`() throws {
        let (ana, ids) = try shelf(4)

        _ = try move([ids[3], ids[2]], .first, ana)
        try ana.perform(.undo(act: nil))

        #expect(try shown(ana) == ids)
    }

    @Test func `a member moved by two devices at once has one position, the same on both`() throws {
        let phone = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let ids = try (0..<4).map { try phone.keep(Self.draft($0))[0] }
        try phone.perform(.newCollection(name: "Shelf", description: "", query: nil))
        for id in ids { try put(id, phone) }
        try phone.mirror(to: laptop)

        _ = try move([ids[3]], .first, phone)
        _ = try move([ids[3]], .before(.id(ids[1].text)), laptop)
        _ = try move([ids[0]], .last, laptop)
        try phone.mirror(to: laptop)
        try laptop.mirror(to: phone)

        let order = try shown(phone)
        #expect(try shown(laptop) == order)
        #expect(order.sorted() == ids.sorted())
        #expect(order.last == ids[0])

        _ = try move([ids[3]], .last, phone)
        #expect(try shown(phone) == [1, 2, 0, 3].map { ids[$0] })
        try phone.perform(
            .removeFromCollection(name: "Shelf", .references([.id(ids[3].text)])))
        #expect(try shown(phone) == [1, 2, 0].map { ids[$0] })
    }

    @Test func `a member added by two devices at once stands once, with others in between`() throws
    {
        let phone = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let ids = try (0..<4).map { try phone.keep(Self.draft($0))[0] }
        try phone.perform(.newCollection(name: "Shelf", description: "", query: nil))
        try phone.mirror(to: laptop)

        for (id, replica) in [(0, phone), (1, phone), (2, laptop), (1, laptop)] {
            try put(ids[id], replica)
        }
        try phone.mirror(to: laptop)
        try laptop.mirror(to: phone)

        var order = try shown(phone)
        #expect(try shown(laptop) == order)
        #expect(order.sorted() == ids[..<3].sorted())
        // The first two may have the same position.
        try put(ids[3], phone)
        _ = try move([ids[3]], .after(.id(order[0].text)), phone)
        order.insert(ids[3], at: 1)
        #expect(try shown(phone) == order)
    }

    @Test func `seventeen thousand members are there on another device as well`() throws {
        let ana = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let count = 17_000
        for start in stride(from: 0, to: count, by: Limits.batchMax) {
            try ana.perform(
                .addBookmarks(
                    (start..<start + Limits.batchMax).map(Self.draft), to: nil, onDuplicate: .skip,
                    act: nil))
        }
        try ana.perform(.newCollection(name: "Shelf", description: "", query: nil))

        try ana.perform(.addToCollection(name: "Shelf", .query("")))
        try ana.mirror(to: laptop)

        let places = try laptop.step { (store) throws(StorageError) in
            try store.collectionRow("Shelf")?.members.map(\.place.count) ?? []
        }
        #expect(places.count == count)
        #expect(places.max() ?? 0 <= 3)
    }

    @Test func `places that grow too long are made anew`() throws {
        let (ana, ids) = try shelf(3)

        // The gap after the first is halved each time.
        for round in 0..<700 {
            _ = try move([ids[1 + round % 2]], .after(.id(ids[0].text)), ana)
        }

        let places = try ana.step { (store) throws(StorageError) in
            try store.collectionRow("Shelf")?.members.map(\.place.count) ?? []
        }
        #expect(try shown(ana) == [0, 2, 1].map { ids[$0] })
        #expect(places.max() ?? 0 <= Limits.memberPlaceBytesMax)
    }

    @Test func `a move of a non-member or behind itself is refused`() throws {
        let (ana, ids) = try shelf(2)
        let stranger = try ana.keep(Self.draft(9))[0]

        let foreign = try move([stranger], .first, ana)
        let beside = try move([ids[0]], .after(.id(stranger.text)), ana)
        let itself = try move([ids[0]], .before(.id(ids[0].text)), ana)
        let nowhere = try ana.perform(
            .orderCollection(name: "Cupboard", [.id(ids[0].text)], to: .first))
        try ana.perform(.newCollection(name: "Found", description: "", query: "#x"))
        let found = try ana.perform(
            .orderCollection(name: "Found", [.id(ids[0].text)], to: .first))

        #expect(isRejected(foreign, as: .notFound))
        #expect(isRejected(beside, as: .notFound))
        #expect(isRejected(itself, as: .invalidValue))
        #expect(isRejected(nowhere, as: .notFound))
        #expect(isRejected(found, as: .conflict))
        #expect(try shown(ana) == ids)
    }

    @Test func `a collection is called otherwise, described anew, and asks for something else`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.perform(.newCollection(name: "Shelf", description: "old", query: "#book"))
        try ana.perform(.newCollection(name: "Hand", description: "", query: nil))
        func collection(_ name: String) throws -> Domain.Collection? {
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(.collections(), now: ana.wall)
            }
            guard case .collections(let all)? = answer else { return nil }
            return all.first { $0.name == name }
        }

        try ana.perform(
            .editCollection(
                name: "shelf",
                CollectionChange(name: "Library", description: "new", query: "#paper")))
        let taken = try ana.perform(
            .editCollection(name: "Library", CollectionChange(name: "HAND")))
        let asking = try ana.perform(
            .editCollection(name: "Hand", CollectionChange(query: "#x")))
        let broken = try ana.perform(
            .editCollection(name: "Library", CollectionChange(query: "(")))
        let empty = try ana.perform(
            .editCollection(name: "Library", CollectionChange(query: "")))
        let nameless = try ana.perform(
            .editCollection(name: "Library", CollectionChange(name: "")))

        let found = try #require(try collection("Library"))
        #expect(found.description == "new" && found.query == "#paper")
        #expect(try collection("Shelf") == nil)
        #expect(isRejected(taken, as: .conflict))
        #expect(isRejected(asking, as: .conflict))
        #expect(isRejected(broken, as: .invalidQuery))
        #expect(isRejected(empty, as: .invalidQuery))
        #expect(isRejected(nameless, as: .invalidValue))
        // Another spelling of its own name does not collide with itself.
        try ana.perform(.editCollection(name: "Library", CollectionChange(name: "LIBRARY")))
        #expect(try collection("LIBRARY")?.query == "#paper")
        try ana.perform(.undo(act: nil))
        try ana.perform(.undo(act: nil))
        #expect(try collection("Shelf")?.query == "#book")
        #expect(try collection("Shelf")?.description == "old")
    }

    @Test func `trashed and muted members are neither shown nor counted`() throws {
        let (ana, ids) = try shelf(3)

        try ana.perform(.remove(.references([.id(ids[1].text)])))

        #expect(try shown(ana) == [ids[0], ids[2]])
        let answer = try ana.step { (store) throws(StorageError) in
            try store.answer(.collections(), now: ana.wall)
        }
        guard case .collections(let all)? = answer else {
            throw Failed("\(String(describing: answer))")
        }
        #expect(all.map(\.count) == [2])
    }

    private struct Failed: Error {
        init(_: String) {}
    }
}
