import CRDT
import Domain
import Primitives
import Testing

/// Tests papers: how what is said of them is written, how they are found, and what a bibliography calls them.
@Suite struct PaperTests {
    private func paper(_ details: [Detail]) -> Bookmark {
        let zero = WallTime(milliseconds: 0)
        return Bookmark(
            author: Author(person: PersonID(.zero), name: "ana", isMe: true),
            id: ObjectID(Bytes16(high: 1, low: 2)), url: "", canonicalURL: "", title: "On Looms",
            note: "", tags: [], size: .medium, isUnread: false, added: zero, updated: zero,
            placement: [], isTrashed: false, conflicts: [], kind: .paper, details: details)
    }

    @Test(arguments: [
        (DetailName.doi, "10.1145/359545.359563", "10.1145/359545.359563"),
        (.doi, "https://doi.org/10.1000/ABC", "10.1000/abc"),
        (.doi, "DOI: 10.1000/182", "10.1000/182"),
        (.doi, "http://dx.doi.org/10.1000.10/123/4", "10.1000.10/123/4"),
        (.year, "1978", "1978"), (.year, "0987", "987"),
        (.authors, " Lamport,  Leslie ;; Li, Bo; ", "Lamport, Leslie; Li, Bo"),
        (.citationKey, "lamport1978:time", "lamport1978:time"), (.entry, "Article", "article"),
    ])
    func `a detail has one way to be written`(name: DetailName, typed: String, text: String) throws
    {
        let kept = try DetailRules.check([Detail(name, [typed])], of: .paper).get()

        #expect(kept == [Detail(name, [text])])
    }

    @Test(arguments: [
        (DetailName.doi, "10.1145"), (.doi, "11.1000/182"), (.doi, "10./182"), (.doi, "10.1000/"),
        (.doi, "https://a.example/10.1000/182"), (.doi, "10.1000/a\u{0}"), (.doi, "10.x/182"),
        (.doi, "10.1000/a b"),
        (.doi, "10.1000/" + String(repeating: "a", count: 249)), (.year, "78AD"), (.year, "0"),
        (.year, "10000"), (.year, "-1"), (.authors, " ; "), (.authors, "a\u{1B}b"),
        (.authors, String(repeating: "a", count: 4097)), (.citationKey, "a b"),
        (.citationKey, "a,b"), (.citationKey, "{a}"), (.citationKey, ""), (.entry, "song"),
    ])
    func `an invalid detail is refused with a fix`(name: DetailName, typed: String) {
        guard case .failure(let problem) = DetailRules.check([Detail(name, [typed])], of: .paper)
        else {
            Issue.record("\(typed) was accepted")
            return
        }

        #expect(problem.code == .invalidValue)
        #expect(!problem.fix.isEmpty)
    }

    @Test func `a file is a PDF, and nothing else`() {
        let file = { (type: MediaType) in
            BlobReference(
                place: [1], type: type, size: 900, name: Bytes32(words: (1, 2, 3, 4)),
                key: Bytes32(words: (7, 7, 7, 7))
            ).text
        }

        let kept = MediaType.allCases.filter { type in
            (try? DetailRules.check([Detail(.pdf, [file(type)])], of: .paper).get()) != nil
        }
        #expect(kept == [.pdf])
        #expect(MediaType(beginning: Array("%PDF-1.7\n".utf8)) == .pdf)
        #expect(MediaType(beginning: Array("%PDF".utf8)) == nil)
        #expect(BlobUse(of: .pdf) == .document)
        for use in BlobUse.allCases {
            let taken = try? use.type(beginning: Array("%PDF-1.7\n".utf8), size: 9).get()
            #expect((taken == .pdf) == (use == .document), "\(use)")
        }
    }

    @Test func `a DOI and a list of authors may be as long as their limits`() throws {
        let doi = "10.1000/" + String(repeating: "a", count: 248)
        let names = String(repeating: "a", count: 4096)

        let kept = try DetailRules.check(
            [Detail(.doi, [doi]), Detail(.authors, [names])], of: .paper
        ).get()

        #expect(kept == [Detail(.authors, [names]), Detail(.doi, [doi])])
    }

    @Test(arguments: [
        ("author:lamport", true), ("author:LAMPORT", true), ("author:\"lamport, leslie\"", true),
        ("author:li", true), ("author:lam", false), ("author:leslie", false),
        ("author:\"guild of weavers\"", true), ("year:1978", true), ("year:1970..1980", true),
        ("year:1978..1978", true), ("year:1979..1990", false), ("year:1990..1970", false),
        ("year:<1978", false), ("year:>=1978", true), ("doi:10.1145/359545.359563", true),
        ("doi:https://doi.org/10.1145/359545.359563", true), ("doi:10.1145/1", false),
        ("key:lamport1978time", true), ("venue:cacm", true), ("entry:article", true),
        ("entry:book", false), ("type:paper", true), ("lamport", true),
    ])
    func `a paper is found by what is said of it`(text: String, isFound: Bool) throws {
        let paper = paper([
            Detail(.authors, ["Lamport, Leslie; Li, Bo; Guild of Weavers"]),
            Detail(.year, ["1978"]), Detail(.venue, ["CACM"]),
            Detail(.doi, ["10.1145/359545.359563"]), Detail(.citationKey, ["lamport1978time"]),
            Detail(.entry, ["article"]),
        ])

        let query = try SearchQuery.parse(text).get()
        let again = try SearchQuery.parse(query.spelled).get()

        #expect(query.matches(paper, now: WallTime(milliseconds: 0)) { _ in false } == isFound)
        #expect(again == query)
    }

    @Test(arguments: ["year:20..", "year:..20", "year:x", "year:1..2..3", "author:\" \"", "doi:x"])
    func `a search for what cannot be is refused`(text: String) {
        guard case .failure(let problem) = SearchQuery.parse(text) else {
            Issue.record("\(text) was accepted")
            return
        }

        #expect(problem.code == .invalidQuery)
    }

    @Test(arguments: [
        ("Time, Clocks", "Lamport, Leslie", "1978", "lamport1978time"),
        ("The Art of Looms", "Leslie Lamport", "1978", "lamport1978art"),
        ("The", "Müller, Anna; Li, Bo", "2019", "muller2019the"),
        ("On the Ordering", "van der Berg, A", "", "vanderbergordering"),
        ("", "", "", "paper"), ("«…»", "", "2024", "2024"), ("10.1145/1234", "", "", "paper"),
        ("1984", "Orwell, George", "1949", "orwell1949"),
    ])
    func `a citation key is made of author, year and title`(
        title: String, authors: String, year: String, key: String
    ) {
        let details = [Detail(.authors, [authors]), Detail(.year, [year])]
            .filter { $0.values != [""] }

        #expect(CitationKeys.base(title: title, details: details) == key)
    }

    @Test func `a key that is taken gets the next free suffix`() {
        var taken: Set<String> = []

        let keys = (0..<30).map { _ in
            let key = CitationKeys.unique("a1", besides: taken)
            taken.insert(key)
            return key
        }

        #expect(keys.prefix(3) == ["a1", "a1a", "a1b"])
        #expect(keys[26...28] == ["a1z", "a1aa", "a1ab"])
        #expect(Set(keys).count == 30)
    }
}
