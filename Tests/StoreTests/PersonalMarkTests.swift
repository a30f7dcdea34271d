import CRDT
import Domain
import Testing

@testable import Store

/// Tests that personal marks are never written where others have the thing at home.
@Suite struct PersonalMarkTests {
    private static let link = BookmarkDraft(url: "https://loom.example/", title: "loom")
    private static let shirt = BookmarkDraft(url: "", title: "shirt", kind: .garment)

    private static func ana() throws -> WriteReplica {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.step { (store) throws(StorageError) in
            _ = try store.newGroup("lab", addresses: [], at: ana.wall)
        }
        return ana
    }

    private static func problem(_ answer: Answer) -> Problem? {
        if case .rejected(let problem) = answer { problem } else { nil }
    }

    @Test(arguments: [Audience.group("lab"), .private, .friends])
    func `that a link is unread is noted at home, of one in a group beside it`(
        audience: Audience
    ) throws {
        let ana = try Self.ana()
        let id = try #require(try ana.keep(Self.link, in: audience).first)

        let answer = try ana.perform(.edit(.id(id.text), BookmarkChange(isUnread: true)))

        #expect(Self.problem(answer) == nil)
        #expect(try ana.link(id).isUnread)
        #expect(try ana.rowCount("earmarks") == (audience == .group("lab") ? 1 : 0))
    }

    @Test(arguments: [Audience.group("lab"), .private])
    func `a new one is unread anywhere, and was worn only where it is one's own`(audience: Audience)
        throws
    {
        let ana = try Self.ana()
        var link = Self.link
        link.isUnread = true
        var shirt = Self.shirt
        shirt.details = [Detail(.worn, ["2026-01-02"])]

        let answer = try ana.perform(
            .addBookmarks([link, shirt, Self.link], to: audience, onDuplicate: .skip, act: nil))

        guard case .kept(let report) = answer else {
            Issue.record("\(answer)")
            return
        }
        let refused = report.outcomes.map { (outcome) -> Problem? in
            if case .refused(let problem) = outcome { problem } else { nil }
        }
        #expect(refused == [nil, audience == .private ? nil : .personal(.garment), nil])
        guard case .added(let id)? = report.outcomes.first else {
            Issue.record("\(report.outcomes)")
            return
        }
        #expect(try ana.link(id).isUnread)
    }

    @Test func `a garment of a group is worn by nobody there, and what was said is taken back`()
        throws
    {
        let ana = try Self.ana()
        let id = try #require(try ana.keep(Self.shirt, in: .group("lab")).first)
        let reference = Reference.id(id.text)
        let day = "2026-01-02"

        let worn = try ana.perform(
            .wardrobe(.wear(reference, on: day, isTakenBack: false)))
        let edited = try ana.perform(
            .edit(reference, BookmarkChange(details: [DetailChange(.worn, add: [day])])))
        let takenBack = try ana.perform(
            .wardrobe(.wear(reference, on: day, isTakenBack: true)))
        let read = try ana.perform(.edit(reference, BookmarkChange(isUnread: false)))

        #expect(Self.problem(worn) == .personal(.garment))
        #expect(Self.problem(edited) == .personal(.garment))
        #expect(Self.problem(takenBack) == nil)
        #expect(Self.problem(read) == nil)
        #expect(try ana.link(id).details[.worn] == [])
    }
}
