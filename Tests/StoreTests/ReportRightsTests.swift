import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Tests what others can do to a report in an audience that they may change.
@Suite struct ReportRightsTests {
    // Creates a group in which Eva, a viewer, has reported a thing of Dora, an editor.
    private static func reported() throws -> GroupWorld {
        let world = try GroupWorld(seed: 9)
        let hat = try world.dora.keep(
            BookmarkDraft(url: "", title: "hat", kind: .garment), in: .group("lab"))[0]
        try world.spread()
        try world.eva.report(hat)
        try world.spread()
        #expect(try world.ben.reports().count == 1)
        return world
    }

    @Test func `the subject of a report can neither remove nor change it`() throws {
        let world = try Self.reported()
        let row = try #require(try world.dora.reportRows().first)
        let home = try #require(row.home)

        try world.dora.forge(
            [
                row.write(.deletion, [1], at: home),
                row.write(Schema.Report.sealed, [1, 2, 3], at: home),
            ], at: row.place)
        try world.spread()

        for person in [world.ana, world.phone, world.ben, world.eva] {
            #expect(try person.reports().map(\.reason) == ["not theirs"])
        }
        #expect(try world.ana.reportsTold() == 1)
        // Each person's list is their own; the trash is the same for all.
        #expect(try world.dora.reports().isEmpty)
        for person in world.actors {
            #expect(try person.reportRows().map(\.hidden) == [.visible])
        }
    }

    @Test func `a report reads the same after overwrites that arrived before it`()
        throws
    {
        let world = try GroupWorld(seed: 9)
        let hat = try world.dora.keep(
            BookmarkDraft(url: "", title: "hat", kind: .garment), in: .group("lab"))[0]
        try world.spread()
        try world.eva.report(hat)
        try world.meet(world.eva, world.dora)
        let row = try #require(try world.dora.reportRows().first)
        let home = try #require(row.home)
        guard case .creation(.position(let chain, _, _)) = home else {
            throw WriteReplica.Unexpected(what: "\(home)")
        }
        try world.dora.forge(
            [
                row.write(.deletion, [1], at: home),
                row.write(Schema.Report.sealed, [9], at: home),
            ], at: row.place)

        let runs = try world.dora.runs(of: try world.lab(at: world.dora).number)
        for run in runs where run.chain != chain { _ = try world.ben.receive(run) }
        #expect(try world.ben.reportRows().isEmpty)
        for run in runs where run.chain == chain { _ = try world.ben.receive(run) }
        try world.settle(world.ben)

        #expect(try world.ben.reports().map(\.reason) == ["not theirs"])
        #expect(try world.ben.reportRows().map(\.hidden) == [.visible])
        let id = world.group
        let digests = try [world.ben, world.dora].map { person in
            try person.step { (store) throws(StorageError) in try store.stateDigest(ofGroup: id) }
        }
        #expect(digests[0] != nil && digests[0] == digests[1])
    }

    @Test func `each recipient puts a report away for themselves`() throws {
        let world = try Self.reported()
        let id = try #require(try world.ana.reports().first?.id.short)

        #expect(try world.ana.perform(.removeReport(id)).refusal == nil)
        try world.spread()
        #expect(try world.ana.reports().isEmpty && world.phone.reports().isEmpty)
        #expect(try world.ben.reports().count == 1 && world.eva.reports().count == 1)

        #expect(try world.ben.perform(.removeReport(id)).refusal == nil)
        try world.spread()
        #expect(try world.ana.reports().isEmpty && world.ben.reports().isEmpty)

        #expect(try world.ana.perform(.undo(act: nil)).refusal == nil)
        try world.spread()
        #expect(try world.ana.reports().count == 1 && world.phone.reports().count == 1)
        #expect(try world.ben.reports().isEmpty && world.eva.reports().count == 1)
    }

    @Test func `a withdrawn report stays withdrawn when others undo their changes`() throws {
        let world = try Self.reported()
        let id = try #require(try world.ana.reports().first?.id.short)
        try world.ana.perform(.removeReport(id))
        try world.spread()
        #expect(try world.eva.perform(.removeReport(id)).refusal == nil)
        try world.spread()
        try world.ana.perform(.undo(act: nil))
        try world.spread()

        for person in world.actors {
            #expect(try person.reports().isEmpty)
            #expect(try person.reportRows().map(\.hidden) == [.trashed])
        }
        #expect(try world.eva.perform(.removeReport(id)).refusal == .notFound)
    }

    @Test func `reports ignored by an earlier version are folded when this one opens`() throws {
        let world = try Self.reported()
        let row = try #require(try world.ben.reportRows().first)
        let ben = world.ben
        // As left by a version that knows no reports.
        try ben.step { (store) throws(StorageError) in
            try store.erase(row.id, author: row.author, in: row.place)
            try store.set("reactions", to: [Schema.Reaction.kind, Schema.Comment.kind])
        }
        #expect(try ben.reports().isEmpty)

        try ben.step { (store) throws(StorageError) in try store.learnReactions() }
        ben.wall = WallTime(milliseconds: ben.wall.milliseconds + 3_600_000)
        try ben.step { (store) throws(StorageError) in try store.settleRefolds(at: ben.wall) }
        #expect(try ben.reports().map(\.reason) == ["not theirs"])

        try ben.step { (store) throws(StorageError) in
            try store.learnReactions()
        }
        #expect(try ben.rowCount("refolds") == 0)
    }

    @Test func `reports that came before there was a table of them get their rows`() throws {
        let world = try Self.reported()
        let ben = world.ben
        let row = try #require(try ben.reportRows().first)
        let number = try #require(row.number)
        try ben.step { (store) throws(StorageError) in
            // As it was when another person could put it in the trash.
            try store.database.run("UPDATE objects SET hidden = 1 WHERE id = ?", .integer(number))
            try store.dropReport(number)
            try store.set("reports", to: [])
            try store.learnReports()
        }
        #expect(try ben.reports().map(\.reason) == ["not theirs"])
        #expect(try ben.reportRows().map(\.hidden) == [.visible])
    }
}
