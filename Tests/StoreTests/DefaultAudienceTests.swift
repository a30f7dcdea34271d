import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests the default audience of new things.
@Suite struct DefaultAudienceTests {
    private static func friends(
        path: String = ":memory:"
    ) throws -> (ana: WriteReplica, ben: WriteReplica) {
        let ana = try WriteReplica(1, name: "Ana", path: path)
        let ben = try WriteReplica(2, name: "Ben")
        try ana.add(friend: ben)
        try ben.add(friend: ana)
        return (ana, ben)
    }

    private static func link(_ title: String, tags: [String] = []) -> BookmarkDraft {
        BookmarkDraft(url: "https://quilt.example/\(title)", title: title, tags: tags)
    }

    private static func makeGroup(_ name: String, _ ana: WriteReplica) throws {
        try ana.step { (store) throws(StorageError) in
            _ = try store.newGroup(name, addresses: [], at: ana.wall)
        }
    }

    private static func settings(_ ana: WriteReplica) throws -> Settings {
        try ana.step { (store) throws(StorageError) in try store.settings() }
    }

    private static func problem(_ answer: Answer) -> Problem? {
        if case .rejected(let problem) = answer { problem } else { nil }
    }

    private static func placement(
        _ title: String, _ ana: WriteReplica, in audience: Audience? = nil
    ) throws -> [Audience] {
        let id = try #require(try ana.keep(link(title), in: audience).first)
        return try ana.link(id).placement
    }

    @Test func `a link without an audience is private at first`() throws {
        let (ana, _) = try Self.friends()

        #expect(try Self.settings(ana) == Settings(defaultAudience: .private, problem: nil))
        #expect(try Self.placement("1", ana) == [])
    }

    @Test(arguments: [Audience.friends, .public, .group("lab"), .person("Ben")])
    func `new links go to the default audience, and where they are sent by name`(
        audience: Audience
    ) throws {
        let (ana, _) = try Self.friends()
        try Self.makeGroup("lab", ana)
        let before = try #require(try ana.keep(Self.link("before")).first)

        let answer = try ana.perform(.setDefaultAudience(audience))

        guard case .done(let report) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(report.summary.contains(audience.name))
        #expect(try Self.settings(ana) == Settings(defaultAudience: audience, problem: nil))
        #expect(try ana.link(before).placement == [])
        #expect(try Self.placement("1", ana) == [audience])
        #expect(try Self.placement("2", ana, in: .private) == [])
        #expect(try Self.placement("3", ana, in: .friends) == [.friends])
        try ana.perform(.setDefaultAudience(.private))
        #expect(try Self.placement("4", ana) == [])
    }

    @Test func `the answer tells where new links went`() throws {
        let (ana, _) = try Self.friends()
        try ana.perform(.setDefaultAudience(.friends))
        func audience(_ title: String, _ named: Audience?) throws -> Audience? {
            let answer = try ana.perform(
                .addBookmarks([Self.link(title)], to: named, onDuplicate: .skip, act: nil))
            guard case .kept(let report) = answer else { return nil }
            return report.audience
        }

        #expect(try audience("1", nil) == .friends)
        #expect(try audience("1", nil) == .friends)
        #expect(try audience("2", .private) == .private)
    }

    @Test func `choosing one friend alone begins no audience with them`() throws {
        let (ana, ben) = try Self.friends()
        func groups() throws -> Int {
            try ana.step { (store) throws(StorageError) in try store.groups().count }
        }

        try ana.perform(.setDefaultAudience(.person("Ben")))

        #expect(try groups() == 0)
        try ana.keep(Self.link("for ben"))
        #expect(try groups() == 1)
        try ana.sync(to: ben)
        #expect(try ben.links(of: ana).map(\.title) == ["for ben"])
    }

    @Test func `live shares go on beside the default audience`() throws {
        let (ana, _) = try Self.friends()
        try Self.makeGroup("lab", ana)
        try ana.perform(.share(.query("#loom"), with: .group("lab"), isLive: true))
        try ana.perform(.setDefaultAudience(.friends))

        let answer = try ana.perform(
            .addBookmarks(
                [Self.link("1", tags: ["loom"])], to: nil, onDuplicate: .skip, act: nil))

        guard case .kept(let report) = answer, case .added(let id)? = report.outcomes.first else {
            Issue.record("\(answer)")
            return
        }
        #expect(report.placed == [.group("lab"): 1])
        #expect(try ana.link(id).placement == [.friends, .group("lab")])
    }

    @Test func `nothing is kept anywhere once a group has ended, until somebody says where`() throws
    {
        let (ana, _) = try Self.friends()
        try Self.makeGroup("lab", ana)
        try ana.perform(.setDefaultAudience(.group("lab")))
        try ana.perform(.dissolveGroup("lab"))
        let links = try ana.links(of: ana).count

        let answer = try ana.perform(
            .addBookmarks([Self.link("1")], to: nil, onDuplicate: .skip, act: nil))

        let problem = try #require(Self.problem(answer))
        #expect(problem.code == .roleRequired)
        #expect(problem.detail.hasPrefix("nothing was added: your default audience is group:lab"))
        #expect(problem.fix.contains("weft config set audience"))
        #expect(try ana.links(of: ana).count == links)
        #expect(try Self.settings(ana).problem?.code == .roleRequired)
        #expect(try Self.placement("2", ana, in: .private) == [])
    }

    @Test func `nothing is kept anywhere once a friendship has ended`() throws {
        let (ana, ben) = try Self.friends()
        let cleo = try WriteReplica(3, name: "Cleo")
        try ana.perform(.setDefaultAudience(.person("Ben")))
        try ana.perform(.removeFriend(PersonReference("Ben"), isBlocked: false))
        // Somebody else takes the name that has become free.
        try ana.add(friend: cleo)
        try ana.perform(.renameFriend(PersonReference("Cleo"), to: "Ben"))

        let answer = try ana.perform(
            .addBookmarks([Self.link("1")], to: nil, onDuplicate: .skip, act: nil))

        #expect(Self.problem(answer)?.code == .notFound)
        try ana.sync(to: cleo)
        #expect(try cleo.links(of: ana).isEmpty)
        #expect(try ben.links(of: ana).isEmpty)
    }

    @Test func `another group that takes the name gets nothing`() throws {
        let (ana, _) = try Self.friends()
        try Self.makeGroup("lab", ana)
        try ana.perform(.setDefaultAudience(.group("lab")))

        try ana.perform(.editGroup("lab", GroupChange(name: "atelier")))
        try Self.makeGroup("lab", ana)

        #expect(try Self.settings(ana).defaultAudience == .group("atelier"))
        #expect(try Self.placement("1", ana) == [.group("atelier")])
    }

    @Test(arguments: [Audience.group("lab"), .person("Cleo")])
    func `an audience that is not there is not taken`(audience: Audience) throws {
        let (ana, _) = try Self.friends()
        try ana.perform(.setDefaultAudience(.friends))

        let answer = try ana.perform(.setDefaultAudience(audience))

        #expect(Self.problem(answer)?.code == .notFound)
        #expect(try Self.settings(ana).defaultAudience == .friends)
    }

    @Test func `a file of this computer is refused where the default audience is not private`()
        throws
    {
        let (ana, _) = try Self.friends()
        try ana.perform(.setDefaultAudience(.friends))

        let answer = try ana.perform(
            .addBookmarks(
                [BookmarkDraft(url: "file:///etc/passwd")], to: nil, onDuplicate: .skip, act: nil))

        guard case .kept(let report) = answer, case .refused(let problem)? = report.outcomes.first
        else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.code == .invalidValue)
    }

    @Test func `it outlives the node`() throws {
        let file = try TemporaryDatabase()
        var ana: WriteReplica? = try Self.friends(path: file.path).ana
        try ana?.perform(.setDefaultAudience(.friends))
        try ana?.store.close()
        ana = nil

        let again = try WriteReplica(1, name: "Ana", path: file.path)

        #expect(try Self.settings(again).defaultAudience == .friends)
    }

    @Test func `each device of a person has its own`() throws {
        let first = try WriteReplica(1, name: "Ana")
        let second = try WriteReplica(1, device: 2, name: "Ana")
        try first.perform(.setDefaultAudience(.friends))

        try first.mirror(to: second)

        #expect(try Self.settings(second).defaultAudience == .private)
    }

    @Test(arguments: [[1], [2], [3]] + [4, 5].map { [$0] + [UInt8](repeating: 7, count: 32) })
    func `a stored default audience is read back, and other bytes are invalid`(bytes: [UInt8]) {
        #expect(DefaultAudience(bytes: bytes)?.bytes == bytes)
        #expect(DefaultAudience(bytes: bytes + [0]) == nil)
        #expect(DefaultAudience(bytes: Array(bytes.dropLast())) == nil)
        #expect(DefaultAudience(bytes: [6]) == nil)
    }

    @Test func `an address is known by one's own link, or by one where new links go`() throws {
        let (ana, _) = try Self.friends()
        try Self.makeGroup("lab", ana)
        let own = try #require(try ana.keep(Self.link("own"), in: .private).first)
        let shared = try #require(try ana.keep(Self.link("shared"), in: .group("lab")).first)
        func known(_ title: String) throws -> ObjectID? {
            let query = Query.known(url: Self.link(title).url)
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(query, now: ana.wall)
            }
            guard case .check(let check)? = answer else {
                throw WriteReplica.Unexpected(what: "\(answer as Any)")
            }
            #expect(check.canonicalURL == Self.link(title).url)
            return check.kept?.id
        }

        #expect(try known("own") == own)
        #expect(try known("shared") == nil)
        try ana.perform(.setDefaultAudience(.group("lab")))

        #expect(try known("own") == own)
        #expect(try known("shared") == shared)
        #expect(try known("new") == nil)
    }
}
