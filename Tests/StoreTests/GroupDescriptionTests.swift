import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests the description of a group, which its members write.
@Suite struct GroupDescriptionTests {
    private func description(at replica: WriteReplica) throws -> String? {
        try replica.step { (store) throws(StorageError) in
            try store.shownGroups().first { $0.name == "lab" }?.description
        }
    }

    private func describe(_ words: String, at replica: WriteReplica) throws -> Answer {
        try replica.perform(.editGroup("lab", GroupChange(description: words)))
    }

    /// Creates Ana's node alone, with a group.
    private func alone(description: String = "") throws -> WriteReplica {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.step { (store) throws(StorageError) in
            _ = try store.newGroup("lab", description: description, addresses: [], at: ana.wall)
        }
        return ana
    }

    @Test func `a group says what it is for from its beginning, or from when somebody says it`()
        throws
    {
        #expect(try description(at: alone(description: "For looms.")) == "For looms.")
        let ana = try alone()
        #expect(try description(at: ana) == "")

        let answer = try describe("For looms.\nAnd yarn.", at: ana)

        guard case .done(let report) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(report.count == 1 && report.act != nil)
        #expect(report.summary == "described lab")
        #expect(try description(at: ana) == "For looms.\nAnd yarn.")
    }

    @Test func `all members read it, editors change it, and viewers do not`() throws {
        let world = try GroupWorld(seed: 11)
        _ = try describe("For looms.", at: world.ana)
        for other in [world.cleo, world.eva] { try world.meet(world.ana, other) }
        #expect(try description(at: world.eva) == "For looms.")

        let refused = try describe("For cats.", at: world.eva)
        _ = try describe("For looms and yarn.", at: world.cleo)
        try world.meet(world.cleo, world.ana)
        try world.meet(world.ana, world.eva)

        guard case .rejected(let problem) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(problem.code == .roleRequired)
        for member in [world.ana, world.cleo, world.eva] {
            #expect(try description(at: member) == "For looms and yarn.")
        }
    }

    @Test func `two who say it first, apart, come to read the same, and go on with it`() throws {
        let world = try GroupWorld(seed: 12)
        _ = try describe("As ben says.", at: world.ben)
        _ = try describe("As dora says.", at: world.dora)

        for _ in 0..<2 {
            for other in [world.ben, world.dora, world.eva] { try world.meet(world.ana, other) }
        }
        let members = [world.ana, world.ben, world.dora, world.eva]
        let shown = try members.map { try description(at: $0) }
        #expect(Set(shown).count == 1)
        #expect(["As ben says.", "As dora says."].contains(shown[0]))

        _ = try describe("As both say.", at: world.dora)
        try world.meet(world.dora, world.ana)
        try world.meet(world.ana, world.ben)
        #expect(try description(at: world.ben) == "As both say.")
    }

    @Test func `a description is undone and redone`() throws {
        let ana = try alone(description: "For looms.")
        _ = try describe("For yarn.", at: ana)

        try ana.perform(.undo(act: nil))
        #expect(try description(at: ana) == "For looms.")
        try ana.perform(.redo(act: nil))
        #expect(try description(at: ana) == "For yarn.")

        let first = try alone()
        _ = try describe("For looms.", at: first)
        try first.perform(.undo(act: nil))
        #expect(try description(at: first) == "")
        try first.perform(.redo(act: nil))
        #expect(try description(at: first) == "For looms.")
    }

    @Test func `nothing takes it away`() throws {
        let ana = try alone(description: "For looms.")

        let answer = try describe("", at: ana)

        guard case .done(let report) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(report.summary == "removed the description of lab")
        #expect(try description(at: ana) == "")
    }

    @Test func `the same again is no change`() throws {
        let ana = try alone(description: "For looms.")

        let answer = try describe("For looms.", at: ana)

        #expect(answer == .done(DoneReport(count: 0, act: nil, summary: "nothing to change")))
    }

    @Test func `the name is one's own, the description everybody's, and both change at once`()
        throws
    {
        let ana = try alone()

        let answer = try ana.perform(
            .editGroup("lab", GroupChange(name: "loom", description: "For looms.")))

        guard case .done(let report) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(report.summary == "lab is now called loom, for you only; described loom")
        let group = try ana.step { (store) throws(StorageError) in
            try store.shownGroups().first
        }
        #expect(group?.name == "loom" && group?.description == "For looms.")
    }

    @Test(arguments: [
        (Limits.groupDescriptionBytesMax - 1, true), (Limits.groupDescriptionBytesMax, true),
        (Limits.groupDescriptionBytesMax + 1, false),
    ])
    func `it has a longest length`(length: Int, isTaken: Bool) throws {
        let words = String(repeating: "a", count: length)
        let ana = try alone()

        let answer = try describe(words, at: ana)
        let made = try ana.step { (store) throws(StorageError) in
            try store.newGroup("loom", description: words, addresses: [], at: ana.wall)
        }

        for answer in [answer, made] {
            if case .rejected(let problem) = answer {
                #expect(!isTaken && problem.code == .invalidValue && !problem.fix.isEmpty)
            } else {
                #expect(isTaken)
            }
        }
        #expect(try description(at: ana) == (isTaken ? words : ""))
        let count = try ana.step { (store) throws(StorageError) in try store.shownGroups().count }
        #expect(count == (isTaken ? 2 : 1))
    }

    @Test func `one that stands under another id than its own holds no place`() throws {
        let world = try GroupWorld(seed: 15)
        let lab = try world.lab(at: world.dora)
        let forged = OriginedOperation(
            origin: .derived(Bytes24(words: (7, 7, 7))),
            .create(
                Creation(
                    kind: Schema.GroupDescription.kind, id: ObjectID(.zero),
                    values: [
                        FieldValue(Schema.GroupDescription.text, Array("For cats.".utf8))
                    ], elements: [])))
        try world.dora.step { (store) throws(StorageError) in
            try store.write(
                [forged], into: try store.audience(lab.number), at: world.dora.wall)
        }
        try world.meet(world.dora, world.ana)

        _ = try describe("For looms.", at: world.ana)
        try world.meet(world.ana, world.dora)

        for member in [world.ana, world.dora] {
            #expect(try description(at: member) == "For looms.")
        }
    }

    @Test func `one indexed lookup finds the description that shows`() throws {
        let ana = try alone()

        let plan = try ana.step { (store) throws(StorageError) in
            try store.database.rows("EXPLAIN QUERY PLAN " + GroupDescriptionSQL.first) {
                (row) throws(StorageError) in row.text(3)
            }
        }

        #expect(plan.count == 1)
        #expect(plan.first?.contains("INDEX descriptions (audience=? AND hidden=?)") == true)
    }

    @Test(arguments: [
        [UInt8](repeating: 97, count: Limits.groupDescriptionBytesMax + 1), [0xFF], [97, 0],
    ])
    func `an invalid description of another program shows as none`(value: [UInt8]) throws {
        let ana = try alone()
        try ana.step { (store) throws(StorageError) in
            let group = try store.groups()[0]
            let creation = Creation(
                kind: Schema.GroupDescription.kind,
                values: [FieldValue(Schema.GroupDescription.text, value)], elements: [])
            try store.author(
                [.create(creation)], at: group.audience.place, act: nil, wall: ana.wall)
        }
        #expect(try description(at: ana) == "")

        _ = try describe("For looms.", at: ana)
        #expect(try description(at: ana) == "For looms.")
    }
}
