import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Tests that a person whose membership ended is told so, with the proof, and that nobody else is
/// told anything.
@Suite struct FarewellTests {
    private let world: GroupWorld

    init() throws { world = try GroupWorld(seed: 1) }

    private func farewells(
        of teller: WriteReplica, to listener: WriteReplica
    ) throws -> [Farewell] {
        try teller.step { (store) throws(StorageError) in
            try store.farewells(to: listener.owner.certificate)
        }
    }

    private func hear(_ farewells: [Farewell], by listener: WriteReplica) throws {
        try listener.step { (store) throws(StorageError) in
            for farewell in farewells { try store.take(farewell, at: listener.wall) }
        }
    }

    private func state(at replica: WriteReplica) throws -> Group.State {
        let id = world.group
        return try replica.step { (store) throws(StorageError) in
            guard let group = try store.group(id) else { throw .corrupt }
            return try store.state(of: group)
        }
    }

    private func remove(_ member: WriteReplica, by owner: WriteReplica) throws {
        let reference = PersonReference(String(member.owner.person.text.prefix(12)))
        try owner.perform(.removeFromGroup("lab", reference))
    }

    private func add(_ title: String, by actor: WriteReplica) throws -> Answer {
        let draft = BookmarkDraft(url: "https://quilt.example/\(title)", title: title)
        return try actor.perform(
            .addBookmarks([draft], to: .group("lab"), onDuplicate: .merge, act: nil))
    }

    @Test func `a removed member hears so and what is void, and no longer writes there`() throws {
        _ = try add("offline", by: world.cleo)
        try remove(world.cleo, by: world.ana)
        #expect(try state(at: world.cleo) == .member)

        let told = try farewells(of: world.ana, to: world.cleo)
        try hear(told, by: world.cleo)

        #expect(told.count == 1)
        #expect(try state(at: world.cleo) == .removed)
        let warnings = world.cleo.store.takeVoided()
        #expect(warnings.count == 1 && warnings[0].contains("group:lab"), "\(warnings)")
        guard case .rejected(let problem) = try add("later", by: world.cleo) else {
            Issue.record("refused")
            return
        }
        #expect(problem.code == .roleRequired)
    }

    @Test func `any member who has heard of it tells, and what is told twice is told once`() throws
    {
        try remove(world.cleo, by: world.ana)
        try world.meet(world.ana, world.eva)

        let told = try farewells(of: world.eva, to: world.cleo)
        #expect(told == (try farewells(of: world.ana, to: world.cleo)))
        try hear(told + told, by: world.cleo)
        // The verdict is derived again from what is stored.
        world.cleo.store.memory.authority = [:]

        #expect(try state(at: world.cleo) == .removed)
        let kept = try world.cleo.step { (store) throws(StorageError) in
            try store.database.rows("SELECT id FROM farewells ORDER BY id") {
                (row) throws(StorageError) in row.integer(0)
            }
        }
        #expect(kept.count == 1)
    }

    @Test func `members, strangers, who left and who is blocked are told nothing`() throws {
        try remove(world.cleo, by: world.ana)
        try world.dora.perform(.leaveGroup("lab"))
        try world.meet(world.ana, world.dora)
        let stranger = try WriteReplica(9, name: "mallory")

        for other in [world.phone, world.ben, world.dora, world.eva, stranger] {
            #expect(try farewells(of: world.ana, to: other) == [], "\(other.owner.name)")
        }
        try world.ana.add(friend: world.cleo)
        try world.ana.perform(.removeFriend(PersonReference("cleo"), isBlocked: true))
        #expect(try farewells(of: world.ana, to: world.cleo) == [])
        // A node that has not received the removal sends no farewell.
        #expect(try farewells(of: world.eva, to: world.cleo) == [])
    }

    @Test func `a notice without proof ends nothing`() throws {
        try remove(world.cleo, by: world.ana)
        try remove(world.dora, by: world.ana)
        let told = try farewells(of: world.ana, to: world.cleo)
        let others = try farewells(of: world.ana, to: world.dora)
        guard case .rights(let cut, let key)? = told.first else {
            Issue.record("cleo is told")
            return
        }
        var signature = try #require(cut.signature)
        signature[5] ^= 1
        let forged = SignedDelta(header: cut.header, payload: cut.payload, signature: signature)
        let end = Decertification.sign(
            device: world.cleo.owner.device, audience: AudienceKind.private.rawValue,
            owner: world.cleo.owner.person, chains: [],
            root: Derivation.root(phraseSeed: try #require(world.ben.owner.phraseSeed)))

        let bad: [Farewell] = [
            .rights(forged, key: key), .rights(cut, key: .zero), .device(end),
            // It ends somebody else's right, not cleo's.
            try #require(others.first),
        ]
        try hear(bad, by: world.cleo)

        #expect(try state(at: world.cleo) == .member)
        #expect(world.cleo.store.takeVoided().isEmpty)
        let canWrite = try world.cleo.step { (store) throws(StorageError) in try store.canWrite }
        #expect(canWrite)
    }

    @Test func `a member removed by a former owner hears of that owner's end, and is in again`()
        throws
    {
        try remove(world.ben, by: world.ana)
        try remove(world.cleo, by: world.ben)
        try hear(try farewells(of: world.ben, to: world.cleo), by: world.cleo)
        #expect(try state(at: world.cleo) == .removed)

        let told = try farewells(of: world.ana, to: world.cleo)
        try hear(told, by: world.cleo)

        #expect(told.count == 1)
        #expect(try state(at: world.cleo) == .member)
        world.cleo.store.memory.authority = [:]
        #expect(try state(at: world.cleo) == .member)
        guard case .kept = try add("again", by: world.cleo) else {
            Issue.record("cleo writes")
            return
        }
        try world.meet(world.ana, world.cleo)
        #expect(try world.ana.links(of: world.cleo).contains { $0.title == "again" })
    }

    @Test func `a member who acknowledged an owner's end gets no notice of it`()
        throws
    {
        try remove(world.ben, by: world.ana)
        let told = try farewells(of: world.ana, to: world.cleo)
        try hear(told, by: world.cleo)
        #expect(told.count == 1)
        #expect(try world.cleo.rowCount("farewells") == 0)

        try world.meet(world.ana, world.cleo)
        let lab = try world.lab(at: world.ana)
        let held = try world.cleo.step { [group = world.group] (store) throws(StorageError) in
            try store.frontier(ofGroup: group) ?? Frontier()
        }
        try world.ana.step { (store) throws(StorageError) in
            try store.acknowledge(
                world.cleo.owner.certificate, held.entries, in: lab.number)
            store.memory.farewells = [:]
        }

        #expect(try farewells(of: world.ana, to: world.cleo) == [])
    }

    @Test func `a person who is let in again is a member, whatever they were told`() throws {
        try remove(world.cleo, by: world.ana)
        try hear(try farewells(of: world.ana, to: world.cleo), by: world.cleo)

        try world.letIn(world.cleo, as: .editor, by: world.ana)
        guard case .kept = try add("again", by: world.cleo) else {
            Issue.record("cleo writes")
            return
        }
        try world.meet(world.ana, world.cleo)

        #expect(try state(at: world.cleo) == .member)
        #expect(try world.ana.links(of: world.cleo).contains { $0.title == "again" })
    }

    @Test func `a revoked device hears so, keeps what it has, and writes nothing more`() throws {
        let kept = try world.phone.keep(
            BookmarkDraft(url: "https://quilt.example/mine", title: "mine"))
        try world.ana.perform(.revokeDevice(world.phone.reference, phrase: nil))

        let told = try farewells(of: world.ana, to: world.phone)
        try hear(told, by: world.phone)
        try hear(told, by: world.phone)

        #expect(!told.isEmpty)
        #expect(world.phone.store.takeVoided().count == 1)
        let problem = try world.phone.step { (store) throws(StorageError) in
            try store.writingProblem()
        }
        #expect(problem?.detail.contains("revoked") == true)
        #expect(try world.phone.link(kept[0]).title == "mine")
    }

    @Test func `a member let in by a device revoked unheard hears of the revocation`() throws {
        let gil = try WriteReplica(7, name: "gil")
        try world.letIn(gil, as: .editor, by: world.phone)
        try world.meet(world.phone, world.eva)
        try world.ana.perform(.revokeDevice(world.phone.reference, phrase: nil))
        #expect(try farewells(of: world.ana, to: gil) == [])
        for _ in 0..<2 { try world.meet(world.ana, world.eva) }
        #expect(try state(at: gil) == .member)

        let told = try farewells(of: world.ana, to: gil)
        #expect(told.count == 1)
        #expect(told == (try farewells(of: world.eva, to: gil)))
        #expect(try farewells(of: world.ana, to: world.dora) == [])
        try hear(told + told, by: gil)
        // The verdict is derived again from what is stored.
        gil.store.memory.authority = [:]

        #expect(try state(at: gil) == .removed)
    }

    @Test func `a device that came after the end hears of it from all who know`() throws {
        try remove(world.cleo, by: world.ana)
        let phone = try WriteReplica(3, device: 2, name: "cleo", pairedWith: world.cleo)
        let told = try farewells(of: world.ana, to: world.cleo)
        try hear(told, by: world.cleo)

        let passedOn = try farewells(of: world.cleo, to: phone)
        #expect(passedOn == told)
        #expect(try farewells(of: world.ana, to: phone) == told)
        let isEarly = try phone.step { (store) throws(StorageError) in
            !(try store.take(told[0], at: phone.wall))
        }
        #expect(isEarly)
        for _ in 0..<2 { try world.meet(world.cleo, phone) }
        #expect(try state(at: phone) == .member)
        try hear(passedOn, by: phone)

        #expect(try state(at: phone) == .removed)
    }
}
