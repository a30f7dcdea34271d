import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests storing, finding and showing papers.
@Suite struct PaperTests {
    private func keep(
        _ title: String, _ details: [Detail], at person: WriteReplica, in audience: Audience? = nil
    ) throws -> ObjectID {
        try person.keep(
            BookmarkDraft(url: "", title: title, kind: .paper, details: details), in: audience)[0]
    }

    private func titles(_ query: String, at person: WriteReplica) throws -> [String] {
        let outcome = try person.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: query), now: person.wall)
        }
        guard case .page(let page) = outcome else {
            throw WriteReplica.Unexpected(what: "\(outcome)")
        }
        return page.items.map(\.title).sorted()
    }

    private let lamport = [Detail(.authors, ["Lamport, Leslie"]), Detail(.year, ["1978"])]

    @Test func `papers that would have one key get suffixes, and a key that was given stays`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")

        let ids = try (0..<3).map { _ in try keep("Time, Clocks", lamport, at: ana) }
        let given = try keep("Other", [Detail(.citationKey, ["time"])], at: ana)
        let drafts = (0..<2).map { _ in
            BookmarkDraft(url: "", title: "Looms", kind: .paper, details: lamport)
        }
        let typed = BookmarkDraft(
            url: "", title: "Typed", kind: .paper,
            details: [Detail(.citationKey, ["lamport1978looms"])])
        let together = try ana.keep(typed, drafts[0], drafts[1])

        let keys = try (ids + [given] + together).map {
            try ana.show($0).details[.citationKey].first
        }
        #expect(
            keys == [
                "lamport1978time", "lamport1978timea", "lamport1978timeb", "time",
                "lamport1978looms", "lamport1978loomsa", "lamport1978loomsb",
            ])
    }

    @Test func `a key that another paper of the same home has is refused with its id`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let key = [Detail(.citationKey, ["looms"])]
        let first = try keep("On Looms", key, at: ana)
        let second = try keep("Other", [Detail(.citationKey, ["other"])], at: ana)

        let draft = BookmarkDraft(url: "", title: "Third", kind: .paper, details: key)
        let added = try ana.perform(
            .addBookmarks([draft], to: nil, onDuplicate: .skip, act: nil))
        let edit = { (id: ObjectID) in
            try ana.perform(
                .edit(
                    .id(id.text),
                    BookmarkChange(details: [DetailChange(.citationKey, values: ["looms"])])))
        }
        let taken = try edit(second)
        let own = try edit(first)

        guard case .kept(let report) = added, case .refused(let problem) = report.outcomes.first,
            case .rejected(let refused) = taken, case .bookmark = own
        else {
            Issue.record("\(added), \(taken), \(own)")
            return
        }
        #expect(problem.code == .invalidValue && refused.code == .invalidValue)
        #expect(problem.detail.contains(first.short) && refused.detail.contains(first.short))
        #expect(problem.fix.contains("loomsa"))
    }

    @Test func `the key of a paper in the trash is free, and so is one of another home`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let key = [Detail(.citationKey, ["looms"])]
        let first = try keep("On Looms", key, at: ana)
        try ana.perform(.remove(.references([.id(first.text)])))
        _ = try ana.step { (store) throws(StorageError) in
            try store.newGroup("lab", addresses: [], at: ana.wall)
        }

        let again = try keep("On Looms, again", key, at: ana)
        let there = try keep("On Looms, there", key, at: ana, in: .group("lab"))

        #expect(try ana.show(again).details[.citationKey] == ["looms"])
        #expect(try ana.show(there).details[.citationKey] == ["looms"])
    }

    @Test func `a friend has the PDF's reference, and finds papers that have one`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let pdf = BlobReference(
            place: [1], type: .pdf, size: 900, name: Bytes32(words: (1, 2, 3, 4)),
            key: Bytes32(words: (7, 7, 7, 7)))
        let id = try keep(
            "On Looms", [Detail(.pdf, [pdf.text]), Detail(.pages, ["558–565"])], at: ana,
            in: .friends)
        _ = try keep("Bare", lamport, at: ana, in: .friends)

        try ana.sync(to: bob)

        #expect(try titles("pdf:1", at: bob) == ["On Looms"])
        #expect(try titles("type:paper pdf:0", at: bob) == ["Bare"])
        #expect(try bob.show(id).details[.pdf] == [pdf.text])
        let wanted = try bob.step { (store) throws(StorageError) in
            try store.answer(.about(name: pdf.name))
        }
        guard case .blob(.state(let state)) = wanted else {
            Issue.record("\(wanted)")
            return
        }
        #expect(state.reference.isSameFile(as: pdf) && state.things == [id])
    }

    @Test func `an edit keeps the key`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try keep("10.1000/182", [Detail(.doi, ["10.1000/182"])], at: ana)
        let key = try ana.show(id).details[.citationKey]

        try ana.perform(.edit(.id(id.text), BookmarkChange(title: "On Looms")))

        #expect(try ana.show(id).title == "On Looms")
        #expect(try ana.show(id).details[.citationKey] == key)
        #expect(!key.isEmpty)
    }

    @Test func `a friend finds it by author, year and DOI`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let details = [
            Detail(.authors, ["Müller, Anna; Li, Bo"]), Detail(.year, ["2021"]),
            Detail(.venue, ["Journal of Looms"]), Detail(.doi, ["10.1000/182"]),
        ]
        _ = try keep("On Looms", details, at: ana, in: .friends)
        _ = try keep("Mine", lamport, at: ana)

        try ana.sync(to: bob)

        for query in [
            "author:muller", "author:li", "author:\"li, bo\"", "year:2020..2024", "year:>2020",
            "doi:https://doi.org/10.1000/182", "venue:\"journal of looms\"", "type:paper", "bo",
        ] {
            #expect(try titles(query, at: bob) == ["On Looms"], "\(query)")
        }
        for query in ["author:mull", "author:anna", "year:1970..2020", "doi:10.1000/18"] {
            #expect(try titles(query, at: bob) == [], "\(query)")
        }
        #expect(try titles("author:lamport", at: ana) == ["Mine"])
    }
}
