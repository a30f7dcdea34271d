import API
import CRDT
import Domain
import Gateway
import Primitives
import Testing

/// Laws over seeds, with real replicas: an export is imported elsewhere and exported again.
@Suite struct RoundTripTests {
    private func withDoor<Value: Sendable>(
        _ replica: Replica, _ use: @escaping @Sendable (String) async throws -> Value
    ) async throws -> Value {
        let door = NodeDoor(
            ask: { await replica.ask($0) }, notices: { _ in .none },
            backup: { _ in .rejected(Problem(.notFound, "")) }, keys: .spelled)
        return try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(door, at: path) { try await use(path) }
        }
    }

    private func export(_ replica: Replica, _ query: String = "format=json") async throws -> String
    {
        try await withDoor(replica) { path in
            try await ask(path, "GET", "/v1/export?" + query).whole
        }
    }

    @discardableResult
    private func take(
        _ file: String, into replica: Replica, _ query: String = ""
    ) async throws -> ImportJobJSON {
        try await withDoor(replica) { path in
            let started = try await ask(
                path, "POST", "/v1/import" + query, body: file,
                headers: ["Content-Type: application/json"])
            guard started.status == 202 else { throw try started.read(ProblemJSON.self) }
            var job = try started.read(ImportJobJSON.self)
            while job.state == "running" {
                job = try await ask(path, "GET", "/v1/jobs/\(job.id)").read(ImportJobJSON.self)
            }
            if let problem = job.problem { throw problem }
            return job
        }
    }

    @Test func `passages marked with another service are imported once, and counted`() async throws
    {
        let file = """
            [{"url": "https://a.example/", "title": "A", "is_archived": 0, "annotations": [
               {"quote": "slow leaves", "text": "mine"}, {"quote": "rolled"},
               {"quote": "slow  leaves", "text": "again"}]},
             {"url": "https://A.example", "title": "A", "is_archived": 0,
              "annotations": [{"quote": "rolled"}]}]
            """
        let ana = try Replica(1)

        let tried = try await take(file, into: ana, "?dry_run=true")
        let first = try await take(file, into: ana)
        let second = try await take(file, into: ana)
        let merged = try await take(file, into: ana, "?on_dup=merge")

        #expect([tried.added, tried.highlights, tried.total] == [3, 2, 6])
        #expect([first.added, first.highlights, first.total] == [3, 2, 6])
        #expect([first.merged, first.skipped] == [1, 2])
        #expect([tried.merged, tried.skipped] == [1, 2])
        #expect([second.added, second.highlights, second.total] == [0, 0, 6])
        #expect(merged.added == 0)
        guard
            case .page(let page) = try await ana.answer(
                .query(.list(ListRequest(query: "type:highlight"))))
        else { throw Unexpected(what: "no list") }
        #expect(page.items.map(\.title).sorted() == ["rolled", "slow leaves"])
        #expect(page.items.map(\.note).sorted() == ["", "mine\n\nagain"])
        guard case .done = try await ana.answer(.command(.undo(act: first.act)))
        else { throw Unexpected(what: "not undone") }
        guard case .page(let empty) = try await ana.answer(.query(.list(ListRequest(query: ""))))
        else { throw Unexpected(what: "no list") }
        #expect(empty.items.isEmpty)
    }

    /// Creates a person with things of several kinds and many additions to them.
    private func world(_ seed: UInt64) async throws -> Replica {
        var dice = Dice(seed: seed)
        let ana = try Replica(1)
        var drafts: [BookmarkDraft] = []
        for number in 0..<12 {
            drafts.append(
                BookmarkDraft(url: "https://a\(number).example/", title: "link \(number)"))
            drafts.append(BookmarkDraft(url: "", title: "garment \(number / 2)", kind: .garment))
            drafts.append(
                BookmarkDraft(
                    url: "https://p.example/", title: "passage \(number)", kind: .highlight))
        }
        let kept = try await ana.answer(
            .command(.addBookmarks(drafts, to: nil, onDuplicate: .skip, act: nil)))
        guard case .kept(let report) = kept else { throw Unexpected(what: "\(kept)") }
        let ids = report.outcomes.compactMap { if case .added(let id) = $0 { id } else { nil } }
        #expect(ids.count == 36)
        func anything() -> Reference { .id(ids[dice.roll(below: ids.count)].text) }
        var comments: [(thing: Reference, id: ObjectID)] = []
        for step in 0..<60 {
            let command: Command
            switch dice.roll(below: 8) {
            case 0: command = .react(anything(), dice.roll(below: 2) == 0 ? .like : .dislike)
            case 1, 2:
                command = .comment(anything(), text: "word \(dice.roll(below: 3))", inReplyTo: nil)
            case 3, 4:
                guard let last = comments.last else { continue }
                let (thing, parent) =
                    dice.roll(below: 2) == 0 ? last : comments[dice.roll(below: comments.count)]
                command = .comment(
                    thing, text: "reply \(dice.roll(below: 2))", inReplyTo: .id(parent.text))
            case 5:
                let name = "shelf \(dice.roll(below: 4))"
                _ = try await ana.answer(
                    .command(.newCollection(name: name, description: "d\(step)", query: nil)))
                command = .addToCollection(name: name, .references([anything(), anything()]))
            case 6:
                command = .addTagRule(
                    query: "r\(dice.roll(below: 5)).example", tags: ["t\(dice.roll(below: 3))"])
            default:
                let target: FollowTarget =
                    dice.roll(below: 2) == 0
                    ? .typed("#t\(dice.roll(below: 4))") : .thing(anything())
                command = .feeds(.attend(target, .follow))
            }
            if case .comment(let comment) = try await ana.answer(.command(command)),
                case .comment(let thing, _, _, _) = command
            {
                comments.append((thing, comment.id))
            }
        }
        _ = try await ana.answer(
            .command(.newCollection(name: "query", description: "", query: "#t1")))
        return ana
    }

    /// Returns the contents of a file, with titles instead of ids and without times; sorted except for the members of
    /// collections.
    private func meaning(_ file: String) throws -> [String] {
        let root = try decoded(Exported.self, from: file)
        var titles: [String: String] = [:]
        var lines: [String] = []
        for thing in root.bookmarks {
            let title = thing.title + (thing.type ?? "")
            titles[thing.id] = title
            if let reference = thing.reference { titles[reference] = title }
            lines.append("thing \(title) \(thing.url) \(thing.tags)")
        }
        func title(_ id: String) -> String { titles[id] ?? "nothing here: \(id)" }
        lines += (root.collections ?? []).map {
            "collection \($0.name) \($0.description) \($0.query ?? "") "
                + "\(($0.members ?? []).map(title))"
        }
        lines += (root.tagRules ?? []).map { "rule \($0.query) \($0.tags)" }
        lines += (root.follows ?? []).map {
            "\($0.attention) \($0.form) \($0.form == "thing" ? title($0.what) : $0.what)"
        }
        lines += (root.reactions ?? []).map { "\($0.reaction) \(title($0.thing))" }
        var words: [String: String] = [:]
        for comment in root.comments ?? [] {
            let answered = comment.parent.map { words[$0] ?? "nothing here" } ?? ""
            words[comment.reference] = "\(answered) > \(comment.text)"
            lines.append("said of \(title(comment.thing)): \(answered) > \(comment.text)")
        }
        return lines.sorted()
    }

    private struct Exported: Decodable {
        struct Thing: Decodable {
            let id, title, url: String
            let tags: [String]
            let type, reference: String?
        }
        struct Collection: Decodable {
            let name, description: String
            let query: String?
            let members: [String]?
        }
        struct Rule: Decodable {
            let query: String
            let tags: [String]
        }
        struct Follow: Decodable { let attention, form, what: String }
        struct ReceivedReaction: Decodable { let thing, reaction: String }
        struct Words: Decodable {
            let reference, thing, text: String
            let parent: String?

            enum CodingKeys: String, CodingKey {
                case reference, thing, text
                case parent = "in_reply_to"
            }
        }
        let bookmarks: [Thing]
        let collections: [Collection]?
        let tagRules: [Rule]?
        let follows: [Follow]?
        let reactions: [ReceivedReaction]?
        let comments: [Words]?

        enum CodingKeys: String, CodingKey {
            case bookmarks, collections, follows, reactions, comments
            case tagRules = "tag_rules"
        }
    }

    private struct Unexpected: Error {
        let what: String
    }

    @Test(arguments: 1...12)
    func `an export that is imported elsewhere and exported again says the same`(
        seed: UInt64
    ) async throws {
        let ana = try await world(seed)
        let ben = try Replica(2)
        let file = try await export(ana)
        let said = try meaning(file)
        #expect(said.count > 50 && !said.contains { $0.contains("nothing here") })

        let would = try await take(file, into: ben, "?dry_run=true")
        let job = try await take(file, into: ben)

        #expect(try meaning(await export(ben)) == said)
        #expect(job.warnings.isEmpty && job.refusals.isEmpty)
        #expect(would.sections == job.sections)
        // Repeated, it adds nothing, and neither does it at its origin.
        for replica in [ana, ben] {
            let again = try await take(file, into: replica)
            #expect(again.added == 0 && again.act == nil)
            #expect(again.sections.allSatisfy { $0.added + $0.refused + $0.leftOut == 0 })
            #expect(try meaning(await export(replica)) == said)
            let wouldAgain = try await take(file, into: replica, "?dry_run=true")
            #expect(wouldAgain.added == 0 && wouldAgain.sections == again.sections)
        }
        // All of it is one act.
        _ = try await ben.answer(.command(.undo(act: job.act)))
        #expect(try meaning(await export(ben)).isEmpty)
    }

    @Test(arguments: 1...6, ["tags", "collections"])
    func `a page with folders is taken in once, and fills the collections again`(
        seed: UInt64, folders: String
    ) async throws {
        let ana = try await world(seed)
        let ben = try Replica(2)
        let file = try await export(ana, "format=html&folders=\(folders)")

        let job = try await take(file, into: ben, "?folders=\(folders)")
        let again = try await take(file, into: ben, "?folders=\(folders)")

        #expect(job.added == 12 && job.refused == 0 && job.warnings.isEmpty)
        #expect(again.added == 0 && again.merged == 0)
        // Everything but the time of the last change, which is now.
        func lines(_ file: String) -> [String] {
            file.split(separator: "\n").map {
                String($0.replacing(#/\ LAST_MODIFIED="[0-9]*"/#, with: ""))
            }.sorted()
        }
        #expect(lines(try await export(ben, "format=html&folders=\(folders)")) == lines(file))
        if folders == "tags" { #expect(!file.contains("=\"collections\"")) }
    }

    @Test(arguments: 1...6)
    func `replies find what they answer, however the comments stand in the file`(
        seed: UInt64
    ) async throws {
        let ana = try await world(seed)
        let ben = try Replica(2)
        let file = try await export(ana)
        var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let begin = try #require(lines.firstIndex(of: " \"comments\": ["))
        let end = try #require(lines[begin...].firstIndex { $0.hasPrefix("]") })
        var dice = Dice(seed: seed)
        let comments = dice.shuffle(
            lines[(begin + 1)..<end].map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 })
        lines.replaceSubrange(
            (begin + 1)..<end, with: [comments.joined(separator: ",\n")])

        let job = try await take(lines.joined(separator: "\n"), into: ben)

        #expect(job.warnings.isEmpty && job.refusals.isEmpty)
        #expect(try meaning(await export(ben)) == meaning(file))
    }

    @Test func `replies in a circle are kept, and one of them answers nothing`() async throws {
        let ana = try await world(1)
        let file = try await export(ana)
        let thing = try #require(
            try decoded(Exported.self, from: file).bookmarks.first?.id)
        let names = (1...3).map { ThingReference(Bytes16(high: 8, low: UInt64($0))).text }
        let circle = (0..<3).map {
            """
            {"reference": "\(names[$0])", "thing": "\(thing)", "text": "c\($0)", \
            "in_reply_to": "\(names[($0 + 1) % 3])"}
            """
        }
        let head = file.components("\"collections\": [")[0]
        let made = head + "\"comments\": [\n" + circle.joined(separator: ",\n") + "]}"
        let ben = try Replica(2)

        for _ in 1...2 { try await take(made, into: ben) }

        let said = try meaning(await export(ben)).filter { $0.hasPrefix("said of") }
        #expect(said.count == 3)
        #expect(said.filter { $0.contains("nothing here") }.isEmpty)
    }

    @Test func `entries that no file of ours has are reported, and nothing is lost`() async throws {
        let ana = try await world(2)
        let file = try await export(ana)
        let head = file.components("\"collections\": [")[0]
        let ben = try Replica(2)
        let gone = ObjectID(Bytes16(high: 1, low: 1)).text
        let made =
            head + """
                "dreams": [1], "comments": 7,
                "reactions": [{"thing": "\(gone)", "reaction": "like"}, 5],
                "live_shares": [{"query": "#a", "audience": "public"}],
                "tag_rules": [{"query": "z.example", "tags": ["z"]}]}
                """

        let job = try await take(made, into: ben)

        #expect(job.state == "done" && job.added == 36)
        #expect(job.warnings.count == 4 && job.warned == 4)
        #expect(job.refusals.count == 1)
        var counts: [String: [Int]] = [:]
        for section in job.sections {
            counts[section.section] = [section.added, section.leftOut, section.refused]
        }
        #expect(
            counts == ["reactions": [0, 1, 1], "live_shares": [0, 1, 0], "tag_rules": [1, 0, 0]])
    }

    @Test func `a part of what is kept, or what some may see, says nothing beside its things`()
        async throws
    {
        let ana = try await world(3)

        for query in ["&q=link", "&type=link", "&audience=public"] {
            let part = try await withDoor(ana) { path in
                try await ask(path, "GET", "/v1/export?format=json" + query).whole
            }
            #expect(!part.contains("\"comments\"") && !part.contains("\n \"person\""))
            #expect(part.hasSuffix("]}\n"))
        }
        #expect(try await export(ana).contains("\n \"person\""))
    }
}

extension Heard {
    /// The body without the lengths of its chunks. - Source: RFC 9112, section 7.1.
    fileprivate var whole: String {
        guard head.lowercased().contains("transfer-encoding: chunked") else { return body }
        var rest = Array(body.utf8)[...]
        var bytes: [UInt8] = []
        while let end = rest.firstIndex(of: 0x0D),
            let count = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), count > 0
        {
            rest = rest[(end + 2)...]
            bytes += rest.prefix(count)
            rest = rest.dropFirst(count + 2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        guard let range = firstRange(of: separator) else { return [self] }
        return [String(self[..<range.lowerBound]), String(self[range.upperBound...])]
    }
}
