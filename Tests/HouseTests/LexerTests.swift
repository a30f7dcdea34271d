import Testing

/// Tests what the rules see of a file: code without comments, literals without code.
struct LexerTests {
    @Test(arguments: [
        ("a // b\nc", ["a", "c"]),
        ("a /* b /* c */ d */ e", ["a", "e"]),
        ("\"a // b\" c", ["\"", "c"]),
        ("\"a\\(b)c\" d", ["\"", "b", "d"]),
        ("\"\\(f(\"x\"))\" d", ["\"", "f", "(", "\"", ")", "d"]),
        ("\"a\\\"b\" c", ["\"", "c"]),
        ("#\"a\"b\"# c", ["\"", "c"]),
        ("\"\" a", ["\"", "a"]),
        ("\"\"\"\na \" b\n\"\"\" c", ["\"", "c"]),
        ("\"open\na", ["\"", "a"]),
        ("x = /a\"b/ c", ["x", "=", "/", "c"]),
        ("#/a\"b/# c", ["/", "c"]),
        ("a / b / c", ["a", "/", "b", "/", "c"]),
        ("`a \" b` c", ["`a \" b`", "c"]),
    ])
    func `code is told from comments and literals`(text: String, expected: [String]) {
        #expect(Lexer(text).tokens.map(\.text) == expected)
    }

    @Test
    func `literals joined by plus are one`() {
        let literals = Lexer("f(\"a \" +\n \"b\", \"c\")").literals

        #expect(literals.map(\.text) == ["a b", "c"])
        #expect(literals.map(\.line) == [1, 2])
    }

    @Test
    func `lines are counted through comments and literals`() {
        let lexer = Lexer("/*\n\n*/ a\n\"\"\"\nx\n\"\"\"\nb")

        #expect(lexer.tokens.map(\.line) == [3, 4, 7])
        #expect(lexer.literals.map(\.line) == [4])
    }

    @Test
    func `a file cut anywhere is still read`() {
        let text = "let a = #\"x\"# + \"\"\"\ny\\(b(\"c\"))\n\"\"\" /* d */ = /e\\/f/ `g` // h"

        for end in 0...text.count {
            let tokens = Lexer(String(text.prefix(end))).tokens
            #expect(tokens.count <= text.count)
        }
    }
}
