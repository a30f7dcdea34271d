import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests exporting a person's additions to things from one replica and importing them into another.
@Suite struct EntryTests {
    private func entries(
        _ section: ExportSection, at person: WriteReplica
    ) throws -> [ExportEntry] {
        var items: [ExportEntry] = []
        var cursor: String?
        repeat {
            let page = try person.step { (store) throws(StorageError) in
                try store.entries(of: section, after: cursor)
            }.get()
            items += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return items
    }

    private func take(
        _ entries: [ExportEntry], by author: WriteReplica?, at person: WriteReplica,
        act: UInt64 = 1
    ) throws -> [EntryOutcome] {
        let answer = try person.perform(
            .takeEntries(entries, by: author?.owner.person, act: ActToken(act)))
        guard case .entryOutcomes(let told) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return told.outcomes
    }

    private func weigh(
        _ entries: [ExportEntry], by author: WriteReplica?, at person: WriteReplica
    ) throws -> [EntryOutcome] {
        let answer = try person.step { (store) throws(StorageError) in
            try store.answer(.weighEntries(entries, by: author?.owner.person), now: person.wall)
        }
        guard case .entryOutcomes(let told) = answer, told.act == nil else {
            throw WriteReplica.Unexpected(what: "\(answer as Any)")
        }
        return told.outcomes
    }

    private func link(_ name: String) -> BookmarkDraft {
        BookmarkDraft(url: "https://\(name).example/", title: name)
    }

    private func comment(
        _ text: String, on thing: ObjectID, named number: UInt64 = 1, answering: UInt64? = nil
    ) -> ExportEntry {
        .comment(
            CommentEntry(
                reference: ThingReference(Bytes16(high: 5, low: number)), thing: thing, text: text,
                at: WallTime(milliseconds: 0),
                parent: answering.map { .named(ThingReference(Bytes16(high: 5, low: $0))) }))
    }

    @Test func `all that one has said is told, and nothing that others have`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let loom = try ana.keep(link("loom"), in: .friends)[0]
        try ana.sync(to: bob)
        try bob.refer()
        try bob.say("Bob's words", of: .id(loom.text))
        try bob.perform(.react(.id(loom.text), .dislike))
        try bob.sync(to: ana)
        try ana.refer()
        let first = try ana.say("Mine", of: .id(loom.text))
        try ana.say("Again", of: .id(loom.text), to: first)
        try ana.perform(.react(.id(loom.text), .like))
        try ana.perform(.newCollection(name: "Craft", description: "d", query: nil))
        try ana.perform(.addToCollection(name: "Craft", .references([.id(loom.text)])))
        try ana.perform(.newCollection(name: "New", description: "", query: "#new"))
        try ana.perform(.addTagRule(query: "loom.example", tags: ["craft"]))
        try ana.perform(.feeds(.attend(.typed("#dye"), .follow)))
        try ana.perform(.feeds(.attend(.typed("@Bob"), .mute)))
        try ana.perform(.share(.query("#dye"), with: .friends, isLive: true))

        let said = try entries(.comments, at: ana)
        let words = said.map { entry -> String in
            guard case .comment(let comment) = entry else { return "" }
            #expect(comment.thing == loom && comment.at.milliseconds > 0)
            return comment.text + (comment.parent == nil ? "" : " in reply")
        }
        #expect(words == ["Mine", "Again in reply"])
        #expect(try entries(.reactions, at: ana) == [.reaction(loom, .like)])
        #expect(
            try entries(.collections, at: ana) == [
                .collection(
                    CollectionEntry(name: "Craft", description: "d", query: nil, members: [loom])),
                .collection(
                    CollectionEntry(name: "New", description: "", query: "#new", members: [])),
            ])
        #expect(
            try entries(.tagRules, at: ana)
                == [.tagRule(query: "site:loom.example", tags: ["craft"])])
        #expect(
            try entries(.follows, at: ana)
                == [.follow(.tag("dye"), .follow), .follow(.person(bob.owner.person), .mute)])
        #expect(
            try entries(.liveShares, at: ana) == [.liveShare(query: "#dye", audience: "friends")])

        // Things in the trash are left out, with what was said about them.
        try ana.perform(.remove(.references([.id(loom.text)])))
        #expect(try entries(.comments, at: ana).isEmpty)
        #expect(try entries(.reactions, at: ana).isEmpty)
    }

    @Test
    func
        `what is still to be read of others' things is told, and noted again at its person's own node`()
        throws
    {
        let (ana, bob) = try WriteReplica.friends()
        let loom = try ana.keep(link("loom"), in: .friends)[0]
        try ana.keep(link("dye"), in: .friends)
        try ana.sync(to: bob)
        try bob.perform(.edit(.id(loom.text), BookmarkChange(isUnread: true)))
        let mine = try bob.keep(link("own"), in: .private)[0]
        try bob.perform(.edit(.id(mine.text), BookmarkChange(isUnread: true)))

        let said = try entries(.unread, at: bob)

        #expect(said == [.unread(loom)])
        #expect(try take(said, by: bob, at: bob) == [.known])
        try bob.perform(.edit(.id(loom.text), BookmarkChange(isUnread: false)))
        #expect(try entries(.unread, at: bob).isEmpty)
        #expect(try take(said, by: bob, at: bob) == [.added])
        #expect(try entries(.unread, at: bob) == said)
        // Another person's mark is about what that person reads.
        guard case .leftOut? = try take(said, by: ana, at: bob).first else {
            Issue.record("noted for somebody else")
            return
        }
    }

    @Test func `a cursor that names no place is refused`() throws {
        let ana = try WriteReplica(1, name: "Ana")

        for cursor in ["", "x", "1", "-1.0", "1.2.3"] {
            let told = try ana.step { (store) throws(StorageError) in
                try store.answer(.entries(.comments, cursor: cursor), now: ana.wall)
            }
            guard case .rejected(let problem) = told else {
                Issue.record("\(cursor): \(told as Any)")
                continue
            }
            #expect(!problem.fix.isEmpty)
        }
    }

    @Test func `a reply finds what it answers, in one batch and in two`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let loom = try ana.keep(link("loom"))[0]

        let fates = try take(
            [
                comment("one", on: loom, named: 1),
                comment("two", on: loom, named: 2, answering: 1),
                comment("lost", on: loom, named: 3, answering: 99),
            ], by: nil, at: ana)
        guard case .said(let one, _) = fates[0], case .said(let two, _) = fates[1] else {
            Issue.record("\(fates)")
            return
        }
        _ = try take(
            [
                .comment(
                    CommentEntry(
                        reference: ThingReference(Bytes16(high: 5, low: 4)), thing: loom,
                        text: "three", at: WallTime(milliseconds: 0), parent: .here(two)))
            ], by: nil, at: ana)

        let comments = try ana.comments(.id(loom.text))
        #expect(comments.map(\.text) == ["one", "two", "lost", "three"])
        #expect(comments.map(\.inReplyTo) == [nil, one, nil, two])
        // All of them are one act.
        try ana.perform(.undo(act: nil))
        #expect(try ana.comments(.id(loom.text)).isEmpty)
    }

    @Test func `nothing is said of others' things because another person did`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let eva = try WriteReplica(7, name: "Eva")
        let loom = try ana.keep(link("loom"), in: .friends)[0]
        try ana.sync(to: bob)
        try bob.refer()
        let file = [ExportEntry.reaction(loom, .like), comment("Nice", on: loom)]

        for author in [eva, nil] {
            for fates in [
                try weigh(file, by: author, at: bob), try take(file, by: author, at: bob),
            ] {
                for fate in fates {
                    guard case .leftOut(let why) = fate else {
                        Issue.record("\(fate)")
                        continue
                    }
                    #expect(why.contains("someone else's thing"))
                }
            }
        }
        #expect(try bob.comments(.id(loom.text)).isEmpty)

        // Bob's own export restores it, as after a loss.
        #expect(try weigh(file, by: bob, at: bob) == [.added, .added])
        let fates = try take(file, by: bob, at: bob)
        #expect(fates[0] == .added)
        #expect(try bob.comments(.id(loom.text)).map(\.text) == ["Nice"])
        #expect(try take([file[0]], by: bob, at: bob) == [.known])
    }

    @Test func `entries of unknown things are left out, and invalid entries are refused`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let loom = try ana.keep(link("loom"))[0]
        let gone = ObjectID(Bytes16(high: 1, low: 1))
        let long = String(repeating: "x", count: Limits.commentBytesMax + 1)

        let fates = try take(
            [
                .reaction(gone, .like), comment("x", on: gone), comment(long, on: loom),
                comment(" ", on: loom), .tagRule(query: "(", tags: ["a"]),
                .tagRule(query: "a.example", tags: []),
                .follow(.search("x"), .mute), .follow(.person(ana.owner.person), .follow),
                .collection(
                    CollectionEntry(name: "A\u{1}", description: "", query: nil, members: [])),
                .collection(
                    CollectionEntry(name: "B", description: "", query: "(", members: [])),
                .liveShare(query: "x", audience: "public"),
            ], by: ana, at: ana)

        for (index, fate) in fates.enumerated() {
            switch fate {
            case .leftOut(let why):
                #expect([0, 1, 7, 10].contains(index) && !why.isEmpty, "\(index): \(fate)")
            case .refused(let problem):
                #expect(![0, 1, 7, 10].contains(index) && !problem.fix.isEmpty, "\(index)")
            default: Issue.record("\(index): \(fate)")
            }
        }
        let many = [ExportEntry](repeating: .reaction(loom, .like), count: 51)
        guard
            case .rejected(let problem) = try ana.perform(
                .takeEntries(many, by: nil, act: ActToken(3)))
        else {
            Issue.record("51 were taken")
            return
        }
        #expect(problem.code == .tooMany)
        #expect(try take(Array(many.dropLast()), by: nil, at: ana, act: 4)[0] == .added)
    }

    @Test func `a collection that is here is filled, and one that shows something else stays`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let ids = try ana.keep(link("a"), link("b"), link("c"))
        let gone = ObjectID(Bytes16(high: 1, low: 1))
        try ana.perform(.newCollection(name: "Shelf", description: "mine", query: nil))
        try ana.perform(.addToCollection(name: "Shelf", .references([.id(ids[1].text)])))
        try ana.perform(.newCollection(name: "Query", description: "", query: "#a"))
        func shelf(_ members: [ObjectID], _ name: String = "shelf") -> ExportEntry {
            .collection(
                CollectionEntry(name: name, description: "theirs", query: nil, members: members))
        }
        let query = ExportEntry.collection(
            CollectionEntry(name: "Query", description: "", query: "tag:a", members: []))

        let filled = EntryOutcome.filled(isNew: false, members: 1, missing: 1)
        #expect(try weigh([shelf([ids[1], ids[0], gone])], by: nil, at: ana) == [filled])
        #expect(try take([shelf([ids[1], ids[0], gone])], by: nil, at: ana) == [filled])
        #expect(try take([shelf([ids[0]]), query], by: nil, at: ana) == [.known, .known])
        let new = shelf([ids[2]], "New")
        #expect(
            try take([new], by: nil, at: ana) == [.filled(isNew: true, members: 1, missing: 0)])
        guard case .leftOut = try take([shelf([ids[0]], "Query")], by: nil, at: ana)[0] else {
            Issue.record("a query was filled by hand")
            return
        }
        #expect(
            try entries(.collections, at: ana).first
                == .collection(
                    CollectionEntry(
                        name: "Shelf", description: "mine", query: nil, members: [ids[1], ids[0]])))
    }

    @Test func `existing follows, reactions and rules win over an imported file`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let loom = try ana.keep(link("loom"))[0]
        try ana.perform(.react(.id(loom.text), .dislike))
        try ana.perform(.feeds(.attend(.typed("#dye"), .mute)))
        try ana.perform(.addTagRule(query: "a.example", tags: ["x"]))
        let file: [ExportEntry] = [
            .reaction(loom, .like), .follow(.tag("dye"), .follow),
            .tagRule(query: "site:a.example", tags: ["X"]),
            .tagRule(query: "site:a.example", tags: ["x", "y"]),
        ]

        let fates: [EntryOutcome] = [.known, .known, .known, .added]
        #expect(try weigh(file, by: ana, at: ana) == fates)
        #expect(try take(file, by: ana, at: ana) == fates)

        #expect(try entries(.reactions, at: ana) == [.reaction(loom, .dislike)])
        #expect(try entries(.follows, at: ana) == [.follow(.tag("dye"), .mute)])
        #expect(
            try entries(.tagRules, at: ana)
                == [.tagRule(query: "site:a.example", tags: ["x", "y"])])
    }

    @Test func `a collection with many members comes in parts, each once and in order`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        var ids: [ObjectID] = []
        for start in stride(from: 0, to: 1200, by: 400) {
            let drafts = (start..<(start + 400)).map { link("n\($0)") }
            let answer = try ana.perform(
                .addBookmarks(drafts, to: nil, onDuplicate: .skip, act: nil))
            guard case .kept(let report) = answer else {
                throw WriteReplica.Unexpected(what: "\(answer)")
            }
            ids += report.outcomes.compactMap { if case .added(let id) = $0 { id } else { nil } }
        }
        for part in [ids[..<500], ids[500..<1000], ids[1000...]] {
            let entry = ExportEntry.collection(
                CollectionEntry(name: "All", description: "", query: nil, members: Array(part)))
            _ = try take([entry], by: nil, at: ana)
        }

        let parts = try entries(.collections, at: ana).map { entry -> [ObjectID] in
            guard case .collection(let collection) = entry else { return [] }
            return collection.members
        }

        #expect(parts.map(\.count) == [500, 500, 200])
        #expect(parts.flatMap { $0 } == ids)
    }
}
