import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests what a friend sees of shared things.
@Suite struct WriteSharingTests {
    @Test func `a live share of everything is refused, and what is shared is counted`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.keep(BookmarkDraft(url: "https://example.org/"))

        let live = try ana.perform(.share(.query(" "), with: .public, isLive: true))
        let first = try ana.perform(.share(.query(""), with: .public, isLive: false))
        let second = try ana.perform(.share(.query(""), with: .public, isLive: false))

        guard case .rejected(let problem) = live, case .done(let once) = first,
            case .done(let twice) = second
        else {
            Issue.record("\(live) \(first) \(second)")
            return
        }
        #expect(problem.code == .invalidQuery)
        #expect(!problem.fix.isEmpty)
        #expect(once.summary == "shared 1 thing with public")
        #expect(twice.count == 0)
        #expect(twice.summary == "shared 0 things with public; 1 was already there")
    }

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

    @Test func `a friend sees what is shared as it changes, and nothing else`() throws {
        let (ana, bob) = try Self.friends()
        let id = try ana.keep(Self.draft(1, tags: ["a"]))[0]
        try ana.keep(Self.draft(2))
        let one = Selection.references([.id(id.text)])
        func titles() throws -> [String] {
            try ana.sync(to: bob)
            return try bob.links(of: ana).map(\.title)
        }

        #expect(try titles() == [])
        try ana.perform(.share(one, with: .friends, isLive: false))
        #expect(try titles() == ["1"])
        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "uno", addTags: ["b"])))
        #expect(try titles() == ["uno"])
        #expect(try bob.link(id).tags == ["a", "b"])
        try ana.perform(.remove(one))
        #expect(try titles() == [])
        try ana.perform(.undo(act: nil))
        #expect(try titles() == ["uno"])
        try ana.perform(.unshare(one, from: .friends))
        #expect(try titles() == [])
        try ana.perform(.share(one, with: .friends, isLive: false))
        #expect(try titles() == ["uno"])
        #expect(try bob.link(id).conflicts.isEmpty)
        #expect(try bob.link(id).tags == ["a", "b"])
    }

    @Test func `a live share takes what comes to match, but not what was taken out`() throws {
        let (ana, bob) = try Self.friends()
        let first = try ana.keep(Self.draft(1, tags: ["quilt"]))[0]
        try ana.perform(.share(.query("#quilt"), with: .friends, isLive: true))
        try ana.keep(Self.draft(2, tags: ["quilt"]))
        try ana.keep(Self.draft(3))
        try ana.perform(
            .addBookmarks(
                [Self.draft(4, tags: ["quilt"])], to: .private, onDuplicate: .skip, act: nil))
        try ana.perform(.unshare(.references([.id(first.text)]), from: .friends))
        try ana.perform(.edit(.id(first.text), BookmarkChange(note: "again")))
        try ana.keep(BookmarkDraft(url: "file:///etc/quilt", title: "5", tags: ["quilt"]))

        try ana.sync(to: bob)

        #expect(try bob.links(of: ana).map(\.title) == ["2"])
        try ana.perform(.unshare(.query("#quilt"), from: nil))
        try ana.keep(Self.draft(6, tags: ["quilt"]))
        try ana.sync(to: bob)
        #expect(try bob.links(of: ana).isEmpty)
    }

    @Test func `a live share leaves alone what was kept for fewer, whatever changes`() throws {
        let (ana, _) = try Self.friends()
        try ana.perform(.share(.query("#quilt"), with: .public, isLive: true))
        let answer = try ana.perform(
            .addBookmarks(
                [Self.draft(1, tags: ["quilt"])], to: .friends, onDuplicate: .skip, act: nil))
        guard case .kept(let report) = answer, case .added(let id) = report.outcomes[0] else {
            Issue.record("\(answer)")
            return
        }
        func placement() throws -> [Audience] { try ana.link(id).placement }

        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "renamed", addTags: ["warp"])))
        #expect(try placement() == [.friends])
        try ana.perform(
            .addBookmarks(
                [Self.draft(1, tags: ["quilt", "weft"])], to: nil, onDuplicate: .merge, act: nil))
        try ana.perform(.renameTag(from: "warp", to: "yarn"))
        #expect(try placement() == [.friends])
        // The sharing rule applies to what comes to match, by an explicit edit.
        try ana.perform(.edit(.id(id.text), BookmarkChange(removeTags: ["quilt"])))
        try ana.perform(.edit(.id(id.text), BookmarkChange(addTags: ["quilt"])))
        #expect(try placement() == [.friends, .public])
    }

    /// From a world in which a tag was renamed to another that also had a live share (seed 3).
    @Test func `a link kept for fewer people is untouched by another live share with the same`()
        throws
    {
        let (ana, _) = try Self.friends()
        try ana.perform(.share(.query("#ember"), with: .public, isLive: true))
        try ana.perform(.share(.query("#art"), with: .public, isLive: true))
        try ana.perform(
            .addBookmarks(
                [Self.draft(1, tags: ["ember"])], to: .friends, onDuplicate: .skip, act: nil))
        let id = try #require(try ana.links(of: ana).first?.id)

        try ana.perform(.renameTag(from: "ember", to: "art"))

        #expect(try ana.link(id).placement == [.friends])
    }

    @Test func `placements by a live share are reported, and those by hand are not`()
        throws
    {
        let (ana, _) = try Self.friends()
        try ana.perform(.share(.query("#a"), with: .friends, isLive: true))
        func placed(_ draft: BookmarkDraft, in audience: Audience?) throws -> [Audience: Int]? {
            let answer = try ana.perform(
                .addBookmarks([draft], to: audience, onDuplicate: .skip, act: nil))
            guard case .kept(let report) = answer else { return nil }
            return report.placed
        }

        #expect(try placed(Self.draft(1, tags: ["a"]), in: nil) == [.friends: 1])
        #expect(try placed(Self.draft(2, tags: ["a"]), in: .friends) == [:])
        #expect(try placed(Self.draft(3), in: nil) == [:])
    }

    @Test func `a file of this computer never leaves it`() throws {
        let (ana, bob) = try Self.friends()
        let id = try ana.keep(BookmarkDraft(url: "file:///home/ana/quilt.pdf"))[0]

        let answer = try ana.perform(
            .share(.references([.id(id.text)]), with: .friends, isLive: false))
        try ana.perform(.share(.query(""), with: .friends, isLive: true))
        try ana.sync(to: bob)

        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.code == .invalidValue)
        #expect(try bob.links(of: ana).isEmpty)
    }

    @Test func `unread is one's own business`() throws {
        let (ana, bob) = try Self.friends()
        let id = try ana.keep(
            BookmarkDraft(url: "https://quilt.example/", isUnread: true), in: .friends)[0]
        try ana.perform(.edit(.id(id.text), BookmarkChange(isUnread: false)))
        try ana.perform(.edit(.id(id.text), BookmarkChange(isUnread: true)))
        try ana.sync(to: bob)

        #expect(try ana.link(id).isUnread)
        #expect(try !bob.link(id).isUnread)
        let copy = try bob.known().first { $0.id == id }
        #expect(copy?.state.register(Schema.Thing.unread) == nil)
    }

    @Test func `copies tell nothing of what was before they were made`() throws {
        let (ana, bob) = try Self.friends()
        let id = try ana.keep(Self.draft(1))[0]
        for number in 0..<20 {
            try ana.perform(.edit(.id(id.text), BookmarkChange(title: "draft \(number)")))
        }
        try ana.perform(
            .share(.references([.id(id.text)]), with: .friends, isLive: false))
        try ana.sync(to: bob)

        let copy = try bob.known().first { $0.id == id }
        #expect(copy?.state.register(Schema.Thing.title)?.replaced == [])
    }
}
