import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests rules on place categories that bind writers only.
@Suite struct PlaceCategoryTests {
    private static func edit(
        _ id: ObjectID, _ change: DetailChange, at replica: WriteReplica
    ) throws -> Answer {
        try replica.perform(.edit(.id(id.text), BookmarkChange(title: "Loom", details: [change])))
    }

    private static func categories(_ id: ObjectID, at replica: WriteReplica) throws -> [String] {
        try replica.link(id).details[.categories]
    }

    @Test func `a place of no category is refused to who types it, and kept of a file`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        var draft = BookmarkDraft(
            url: "", title: "Café", kind: .place, details: [Detail(.position, ["1,2"])])

        let answer = try ana.perform(
            .addBookmarks([draft], to: nil, onDuplicate: .skip, act: nil))
        draft.isFromFile = true
        let ofFile = try ana.keep(draft)

        guard case .kept(let report) = answer, case .refused(let problem)? = report.outcomes.first
        else { throw WriteReplica.Unexpected(what: "\(answer)") }
        #expect(problem.fix.contains("--category food/cafe"))
        #expect(ofFile.count == 1)
        #expect(try ana.rowCount("bookmarks") == 1)
    }

    @Test(arguments: [
        DetailChange(.categories, values: []), DetailChange(.categories, remove: ["Food", "shop"]),
        DetailChange(.categories, values: ["food"], remove: ["FOOD"]),
    ])
    func `a change that takes the last category away is refused as a whole`(
        change: DetailChange
    ) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.place("Café", "1,2", [Detail(.categories, ["food", "shop"])])

        guard case .rejected(let problem) = try Self.edit(id, change, at: ana) else {
            Issue.record("it was taken away")
            return
        }

        #expect(problem.fix.contains("--category food/cafe"))
        #expect(try Self.categories(id, at: ana) == ["food", "shop"])
        #expect(try ana.link(id).title == "Café")
    }

    @Test(arguments: [
        (DetailChange(.categories, remove: ["food"]), ["shop"]),
        (DetailChange(.categories, values: ["bench"]), ["bench"]),
        (DetailChange(.categories, add: ["bench"], remove: ["food", "shop"]), ["bench"]),
        (DetailChange(.position, values: []), ["food", "shop"]),
    ])
    func `a change that leaves a category is made`(change: DetailChange, left: [String]) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.place("Café", "1,2", [Detail(.categories, ["food", "shop"])])

        guard case .bookmark(let shown) = try Self.edit(id, change, at: ana) else {
            Issue.record("it was refused")
            return
        }

        #expect(shown.details[.categories] == left)
        #expect(shown.title == "Loom")
    }

    @Test func `one that came without is changed like any other, and undone to what it was`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.place("Café", "1,2")

        for change in [
            DetailChange(.hours, values: ["24/7"]), DetailChange(.categories, values: []),
            DetailChange(.categories, remove: ["food"]), DetailChange(.categories, add: ["shop"]),
        ] {
            guard case .bookmark = try Self.edit(id, change, at: ana) else {
                Issue.record("\(change) was refused")
                return
            }
        }
        #expect(try Self.categories(id, at: ana) == ["shop"])
        try ana.perform(.undo(act: nil))

        #expect(try Self.categories(id, at: ana) == [])
    }

    @Test func `categories removed by two devices at once go, and the place stays`() throws {
        let laptop = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        let id = try laptop.place("Café", "1,2", [Detail(.categories, ["food", "shop"])])
        try laptop.mirror(to: phone)
        try phone.mirror(to: laptop)

        for (replica, gone) in [(laptop, "food"), (phone, "shop")] {
            try replica.perform(
                .edit(
                    .id(id.text),
                    BookmarkChange(details: [DetailChange(.categories, remove: [gone])])))
        }
        try laptop.mirror(to: phone)
        try phone.mirror(to: laptop)

        for replica in [laptop, phone] {
            #expect(try Self.categories(id, at: replica) == [])
            #expect(try replica.link(id).title == "Café")
        }
    }
}
