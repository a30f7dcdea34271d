import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Simulator
@testable import Store
@testable import Sync

/// The same as `CheckerTests`, for the checkers that read whole replicas.
@Suite struct ReplicaCheckerTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2

    @Test func `nothing planted breaks nothing in a replica`() throws {
        let world = try friends()

        try world.cluster.lookClosely()
        try world.cluster.replayAll()
    }

    @Test(arguments: Wrong.allCases)
    func `what tables say otherwise than the log breaks the oracle`(wrong: Wrong) throws {
        let world = try friends()
        try world.cluster.lookClosely()

        for sql in wrong.statements { try world.tamper(wrong.isAtHome ? ana : ben, sql) }

        #expect(World.brokenClaim { try world.cluster.lookClosely() } == MergeOracle.claim)
    }

    // MARK: Monotonic reads

    @Test func `a link that a friend hides breaks the claim that nothing goes back`() throws {
        let world = try friends()
        try look(world)

        try world.tamper(ben, "UPDATE objects SET hidden = 2 WHERE \(Wrong.copies)")

        #expect(World.brokenClaim { try look(world) } == MonotonicReads.claim)
    }

    @Test func `a link that is gone breaks the claim that nothing goes back`() throws {
        let world = try friends()
        try look(world)

        for sql in Wrong.lostRow.statements { try world.tamper(ben, sql) }

        #expect(World.brokenClaim { try look(world) } == MonotonicReads.claim)
    }

    @Test func `an edit that is undone by nobody breaks the claim that nothing goes back`() throws {
        let world = try friends()
        try keepRows(world)
        let id = try #require(try world.cluster.links(of: ana, at: ana).first).id
        try world.cluster.done(.edit(.id(id.text), BookmarkChange(title: "edited")), at: ana)
        try world.cluster.settle()
        try look(world)

        try world.tamper(
            ben,
            """
            UPDATE objects SET state = (SELECT k.state FROM kept k WHERE k.id = objects.id)
            WHERE \(Wrong.copies)
            """)

        #expect(World.brokenClaim { try look(world) } == MonotonicReads.claim)
    }

    @Test func `a tag that nobody took away breaks the claim that a thing is whole`() throws {
        let world = try friends()
        try world.tamper(ana, "CREATE TABLE kept AS SELECT * FROM objects WHERE audience = 1")
        let id = try #require(try world.cluster.links(of: ana, at: ana).first).id
        try world.cluster.done(
            .edit(.id(id.text), BookmarkChange(addTags: ["late"])), at: ana)
        try look(world)

        try world.tamper(
            ana,
            """
            UPDATE objects SET state = (SELECT k.state FROM kept k WHERE k.id = objects.id)
            WHERE audience = 1 AND kind = 1
            """)

        #expect(World.brokenClaim { try look(world) } == WholeThings.claim)
    }

    // Early the copy is withdrawn; late it is dead and pruned.
    @Test(arguments: [1, 60])
    func `a withdrawn copy that shows again breaks the claim that nothing rises`(
        seconds: Int
    ) throws {
        let world = try friends()
        try keepRows(world)
        try look(world)
        try world.cluster.done(.unshare(.query("#art"), from: nil), at: ana)
        try world.cluster.run(for: .seconds(seconds))
        try look(world)

        try world.tamper(
            ben,
            """
            INSERT INTO objects SELECT * FROM kept WHERE true
            ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, hidden = 0, state = excluded.state
            """)
        try world.tamper(ben, "INSERT OR REPLACE INTO bookmarks SELECT * FROM kept_bookmarks")

        #expect(World.brokenClaim { try look(world) } == NoResurrection.claim)
    }

    // MARK: Cause and effect

    @Test func `a hole in a log breaks causal order`() throws {
        let world = try friends()

        try world.tamper(
            ben,
            """
            DELETE FROM deltas WHERE id = (
                SELECT max(id) - 1 FROM deltas WHERE id >> 40 IN (\(chains(of: ana, world))))
            """)

        // What was stored there still shows.
        #expect(World.brokenClaim { try look(world) } == CausalOrder.claim)
    }

    @Test func `what shows from behind the end of a chain breaks causal order`() throws {
        let world = try friends()

        try world.tamper(
            ben,
            """
            UPDATE chains SET length = 2 WHERE id IN (\(chains(of: ana, world)))
            """)
        forget(ben, world)

        #expect(World.brokenClaim { try look(world) } == CausalOrder.claim)
    }

    @Test func `what shows though nobody made it breaks causal order`() throws {
        let world = try friends()
        try world.cluster.done(.unshare(.query("#art"), from: nil), at: ana)
        try world.cluster.run(for: .seconds(1))

        try world.tamper(ben, "UPDATE objects SET hidden = 0 WHERE hidden = 2 AND audience > 1")

        #expect(World.brokenClaim { try look(world) } == CausalOrder.claim)
    }

    // MARK: Authority

    @Test func `a forgotten grant breaks the claim that the same counts everywhere`() throws {
        let world = try group()

        try world.tamper(ben, "DELETE FROM authority")
        forget(ben, world)

        #expect(World.brokenClaim { try judge(world) } == AuthorityChecker.claim)
    }

    @Test func `a chain by another right breaks the claim that the same counts everywhere`() throws
    {
        let world = try group()

        try world.tamper(cleo, "UPDATE chains SET grant_id = 7 WHERE grant_id <> 0")
        forget(cleo, world)

        #expect(World.brokenClaim { try judge(world) } == AuthorityChecker.claim)
    }

    @Test func `a verdict that is out of date breaks the claim that the same counts everywhere`()
        throws
    {
        let world = try group()
        let store = try #require(world.cluster.machines[ben].store)

        try store.transaction { () throws(StorageError) in
            for log in try HeldLog.all(of: store) {
                let audience = log.audience
                let facts = AuthorityFacts(
                    kind: audience.kind.rawValue, owner: audience.owner,
                    founder: audience.founder)
                store.memory.authority[audience.number]?.judgement = facts.judge()
            }
        }

        #expect(World.brokenClaim { try judge(world) } == AuthorityChecker.claim)
    }

    @Test func `a delta that is void at one breaks the claim that the same counts everywhere`()
        throws
    {
        let world = try friends()

        try world.tamper(
            ben,
            """
            UPDATE deltas SET payload = zeroblob(length(payload)) WHERE id = (
                SELECT max(id) FROM deltas WHERE id >> 40 IN (\(chains(of: ana, world))))
            """)

        #expect(World.brokenClaim { try judge(world) } == AuthorityChecker.claim)
    }

    // MARK: Replays

    @Test func `a fold that adds up breaks the claim that replays change nothing`() throws {
        let world = try friends()

        try world.tamper(
            ben,
            """
            CREATE TRIGGER adding AFTER UPDATE ON epochs
            BEGIN UPDATE bookmarks SET title = title || '!'; END
            """)

        #expect(World.brokenClaim { try world.cluster.replayAll() } == Replays.claim)
    }

    @Test func `a run that is taken in twice breaks the claim that replays change nothing`() throws
    {
        let world = try friends()

        try world.tamper(ben, "UPDATE chains SET length = length - 1 WHERE length > 2")

        #expect(World.brokenClaim { try world.cluster.replayAll() } == Replays.claim)
    }

    @Test func `a row that doubles breaks the claim that replays change nothing`() throws {
        let world = try friends()
        let machine = world.cluster.machines[ben]

        let broken = World.brokenClaim {
            try Replays.check(machine, at: world.cluster.now) { (store) throws(StorageError) in
                try store.database.run(
                    """
                    INSERT INTO objects (object, author, audience, kind, hidden, state)
                    SELECT zeroblob(16), author, audience, kind, hidden, state FROM objects
                    ORDER BY id LIMIT 1
                    """)
            }
        }

        #expect(broken == Replays.claim)
    }

    // MARK: Bytes

    @Test func `a file that grows for nothing breaks the claim about bytes`() throws {
        let world = try friends()

        world.cluster.machines[ben].disk.add("stray", Array(repeating: 0, count: 28 << 20))

        #expect(World.brokenClaims(in: world.cluster) == [])
        #expect(World.brokenClaim { try world.cluster.lookClosely() } == BoundedBytes.claim)
    }

    @Test func `a node that says the same without end breaks the claim about bytes`() throws {
        let world = try friends()
        let blanks = (UInt8(100)...250).map {
            Message.AudienceDigest(audience: $0, digest: Bytes16.zero)
        }

        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            var effects = try engine.step(inbox, at: now, wall: wall)
            for _ in 0..<200 where node == 0 {
                Plant.say(.digests(blanks), by: engine, from: 1, effects: &effects)
            }
            return effects
        }
        try world.cluster.run(for: .seconds(30))

        #expect(World.brokenClaim { try world.cluster.lookClosely() } == BoundedBytes.claim)
    }

    // MARK: Worlds

    // Creates ana, ben and cleo, all friends; ana shares two links by a tag.
    private func friends() throws -> World {
        let world = try World(3)
        for (one, other) in [(ana, ben), (ben, cleo), (ana, cleo)] {
            try world.cluster.befriend(one, other)
        }
        for number in 1...2 {
            let draft = BookmarkDraft(
                url: "https://example.org/\(number)", title: "\(number)", tags: ["art"])
            _ = try world.cluster.keep(draft, for: .friends, at: ana)
        }
        _ = try world.cluster.keep(
            BookmarkDraft(url: "https://example.org/private", title: "private"), for: .private,
            at: ana)
        try world.cluster.settle()
        return world
    }

    // Creates a group founded by ana; ben and cleo are in it, and store something there.
    private func group() throws -> World {
        let world = try World(3)
        let group = try world.cluster.foundGroup(at: ana)
        for node in [ben, cleo] { try world.cluster.letIn(node, into: group, by: ana) }
        for node in [ana, ben, cleo] {
            let draft = BookmarkDraft(url: "https://example.org/\(node)", title: "\(node)")
            _ = try world.cluster.keep(draft, for: .group(GroupAccount.name(group)), at: node)
        }
        try world.cluster.settle()
        return world
    }

    // Compares with what was shown before, and with what is held.
    private func look(_ world: World) throws {
        for machine in world.cluster.machines {
            let logs = try machine.read { (store) throws(StorageError) in
                try HeldLog.all(of: store)
            }
            try world.cluster.recollect(machine, logs)
        }
    }

    private func judge(_ world: World) throws {
        var authority = AuthorityChecker()
        for machine in world.cluster.machines {
            let logs = try machine.read { (store) throws(StorageError) in
                try HeldLog.all(of: store)
            }
            try authority.add(machine, logs)
        }
    }

    // Saves ben's rows, to be put back later.
    private func keepRows(_ world: World) throws {
        try world.tamper(
            ben, "CREATE TABLE kept AS SELECT * FROM objects WHERE \(Wrong.copies)")
        try world.tamper(
            ben,
            """
            CREATE TABLE kept_bookmarks AS
            SELECT b.* FROM bookmarks b JOIN kept k ON k.id = b.object
            """)
    }

    // Makes the store reread its tables.
    private func forget(_ node: Int, _ world: World) {
        world.cluster.machines[node].store?.memory = Memory()
    }

    private func person(_ node: Int, _ world: World) -> String {
        "x'\(Plant.hex(world.cluster.machines[node].person.key.bytes))'"
    }

    // The rows of the chains of a person's `friends` audience.
    private func chains(of node: Int, _ world: World) -> String {
        """
        SELECT c.id FROM chains c JOIN audiences a ON a.id = c.audience
        JOIN people p ON p.id = a.owner WHERE a.kind = 2 AND p.person = \(person(node, world))
        """
    }
}

/// The ways in which tables may differ from the log.
enum Wrong: CaseIterable {
    case title, note, tag, lostRow, place, trash, conflict, hidden

    /// Others' links, as a friend has them.
    static let copies = "kind = 1 AND audience > 1"

    /// Whether it is planted where the links are at home; otherwise at a friend's node.
    var isAtHome: Bool { [.place, .trash].contains(self) }

    var statements: [String] {
        let rows = "(SELECT id FROM objects WHERE \(Self.copies))"
        switch self {
        case .title: return ["UPDATE bookmarks SET title = 'other' WHERE object IN \(rows)"]
        case .note: return ["UPDATE bookmarks SET note = 'other' WHERE object IN \(rows)"]
        case .tag: return ["DELETE FROM tagged WHERE object IN \(rows)"]
        case .lostRow:
            return ["tagged", "bookmarks"].map { "DELETE FROM \($0) WHERE object IN \(rows)" }
                + ["DELETE FROM objects WHERE \(Self.copies)"]
        case .place:
            return [
                """
                INSERT INTO placed (object, audience)
                SELECT o.id, 3 FROM objects o WHERE o.kind = 1 ORDER BY o.id
                """
            ]
        case .trash: return ["UPDATE objects SET hidden = 1 WHERE kind = 1"]
        case .conflict: return ["UPDATE bookmarks SET conflicts = 1 WHERE object IN \(rows)"]
        case .hidden: return ["UPDATE objects SET kind = 2 WHERE \(Self.copies)"]
        }
    }
}
