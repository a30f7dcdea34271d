import Testing

@testable import weft

/// Tests that the parser's errors have the form of all other errors.
@Suite struct UsageTests {
    @Test func `what is wrong, how it is typed, and what to do are told apart`() {
        let words = UsageError(
            """
            Error: Missing expected argument '<url> ...'
            Help:  <url>  The addresses.
            Usage: weft add [<options>] <url> ...
              See 'weft add --help' for more information.
            """)

        #expect(words.what == "Missing expected argument '<url> ...'")
        #expect(
            words.usage == [
                "Help:  <url>  The addresses.", "Usage: weft add [<options>] <url> ...",
            ])
        #expect(words.fix == "weft add --help")
    }

    @Test func `of a message without usage all is told, and help is there`() {
        let words = UsageError("Error: one\n\ntwo 'three'")

        #expect(words.what == "one two 'three'" && words.usage.isEmpty)
        #expect(words.fix == "weft --help")
        #expect(UsageError("").fix == "weft --help")
    }
}
