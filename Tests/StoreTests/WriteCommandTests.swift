import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests commands, here and on the person's other device.
@Suite struct WriteCommandTests {
    private static func friends() throws -> (ana: WriteReplica, bob: WriteReplica) {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        return (ana, bob)
    }

    private static func draft(_ number: Int, tags: [String] = []) -> BookmarkDraft {
        BookmarkDraft(url: "https://quilt.example/\(number)", title: "\(number)", tags: tags)
    }

    // MARK: Keeping

    @Test func `a batch adds, skips, merges and refuses, each by itself`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let old = try ana.keep(BookmarkDraft(url: "https://quilt.example/1", tags: ["a"]))[0]
        let batch = [
            BookmarkDraft(url: "https://QUILT.example/1", title: "One", tags: ["A", "b"]),
            BookmarkDraft(url: "https://quilt.example/2", tags: ["c"]),
            BookmarkDraft(url: "https://quilt.example/2", title: "Two", tags: ["d"]),
            BookmarkDraft(url: "javascript:alert(1)"),
        ]

        let answer = try ana.perform(
            .addBookmarks(batch, to: nil, onDuplicate: .merge, act: nil))

        guard case .kept(let report) = answer, case .added(let new) = report.outcomes[1],
            case .refused = report.outcomes[3]
        else {
            Issue.record("\(answer)")
            return
        }
        #expect(report.outcomes[0] == .merged(old))
        #expect(report.outcomes[2] == .merged(new))
        #expect(try ana.link(old).title == "One")
        #expect(try ana.link(old).tags == ["a", "b"])
        #expect(try ana.link(new).title == "Two")
        #expect(try ana.link(new).tags == ["c", "d"])
    }

    @Test(arguments: [Limits.batchMax - 1, Limits.batchMax, Limits.batchMax + 1])
    func `a batch has so many links and no more`(count: Int) throws {
        let ana = try WriteReplica(1, name: "Ana")

        let answer = try ana.perform(
            .addBookmarks(
                (0..<count).map { Self.draft($0) }, to: nil, onDuplicate: .skip, act: nil))

        if count > Limits.batchMax {
            guard case .rejected(let problem) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(problem.code == .tooMany)
        }
        #expect(try ana.links(of: ana).count == (count > Limits.batchMax ? 0 : count))
    }

    @Test func `the largest link there may be is kept, shared and comes whole`() throws {
        let (ana, bob) = try Self.friends()
        let start = "https://quilt.example/"
        let draft = BookmarkDraft(
            url: start + String(repeating: "u", count: Limits.urlBytesMax - start.utf8.count),
            title: String(repeating: "t", count: Limits.titleBytesMax),
            note: String(repeating: "n", count: Limits.noteBytesMax),
            tags: (0..<Limits.tagsPerObjectMax).map {
                String(repeating: "x", count: Limits.tagBytesMax - 3) + "\(100 + $0)"
            })

        let id = try ana.keep(draft, in: .friends)[0]
        try ana.sync(to: bob)

        let link = try bob.link(id)
        #expect(link.url == draft.url)
        #expect(link.title == draft.title)
        #expect(link.note == draft.note)
        #expect(link.tags == draft.tags)
    }

    @Test func `batches of several kinds are things together`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        var token = ActToken(78)
        let batches: [[Kind]] = [
            [.garment], [.garment, .garment], [.place], [.garment, .garment],
        ]
        var summaries: [String] = []
        for (number, kinds) in batches.enumerated() {
            let drafts = kinds.map { kind in
                BookmarkDraft(
                    url: "", title: "T\(number)", kind: kind,
                    details: kind == .place ? [Detail(.categories, ["shop"])] : [])
            }
            try ana.perform(.addBookmarks(drafts, to: nil, onDuplicate: .skip, act: token))
            token.keptBefore += kinds.count
            summaries += try ana.step { (store) throws(StorageError) in
                try store.acts(limit: 1).map(\.summary)
            }
        }

        #expect(summaries == ["added T0", "added 3 garments", "added 4 things", "added 6 things"])
    }

    @Test func `batches of one act are undone together`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        var token = ActToken(77)
        for number in 0..<3 {
            try ana.perform(
                .addBookmarks(
                    [Self.draft(number)], to: nil, onDuplicate: .skip, act: token))
            token.keptBefore = number + 1
        }
        try ana.perform(.newCollection(name: "c", description: "", query: nil, act: token))
        try ana.perform(.addToCollection(name: "c", .query(""), act: token))
        let acts = try ana.step { (store) throws(StorageError) in try store.acts(limit: 9) }

        try ana.perform(.undo(act: nil))

        #expect(acts.map(\.summary) == ["added 3 links"])
        #expect(try ana.links(of: ana).isEmpty)
        #expect(
            try ana.step { (store) throws(StorageError) in try store.collectionRows() }.isEmpty)
    }

    @Test func `nothing is added to an act that was undone`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let token = ActToken(77)
        let first = [Self.draft(1)]
        try ana.perform(.addBookmarks(first, to: nil, onDuplicate: .skip, act: token))
        try ana.perform(.undo(act: nil))

        let late = try ana.perform(
            .addBookmarks([Self.draft(2)], to: nil, onDuplicate: .skip, act: token))

        guard case .rejected(let problem) = late else {
            Issue.record("\(late)")
            return
        }
        #expect(problem.code == .conflict)
        #expect(try ana.links(of: ana).isEmpty)
    }

    // MARK: Changing and undoing

    @Test func `every act can be taken back`() throws {
        let (ana, _) = try Self.friends()
        let id = try ana.keep(Self.draft(1, tags: ["a", "a/b"]))[0]
        let reference = Reference.id(id.text)
        let one = Selection.references([reference])
        let acts: [Command] = [
            .edit(reference, BookmarkChange(title: "New", note: "n", addTags: ["z"])),
            .edit(reference, BookmarkChange(url: "https://other.example/", isUnread: true)),
            .edit(reference, BookmarkChange(title: "", size: .large, removeTags: ["a"])),
            .remove(one), .renameTag(from: "a", to: "c"), .mergeTags(["a", "a/b"], into: "Z"),
            .removeTag("a"), .share(one, with: .friends, isLive: false),
        ]
        func shown() throws -> Bookmark {
            var link = try ana.link(id)
            link.updated = WallTime(milliseconds: 0)
            return link
        }
        let before = try shown()

        for act in acts {
            try ana.perform(act)
            #expect(try shown() != before, "\(act)")
            try ana.perform(.undo(act: nil))
            #expect(try shown() == before, "\(act)")
        }
        try ana.perform(.share(one, with: .friends, isLive: false))
        let shared = try shown()
        try ana.perform(.unshare(one, from: nil))
        #expect(try shown() == before)
        try ana.perform(.undo(act: nil))
        #expect(try shown() == shared)
    }

    @Test func `undo leaves what was changed since, and undoes nothing twice`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.draft(1))[0]
        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "first", note: "mine")))
        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "second")))

        try ana.perform(.undo(act: 2))
        let again = try ana.perform(.undo(act: 2))

        #expect(try ana.link(id).title == "second")
        #expect(try ana.link(id).note == "")
        guard case .rejected(let problem) = again else {
            Issue.record("\(again)")
            return
        }
        #expect(problem.code == .conflict)
    }

    @Test func `a tag that becomes itself changes nothing`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.keep(Self.draft(1, tags: ["a"]))

        let answer = try ana.perform(.mergeTags(["a"], into: "a"))

        guard case .done(let report) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(report.count == 0)
        #expect(report.act == nil)
    }

    @Test func `a tag takes its subtree along`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.draft(1, tags: ["craft/sewing", "craft", "crafty"]))[0]

        try ana.perform(.renameTag(from: "craft", to: "work/hand"))

        #expect(try ana.link(id).tags == ["crafty", "work/hand", "work/hand/sewing"])
    }

    @Test(arguments: [
        (["craft"], "Craft", ["Craft", "sewing"]), (["sewing", "craft"], "Craft", ["Craft"]),
        (["sewing"], "craft", ["craft"]), (["craft"], "sewing", ["sewing"]),
        (["craft", "sewing"], "x", ["x"]), (["craft"], "craft/old", ["craft/old", "sewing"]),
    ])
    func `no tag is lost by a rename or a merge`(
        from: [String], to: String, expected: [String]
    ) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.draft(1, tags: ["craft", "sewing"]))[0]

        try ana.perform(.mergeTags(from, into: to))

        let tags = try ana.known().first { $0.id == id }?.tags
        #expect(tags?.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test func `a collection made by hand keeps its order`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let ids = try (1...4).map { try ana.keep(Self.draft($0))[0] }
        func put(_ index: Int) throws {
            try ana.perform(
                .addToCollection(name: "Quilts", .references([.id(ids[index].text)])))
        }
        try ana.perform(.newCollection(name: "Quilts", description: "", query: nil))

        for index in [2, 0, 3, 1, 0] { try put(index) }
        try ana.perform(
            .removeFromCollection(name: "quilts", .references([.id(ids[3].text)])))

        let members = try ana.step { (store) throws(StorageError) in
            try store.collectionRow("Quilts")?.members.map { Array($0.key.suffix(16)) }
        }
        #expect(members == [2, 0, 1].map { ids[$0].bytes.bytes })
    }

    @Test func `the longest description and query fit`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let most = Limits.noteBytesMax - Limits.queryBytesMax
        let query = String(repeating: "\"a b\" ", count: 60) + String(repeating: "c", count: 3000)

        for bytes in most - 1...most + 1 {
            let answer = try ana.perform(
                .newCollection(
                    name: "\(bytes)", description: String(repeating: "d", count: bytes),
                    query: query))
            if case .rejected = answer { #expect(bytes > most) } else { #expect(bytes <= most) }
        }
    }

    // MARK: Two own devices

    @Test func `concurrent edits both survive, show, and the next write settles them`() throws {
        let phone = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let id = try phone.keep(Self.draft(1))[0]
        try phone.mirror(to: laptop)

        try phone.perform(.edit(.id(id.text), BookmarkChange(title: "phone")))
        laptop.wall = WallTime(milliseconds: phone.wall.milliseconds + 5)
        try laptop.perform(.edit(.id(id.text), BookmarkChange(title: "laptop")))
        try phone.mirror(to: laptop)
        try laptop.mirror(to: phone)

        #expect(try phone.link(id) == laptop.link(id))
        #expect(try phone.link(id).title == "laptop")
        #expect(try phone.link(id).conflicts.map(\.losingValue) == ["phone"])
        try phone.perform(.edit(.id(id.text), BookmarkChange(title: "settled")))
        try phone.mirror(to: laptop)
        #expect(try laptop.link(id).title == "settled")
        #expect(try laptop.link(id).conflicts.isEmpty)
    }
}
