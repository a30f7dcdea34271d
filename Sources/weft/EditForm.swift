/// The editable fields of a thing, as a text that a person edits: a field a line, and below them the
/// note.
///
///     # words on how to do it
///     title: Looms
///     tags: wool, paper/sync
///     --- note ---
///     as it is, to the end
struct EditForm: Equatable {
    /// One line.
    struct Field: Equatable {
        let name: String
        let value: Value
        /// The values that it can have; empty if it takes any text.
        var words: [String] = []

        enum Value: Equatable {
            case text(String)
            case list([String])
        }
    }

    /// The fields that a person has changed.
    struct Changes: Equatable {
        var fields: [Field] = []
        var note: String?

        var isEmpty: Bool { fields.isEmpty && note == nil }
    }

    /// The line of a text that cannot be read, and the reason.
    struct Mistake: Error, Equatable {
        let line: Int
        let what: String
    }

    /// The thing, in a few words: `K3F9QH2M, a link`.
    let heading: String
    let fields: [Field]
    let note: String

    private static let noteBegins = "--- note ---"

    /// The text that the person edits.
    var text: String {
        var lines = [
            "# \(heading). Save and leave the editor to apply your changes.",
            "# An empty field is removed; deleting a line leaves its field unchanged.",
            "# Separate the values of a list with commas. \\n is the end of a line, \\, a comma, "
                + "\\\\ a backslash.",
        ]
        for field in fields where !field.words.isEmpty {
            lines.append("# \(field.name): \(field.words.joined(separator: ", "))")
        }
        for field in fields {
            let value = Self.spelled(field.value)
            lines.append(value.isEmpty ? "\(field.name):" : "\(field.name): \(value)")
        }
        lines.append(
            "# Everything below the next line is the note, including lines that begin with #.")
        lines.append(Self.noteBegins)
        return lines.joined(separator: "\n") + "\n" + (note.isEmpty ? "" : note + "\n")
    }

    /// Compares `edited` with `text`.
    ///
    /// - Throws: where it cannot be read.
    func changes(in edited: String) throws(Mistake) -> Changes {
        let before = try lines(of: text)
        let after = try lines(of: edited)
        var changes = Changes()
        for field in fields {
            guard let line = after.fields.first(where: { $0.name == field.name }),
                line.value != before.fields.first(where: { $0.name == field.name })?.value
            else { continue }
            let value: Field.Value
            switch field.value {
            case .text: value = .text(try Self.parts(of: line, isList: false)[0])
            case .list: value = .list(try Self.parts(of: line, isList: true))
            }
            changes.fields.append(Field(name: field.name, value: value, words: field.words))
        }
        if let note = after.note, note != before.note { changes.note = note }
        return changes
    }

    /// A line as it was typed.
    private struct Line {
        let number: Int
        let name: String
        let value: String
    }

    private func lines(
        of text: String
    ) throws(Mistake) -> (fields: [Line], note: String?) {
        var fields: [Line] = []
        var rest = Array(text.utf8)[...]
        var number = 0
        while !rest.isEmpty {
            number += 1
            let bytes = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(bytes.count + 1)
            let line = Self.trimmed(bytes)
            if line == Self.noteBegins { return (fields, Self.note(rest)) }
            guard let first = line.utf8.first, first != UInt8(ascii: "#") else { continue }
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                throw Mistake(line: number, what: "the field name has no colon after it")
            }
            let name = Self.trimmed(line.utf8[..<colon])
            guard self.fields.contains(where: { $0.name == name }) else {
                let known = self.fields.map(\.name).joined(separator: ", ")
                throw Mistake(line: number, what: "no such field; there are \(known)")
            }
            guard !fields.contains(where: { $0.name == name }) else {
                throw Mistake(line: number, what: "\(name) appears twice")
            }
            let value = Self.trimmed(line.utf8[line.utf8.index(after: colon)...])
            fields.append(Line(number: number, name: name, value: value))
        }
        return (fields, nil)
    }

    // An editor ends the last line, which is no part of the note.
    private static func note(_ bytes: ArraySlice<UInt8>) -> String {
        let ends = bytes.last == UInt8(ascii: "\n")
        return String(decoding: ends ? bytes.dropLast() : bytes, as: UTF8.self)
    }

    // Without the blanks around it, and what some editors put at the end of a line.
    private static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        let blanks = Array(" \t\r".utf8)
        guard let start = bytes.firstIndex(where: { !blanks.contains($0) }),
            let end = bytes.lastIndex(where: { !blanks.contains($0) })
        else { return "" }
        return String(decoding: bytes[start...end], as: UTF8.self)
    }

    private static func spelled(_ value: Field.Value) -> String {
        switch value {
        case .text(let text): return escaped(text)
        case .list(let texts):
            return texts.map { escaped($0).replacing(",", with: "\\,") }.joined(separator: ", ")
        }
    }

    // By scalars: an end of a line of two is one character to Swift.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    // The values of a line; of what is no list exactly one, which may be empty.
    private static func parts(of line: Line, isList: Bool) throws(Mistake) -> [String] {
        var parts: [[UInt8]] = [[]]
        var rest = Array(line.value.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: ","), isList {
                parts.append([])
                continue
            }
            guard byte == UInt8(ascii: "\\") else {
                parts[parts.count - 1].append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"): parts[parts.count - 1].append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): parts[parts.count - 1].append(UInt8(ascii: "\r"))
            case UInt8(ascii: "\\"): parts[parts.count - 1].append(UInt8(ascii: "\\"))
            case UInt8(ascii: ","): parts[parts.count - 1].append(UInt8(ascii: ","))
            default:
                throw Mistake(
                    line: line.number, what: "a \\ must be followed by n, r, a comma or another \\")
            }
        }
        guard isList else { return [String(decoding: parts[0], as: UTF8.self)] }
        return parts.map { trimmed($0) }.filter { !$0.isEmpty }
    }
}
