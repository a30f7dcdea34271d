import Testing

@testable import weft

struct ShellWordTests {
    @Test(arguments: [
        ("plain-1.0/a:b@c_d", "plain-1.0/a:b@c_d"), ("#crdt", "'#crdt'"), ("", "''"),
        ("a b", "'a b'"), ("it's; rm -rf ~", "'it'\\''s; rm -rf ~'"), ("$(x)", "'$(x)'"),
    ])
    func `a suggested argument is one shell word`(text: String, word: String) {
        #expect(ShellText.quoted(text) == word)
    }

    @Test func `a name in a search means itself`() {
        #expect(SearchSyntax.exactly("a \"b\" or c", of: "in:") == "in:\"a \"\"b\"\" or c\"")
    }

    @Test(arguments: [
        ("crdt", "#crdt"), ("paper/sync", "#paper/sync"), ("my tag", "#\"my tag\""),
        ("C++", "#\"C++\""),
    ])
    func `a tag in a search means itself`(name: String, search: String) {
        #expect(SearchSyntax.tag(name) == search)
        #expect(SearchSyntax.by(name) == "by:@" + search.dropFirst())
    }

    @Test(
        arguments: [
            ("data: {\"id\":1}", " {\"id\":1}"), ("data:{}", "{}"), ("id: 4", nil),
            ("event: x", nil),
            (": beat", nil),
        ] as [(String, String?)])
    func `only the data of an event stream is read`(line: String, data: String?) {
        #expect(WatchCommand.data(in: Array(line.utf8)) == data.map { Array($0.utf8) })
    }
}
