import CRDT
import Domain
import Primitives
import Testing

@testable import Simulator
@testable import Store

/// Tests reports, profiles and snapshots in calm worlds, and faults planted against the claims about them.
@Suite struct ThingCheckerTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2

    // MARK: Reports

    @Test func `a report reaches whose thing it is alone, and goes when it is taken back`() throws {
        let (world, link) = try reported()

        try checkReports(world)
        #expect(try (ana...cleo).map { try reports(at: $0, world).count } == [1, 1, 0])
        #expect(try reports(at: ana, world).first?.thing?.id == link)

        try world.cluster.done(.remove(.references([.id(link.text)])), at: ana)
        try pass(world)
        try checkReports(world)
        #expect(try reports(at: ben, world).map(\.thing) == [nil])

        let id = try #require(try reports(at: ben, world).first).id
        try world.cluster.done(.removeReport(id.text), at: ben)
        try pass(world)
        try checkReports(world)
        #expect(try (ana...cleo).allSatisfy { try reports(at: $0, world).isEmpty })
    }

    @Test func `a report that who is told it does not read breaks its claim`() throws {
        let (world, _) = try reported()

        try world.tamper(ana, "DELETE FROM reports")

        #expect(World.brokenClaim { try ReportChecker.check(world.cluster) } == ReportChecker.told)
    }

    @Test func `a report that shows at who is not told it breaks its claim`() throws {
        let (world, _) = try reported()
        let words = try world.cluster.machines[ben].read { (store) throws(StorageError) in
            try store.ownReports().first?.bytes
        }
        let hex = try #require(words).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let writer = world.cluster.machines[ben].person
        let author = try world.cluster.machines[cleo].read { (store) throws(StorageError) in
            try store.number(of: writer)
        }

        try world.tamper(
            cleo,
            "INSERT INTO reports (object, reporter, made, state, words) "
                + "SELECT min(id), \(author), 1, 1, X'\(hex)' FROM objects")

        #expect(
            World.brokenClaim { try ReportChecker.checkRead(world.cluster) } == ReportChecker.read)
    }

    @Test func `a report that its reader has put away breaks no claim`() throws {
        let (world, _) = try reported()
        let id = try #require(try reports(at: ana, world).first).id

        try world.cluster.done(.removeReport(id.text), at: ana)
        try pass(world)

        #expect(try (ana...cleo).map { try reports(at: $0, world).count } == [0, 1, 0])
        try checkReports(world)
    }

    // MARK: Profiles

    @Test func `who one says one is friends read, and nobody what one keeps to oneself`() throws {
        let world = try friends()
        try say(ProfileChange(about: "for friends"), at: ana, world)
        try say(ProfileChange(about: "for me", audience: .private), at: ben, world)
        try say(ProfileChange(name: "Ana of Graz", about: "again"), at: ana, world)
        try world.cluster.settle()

        for node in ana...ben {
            try ProfileChecker.checkTold(of: world.cluster.machines[node], world.cluster)
        }
        let shown = try world.cluster.machines[cleo].shown(at: world.cluster.now)
        #expect(shown.map(\.title) == ["Ana of Graz"] && shown.map(\.note) == ["again"])
        #expect(world.cluster.machines[ana].diary.living.count == 1)
        #expect(World.brokenClaims(in: world.cluster).isEmpty)
    }

    @Test func `a profile that a friend shows otherwise breaks its claim`() throws {
        let world = try friends()
        try say(ProfileChange(about: "here I am"), at: ana, world)
        try world.cluster.settle()

        try world.tamper(ben, "UPDATE bookmarks SET note = 'else' WHERE kind = 20")

        let claim = World.brokenClaim {
            try ProfileChecker.checkTold(of: world.cluster.machines[ana], world.cluster)
        }
        #expect(claim == ProfileChecker.claim)
    }

    // MARK: Snapshots

    @Test func `a saved page that is taken away goes in its time, here and there`() throws {
        let (world, link, page) = try saved()
        let change = BookmarkChange(details: [DetailChange(.snapshot, remove: [page.text])])

        #expect(try ErasedFiles.check(machine(ben, world), at: world.cluster.now) == [])
        try world.cluster.done(.edit(.id(link.text), change), at: ana)
        try world.cluster.settle()

        for node in ana...ben {
            let erased = try ErasedFiles.check(machine(node, world), at: world.cluster.now)
            #expect(erased == [page.nameText])
        }
        #expect(World.brokenClaims(in: world.cluster).isEmpty)
    }

    @Test(arguments: [
        "DELETE FROM facets WHERE detail = 93", "UPDATE blobs SET held = 0",
    ])
    func `a file that stays for nothing, or goes too soon, breaks its claim`(sql: String) throws {
        let (world, _, _) = try saved()

        let claim = World.brokenClaim {
            try ErasedFiles.check(machine(ben, world), at: world.cluster.now) {
                (store) throws(StorageError) in try store.database.run(sql)
            }
        }
        #expect(claim == ErasedFiles.claim)
    }

    // MARK: Rules

    @Test func `rules that two machines apply apart put each tag on once`() throws {
        let world = try World(2, further: 1)
        try world.cluster.pair(2, by: ana)
        _ = try world.cluster.keep(draft("one", ["art"]), at: ana)
        try world.cluster.settle()
        try world.cluster.done(.addTagRule(query: "#art", tags: ["day"]), at: ana)
        try world.cluster.settle()
        world.cluster.cut(ana, 2)

        for node in [ana, 2] { try world.cluster.done(.applyTagRules(nil), at: node) }
        try world.cluster.heal()
        try world.cluster.run(for: .seconds(300))

        for node in [ana, 2] {
            #expect(
                try machine(node, world).shown(at: world.cluster.now).map(\.tags) == [
                    ["art", "day"]
                ])
        }
        try OwnDevices.check(world.cluster)
    }

    // MARK: Worlds

    private func friends() throws -> World {
        let world = try World(3)
        for (first, second) in [(ana, ben), (ana, cleo), (ben, cleo)] {
            try world.cluster.befriend(first, second)
        }
        try world.cluster.settle()
        return world
    }

    // Direct audiences arrive as well.
    private func pass(_ world: World) throws {
        try world.cluster.settle()
        try world.cluster.run(for: .seconds(60))
    }

    // Creates a world in which ben has reported a link of ana's that ben and cleo see.
    private func reported() throws -> (World, ObjectID) {
        let world = try friends()
        let link = try world.cluster.keep(draft("seen"), for: .friends, at: ana)
        try world.cluster.settle()
        let command = try #require(try world.cluster.report(of: link, at: ben))
        try world.cluster.done(command, at: ben)
        try pass(world)
        return (world, link)
    }

    // Creates a world in which ana shows friends a link with a snapshot.
    private func saved() throws -> (World, ObjectID, BlobReference) {
        let world = try friends()
        let word = world.cluster.canaries.next(writer: ana)
        let digits = try #require(Canaries.find(in: Array(word.utf8)).first)
        var dice = Dice(seed: 1)
        let page = try #require(
            try world.cluster.putIn(
                PageWork.page(by: &dice), as: .snapshot, at: ana, marked: digits))
        var draft = draft(word)
        draft.details = [Detail(.snapshot, [page.text])]
        let link = try world.cluster.keep(draft, for: .friends, at: ana)
        try world.cluster.settle()
        try world.cluster.run(for: .seconds(60))
        return (world, link, page)
    }

    private func draft(_ word: String, _ tags: [String] = []) -> BookmarkDraft {
        BookmarkDraft(url: "https://node0.example/1/\(word)", title: "link", tags: tags)
    }

    private func machine(_ node: Int, _ world: World) -> SimulatedNode {
        world.cluster.machines[node]
    }

    private func reports(at node: Int, _ world: World) throws -> [ThingReport] {
        try ReportWork.shown(at: machine(node, world))
    }

    private func checkReports(_ world: World) throws {
        try ReportChecker.checkRead(world.cluster)
        try ReportChecker.check(world.cluster)
    }

    private func say(_ change: ProfileChange, at node: Int, _ world: World) throws {
        try world.cluster.done(.feeds(.profile(change)), at: node)
    }
}
