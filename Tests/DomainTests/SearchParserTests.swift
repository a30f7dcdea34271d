import Domain
import Testing

@Suite struct SearchParserTests {
    private func tree(_ text: String) throws -> SearchExpression {
        try SearchQuery.parse(text).get().expression
    }

    private func word(_ text: String) -> SearchExpression {
        .term(.word(text, isPrefix: false))
    }

    @Test(arguments: ["", " ", "\t\n", "type:any", "TYPE:Any"])
    func `nothing asked means everything`(text: String) throws {
        #expect(try tree(text) == .everything)
    }

    @Test func `words side by side must all hold`() throws {
        #expect(try tree("Quilt  PATTERN") == .all([word("quilt"), word("pattern")]))
        #expect(try tree("quilt and pattern") == .all([word("quilt"), word("pattern")]))
    }

    @Test func `not binds tighter than and, and tighter than or`() throws {
        let expected = SearchExpression.any([
            .all([word("a"), .not(word("b"))]), .all([word("c"), word("d")]),
        ])

        #expect(try tree("a not b or c d") == expected)
        #expect(try tree("a AND -b OR c AND d") == expected)
        #expect(try tree("(a !b) or (c d)") == expected)
    }

    @Test func `brackets can be negated`() throws {
        #expect(try tree("-(a or b) c") == .all([.not(.any([word("a"), word("b")])), word("c")]))
        #expect(try tree("not (a b)") == .not(.all([word("a"), word("b")])))
    }

    @Test func `twice not is nothing`() throws {
        #expect(try tree("not not a") == word("a"))
        #expect(try tree("--!a") == .not(word("a")))
        #expect(try tree("-(-a)") == word("a"))
    }

    @Test func `brackets that say nothing leave no trace`() throws {
        #expect(try tree("((a) (b (c)))") == .all([word("a"), word("b"), word("c")]))
        #expect(try tree("a or (b or c)") == .any([word("a"), word("b"), word("c")]))
    }

    @Test func `a word is an operator only bare and whole`() throws {
        #expect(try tree("\"or\"") == word("or"))
        #expect(try tree("\"not\" \"and\"") == .all([word("not"), word("and")]))
        #expect(
            try tree("android order nothing")
                == .all(
                    [word("android"), word("order"), word("nothing")]))
        #expect(try tree("or*") == .term(.word("or", isPrefix: true)))
    }

    @Test func `quotes and joined words make phrases`() throws {
        #expect(
            try tree("\"Vector  clock\"") == .term(.phrase(["vector", "clock"], isPrefix: false)))
        #expect(
            try tree("state-of-the-art")
                == .term(.phrase(["state", "of", "the", "art"], isPrefix: false)))
        #expect(try tree("\"say \"\"no\"\"\"") == .term(.phrase(["say", "no"], isPrefix: false)))
    }

    @Test func `a star asks for the beginning of a word`() throws {
        #expect(try tree("wor*") == .term(.word("wor", isPrefix: true)))
        #expect(try tree("\"vector clo\"*") == .term(.phrase(["vector", "clo"], isPrefix: true)))
    }

    @Test func `a tag reaches as far as it is written`() throws {
        #expect(try tree("#Paper/CRDT") == .term(.tag("paper/crdt", scope: .withSubtree)))
        #expect(try tree("tag:paper") == .term(.tag("paper", scope: .withSubtree)))
        #expect(try tree("tag:=paper") == .term(.tag("paper", scope: .exact)))
        #expect(try tree("#paper/*") == .term(.tag("paper", scope: .below)))
        #expect(try tree("#\"to read\"") == .term(.tag("to read", scope: .withSubtree)))
        #expect(try tree("tag:=\"to read\"") == .term(.tag("to read", scope: .exact)))
        #expect(try tree("tag:\"to read\"/*") == .term(.tag("to read", scope: .below)))
        #expect(try tree("tag:\"=odd\"") == .term(.tag("=odd", scope: .withSubtree)))
        #expect(try tree("(-#a)") == .not(.term(.tag("a", scope: .withSubtree))))
    }

    @Test func `an address is looked for in addresses`() throws {
        #expect(
            try tree("https://Example.org/Wiki/Quilt_(craft)")
                == .term(.text(.url, "https://example.org/wiki/quilt_(craft)")))
        #expect(
            try tree("(http://a.org b)")
                == .all([.term(.text(.url, "http://a.org")), word("b")]))
        #expect(try tree("https:quilt") == .term(.text(.url, "https:quilt")))
        #expect(try tree("news://a.org") == .term(.text(.url, "news://a.org")))
    }

    @Test func `a time of day is words`() throws {
        #expect(try tree("12:30") == .term(.phrase(["12", "30"], isPrefix: false)))
    }

    @Test func `one order, wherever it stands`() throws {
        let query = try SearchQuery.parse("a or sort:TITLE b").get()

        #expect(query.sort == .title)
        #expect(query.expression == .any([word("a"), word("b")]))
        #expect(try SearchQuery.parse("sort:size").get() == SearchQuery(.everything, sort: .size))
    }

    @Test func `only a query that names the trash shows it`() throws {
        #expect(try SearchQuery.parse("a or (b -is:trashed)").get().namesTrash)
        #expect(try !SearchQuery.parse("is:read trashed").get().namesTrash)
    }
}
