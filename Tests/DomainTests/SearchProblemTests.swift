import Domain
import Testing

@Suite struct SearchProblemTests {
    private func refusal(_ text: String) -> Problem? {
        guard case .failure(let problem) = SearchQuery.parse(text) else { return nil }
        return problem
    }

    @Test(arguments: [
        ("a (b or c", 3), ("a b)", 4), ("()", 2), ("a \"b c", 3), ("a or", 3), ("or a", 1),
        ("a and or b", 7), ("not", 1), ("a (", 3), ("tag:(a,b", 5), ("tag:(a(b)", 7),
        ("url:a(b", 6), ("a - b", 3), ("!", 1), ("é title:", 9), ("a #", 4), ("x ...", 3),
        ("#a*", 2), ("tag:=a/*", 5), ("sort:added sort:title", 12), ("a -sort:title b", 3),
        ("after:(2025,2026)", 7),
        ("tag:(a,,b)", 8), ("is:nothing", 4), ("site:/", 6), ("by:@", 4),
    ])
    func `a query that does not parse is refused with its column and a fix`(
        text: String, column: Int
    ) throws {
        let problem = try #require(refusal(text))

        #expect(problem.code == .invalidQuery)
        #expect(problem.detail.hasSuffix("(column \(column))"), "\(problem.detail)")
        #expect(!problem.fix.isEmpty)
    }

    @Test(arguments: [
        ("titel:x", "title:"), ("tga:x", "tag:"), ("sites:x", "site:"), ("auhtor:x", "author:"),
        ("colr:red", "color:"), ("foo:bar", "for:"), ("zygote:x", ""), ("std::vector", ""),
        ("is:unred", "is:unread"),
        ("is:pubic", "is:public"), ("sort:ttle", "sort:title"), ("type:garmnt", "type:garment"),
    ])
    func `a slip of the finger gets a suggestion`(text: String, meant: String) throws {
        let problem = try #require(refusal(text))

        #expect(problem.code == .invalidQuery)
        #expect(problem.fix.contains("did you mean \(meant)") == !meant.isEmpty, "\(problem.fix)")
    }

    @Test func `an unknown qualifier says how to search for its text`() throws {
        let problem = try #require(refusal("a foo:bar"))

        #expect(problem.detail == "there is no qualifier 'foo:' (column 3)")
        #expect(problem.fix.contains("quote it: \"foo:bar\""))
        #expect(try SearchQuery.parse("a \"foo:bar\"").get().spelled == "a \"foo bar\"")
    }

    @Test func `a search may be as long as the limit and no longer`() {
        let longest = String(repeating: "a", count: Limits.queryBytesMax)

        #expect(refusal(String(longest.dropLast())) == nil)
        #expect(refusal(longest) == nil)
        #expect(refusal(longest + "a")?.code == .invalidQuery)
    }

    @Test func `a search that grows beyond the limit when spelled is refused`() {
        // Two bytes each, three in lower case.
        let grows = String(repeating: "\u{23A}", count: Limits.queryBytesMax / 2)

        #expect(refusal(grows)?.code == .invalidQuery)
    }

    @Test func `a search may have as many terms as the limit and no more`() {
        func terms(_ count: Int) -> String {
            Array(repeating: "a", count: count).joined(separator: " ")
        }
        func list(_ count: Int) -> String {
            "tag:(" + Array(repeating: "a", count: count).joined(separator: ",") + ")"
        }

        #expect(refusal(terms(Limits.queryTermsMax - 1)) == nil)
        #expect(refusal(terms(Limits.queryTermsMax)) == nil)
        #expect(refusal(terms(Limits.queryTermsMax + 1))?.code == .invalidQuery)
        #expect(refusal(list(Limits.queryTermsMax)) == nil)
        #expect(refusal(list(Limits.queryTermsMax + 1))?.code == .invalidQuery)
    }

    @Test func `brackets may nest as deep as the limit and no deeper`() {
        func nested(_ depth: Int, _ inner: String) -> String {
            String(repeating: "(", count: depth) + inner + String(repeating: ")", count: depth)
        }

        #expect(refusal(nested(Limits.queryDepthMax - 1, "a")) == nil)
        #expect(refusal(nested(Limits.queryDepthMax, "a")) == nil)
        #expect(refusal(nested(Limits.queryDepthMax + 1, "a"))?.code == .invalidQuery)
        #expect(refusal(nested(Limits.queryDepthMax - 1, "a tag:(b,c)")) == nil)
        #expect(refusal(nested(Limits.queryDepthMax, "a tag:(b,c)"))?.code == .invalidQuery)
    }

    @Test func `endless signs end in a problem or a query, not in the stack`() {
        for sign in ["(", ")", "-", "!", "not ", "\"", "#", "tag:(", "url:(", "a or ", "((a) "] {
            let count = Limits.queryBytesMax / sign.utf8.count
            _ = refusal(String(repeating: sign, count: count))
            _ = refusal(String(repeating: sign, count: count - 1) + "a")
        }
    }

    @Test func `a problem quotes little of an endless text`() throws {
        let problem = try #require(refusal("x" + String(repeating: "y", count: 3000) + ":z"))

        #expect(problem.detail.count < 200)
        #expect(problem.fix.count < 200)
    }
}
