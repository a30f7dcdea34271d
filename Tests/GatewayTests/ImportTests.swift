import API
import CRDT
import Domain
import Gateway
import Primitives
import Testing

@Suite struct ImportTests {
    private let file = """
        https://a.example/
        https://b.example/
        not an address at all
        https://a.example/
        """

    /// A node that stores URLs, each under an id of its own, as often as requested.
    private actor Shelf {
        private(set) var urls: [String] = []
        private(set) var commands: [Command] = []
        private(set) var audiences: [Audience?] = []
        private(set) var tokens: [ActToken?] = []
        /// The drafts as requested, the last one of each URL.
        private(set) var drafts: [String: BookmarkDraft] = [:]
        private let settings: Settings

        init(_ settings: Settings = Settings(defaultAudience: .private, problem: nil)) {
            self.settings = settings
        }

        func answer(_ request: Request) -> Answer {
            switch request {
            case .command(.addBookmarks(let drafts, let audience, _, let act, _)):
                audiences.append(audience)
                tokens.append(act)
                for draft in drafts { self.drafts[draft.url] = draft }
                return .kept(
                    AdditionReport(outcomes: drafts.map { keep($0.url) }, act: 4, placed: [:]))
            case .command(let command):
                commands.append(command)
                return .done(DoneReport(count: 1, act: 5, summary: ""))
            case .query(.settings):
                return .settings(settings)
            case .query(.check(let url, _)):
                return .check(AddressCheck(url, nil))
            case .query:
                return .rejected(Problem(.notFound, "nothing"))
            }
        }

        private func keep(_ url: String) -> AdditionReport.Outcome {
            if let place = urls.firstIndex(of: url) { return .skipped(id(place)) }
            urls.append(url)
            return .added(id(urls.count - 1))
        }

        private func id(_ place: Int) -> ObjectID {
            ObjectID(Bytes16(high: 1, low: UInt64(place)))
        }
    }

    private func imported(
        _ body: String, _ query: String = "", into shelf: Shelf,
        type: String = "application/octet-stream",
        tell: @escaping @Sendable (Notice) -> Void = { _ in }
    ) async throws -> ImportJobJSON {
        let door = NodeDoor(
            ask: { await shelf.answer($0) }, notices: { _ in .none },
            tell: tell, backup: { _ in .rejected(Problem(.notFound, "")) }, keys: .spelled)
        return try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(door, at: path) {
                let started = try await ask(
                    path, "POST", "/v1/import" + query, body: body,
                    headers: ["Content-Type: \(type)"])
                guard started.status == 202 else { throw try started.read(ProblemJSON.self) }
                var job = try started.read(ImportJobJSON.self)
                while job.state == "running" {
                    job = try await ask(path, "GET", "/v1/jobs/\(job.id)").read(ImportJobJSON.self)
                }
                return job
            }
        }
    }

    @Test func `a file is taken in, and what is wrong is told with its line`() async throws {
        let shelf = Shelf()

        let job = try await imported(file, into: shelf)

        #expect(job.state == "done")
        #expect([job.added, job.skipped, job.refused, job.total] == [2, 1, 1, 4])
        #expect(job.refusals.map(\.line) == [3])
        #expect(job.act == 4)
        #expect(await shelf.urls == ["https://a.example/", "https://b.example/"])
    }

    @Test func `entries of one file with one address add to each other`() async throws {
        let file = """
            url,title,note,tags,added
            https://a.example/,A,one,wool,2021-02-03
            https://b.example/,B,,,
            https://A.example/,,two,"loom,wool",2020-01-01
            https://a.example/,A,two,,
            https://a.example,A,,,

            """
        let shelf = Shelf()

        let job = try await imported(file, into: shelf)

        #expect([job.added, job.merged, job.skipped, job.total] == [2, 1, 2, 5])
        let draft = await shelf.drafts["https://a.example/"]
        #expect(draft?.note == "one\n\ntwo")
        #expect(draft?.tags == ["wool", "loom"])
        #expect(draft?.added == WallTime(milliseconds: 1_577_836_800_000))
        #expect(draft?.isSaidAgain == false)
    }

    @Test func `a repeated address far below adds to the first entry`() async throws {
        let rows = (0..<2000).map { "https://x.example/\($0),," }
        let file =
            "url,note,tags\nhttps://a.example/,one,wool\n" + rows.joined(separator: "\n")
            + "\nhttps://a.example/,two,loom\n"
        let shelf = Shelf()

        let job = try await imported(file, into: shelf)

        #expect(job.added == 2001)
        let draft = await shelf.drafts["https://a.example/"]
        #expect(draft?.isSaidAgain == true)
        #expect(draft?.note == "two")
        #expect(await shelf.drafts["https://x.example/7"]?.isSaidAgain == false)
    }

    @Test func `a warning about the whole file is reported once`() async throws {
        let file = "url,added,cover\nhttps://a.example/,soon,x\nhttps://b.example/,later,x\n"

        let job = try await imported(file, into: Shelf())

        #expect(job.notices.count == 2)
        #expect(job.notices.first == "ignored columns: 'cover'")
        #expect(job.notices.last?.hasPrefix("2 dates, such as 'soon' on line 2,") == true)
    }

    @Test func `progress is reported at the first batch, now and then, and at the end`()
        async throws
    {
        let lines = (0..<5000).map { "https://a.example/\($0 % 10)" }
        let (notices, sender) = AsyncStream<Notice>.makeStream()

        let job = try await imported(
            lines.joined(separator: "\n"), into: Shelf(), tell: { sender.yield($0) })
        sender.finish()
        var told: [ImportProgress] = []
        for await notice in notices {
            if case .importProgress(let progress) = notice { told.append(progress) }
        }

        #expect(
            told.first
                == ImportProgress(job: job.id, state: .running, done: 500, total: nil))
        #expect(
            told.last == ImportProgress(job: job.id, state: .done, done: 5000, total: 5000))
        #expect(told.dropLast().allSatisfy { $0.state == .running })
        #expect(told.map(\.done) == told.map(\.done).sorted())
        #expect(told.count < 10, "of ten batches not each is told")
    }

    @Test(arguments: [("", "group:lab"), ("?audience=private", "private")])
    func `a file goes to the default audience unless one is named`(
        query: String, audience: String
    ) async throws {
        let shelf = Shelf(Settings(defaultAudience: .group("lab"), problem: nil))

        let job = try await imported(file, query, into: shelf)

        #expect(job.audience == audience)
        #expect(await shelf.audiences == [Audience(name: audience)])
    }

    @Test(arguments: ["", "?dry_run=true"])
    func `nothing is taken in where the default audience cannot be written`(
        query: String
    ) async throws {
        let problem = Problem(.roleRequired, "you are not in lab any more")
        let shelf = Shelf(Settings(defaultAudience: .group("lab"), problem: problem))

        let refused = await #expect(throws: ProblemJSON.self) {
            try await imported(file, query, into: shelf)
        }

        #expect(refused?.code == "role_required")
        #expect(refused?.detail.contains("your default audience is group:lab") == true)
        #expect(await shelf.urls.isEmpty)
    }

    @Test func `the same file again adds nothing`() async throws {
        let shelf = Shelf()

        _ = try await imported(file, into: shelf)
        let job = try await imported(file, into: shelf)

        #expect([job.added, job.skipped] == [0, 3])
    }

    @Test func `a dry run counts and keeps nothing`() async throws {
        let shelf = Shelf()

        let job = try await imported(file, "?dry_run=true", into: shelf)

        #expect([job.added, job.skipped, job.refused] == [2, 1, 1])
        #expect(job.dryRun)
        #expect(await shelf.urls.isEmpty)
    }

    @Test func `folders become collections if that is asked`() async throws {
        let shelf = Shelf()
        let html = """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <DL><p><DT><H3>Papers</H3><DL><p><DT><A HREF="https://a.example/">A</A></DL><p></DL>
            """

        let job = try await imported(html, "?folders=collections", into: shelf, type: "text/html")

        #expect(job.collections == 1)
        let token = try #require(await shelf.tokens.first)
        #expect(
            await shelf.commands == [
                .newCollection(name: "Papers", description: "", query: nil, act: token),
                .addToCollection(
                    name: "Papers", .references([.id(ObjectID(Bytes16(high: 1, low: 0)).text)]),
                    act: token),
            ])
    }

    @Test func `the first hundred refusals are listed, and all are counted`()
        async throws
    {
        let lines = ["https://a.example/"] + Array(repeating: "no address", count: 1500)

        let job = try await imported(lines.joined(separator: "\n"), into: Shelf())

        #expect(job.refused == 1500)
        #expect(job.refusals.count == 100)
    }

    @Test func `an entry that is stored with a change is reported with its line`() async throws {
        let title = String(repeating: "t", count: Limits.titleBytesMax + 1)
        let html = """
            <DL><p>
            <DT><A HREF="https://a.example/">\(title)</A>
            <DT><A HREF="https://b.example/" TAGS="\(title),kept">B</A>
            </DL>
            """

        let job = try await imported(html, into: Shelf(), type: "text/html")

        #expect([job.added, job.refused, job.warned] == [2, 0, 2])
        #expect(job.warnings.map(\.line) == [2, 3])
        #expect(job.warnings[0].detail.hasSuffix("the title is longer than 1024 bytes and was cut"))
        #expect(job.warnings[1].detail.contains("left out: "))
    }

    @Test func `the first hundred warnings are listed, and all are counted`()
        async throws
    {
        let tag = String(repeating: "t", count: Limits.tagBytesMax + 1)
        let lines = (0..<1500).map {
            "<DT><A HREF=\"https://a.example/\($0)\" TAGS=\"\(tag)\">a</A>"
        }

        let job = try await imported(
            "<DL><p>\n" + lines.joined(separator: "\n") + "</DL>", into: Shelf())

        #expect(job.warned == 1500)
        #expect(job.warnings.map(\.line) == Array(2...101))
    }

    @Test func `the smart folders of Firefox are left out and not refused`() async throws {
        let html = """
            <DL><p>
            <DT><A HREF="place:type=6&amp;sort=14">Recent Tags</A>
            <DT><A HREF="https://a.example/">A</A>
            <DT><A HREF="data:1">J</A>
            <DT><A HREF="javascript:1">J</A>
            </DL>
            """

        let job = try await imported(html, into: Shelf(), type: "text/html")

        #expect([job.added, job.leftOut, job.refused, job.total] == [1, 1, 1, 2])
        #expect(job.refusals.map(\.line) == [4])
        #expect(job.notices == ["left out: 1 bookmarklet"])
    }

    @Test(arguments: [("", "?format=urls"), ("https://a.example/", "?format=opera"), ("x", "")])
    func `a file without links is refused at once`(body: String, query: String) async throws {
        await #expect(throws: ProblemJSON.self) {
            try await imported(body, query, into: Shelf())
        }
    }

    @Test func `another content type is 415`() async throws {
        let problem = await #expect(throws: ProblemJSON.self) {
            try await imported(file, into: Shelf(), type: "image/png")
        }
        #expect(problem?.status == 415)
    }
}
