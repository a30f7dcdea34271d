import CRDT
import Domain
import Laws
import Primitives
import Testing
import Wire

@testable import Store

/// Tests reactions and comments, and who is told.
@Suite struct ReactionTests {
    /// Ana is a friend of bob and eva, who do not know each other; bob has another friend, will.
    private struct World {
        let ana: WriteReplica
        let bob: WriteReplica
        let eva: WriteReplica
        let will: WriteReplica
        let link: ObjectID

        var all: [WriteReplica] { [ana, bob, eva, will] }

        init() throws {
            ana = try WriteReplica(1, name: "Ana")
            bob = try WriteReplica(2, name: "Bob")
            eva = try WriteReplica(3, name: "Eva")
            will = try WriteReplica(4, name: "Will")
            for (one, other) in [(ana, bob), (ana, eva), (bob, will)] {
                try one.add(friend: other)
                try other.add(friend: one)
            }
            link = try ana.keep(
                BookmarkDraft(url: "https://quilt.example/", title: "quilt"), in: .friends)[0]
            try spread()
        }

        /// Synchronises all friends both ways, and indexes references.
        func spread() throws {
            for _ in 0..<2 {
                for (one, other) in [(ana, bob), (ana, eva), (bob, will)] {
                    try one.sync(to: other)
                    try other.sync(to: one)
                }
            }
            for replica in all { try replica.refer() }
        }
    }

    @Test func `a friend's like is counted once, and only by who sees the thing`() throws {
        let world = try World()

        try world.bob.perform(.react(.id(world.link.text), .like))
        try world.bob.perform(.react(.id(world.link.text), .like))
        try world.spread()

        let told = Reactions(likes: 1, dislikes: 0, comments: 0, own: nil)
        #expect(try world.ana.link(world.link).reactions == told)
        #expect(try world.bob.link(world.link).reactions.own == .like)
        // Eva does not know bob, and nobody tells eva who else is ana's friend.
        #expect(try world.eva.link(world.link).reactions == .none)
        // Bob's node sends it to Will, whose node cannot tell what it is about.
        #expect(try world.will.rowCount("undecided") == 1)
        #expect(try world.will.rowCount("reactions") == 0)
        let who = try world.ana.step { (store) throws(StorageError) in
            try store.answer(.reactions(.id(world.link.text)), now: world.ana.wall)
        }
        guard case .reactions(let said) = who else {
            Issue.record("\(who as Any)")
            return
        }
        #expect(said.map(\.author.name) == ["Bob"])
        #expect(said.map(\.reaction) == [.like])
    }

    @Test func `another reaction replaces it, and taking it back or undo leaves none`() throws {
        let world = try World()
        let link = Reference.id(world.link.text)

        try world.bob.perform(.react(link, .like))
        try world.bob.perform(.react(link, .dislike))
        try world.spread()
        #expect(try world.ana.link(world.link).reactions.dislikes == 1)
        #expect(try world.ana.link(world.link).reactions.likes == 0)

        try world.bob.perform(.react(link, nil))
        try world.spread()
        #expect(try world.ana.link(world.link).reactions == .none)

        try world.bob.perform(.undo(act: nil))
        try world.spread()
        #expect(try world.ana.link(world.link).reactions.dislikes == 1)
        #expect(try world.bob.link(world.link).reactions.own == .dislike)
    }

    @Test func `reactions of one person's two devices count once`() throws {
        let world = try World()
        let phone = try WriteReplica(2, device: 2, name: "Bob", pairedWith: world.bob)
        try world.bob.mirror(to: phone)
        try world.bob.sync(to: world.ana)
        try world.ana.step { (store) throws(StorageError) in
            try store.settleKeys(at: world.ana.wall)
        }
        try world.ana.sync(to: phone)
        let link = Reference.id(world.link.text)

        try world.bob.perform(.react(link, .like))
        phone.wall = WallTime(milliseconds: world.bob.wall.milliseconds + 5)
        try phone.perform(.react(link, .dislike))
        try phone.sync(to: world.ana)
        try world.spread()
        try phone.mirror(to: world.bob)
        try world.bob.mirror(to: phone)
        try world.spread()

        // The latest write is the phone's.
        let told = Reactions(likes: 0, dislikes: 1, comments: 0, own: nil)
        #expect(try world.ana.link(world.link).reactions == told)
        #expect(try world.bob.link(world.link).reactions.own == .dislike)
        #expect(try phone.link(world.link).reactions.own == .dislike)
    }

    @Test func `reactions to a copy stay when its home comes later`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        try ana.mirror(to: phone)
        let draft = BookmarkDraft(url: "https://quilt.example/", title: "quilt")
        let id = try ana.keep(draft, in: .friends)[0]
        let link = Reference.id(id.text)
        try ana.perform(.react(link, .like))
        _ = try ana.say("warm", of: link)
        // Through a friend's node: what ana shares arrives before what ana wrote privately.
        for kind in [AudienceKind.friends, .private] {
            for run in try ana.runs(of: try ana.row(kind, of: ana)) { try phone.receive(run) }
            if kind == .friends { try phone.refer() }
            let told = try phone.link(id).reactions
            #expect((told.likes, told.comments) == (1, 1), "\(kind)")
        }
        try phone.refer()

        #expect(try phone.link(id).reactions == ana.link(id).reactions)
        try phone.checkTallies()
    }

    @Test func `a reaction that comes before its thing counts once that is here`() throws {
        let world = try World()
        let late = try world.ana.keep(
            BookmarkDraft(url: "https://late.example/", title: "late"), in: .friends)[0]
        try world.ana.sync(to: world.bob)
        try world.bob.refer()
        try world.bob.perform(.react(.id(late.text), .like))
        try world.eva.add(friend: world.bob)
        try world.bob.add(friend: world.eva)

        try world.bob.sync(to: world.eva)
        #expect(try world.eva.rowCount("undecided") == 1)
        try world.ana.sync(to: world.eva)
        try world.eva.refer()

        #expect(try world.eva.link(late).reactions.likes == 1)
        #expect(try world.eva.rowCount("undecided") == 0)
    }

    @Test func `very much that was said before is decided in slices, and all of it counts`() throws
    {
        let world = try World()
        let late = try world.ana.keep(
            BookmarkDraft(url: "https://late.example/", title: "late"), in: .friends)[0]
        try world.ana.sync(to: world.bob)
        try world.bob.refer()
        for number in 0..<450 { try world.bob.say("word \(number)", of: .id(late.text)) }
        try world.eva.add(friend: world.bob)
        try world.bob.add(friend: world.eva)
        // Without what bob has of ana's, unlike a session.
        try world.eva.take(try world.bob.keys())
        let friends = try world.bob.row(.friends, of: world.bob)
        for run in try world.bob.runs(of: friends, cutAt: { 100_000 }) {
            try world.eva.receive(run)
        }
        try world.eva.refer()
        #expect(try world.eva.rowCount("undecided") == 450)

        try world.ana.sync(to: world.eva)
        var slices = 0
        while try world.eva.step({ (store) throws(StorageError) in try store.referSome(100) }) {
            slices += 1
        }

        #expect(slices >= 2)
        #expect(try world.eva.link(late).reactions.comments == 450)
        #expect(try world.eva.rowCount("undecided") == 0)
        try world.eva.checkTallies()
    }

    @Test func `ten thousand reactions of one person to one thing count once`() throws {
        let world = try World()
        let link = Reference.id(world.link.text)
        try world.bob.perform(.react(link, .dislike))
        // As no program does: each is an object of its own.
        try world.bob.step { (store) throws(StorageError) in
            guard case .success(let row) = try store.resolve(link),
                let thing = try store.object(row: row)
            else { throw StorageError.corrupt }
            let key = try store.refer(thing)
            let creation = Creation(
                kind: Schema.Reaction.kind,
                values: [
                    FieldValue(Schema.Reaction.target, key.reference.bytes),
                    FieldValue(
                        Schema.Reaction.value,
                        key.saying.reaction(Reaction.like.rawValue, by: store.owner.person)),
                ], elements: [])
            for _ in 0..<100 {
                _ = try store.author(
                    Array(repeating: .create(creation), count: 100), act: nil, at: world.bob.wall)
            }
        }

        #expect(try world.bob.rowCount("reactions") >= 10_000)
        let told = try world.bob.link(world.link).reactions
        #expect((told.likes, told.dislikes, told.own) == (1, 0, .like))
        try world.bob.checkTallies()
        // Finding the one that counts takes one index look-up, however many there are.
        let plan = try world.bob.step { (store) throws(StorageError) in
            try store.database.rows(
                """
                EXPLAIN QUERY PLAN SELECT value FROM reactions WHERE target = 1 AND person = 1
                ORDER BY stamp DESC, value DESC LIMIT 1
                """
            ) { (row) throws(StorageError) in row.text(3) }
        }
        #expect(plan.count == 1 && plan.allSatisfy { $0.contains("reactions_by_target") })
    }

    @Test func `comments answer each other, change and go`() throws {
        let world = try World()
        let link = Reference.id(world.link.text)

        let first = try world.bob.say("Where is it from?", of: link)
        try world.spread()
        let reply = try world.ana.say("From my aunt.", of: link, to: first)
        try world.spread()
        #expect(try world.bob.comments(link).map(\.text) == ["Where is it from?", "From my aunt."])
        #expect(try world.bob.comments(link).map(\.inReplyTo) == [nil, first])
        // Eva knows only ana, and is not told whom ana answers.
        #expect(try world.eva.comments(link).map(\.text) == ["From my aunt."])
        #expect(try world.eva.comments(link).map(\.inReplyTo) == [nil])
        #expect(try world.will.rowCount("comments") == 0)
        #expect(try !world.will.holds("Where is it from?"))

        try world.ana.perform(.editComment(.id(reply.text), text: "From my uncle."))
        try world.bob.perform(.removeComment(.id(first.text)))
        try world.spread()

        #expect(try world.bob.comments(link).map(\.text) == ["From my uncle."])
        #expect(try world.bob.comments(link).first?.edited != nil)
        #expect(try world.ana.link(world.link).reactions.comments == 1)
        try world.bob.perform(.undo(act: nil))
        #expect(try world.bob.comments(link).count == 2)
    }

    @Test func `pages of comments repeat nothing and leave nothing out`() throws {
        let world = try World()
        let link = Reference.id(world.link.text)
        let said = (0..<7).map { "word \($0)" }
        for text in said { try world.ana.say(text, of: link) }

        var texts: [String] = []
        var cursor: String?
        repeat {
            let answer = try world.ana.step { (store) throws(StorageError) in
                try store.answer(
                    .comments(link, limit: 3, cursor: cursor), now: world.ana.wall)
            }
            guard case .comments(let page) = answer else { break }
            #expect(page.total == 7)
            texts += page.items.map(\.text)
            cursor = page.nextCursor
        } while cursor != nil

        #expect(texts == said)
    }

    @Test func `words that cannot be said change nothing`() throws {
        let world = try World()
        let link = Reference.id(world.link.text)
        let own = try world.ana.say("mine", of: link)
        let other = try world.ana.keep(
            BookmarkDraft(url: "https://other.example/"), in: .friends)[0]
        try world.spread()
        let long = String(repeating: "x", count: Limits.commentBytesMax + 1)
        let before = try world.bob.comments(link)

        for command in [
            Command.comment(link, text: " \n", inReplyTo: nil),
            .comment(link, text: long, inReplyTo: nil), .comment(link, text: "a\0", inReplyTo: nil),
            .comment(.id("ABCD1234"), text: "x", inReplyTo: nil),
            .comment(link, text: "x", inReplyTo: .id("ABCD1234")),
            .comment(.id(other.text), text: "x", inReplyTo: .id(own.text)),
            .editComment(.id(own.text), text: "taken"), .removeComment(.id(own.text)),
            .removeComment(.id("abc")), .react(.id("ABCD1234"), .like),
        ] {
            guard case .rejected(let problem) = try world.bob.perform(command) else {
                Issue.record("done: \(command)")
                continue
            }
            #expect(!problem.fix.isEmpty, "\(problem)")
        }
        #expect(try world.bob.comments(link) == before)
        let longest = String(long.dropLast())
        try world.bob.say(longest, of: link)
        try world.spread()
        #expect(try world.ana.comments(link).last?.text == longest)
    }

    @Test func `searches and orders know what people think`() throws {
        let world = try World()
        let other = try world.ana.keep(
            BookmarkDraft(url: "https://other.example/", title: "other"), in: .friends)[0]
        try world.spread()
        try world.bob.perform(.react(.id(world.link.text), .like))
        try world.eva.perform(.react(.id(world.link.text), .like))
        try world.ana.perform(.react(.id(other.text), .dislike))
        try world.ana.say("no", of: .id(other.text))
        try world.spread()

        for (query, titles) in [
            ("likes:2", ["quilt"]), ("likes:>=1", ["quilt"]), ("likes:0", ["other"]),
            ("likes:<2", ["other"]), ("-likes:2", ["other"]), ("is:disliked", ["other"]),
            ("is:liked", []), ("comments:>0", ["other"]), ("dislikes:<=1", ["other", "quilt"]),
            ("sort:likes", ["quilt", "other"]),
        ] {
            let outcome = try world.ana.step { (store) throws(StorageError) in
                try store.list(ListRequest(query: query, withTotal: true), now: world.ana.wall)
            }
            guard case .page(let page) = outcome else {
                Issue.record("\(query): \(outcome)")
                continue
            }
            let found = page.items.map(\.title)
            #expect(query == "sort:likes" ? found == titles : found.sorted() == titles, "\(query)")
            #expect(page.total == titles.count, "\(query)")
        }
        let live = try world.ana.perform(
            .share(.query("likes:>1"), with: .friends, isLive: true))
        guard case .rejected = live else {
            Issue.record("a live share followed likes")
            return
        }
    }

    @Test func `a later share takes the reactions along`() throws {
        let world = try World()
        let own = try world.ana.keep(
            BookmarkDraft(url: "https://own.example/"), in: .private)[0]
        try world.ana.perform(.react(.id(own.text), .like))
        try world.ana.perform(
            .share(.references([.id(own.text)]), with: .friends, isLive: false))
        try world.spread()
        // What was said in private stays there until it is said again.
        #expect(try world.bob.link(own).reactions == .none)

        try world.ana.perform(.react(.id(own.text), .like))
        try world.spread()

        #expect(try world.bob.link(own).reactions.likes == 1)
    }

    @Test(arguments: LawSeeds.seeds(5, soak: 20))
    func `the sums are right after any order of arrival`(
        seed: UInt64
    ) throws {
        let world = try World()
        var dice = Dice(seed: seed)
        var said: [ObjectID] = []
        for _ in 0..<12 {
            let replica = dice.roll(below: 2) == 0 ? world.bob : world.ana
            let link = Reference.id(world.link.text)
            switch dice.roll(below: 5) {
            case 0: try replica.perform(.react(link, .like))
            case 1: try replica.perform(.react(link, .dislike))
            case 2: try replica.perform(.react(link, nil))
            case 3: said.append(try replica.say("word \(dice.roll(below: 100))", of: link))
            // Only bob undoes: ana's undo could remove the thing itself.
            default: try world.bob.perform(.undo(act: nil))
            }
        }
        // A newcomer who is a friend of both, and receives everything in random order.
        let zoe = try WriteReplica(9, name: "Zoe")
        for other in [world.ana, world.bob] {
            try zoe.add(friend: other)
            try other.add(friend: zoe)
        }
        var runs: [WriteReplica.Run] = []
        for other in [world.ana, world.bob] {
            let shared = try other.step { (store) throws(StorageError) in
                try store.shared(with: zoe.owner.certificate)
            }
            try zoe.take(shared.flatMap { $0.keys + $0.history }.filter { $0.name != .zero })
            for audience in shared { runs += try other.runs(of: audience.audience) }
        }
        runs = dice.shuffle(runs)
        for _ in 0..<runs.count {
            for run in runs { try zoe.receive(run) }
            if dice.roll(below: 3) == 0 { try zoe.refer() }
        }
        try zoe.refer()
        try world.spread()

        let told = try zoe.link(world.link).reactions
        let own = try world.ana.link(world.link).reactions
        #expect((told.likes, told.dislikes) == (own.likes, own.dislikes))
        #expect(told.comments == own.comments)
        let link = Reference.id(world.link.text)
        #expect(try zoe.comments(link).map(\.text) == world.ana.comments(link).map(\.text))
        try zoe.checkTallies()
        try world.ana.checkTallies()
    }
}

extension WriteReplica {
    /// Indexes all things by their references.
    func refer() throws {
        while try step({ (store) throws(StorageError) in try store.referSome(3) }) {}
    }

    @discardableResult
    func say(_ text: String, of thing: Reference, to parent: ObjectID? = nil) throws -> ObjectID {
        let answer = try perform(
            .comment(thing, text: text, inReplyTo: parent.map { .id($0.text) }))
        guard case .comment(let comment) = answer else { throw Unexpected(what: "\(answer)") }
        return comment.id
    }

    func comments(_ thing: Reference) throws -> [Domain.Comment] {
        let answer = try step { (store) throws(StorageError) in
            try store.answer(.comments(thing, limit: 500, cursor: nil), now: wall)
        }
        guard case .comments(let page) = answer else { throw Unexpected(what: "\(answer as Any)") }
        return page.items
    }

    /// Returns the number of rows in a table.
    func rowCount(_ table: String) throws -> Int {
        try step { (store) throws(StorageError) in
            try store.database.row("SELECT count(*) FROM \(table) ORDER BY 1") {
                Int($0.integer(0))
            }
                ?? 0
        }
    }

    /// Whether the text is in some readable column.
    func holds(_ text: String) throws -> Bool {
        try step { (store) throws(StorageError) in
            try store.database.row(
                """
                SELECT 1 FROM objects o LEFT JOIN comments c ON c.object = o.id
                WHERE instr(o.state, CAST(?1 AS BLOB)) > 0 OR c.text = ?1 ORDER BY o.id
                """, [.text(text)]
            ) { _ in true } ?? false
        }
    }

    /// Checks that the sums equal a fresh count.
    func checkTallies() throws {
        let sums = { (replica: WriteReplica) in
            try replica.step { (store) throws(StorageError) in
                try store.database.rows(
                    """
                    SELECT object, likes, dislikes, comments, own, followers FROM tallies
                    WHERE likes + dislikes + comments + followers > 0 ORDER BY object
                    """
                ) { (row) throws(StorageError) in (0..<6).map { row.integer(Int32($0)) } }
            }
        }
        let before = try sums(self)
        try step { (store) throws(StorageError) in
            let rows = try store.database.rows(
                "SELECT object, reference FROM referents ORDER BY object"
            ) { (row) throws(StorageError) in (row.integer(0), row.integer(1)) }
            for (number, target) in rows { try store.retally(number, target) }
        }
        #expect(try sums(self) == before)
    }
}
