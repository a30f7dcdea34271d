import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests several changes of many things as one act.
@Suite struct BulkChangeTests {
    /// The amounts of work in a slice: all of it, one thing, and between.
    private static let limits = [200, 1, 2, 7].map { rows in
        var limits = StoreLimits.standard
        limits.workRows = rows
        limits.workDeltas = min(rows, 3)
        return limits
    }

    private static func draft(_ name: String, _ tags: String...) -> BookmarkDraft {
        BookmarkDraft(url: "https://bulk.example/\(name)", title: name, tags: tags)
    }

    private func report(_ answer: Answer) throws -> ChangesReport {
        guard case .changed(let report) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return report
    }

    private func problem(_ answer: Answer) throws -> Problem {
        guard case .rejected(let problem) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return problem
    }

    private func counts(_ report: ChangesReport) -> [[Int]] {
        report.changes.map { [$0.matched, $0.changed] }
    }

    private func members(_ ana: WriteReplica, _ name: String) throws -> [String] {
        let answer = try ana.step { (store) throws(StorageError) in
            try store.answer(
                .members(ofCollection: name, limit: 100, cursor: nil), now: ana.wall)
        }
        guard case .page(let page) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer as Any)")
        }
        return page.items.map(\.title)
    }

    private func preview(_ changes: [BulkChange], _ ana: WriteReplica) throws -> Answer {
        let begun = try ana.step { (store) throws(StorageError) in
            try store.preview(.changeMany(changes), at: ana.wall)
        }
        switch begun {
        case .answered(let answer): return answer
        case .notMine: throw WriteReplica.Unexpected(what: "not the store's")
        case .long(var work):
            while true {
                let answer = try ana.step { (store) throws(StorageError) in
                    try store.proceed(&work, at: ana.wall)
                }
                if let answer { return answer }
            }
        }
    }

    // Without the time of the last change.
    private func plain(_ ana: WriteReplica) throws -> [String] {
        try ana.links(of: ana).map { thing in
            [
                thing.title, thing.tags.sorted().joined(separator: ","),
                thing.placement.map(\.name).joined(separator: ","), "\(thing.isUnread)",
                thing.size.letter,
            ].joined(separator: " ")
        } + members(ana, "Shelf")
    }

    private func shelf(_ limits: StoreLimits) throws -> (ana: WriteReplica, ids: [Reference]) {
        let ana = try WriteReplica(1, name: "Ana", limits: limits)
        let ids = try ana.keep(
            Self.draft("a", "wool"), Self.draft("b", "wool"), Self.draft("c"), Self.draft("d"))
        try ana.perform(.newCollection(name: "Shelf", description: "", query: nil))
        let references = ids.map { Reference.id($0.text) }
        try ana.perform(
            .addToCollection(name: "Shelf", .references([references[1], references[0]])))
        return (ana, references)
    }

    @Test(arguments: limits)
    func `each change sees what those before it did`(limits: StoreLimits) throws {
        let (ana, ids) = try shelf(limits)

        let answer = try ana.perform(
            .changeMany([
                BulkChange(.addTags(["new", "wool"]), .references([ids[2], ids[0]])),
                BulkChange(.setUnread(true), .query("#new")),
                BulkChange(.setSize(.large), .query("is:unread")),
                BulkChange(.share(with: .friends), .query("#wool")),
                BulkChange(.addToCollection("Shelf"), .query("is:friends")),
                BulkChange(.removeTags(["WOOL"]), .query("in:Shelf")),
                BulkChange(.trash, .references([ids[3]])),
                BulkChange(.addTags(["gone"]), .references([ids[3]])),
            ]))

        let report = try report(answer)
        #expect(
            counts(report)
                == [[2, 2], [2, 2], [2, 2], [3, 3], [3, 1], [3, 3], [1, 1], [1, 0]])
        #expect(report.act != nil && report.changes.allSatisfy { $0.problem == nil })
        #expect(try members(ana, "Shelf") == ["b", "a", "c"])
        #expect(
            try plain(ana).prefix(3) == [
                "a new friends true l", "b  friends false m", "c new friends true l",
            ])
    }

    @Test(arguments: limits)
    func `one undo takes all of it back, and one redo does it again`(limits: StoreLimits) throws {
        let (ana, ids) = try shelf(limits)
        let before = try plain(ana)
        try ana.perform(
            .changeMany([
                // Of each pair the second reverts a part of the first.
                BulkChange(.addToCollection("Shelf"), .references([ids[3], ids[2]])),
                BulkChange(.removeFromCollection("Shelf"), .references([ids[3], ids[1]])),
                BulkChange(.addToCollection("Shelf"), .references([ids[1]])),
                BulkChange(.addTags(["x"]), .references([ids[0], ids[2]])),
                BulkChange(.removeTags(["x", "wool"]), .references([ids[0]])),
                BulkChange(.addTags(["wool"]), .references([ids[0]])),
                BulkChange(.setUnread(true), .references(ids)),
                BulkChange(.setUnread(false), .references([ids[0]])),
                BulkChange(.share(with: .friends), .references(ids)),
                BulkChange(.unshare(from: .friends), .references([ids[2]])),
                BulkChange(.setSize(.small), .references(ids)),
                BulkChange(.setSize(.large), .references([ids[3]])),
                BulkChange(.trash, .references([ids[3]])),
            ]))
        let after = try plain(ana)

        for _ in 0..<2 {
            try ana.perform(.undo(act: nil))
            #expect(try plain(ana) == before)
            try ana.perform(.redo(act: nil))
            #expect(try plain(ana) == after)
        }
        #expect(after != before)
        #expect(try members(ana, "Shelf") == ["a", "c", "b"])
    }

    @Test func `a bulk change that was stopped is undone as far as it came`() throws {
        let (ana, ids) = try shelf(Self.limits[1])
        let before = try plain(ana)
        let begun = try ana.step { (store) throws(StorageError) in
            try store.perform(
                .changeMany([
                    BulkChange(.addToCollection("Shelf"), .references([ids[3], ids[2]])),
                    BulkChange(.removeFromCollection("Shelf"), .references([ids[3]])),
                    BulkChange(.trash, .query("")),
                ]), at: ana.wall)
        }
        guard case .long(var work) = begun else {
            Issue.record("it was done at once")
            return
        }
        for _ in 0..<6 {
            let answer = try ana.step { (store) throws(StorageError) in
                try store.proceed(&work, at: ana.wall)
            }
            #expect(answer == nil)
        }
        let between = try plain(ana)

        try ana.perform(.undo(act: work.actNumber))

        #expect(between != before)
        #expect(try plain(ana) == before)
        #expect(work.stopped.code == .conflict)
    }

    @Test(
        arguments: [
            (BulkChange(.addTags(["ok", "\u{7}"]), .query("")), "/ops/1/tags/1", .invalidValue),
            (BulkChange(.addTags([]), .query("")), "/ops/1/tags", .invalidValue),
            (BulkChange(.trash, .query("colour:red")), "/ops/1/query", .invalidQuery),
            (BulkChange(.trash, .references([])), "/ops/1/ids", .invalidValue),
            (BulkChange(.trash, .references([.id("AAAA")])), "/ops/1/ids/0", .invalidValue),
            (BulkChange(.trash, .references([.id("AAAAAAA0")])), "/ops/1/ids/0", .notFound),
            (BulkChange(.setUnread(true), .references([.id("?")])), "/ops/1/ids/0", .invalidValue),
            (BulkChange(.share(with: .private), .query("")), "/ops/1/audience", .invalidValue),
            (BulkChange(.share(with: .group("x")), .query("")), "/ops/1/audience", .notFound),
            (BulkChange(.share(with: .person("x")), .query("")), "/ops/1/audience", .notFound),
            (BulkChange(.unshare(from: .group("x")), .query("")), "/ops/1/audience", .notFound),
            (BulkChange(.addToCollection("x"), .query("")), "/ops/1/collection", .notFound),
            (BulkChange(.removeFromCollection("Asks"), .query("")), "/ops/1/collection", .conflict),
        ] as [(BulkChange, String, Problem.Code)])
    func `one that is wrong leaves all undone, and says where it is`(
        wrong: BulkChange, pointer: String, code: Problem.Code
    ) throws {
        let (ana, ids) = try shelf(.standard)
        try ana.perform(.newCollection(name: "Asks", description: "", query: "#wool"))
        let before = try plain(ana)

        let answer = try ana.perform(
            .changeMany([
                BulkChange(.addTags(["x"]), .references(ids)), wrong,
                BulkChange(.trash, .query("")),
            ]))

        let problem = try problem(answer)
        #expect(problem.pointer == pointer)
        #expect(problem.code == code)
        #expect(!problem.detail.isEmpty)
        #expect(try plain(ana) == before)
    }

    @Test func `somebody else's, and what lies in the trash, is named in vain`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let theirs = try bob.keep(Self.draft("theirs"), in: .friends)[0]
        try ana.exchange(with: bob)
        let own = try ana.keep(Self.draft("own"), Self.draft("gone"))
        try ana.perform(.remove(.references([.id(own[1].text)])))
        func told(_ action: BulkChange.Action, _ ids: ObjectID...) throws -> Answer {
            let references = ids.map { Reference.id($0.text) }
            return try ana.perform(.changeMany([BulkChange(action, .references(references))]))
        }

        #expect(try problem(told(.addTags(["x"]), own[0], theirs)).code == .notYours)
        #expect(try problem(told(.trash, own[0], theirs)).pointer == "/ops/0/ids/1")
        #expect(try problem(told(.setSize(.small), own[1])).code == .notFound)
        #expect(try problem(told(.setUnread(true), own[1])).code == .notFound)
        #expect(try ana.link(own[0]).tags == [])
        // A personal mark may be set on everything visible.
        #expect(try counts(report(told(.setUnread(true), own[0], theirs))) == [[2, 2]])
        #expect(try ana.unread().sorted() == ["own", "theirs"])
        #expect(try counts(report(told(.setUnread(true), own[0], theirs))) == [[2, 0]])
        try ana.perform(.undo(act: nil))
        #expect(try ana.unread() == [])
    }

    @Test(arguments: limits)
    func `a dry run counts what each would change now, and changes nothing`(
        limits: StoreLimits
    ) throws {
        let (ana, ids) = try shelf(limits)
        let before = try plain(ana)
        let acts = try ana.rowCount("acts")

        let answer = try preview(
            [
                BulkChange(.addTags(["x"]), .references(ids)),
                // Nothing has the tag yet: the previous change has not been carried out.
                BulkChange(.trash, .query("#x")),
                BulkChange(.setSize(.medium), .query("")),
                BulkChange(.share(with: .public), .query("#wool")),
                BulkChange(.addToCollection("Shelf"), .references(ids)),
                BulkChange(.removeFromCollection("Shelf"), .query("#wool")),
            ], ana)

        let report = try report(answer)
        #expect(counts(report) == [[4, 4], [0, 0], [4, 0], [2, 2], [4, 2], [2, 2]])
        #expect(report.act == nil)
        #expect(report.summary.contains("would have"))
        #expect(try plain(ana) == before)
        #expect(try ana.rowCount("acts") == acts)
        let wrong = try preview([BulkChange(.addTags([]), .query(""))], ana)
        #expect(try problem(wrong).code == .invalidValue)
    }

    @Test func `a thing that has no room for all tags gets none of them`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let most = Limits.tagsPerObjectMax
        var drafts: [BookmarkDraft] = []
        for count in [most - 2, most - 1, most] {
            var draft = Self.draft("\(count)")
            draft.tags = (0..<count).map { "t\($0)" }
            drafts.append(draft)
        }
        let ids = try drafts.map { try ana.keep($0)[0] }

        let answer = try ana.perform(
            .changeMany([BulkChange(.addTags(["t0", "x", "y"]), .query(""))]))

        #expect(try counts(report(answer)) == [[3, 1]])
        #expect(try ids.map { try ana.link($0).tags.count } == [most, most - 1, most])
    }

    @Test func `a bulk change places new matches of a live share, and its undo removes them`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.draft("a"))[0]
        try ana.perform(.share(.query("#wool"), with: .friends, isLive: true))

        try ana.perform(
            .changeMany([BulkChange(.addTags(["wool"]), .references([.id(id.text)]))]))
        let placed = try ana.link(id).placement
        try ana.perform(.undo(act: nil))

        #expect(placed == [.friends])
        #expect(try ana.link(id).placement == [])
        #expect(try ana.link(id).tags == [])
    }

    @Test func `withdrawing what a query finds ends its live share as well`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.keep(Self.draft("a", "wool"))
        try ana.perform(.share(.query("#wool"), with: .friends, isLive: true))

        let answer = try ana.perform(
            .changeMany([BulkChange(.unshare(from: nil), .query("#wool"))]))
        let later = try ana.keep(Self.draft("b", "wool"))[0]

        #expect(try counts(report(answer)) == [[1, 1]])
        #expect(try ana.link(later).placement == [])
    }
}
