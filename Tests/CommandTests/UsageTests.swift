import Testing

@testable import weft

/// Tests that the parser's errors have the form of all other errors.
@Suite struct UsageTests {
    @Test func `an error separates the problem, the usage and the fix`() {
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

    @Test func `a message without usage is shown whole, with a way to the help`() {
        let words = UsageError("Error: one\n\ntwo 'three'")

        #expect(words.what == "one two 'three'" && words.usage.isEmpty)
        #expect(words.fix == "weft --help")
        #expect(UsageError("").fix == "weft --help")
    }
}
