import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that a viewer of a group may react and do nothing else, and that nobody reacts for
/// another.
@Suite struct GroupReactionTests {
    private static func world() throws -> (world: GroupWorld, link: Reference) {
        let world = try GroupWorld(seed: 7)
        let link = try world.ben.keep(
            BookmarkDraft(url: "https://loom.lab/", title: "loom"), in: .group("lab"))[0]
        for other in world.actors { try world.meet(world.ben, other) }
        return (world, .id(link.text))
    }

    private static func spread(_ world: GroupWorld) throws {
        for _ in 0..<2 {
            for other in world.actors.dropFirst() { try world.meet(world.ana, other) }
        }
        for replica in world.actors { try replica.refer() }
    }

    @Test func `a viewer likes and comments, and everybody is told`() throws {
        let (world, link) = try Self.world()

        try world.eva.perform(.react(link, .like))
        let said = try world.eva.say("I have one too.", of: link)
        try Self.spread(world)

        for replica in world.actors {
            #expect(try replica.comments(link).map(\.text) == ["I have one too."])
            #expect(try replica.comments(link).first?.author.person == world.eva.owner.person)
        }
        guard case .id(let text) = link else { return }
        let id = try #require(ObjectID(text: text))
        #expect(try world.dora.link(id).reactions.likes == 1)

        try world.eva.perform(.react(link, .dislike))
        try world.eva.perform(.editComment(.id(said.text), text: "I had one."))
        try Self.spread(world)
        #expect(try world.dora.link(id).reactions.dislikes == 1)
        #expect(try world.dora.link(id).reactions.likes == 0)
        #expect(try world.cleo.comments(link).map(\.text) == ["I had one."])

        try world.eva.perform(.undo(act: nil))
        try Self.spread(world)
        #expect(try world.cleo.comments(link).map(\.text) == ["I have one too."])
    }

    @Test func `a viewer's other writing is refused at their node, and void if they forge it`()
        throws
    {
        let (world, link) = try Self.world()
        let refused = try world.eva.perform(.edit(link, BookmarkChange(title: "mine")))
        guard case .rejected = refused else {
            Issue.record("a viewer changed a thing")
            return
        }
        try world.eva.perform(.react(link, .like))
        let group = try world.lab(at: world.eva)
        let things = try world.eva.things(at: group.place)
        let thing = try #require(things.first?.home)
        let forged: [Operation] = [
            .create(
                Creation(
                    kind: 1, values: [FieldValue(Schema.Thing.url, Array("https://x.lab/".utf8))],
                    elements: [])),
            .write(
                FieldWrite(
                    object: thing, field: Schema.Thing.title, value: Array("mine".utf8),
                    replaces: [])),
            .create(
                Creation(
                    kind: Schema.Comment.kind, id: things[0].id,
                    values: [FieldValue(Schema.Comment.text, [1])], elements: [])),
        ]
        for operation in forged {
            try world.eva.step { (store) throws(StorageError) in
                _ = try store.write(
                    [OriginedOperation(operation)], into: group, at: world.eva.wall)
            }
        }
        try Self.spread(world)

        for replica in world.actors where replica !== world.eva {
            #expect(try replica.things(at: try world.lab(at: replica).place).count == 1)
            #expect(try replica.links(of: world.ben).map(\.title) == ["loom"])
        }
    }

    @Test func `an editor takes a comment away, and puts no words into another's mouth`() throws {
        let (world, link) = try Self.world()
        let first = try world.eva.say("first", of: link)
        let second = try world.eva.say("second", of: link)
        try Self.spread(world)

        try world.cleo.perform(.removeComment(.id(first.text)))
        let edited = try world.cleo.perform(.editComment(.id(second.text), text: "cleo's"))
        guard case .rejected(let problem) = edited else {
            Issue.record("an editor changed another's words")
            return
        }
        #expect(problem.code == .notYours)
        // With a modified program cleo overwrites them, and then they are nobody's.
        let group = try world.lab(at: world.cleo)
        let eva = world.eva.owner.person
        try world.cleo.step { (store) throws(StorageError) in
            let row = try store.object(second, author: try store.number(of: eva), in: group.place)
            let target = row.reference(Schema.Comment.target)
            guard let home = row.home, let target, let thing = try store.thing(named: target)
            else { return }
            let forged = thing.saying.seal(Array("forged".utf8), by: eva)
            _ = try store.write(
                [OriginedOperation(row.write(Schema.Comment.text, forged, at: home))],
                into: group, at: world.cleo.wall)
        }
        try Self.spread(world)

        for replica in world.actors { #expect(try replica.comments(link).isEmpty) }
    }

    @Test func `a viewer's second device leaves alone what the first has said, and says it anew`()
        throws
    {
        let (world, link) = try Self.world()
        let phone = try WriteReplica(5, device: 2, name: "eva", pairedWith: world.eva)
        try world.meet(world.eva, phone)
        let said = try world.eva.say("from the desk", of: link)
        try world.eva.perform(.react(link, .like))
        for _ in 0..<2 {
            try world.meet(world.eva, phone)
            try world.meet(world.ana, phone)
        }
        try phone.refer()

        phone.wall = WallTime(milliseconds: world.eva.wall.milliseconds + 10)
        let removed = try phone.perform(.removeComment(.id(said.text)))
        try phone.perform(.react(link, .dislike))
        for _ in 0..<2 {
            try world.meet(world.ana, phone)
            try Self.spread(world)
        }

        guard case .rejected(let problem) = removed else {
            Issue.record("what would have been void was done")
            return
        }
        #expect(problem.code == .roleRequired)
        guard case .id(let text) = link else { return }
        let id = try #require(ObjectID(text: text))
        let told = try world.ben.link(id).reactions
        #expect((told.likes, told.dislikes, told.comments) == (0, 1, 1))
    }
}

extension WriteReplica {
    /// Returns the things that show at home in a place.
    func things(at place: Place) throws -> [ObjectRow] {
        try step { (store) throws(StorageError) in
            let rows = try store.database.rows(
                "SELECT id FROM objects WHERE audience = ? AND kind = 1 AND hidden = 0 ORDER BY id",
                [.integer(place.number)]
            ) { (row) throws(StorageError) in row.integer(0) }
            var found: [ObjectRow] = []
            for number in rows {
                if let row = try store.object(row: number) { found.append(row) }
            }
            return found
        }
    }
}
