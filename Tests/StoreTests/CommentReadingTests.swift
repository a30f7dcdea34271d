import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that comments find their thing, and that their history can be read.
@Suite struct CommentReadingTests {
    /// A hat and a coat of bob's, whom ana knows; and the comments on the hat.
    private struct World {
        let ana: WriteReplica
        let bob: WriteReplica
        let hat: ObjectID
        let coat: ObjectID

        init() throws {
            (ana, bob) = try WriteReplica.friends()
            hat = try bob.garment("Hat", in: .friends)
            coat = try bob.garment("Coat", in: .friends)
            try spread()
        }

        func spread() throws {
            try ana.exchange(with: bob)
            for replica in [ana, bob] { try replica.refer() }
        }

        func found(_ query: String, at replica: WriteReplica) throws -> [String] {
            let answer = try replica.step { (store) throws(StorageError) in
                while try store.indexSome(100) {}
                return try store.answer(
                    .list(ListRequest(query: query, limit: 50)), now: replica.wall)
            }
            guard case .page(let page)? = answer else {
                throw WriteReplica.Unexpected(what: "\(answer as Any)")
            }
            return page.items.map(\.title).sorted()
        }

        func history(_ id: ObjectID, at replica: WriteReplica) throws -> [String] {
            let answer = try replica.step { (store) throws(StorageError) in
                try store.answer(.history(.id(id.text)), now: replica.wall)
            }
            guard case .history(let history)? = answer else {
                throw WriteReplica.Unexpected(what: "\(answer as Any)")
            }
            return history.entries.map { "\($0.author.isMe ? "I" : $0.author.name) \($0.change)" }
        }
    }

    @Test func `a thing is found by what was said of it, whoever said it`() throws {
        let world = try World()
        try world.ana.say("Much TOO warm for Élan.", of: .id(world.hat.text))
        try world.bob.say("warm enough", of: .id(world.coat.text))
        try world.spread()

        for replica in [world.ana, world.bob] {
            #expect(try world.found("comment:\"too warm\"", at: replica) == ["Hat"])
            #expect(try world.found("comment:elan", at: replica) == ["Hat"])
            #expect(try world.found("comment:WARM", at: replica) == ["Coat", "Hat"])
            #expect(try world.found("comment:warm -comment:too", at: replica) == ["Coat"])
            #expect(try world.found("comment:warm coat", at: replica) == ["Coat"])
            #expect(try world.found("comment:cold", at: replica) == [])
            // A plain word searches only the thing's own fields.
            #expect(try world.found("warm", at: replica) == [])
        }
    }

    @Test func `a search finds comments by their current text`() throws {
        let world = try World()
        let said = try world.ana.say("Warm.", of: .id(world.hat.text))
        try world.ana.perform(.editComment(.id(said.text), text: "Cold."))
        try world.spread()
        for replica in [world.ana, world.bob] {
            #expect(try world.found("comment:warm", at: replica) == [])
            #expect(try world.found("comment:cold", at: replica) == ["Hat"])
        }

        try world.ana.perform(.removeComment(.id(said.text)))
        try world.spread()
        for replica in [world.ana, world.bob] {
            #expect(try world.found("comment:cold", at: replica) == [])
        }
    }

    @Test func `no live share follows what others say`() throws {
        let world = try World()

        let answer = try world.bob.perform(
            .share(.query("comment:warm"), with: .public, isLive: true))

        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.code == .invalidQuery)
    }

    @Test func `a comment tells what it said before, to all who read it`() throws {
        let world = try World()
        let said = try world.ana.say("Warm.", of: .id(world.hat.text))
        try world.ana.perform(.editComment(.id(said.text), text: "Cold."))
        try world.ana.perform(.removeComment(.id(said.text)))
        try world.ana.perform(.undo(act: nil))
        try world.spread()

        let told = [
            "wrote: Warm.", "edited: Cold.", "moved to the trash", "restored from the trash",
        ]
        #expect(try world.history(said, at: world.ana) == told.map { "I \($0)" })
        // A friend is not told of what was replaced before they arrived.
        let atBob = [told[0], told[1], told[3]].map { "Ana \($0)" }
        #expect(try world.history(said, at: world.bob) == atBob)
    }

    @Test func `an overwritten comment in a group is in nobody's history`() throws {
        let world = try GroupWorld(seed: 7)
        let link = Reference.id(
            try world.ben.keep(
                BookmarkDraft(url: "https://loom.lab/", title: "loom"), in: .group("lab"))[0].text)
        for other in world.actors { try world.meet(world.ben, other) }
        let said = try world.eva.say("I have one.", of: link)
        try world.meet(world.eva, world.ben)
        try world.ben.refer()
        let author = world.eva.owner.person
        try world.ben.step { (store) throws(StorageError) in
            guard case .success(let comment) = try store.comment(.id(said.text), on: nil),
                let home = comment.home, let target = comment.reference(Schema.Comment.target),
                let thing = try store.thing(named: target)
            else { throw StorageError.corrupt }
            let words = thing.saying.seal(Array("I hate it.".utf8), by: author)
            try store.author(
                [comment.write(Schema.Comment.text, words, at: home)], at: comment.place, act: nil,
                wall: world.ben.wall)
        }
        #expect(try world.ben.comments(link).isEmpty)

        world.eva.wall = WallTime(milliseconds: world.ben.wall.milliseconds + 1000)
        try world.eva.perform(.editComment(.id(said.text), text: "I had one."))
        try world.meet(world.eva, world.ben)

        let told = try world.ben.step { (store) throws(StorageError) in
            try store.answer(.history(.id(said.text)), now: world.ben.wall)
        }
        guard case .history(let history)? = told else {
            Issue.record("\(told as Any)")
            return
        }
        #expect(history.subject == .comment)
        #expect(history.entries.map(\.change) == ["wrote: I have one.", "edited: I had one."])
        #expect(history.entries.allSatisfy { $0.author.person == author })
    }
}
