import Domain
import Testing

@testable import weft

/// Tests a thing as a text that a person edits.
@Suite struct EditFormTests {
    private static let form = EditForm(
        heading: "K3F9QH2M, a link",
        fields: [
            EditForm.Field(name: "title", value: .text("Looms")),
            EditForm.Field(name: "size", value: .text("m"), words: ["s", "m", "l"]),
            EditForm.Field(name: "tags", value: .list(["wool", "paper/sync"])),
            EditForm.Field(name: "brand", value: .text("")),
        ], note: "# first\n\nlast")

    private func changes(_ old: String, _ new: String) throws -> EditForm.Changes {
        let text = Self.form.text
        #expect(text.contains(old))
        return try Self.form.changes(in: text.replacing(old, with: new))
    }

    private func mistake(_ text: String) -> EditForm.Mistake? {
        do throws(EditForm.Mistake) {
            _ = try Self.form.changes(in: text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a field has a line, and the note what is below`() {
        let lines = Self.form.text.split(separator: "\n", omittingEmptySubsequences: false)

        let said = lines.filter { !$0.hasPrefix("# ") }
        #expect(
            said == [
                "title: Looms", "size: m", "tags: wool, paper/sync", "brand:", "--- note ---", "",
                "last", "",
            ])
        #expect(lines.contains("# size: s, m, l") && lines.contains("# first"))
        #expect(lines[0].contains("K3F9QH2M, a link"))
    }

    @Test func `unchanged fields are no change`() throws {
        let text = Self.form.text

        #expect(try Self.form.changes(in: text).isEmpty)
        // Blanks, other systems' line ends, and comments are ignored.
        let note = try #require(text.firstRange(of: "--- note"))
        let fields = String(text[..<note.lowerBound])
        #expect(try Self.form.changes(in: fields.replacing("\n", with: " \r\n")).isEmpty)
        #expect(try Self.form.changes(in: "\n# a remark\n" + text).isEmpty)
        #expect(try Self.form.changes(in: "").isEmpty)
    }

    @Test func `only changed fields are sent`() throws {
        #expect(
            try changes("title: Looms", "title:Spinning: wheels ")
                == EditForm.Changes(fields: [
                    EditForm.Field(name: "title", value: .text("Spinning: wheels"))
                ]))
        #expect(
            try changes("wool, paper/sync", "paper/sync,, a b ,")
                == EditForm.Changes(fields: [
                    EditForm.Field(name: "tags", value: .list(["paper/sync", "a b"]))
                ]))
        #expect(
            try changes("title: Looms", "title:")
                == EditForm.Changes(fields: [EditForm.Field(name: "title", value: .text(""))]))
        #expect(try changes("title: Looms\n", "").isEmpty)
        #expect(try changes("\n\nlast", "\n\n\nlast\n").note == "# first\n\n\nlast\n")
        #expect(try changes("# first\n\nlast\n", "").note == "")
    }

    @Test(arguments: [
        "", "a", "a\n", "\n", "\n\n", "# a\n--- note ---\nb", "a\r\nb", "wo\u{308}l", "\\n",
    ])
    func `a note comes back as it was`(note: String) throws {
        let form = EditForm(heading: "h", fields: Self.form.fields, note: note)
        let other = EditForm(heading: "h", fields: Self.form.fields, note: "other")

        #expect(try form.changes(in: form.text).isEmpty)
        #expect(try Array((other.changes(in: form.text).note ?? "").utf8) == Array(note.utf8))
    }

    @Test(arguments: [
        "a", "a,b", "a\\b", "a\nb", "a\r\nb", "\\,", "\\n", ",", "# a", "a: b", "--- note ---",
    ])
    func `a value comes back as it was`(value: String) throws {
        func form(_ text: String, _ list: [String]) -> EditForm {
            EditForm(
                heading: "h",
                fields: [
                    EditForm.Field(name: "one", value: .text(text)),
                    EditForm.Field(name: "many", value: .list(list)),
                ], note: "")
        }
        let asked = form(value, [value, "z"])

        let changes = try form("other", []).changes(in: asked.text)

        #expect(changes.fields == asked.fields)
        #expect(try asked.changes(in: asked.text).isEmpty)
    }

    @Test(arguments: [
        ("title Looms", 1, "colon"), ("\n# a\ncolour: red", 3, "title, size, tags, brand"),
        ("title: a\ntitle: b", 2, "twice"), ("title: a\\b", 1, "a \\ must be followed"),
        ("tags: a, b\\", 1, "a \\ must be followed"),
    ])
    func `an unreadable line is reported by its number`(text: String, line: Int, words: String) {
        let mistake = mistake(text)

        #expect(mistake?.line == line)
        #expect(mistake?.what.contains(words) == true)
    }
}
