import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests links with the same URL, and merging them.
@Suite struct DuplicateTests {
    private static let address = "https://a.example/"

    /// Creates two links with one URL: storing never creates duplicates, but an edit may.
    private func twins(
        _ ana: WriteReplica, _ one: BookmarkDraft, _ other: BookmarkDraft,
        in audience: Audience? = nil, and second: Audience? = nil
    ) throws -> [Bookmark] {
        var other = other
        other.url = "https://b.example/\(other.title)"
        let ids = try ana.keep(one, in: audience) + ana.keep(other, in: second ?? audience)
        try ana.perform(.edit(.id(ids[1].text), BookmarkChange(url: one.url + "?utm_source=x")))
        return try ids.map { try ana.link($0) }
    }

    private func draft(
        _ title: String, note: String = "", tags: [String] = [], added: UInt64? = nil,
        size: TileSize = .medium, isUnread: Bool = false
    ) -> BookmarkDraft {
        BookmarkDraft(
            url: Self.address, title: title, note: note, tags: tags, size: size,
            isUnread: isUnread, added: added.map { WallTime(milliseconds: $0) })
    }

    private func page(_ ana: WriteReplica) throws -> DuplicatePage {
        try page(ana, after: nil, limit: 500)
    }

    private func page(
        _ ana: WriteReplica, after: String?, limit: Int
    ) throws -> DuplicatePage {
        try ana.step { (store) throws(StorageError) in
            try store.duplicates(after: after, limit: limit)
        }
    }

    private func done(_ answer: Answer) throws -> DoneReport {
        guard case .done(let report) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return report
    }

    @Test func `links that differ in spelling only are told together, the earliest first`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let links = try twins(ana, draft("new", added: 2000), draft("old", added: 1000))
        try ana.keep(BookmarkDraft(url: "https://a.example/other"))

        let page = try page(ana)

        #expect(page.total == 1)
        #expect(page.surplus == 1)
        #expect(page.sets[0].canonicalURL == Self.address)
        #expect(page.sets[0].alike.map { $0.map(\.id) } == [[links[1].id, links[0].id]])
        #expect(page.sets[0].apart.isEmpty)
    }

    @Test func `a search finds what is there twice, shared or not, and nothing of the trash`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let links = try twins(ana, draft("One"), draft("Two"), and: .friends)
        let other = try ana.keep(BookmarkDraft(url: "https://a.example/other"))
        func found(_ query: String) throws -> Set<ObjectID> {
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(.list(ListRequest(query: query, limit: 50)), now: ana.wall)
            }
            guard case .page(let page)? = answer else {
                throw WriteReplica.Unexpected(what: "\(answer as Any)")
            }
            return Set(page.items.map(\.id))
        }

        #expect(try found("is:dup") == Set(links.map(\.id)))
        #expect(try found("-is:dup") == Set(other))
        try ana.perform(.remove(.references([.id(links[0].id.text)])))
        #expect(try found("is:dup").isEmpty)
    }

    @Test(arguments: [(1, true), (0, true), (-1, false)])
    func `a search for them that would take too long is refused`(
        left: Int, isAllowed: Bool
    ) throws {
        let ana = try WriteReplica(1, name: "Ana")
        _ = try twins(ana, draft("One"), draft("Two"))
        let asked: Problem? = try ana.step { (store) throws(StorageError) in
            let walk = try store.lastRow / SearchEffort.rowsEach
            let effort = SearchEffort(left: walk + 2 * SearchEffort.address + left)
            var planner = try SearchPlanner(store, now: ana.wall, wantsAll: true, effort: effort)

            let rows = try planner.rowsTwice()

            #expect(rows.count == (isAllowed ? 2 : 0))
            return planner.refusal
        }

        #expect(asked == (isAllowed ? nil : .tooBroad))
    }

    @Test func `the earliest gets what the others have, and they go to the trash`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let links = try twins(
            ana,
            draft("Old", note: "first", tags: ["a", "B"], added: 1000, isUnread: true),
            draft("New", note: "second", tags: ["b", "c"], added: 2000, size: .large))

        let report = try done(ana.perform(.mergeDuplicates(nil)))

        let (kept, gone) = (try ana.link(links[0].id), try ana.link(links[1].id))
        #expect((report.count, report.summary) == (1, "merged 1 link into 1 other"))
        #expect(kept.title == "Old")
        #expect(kept.note == "first\n\nNew\n\nsecond")
        #expect(kept.tags == ["a", "B", "c"])
        #expect(kept.size == .large)
        #expect(!kept.isUnread)
        #expect(kept.added.milliseconds == 1000)
        #expect(gone.isTrashed)
        #expect(try page(ana).total == 0)
    }

    @Test func `one undo takes all of it back`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let links = try twins(ana, draft("Old", note: "n", tags: ["a"]), draft("New", tags: ["b"]))
        try ana.perform(.newCollection(name: "list", description: "", query: nil))
        try ana.perform(
            .addToCollection(name: "list", .references([.id(links[1].id.text)])))

        let report = try done(ana.perform(.mergeDuplicates(nil)))
        try ana.perform(.undo(act: report.act))

        for link in links {
            let now = try ana.link(link.id)
            #expect(now.tags == link.tags)
            #expect(now.note == link.note)
            #expect(!now.isTrashed)
        }
        #expect(try page(ana).surplus == 1)
    }

    @Test func `a preview counts the merges and changes nothing`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let links = try twins(ana, draft("Old"), draft("New"))

        let counted = try ana.step { (store) throws(StorageError) in
            try store.preview(.mergeDuplicates(nil), at: ana.wall)
        }

        guard case .answered(let answer) = counted else {
            Issue.record("not counted at once")
            return
        }
        #expect(try done(answer).summary == "would have merged 1 link into 1 other")
        #expect(try ana.link(links[1].id).isTrashed == false)
        #expect(try page(ana).total == 1)
    }

    @Test func `nothing comes before anybody who had not seen it`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let links = try twins(
            ana, draft("Shown"), draft("Secret", note: "secret", tags: ["secret"]), in: .friends,
            and: .private)

        let page = try page(ana)
        let all = try done(ana.perform(.mergeDuplicates(nil)))
        let one = try ana.perform(.mergeDuplicates([.id(links[0].id.text)]))

        #expect(page.total == 1)
        #expect(page.surplus == 0)
        #expect(Set(page.sets[0].apart.map(\.id)) == Set(links.map(\.id)))
        guard case .rejected(let problem) = one else {
            Issue.record("merged: \(one)")
            return
        }
        #expect(problem.code == .conflict)
        #expect(all.count == 0)
        #expect(try ana.link(links[0].id) == links[0])
        #expect(try ana.link(links[1].id) == links[1])
    }

    @Test func `a collection holds what stays in the place of what goes`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let links = try twins(ana, draft("Old"), draft("New"))
        let others = try ana.keep(
            BookmarkDraft(url: "https://c.example/"), BookmarkDraft(url: "https://d.example/"))
        try ana.perform(.newCollection(name: "list", description: "", query: nil))
        for id in [others[0], links[1].id, others[1]] {
            try ana.perform(.addToCollection(name: "list", .references([.id(id.text)])))
        }

        try ana.perform(.mergeDuplicates([.id(links[1].id.text)]))

        let members = try ana.step { (store) throws(StorageError) in
            try store.collectionRow("list")?.members.map { Array($0.key.suffix(16)) } ?? []
        }
        #expect(members == [others[0], links[0].id, others[1]].map(\.bytes.bytes))
    }

    @Test func `a merge that would lose text does not happen`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let long = String(repeating: "x", count: Limits.noteBytesMax / 2)
        let links = try twins(
            ana, draft("Old", note: "a" + long), draft("New", note: "b" + long))

        let report = try done(ana.perform(.mergeDuplicates(nil)))

        #expect(report.count == 0)
        #expect(try ana.link(links[1].id) == links[1])
        #expect(try ana.link(links[0].id) == links[0])
    }

    @Test func `pages follow each other by address`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        for number in 0..<5 {
            var one = draft("one \(number)")
            one.url = "https://\(number).example/"
            _ = try twins(ana, one, draft("other\(number)"))
        }

        var seen: [String] = []
        var cursor: String?
        var pages = 0
        repeat {
            let page = try page(ana, after: cursor, limit: 2)
            seen += page.sets.map(\.canonicalURL)
            cursor = page.next
            pages += 1
        } while cursor != nil

        #expect(pages == 3)
        #expect(seen == (0..<5).map { "https://\($0).example/" })
    }

    @Test func `two devices that merge apart keep the same one`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        // Saved at the same time on two devices: only the id tells which is the first.
        try ana.keep(draft("here", tags: ["a"], added: 1000))
        try laptop.keep(draft("there", tags: ["b"], added: 1000))
        try ana.sync(to: laptop)
        try laptop.sync(to: ana)

        try ana.perform(.mergeDuplicates(nil))
        try laptop.perform(.mergeDuplicates(nil))
        try ana.sync(to: laptop)
        try laptop.sync(to: ana)

        for replica in [ana, laptop] {
            let links = try replica.links(of: ana)
            #expect(links.count == 1)
            #expect(links[0].tags == ["a", "b"])
        }
    }

    @Test func `addresses by an older rule are brought up to date when the replica is opened`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(draft("A"))[0]
        try ana.step { (store) throws(StorageError) in
            try store.database.run("UPDATE bookmarks SET canonical = 7")
            try store.set("address rule", to: [0])
        }
        let before = try ana.step { (store) throws(StorageError) in
            try store.ownBookmark(canonical: Self.address)
        }

        try ana.step { (store) throws(StorageError) in try store.learnAddresses() }

        let after = try ana.step { (store) throws(StorageError) in
            try store.ownBookmark(canonical: Self.address).flatMap {
                (row) throws(StorageError) in try store.bookmark(row: row)
            }
        }
        #expect(before == nil)
        #expect(after?.id == id)
        let rule = try ana.step { (store) throws(StorageError) in
            try store.setting("address rule")
        }
        #expect(rule == [UInt8(CanonicalURL.ruleVersion)])
    }
}
