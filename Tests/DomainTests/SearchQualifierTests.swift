import Domain
import Primitives
import Testing

@Suite struct SearchQualifierTests {
    private func term(_ text: String) throws -> SearchTerm? {
        guard case .term(let term) = try SearchQuery.parse(text).get().expression else {
            return nil
        }
        return term
    }

    @Test(arguments: SearchQualifier.allCases)
    func `every example works`(qualifier: SearchQualifier) throws {
        let query = try SearchQuery.parse(qualifier.example).get()

        #expect(query != SearchQuery(.everything) || qualifier == .type)
        #expect(!qualifier.meaning.isEmpty)
    }

    @Test func `a field contains a text`() throws {
        #expect(try term("title:Quilt*") == .text(.title, "quilt"))
        #expect(try term("NOTE:\"Try  this\"") == .text(.note, "try  this"))
        #expect(try term("url:/a(b)/c") == .text(.url, "/a(b)/c"))
        #expect(try term("title:Ünïcode") == .text(.title, "unicode"))
    }

    @Test(arguments: [
        "site:example.org", "site:EXAMPLE.org.", "site:*.example.org", "site:.example.org",
        "site:https://me@example.org:8080/path?q#f", "site:example.org/path",
    ])
    func `a site is a host however it is typed`(text: String) throws {
        #expect(try term(text) == .site("example.org"))
    }

    @Test func `me is the person unless it is marked as a name`() throws {
        #expect(try term("by:me") == .by(.me))
        #expect(try term("by:@Bob") == .by(.name("bob")))
        #expect(try term("by:bob") == .by(.name("bob")))
        #expect(try term("by:@me") == .by(.name("me")))
        #expect(try term("by:@\"Bob Smith\"") == .by(.name("bob smith")))
    }

    @Test(arguments: SearchState.allCases)
    func `every state has its word`(state: SearchState) throws {
        #expect(try term("is:\(state.rawValue.uppercased())") == .isState(state))
    }

    @Test(
        arguments: [
            ("1970", 0), ("1970-01-02", 86_400_000), ("2026", 1_767_225_600_000),
            ("2026-01", 1_767_225_600_000), ("2024-02-29", 1_709_164_800_000),
            ("2026-12-31", 1_798_675_200_000), ("2000-03-01", 951_868_800_000),
            ("9999-12-31", 253_402_214_400_000),
        ] as [(String, UInt64)])
    func `a day, month or year begins at its midnight in UTC`(
        text: String, milliseconds: UInt64
    ) throws {
        #expect(try term("after:\(text)") == .after(WallTime(milliseconds: milliseconds)))
        #expect(try term("before:\(text)") == .before(WallTime(milliseconds: milliseconds)))
    }

    @Test(arguments: [
        "1969", "10000", "26", "2026-13", "2026-00", "2026-1", "2026-02-29", "2026-04-31",
        "2026-01-00", "2026-01-01-01", "2026-", "-2026", "today", "２０２６",
    ])
    func `a day that no calendar has is refused`(text: String) {
        #expect(throws: Problem.self) { try SearchQuery.parse("after:\(text)").get() }
    }

    @Test(arguments: [
        ("<7d", AgeBound.under, 7 * 24), (">2w", .over, 14 * 24), ("<36h", .under, 36),
        (">1m", .over, 30 * 24), ("<1y", .under, 365 * 24), (">0d", .over, 0),
        ("<100y", .under, 876_000),
    ])
    func `an age is a length and a side`(text: String, bound: AgeBound, hours: Int) throws {
        #expect(try term("age:\(text)") == .age(bound, .seconds(hours * 3600)))
    }

    @Test(arguments: ["7d", "<7", "<d", "<101y", "<-1d", "<99999999999999999999d", "<7 d", "<=7d"])
    func `an age without side, unit or end is refused`(text: String) {
        #expect(throws: Problem.self) { try SearchQuery.parse("age:\"\(text)\"").get() }
    }

    @Test func `a size is a letter or its word`() throws {
        #expect(try term("size:L") == .size(.large))
        #expect(try term("size:small") == .size(.small))
    }

    @Test func `a list means any of its values`() throws {
        let query = try SearchQuery.parse("tag:( a , =b,\"c, d\"/* ) size:(s,m)").get()

        #expect(
            query.expression
                == .all([
                    .any([
                        .term(.tag("a", scope: .withSubtree)), .term(.tag("b", scope: .exact)),
                        .term(.tag("c, d", scope: .below)),
                    ]),
                    .any([.term(.size(.small)), .term(.size(.medium))]),
                ]))
        #expect(
            try SearchQuery.parse("-by:(me,@bob)").get().expression
                == .not(.any([.term(.by(.me)), .term(.by(.name("bob")))])))
        #expect(try term("is:(unread)") == .isState(.unread))
    }
}
