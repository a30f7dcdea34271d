import Testing

@testable import weft

/// Tests how a line of bash is read up to the cursor, and how a candidate goes into it.
@Suite struct ShellLineTests {
    @Test(arguments: [
        ("weft show ", ["weft", "show"], ""), ("weft show ab", ["weft", "show"], "ab"),
        ("weft tag rm 'to read' \"a b\" c\\ d", ["weft", "tag", "rm", "to read", "a b"], "c d"),
        ("weft ls \"a\\\"b\\c", ["weft", "ls"], "a\"b\\c"), ("weft ls 'it", ["weft", "ls"], "it"),
        ("cd /tmp && weft ls x", ["weft", "ls"], "x"), ("weft ls \"\" y", ["weft", "ls", ""], "y"),
        ("weft ls grün#ß", ["weft", "ls"], "grün#ß"),
    ])
    func `quotes and backslashes are taken off`(line: String, words: [String], current: String) {
        let read = ShellLine(line)

        #expect(read.words == words)
        #expect(read.current == current)
    }

    @Test(arguments: [
        ("weft x ", "", "to read", "to\\ read"), ("weft x ", "", "#tag", "\\#tag"),
        ("weft x a", "a", "a#b", "a#b"), ("weft x gr", "gr", "größe & $x", "größe\\ \\&\\ \\$x"),
        ("weft x ", "", "it's", "it\\'s"), ("weft x 'it", "it", "it's", "it'\\''s"),
        ("weft x \"to", "to", "to \"$read\"", "to \\\"\\$read\\\""),
        // Bash replaces what stands behind the colon, the sign of equality or the at-sign alone.
        ("weft x group:b", "b", "group:book club", "book\\ club"),
        ("weft x group:", "", "group:lab", "lab"), ("weft x @B", "B", "@Bo b", "Bo\\ b"),
        ("weft x --tag=a", "a", "--tag=a b", "a\\ b"),
        ("weft x book\\ c", "book\\ c", "book club", "book\\ club"),
    ])
    func `a candidate is spelled so that bash reads it again`(
        line: String, replaced: String, text: String, spelled: String
    ) {
        #expect(ShellLine(line).replacement(of: replaced, by: text) == spelled)
    }

    @Test func `a candidate that begins otherwise is none`() {
        #expect(ShellLine("weft x group:b").replacement(of: "b", by: "friends") == nil)
    }
}
