import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Tests reports: who is told, and who is not.
@Suite struct ReportTests {
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

        #expect(try ana.report(hat).refusal == nil)
        #expect(try ana.report(hat).refusal == .conflict)
        try ana.exchange(with: bob)
        try bob.exchange(with: eva)
        try ana.exchange(with: bob)

        for person in [ana, bob] {
            let all = try person.reports()
            #expect(all.map(\.reason) == ["not theirs"])
            #expect(all.first?.thing?.title == "hat")
            #expect(all.first?.author.person == ana.owner.person)
            #expect(all.first?.told.map(\.person) == [bob.owner.person])
        }
        #expect(try bob.reportsTold() == 1 && ana.reportsTold() == 0)
        #expect(try eva.reports().isEmpty)
    }

    @Test func `a recipient puts a report away for themselves, its author for all`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let hat = try bob.keep(Self.hat(), in: .friends)[0]
        try ana.exchange(with: bob)
        try ana.report(hat)
        try ana.exchange(with: bob)
        let id = try #require(try bob.reports().first?.id)

        #expect(try bob.perform(.removeReport("0000")).refusal == .notFound)
        #expect(try bob.perform(.removeReport(id.short)).refusal == nil)
        try ana.exchange(with: bob)
        #expect(try bob.reports().isEmpty && bob.reportsTold() == 0)
        #expect(try ana.reports().map(\.id) == [id])
        #expect(try ana.report(hat).refusal == .conflict)

        try bob.perform(.undo(act: nil))
        #expect(try bob.reports().map(\.id) == [id])
        #expect(try ana.perform(.removeReport(id.short)).refusal == nil)
        try ana.exchange(with: bob)
        #expect(try ana.reports().isEmpty && bob.reports().isEmpty)
        #expect(try ana.rowCount("reports") == 0 && bob.rowCount("reports") == 0)
        #expect(try ana.report(hat).refusal == nil)
    }

    @Test func `in a group its author, heads and owners read it, and other members cannot`() throws
    {
        let world = try GroupWorld(seed: 7)
        let hat = try world.dora.keep(Self.hat(), in: .group("lab"))[0]
        try world.spread()

        // A viewer, and not a friend of the author.
        #expect(try world.eva.report(hat).refusal == nil)
        try world.spread()

        let people = [world.dora, world.ana, world.ben].map(\.owner.person)
        for person in [world.eva, world.ana, world.phone, world.ben, world.dora] {
            let all = try person.reports()
            #expect(all.map(\.reason) == ["not theirs"])
            #expect(all.first?.told.map(\.person) == people)
        }
        #expect(try world.cleo.reports().isEmpty)
        #expect(try world.phone.reportsTold() == 1 && world.cleo.reportsTold() == 0)

        #expect(try world.eva.perform(.undo(act: nil)).refusal == nil)
        try world.spread()
        #expect(try world.ana.reports().isEmpty && world.dora.reports().isEmpty)
    }

    @Test func `a report that was copied from another person tells nothing`() throws {
        let world = try GroupWorld(seed: 8)
        let hat = try world.dora.keep(Self.hat(), in: .group("lab"))[0]
        try world.spread()
        try world.eva.report(hat)
        try world.spread()

        let row = try #require(try world.cleo.reportRows().first)
        let sealed = try #require(row.state.register(Schema.Report.sealed)?.shown?.value)
        let copy = Creation(
            kind: Schema.Report.kind, values: [FieldValue(Schema.Report.sealed, sealed)],
            elements: [])
        try world.cleo.forge([.create(copy)], at: row.place)
        try world.spread()

        #expect(try world.cleo.reportRows().count == 2)
        #expect(try world.ana.reports().map(\.author.person) == [world.eva.owner.person])
    }

    @Test func `an impossible report is refused with a fix, and nothing is written`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let own = try ana.keep(BookmarkDraft(url: "https://a.example/"))[0]
        let link = try bob.keep(BookmarkDraft(url: "https://b.example/"), in: .friends)[0]
        try ana.exchange(with: bob)
        let before = try ana.rowCount("deltas")

        #expect(try ana.report(own).refusal == .invalidValue)
        #expect(try ana.report(link, " ").refusal == .invalidValue)
        let long = String(repeating: "a", count: Limits.commentBytesMax + 1)
        #expect(try ana.report(link, long).refusal == .tooMany)
        #expect(try ana.report(ObjectID(Bytes16(high: 1, low: 1))).refusal == .notFound)
        #expect(try ana.rowCount("deltas") == before)
        #expect(try ana.report(link, String(long.dropLast())).refusal == nil)
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
