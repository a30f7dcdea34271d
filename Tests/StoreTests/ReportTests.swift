import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// That something is wrong with a thing: who is told, and who is not.
@Suite struct ReportTests {
    private func reports(_ person: WriteReplica) throws -> [ThingReport] {
        try person.step { (store) throws(StorageError) in try store.shownReports() }
    }

    private func told(_ person: WriteReplica) throws -> Int {
        try person.step { (store) throws(StorageError) in try store.status().reports }
    }

    @discardableResult
    private func report(
        _ person: WriteReplica, _ thing: ObjectID, _ reason: String = "not hers"
    ) throws -> Answer {
        try person.perform(.report(.id(thing.text), reason: reason))
    }

    private func code(_ answer: Answer) -> Problem.Code? {
        guard case .rejected(let problem) = answer else { return nil }
        #expect(!problem.fix.isEmpty)
        return problem.code
    }

    private static func hat() -> BookmarkDraft {
        BookmarkDraft(url: "", title: "hat", kind: .garment)
    }

    @Test func `the author is told of what friends see, and nobody else`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let eva = try WriteReplica(3, name: "Eva")
        try bob.add(friend: eva)
        try eva.add(friend: bob)
        let hat = try bob.keep(Self.hat(), in: .friends)[0]
        try ana.exchange(with: bob)
        try bob.exchange(with: eva)

        #expect(code(try report(ana, hat)) == nil)
        #expect(code(try report(ana, hat)) == .conflict)
        try ana.exchange(with: bob)
        try bob.exchange(with: eva)
        try ana.exchange(with: bob)

        for person in [ana, bob] {
            let all = try reports(person)
            #expect(all.map(\.reason) == ["not hers"])
            #expect(all.first?.thing?.title == "hat")
            #expect(all.first?.author.person == ana.owner.person)
            #expect(all.first?.told.map(\.person) == [bob.owner.person])
        }
        #expect(try told(bob) == 1 && told(ana) == 0)
        #expect(try reports(eva).isEmpty)
        let id = try #require(try reports(bob).first?.id)
        #expect(code(try bob.perform(.removeReport("0000"))) == .notFound)
        #expect(code(try bob.perform(.removeReport(id.short))) == nil)
        try ana.exchange(with: bob)
        #expect(try reports(ana).isEmpty && reports(bob).isEmpty && told(bob) == 0)
    }

    @Test func `in a group its author, heads and owners read it, and other members cannot`() throws
    {
        let world = try GroupWorld(seed: 7)
        let hat = try world.dora.keep(Self.hat(), in: .group("lab"))[0]
        func spread() throws {
            for _ in 0..<2 {
                for other in world.actors.dropFirst() { try world.meet(world.ana, other) }
            }
        }
        try spread()

        // A viewer, and no friend of whose it is.
        #expect(code(try report(world.eva, hat)) == nil)
        try spread()

        let people = [world.dora, world.ana, world.ben].map(\.owner.person)
        for person in [world.eva, world.ana, world.phone, world.ben, world.dora] {
            let all = try reports(person)
            #expect(all.map(\.reason) == ["not hers"])
            #expect(all.first?.told.map(\.person) == people)
        }
        #expect(try reports(world.cleo).isEmpty)
        #expect(try told(world.phone) == 1 && told(world.cleo) == 0)

        #expect(code(try world.eva.perform(.undo(act: nil))) == nil)
        try spread()
        #expect(try reports(world.ana).isEmpty && reports(world.dora).isEmpty)
    }

    @Test func `who writes over a report, or brings another's as his own, tells nothing`() throws {
        let world = try GroupWorld(seed: 8)
        let hat = try world.dora.keep(Self.hat(), in: .group("lab"))[0]
        func spread() throws {
            for _ in 0..<2 {
                for other in world.actors.dropFirst() { try world.meet(world.ana, other) }
            }
        }
        try spread()
        try report(world.eva, hat)
        try spread()
        let group = try world.lab(at: world.cleo)
        let cleo = world.cleo
        try cleo.step { (store) throws(StorageError) in
            let rows = try store.database.rows(
                "SELECT id FROM objects WHERE kind = 19 ORDER BY id"
            ) { (row) throws(StorageError) in row.integer(0) }
            guard let number = rows.first, let row = try store.object(row: number),
                let sealed = row.state.register(Schema.Report.sealed)?.shown?.value
            else { throw .corrupt }
            let copy = Creation(
                kind: Schema.Report.kind, values: [FieldValue(Schema.Report.sealed, sealed)],
                elements: [])
            try store.author([.create(copy)], at: group.place, act: nil, wall: cleo.wall)
        }
        try spread()
        #expect(try reports(world.ana).map(\.author.person) == [world.eva.owner.person])

        try cleo.step { (store) throws(StorageError) in
            let rows = try store.database.rows(
                "SELECT id FROM objects WHERE kind = 19 ORDER BY id"
            ) { (row) throws(StorageError) in row.integer(0) }
            for number in rows {
                guard let row = try store.object(row: number), let home = row.home else {
                    throw .corrupt
                }
                try store.author(
                    [row.write(Schema.Report.sealed, [1, 2, 3], at: home)], at: group.place,
                    act: nil, wall: cleo.wall)
            }
        }
        try spread()
        #expect(try reports(world.ana).isEmpty)
    }

    @Test func `what cannot be reported is told with a way out, and nothing is written`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let own = try ana.keep(BookmarkDraft(url: "https://a.example/"))[0]
        let link = try bob.keep(BookmarkDraft(url: "https://b.example/"), in: .friends)[0]
        try ana.exchange(with: bob)
        let before = try ana.rowCount("deltas")

        #expect(code(try report(ana, own)) == .invalidValue)
        #expect(code(try report(ana, link, " ")) == .invalidValue)
        let long = String(repeating: "a", count: Limits.commentBytesMax + 1)
        #expect(code(try report(ana, link, long)) == .tooMany)
        #expect(code(try report(ana, ObjectID(Bytes16(high: 1, low: 1)))) == .notFound)
        #expect(try ana.rowCount("deltas") == before)
        #expect(code(try report(ana, link, String(long.dropLast()))) == nil)
    }

    @Test func `the words of a report are read at their limits and in no other form`() throws {
        let target = [UInt8](repeating: 7, count: 48)
        let person = PersonID(Hash.blake2b32([3]))
        for count in [1, ThingReport.toldMax] {
            let told = [PersonID](repeating: person, count: count)
            for reason in ["a", String(repeating: "a", count: Limits.commentBytesMax)] {
                let words = ReportWords(target: target, told: told, reason: reason)
                #expect(ReportWords(bytes: words.bytes) == words)
            }
        }
        let words = ReportWords(target: target, told: [person], reason: "x")
        for length in 0..<words.bytes.count {
            #expect(ReportWords(bytes: Array(words.bytes[..<length])) == nil)
        }
        let none = ReportWords(target: target, told: [], reason: "x")
        let many = ReportWords(
            target: target, told: [PersonID](repeating: person, count: ThingReport.toldMax + 1),
            reason: "x")
        let long = ReportWords(
            target: target, told: [person],
            reason: String(repeating: "a", count: Limits.commentBytesMax + 1))
        for wrong in [none, many, long] { #expect(ReportWords(bytes: wrong.bytes) == nil) }
        #expect(ReportWords(bytes: words.bytes + [0]) == nil)
    }
}
