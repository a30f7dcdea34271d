import Foundation
import Testing

/// A page of the documentation that is made from the code.
enum ReferenceFile {
    /// The folder of the project, found from the path of this file.
    static let root: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(4)
        return "/" + parts.joined(separator: "/")
    }()

    /// The line that each page begins with, behind its title.
    static let origin =
        "This page is generated from the code; `scripts/reference` writes it again, and a test compares it."

    /// Compares a page with what is generated, line by line; `WEFT_REFERENCE=write` writes it.
    static func check(_ lines: [String], is path: String) throws {
        let url = URL(filePath: "\(root)/\(path)")
        if ProcessInfo.processInfo.environment["WEFT_REFERENCE"] == "write" {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url)
        }
        let text = try String(contentsOf: url, encoding: .utf8)
        let committed = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let place = zip(committed, lines).enumerated().first { $0.element.0 != $0.element.1 }
        let hint = "\(path) is not what the code says; scripts/reference writes it again"
        if let place {
            Issue.record(
                "\(hint). Line \(place.offset + 1): \(place.element.0) / \(place.element.1)")
        }
        #expect(committed.count == lines.count, "\(hint)")
    }
}

/// Pieces of Markdown.
enum Markdown {
    /// Text in which nothing is a sign to Markdown, except code between backticks.
    static func prose(_ text: String) -> String {
        var isCode = false
        var result = ""
        for character in text {
            if character == "`" { isCode.toggle() }
            if character == "|" || (!isCode && "<*[\\".contains(character)) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// Code in a line; a bar in it does not end the cell of a table.
    static func code(_ text: String) -> String {
        "`" + text.replacing("|", with: "\\|") + "`"
    }

    /// A table; no lines if it has no rows.
    static func table(_ head: [String], _ rows: [[String]]) -> [String] {
        guard !rows.isEmpty else { return [] }
        let line = { (cells: [String]) in
            "| " + cells.map { $0.replacing("\n", with: " ") }.joined(separator: " | ") + " |"
        }
        return [line(head), "|" + String(repeating: "--|", count: head.count)] + rows.map(line)
    }

    /// The anchor that a heading gets: its letters, digits and dashes in lower case.
    static func anchor(_ heading: String) -> String {
        heading.lowercased().replacing(" ", with: "-")
            .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    /// Paragraphs; lines that are set in stay as they are.
    static func paragraphs(_ text: String) -> [String] {
        var lines: [String] = []
        for block in text.split(separator: "\n\n") {
            let rows = block.split(separator: "\n").map(String.init)
            let first = rows.firstIndex { $0.hasPrefix(" ") } ?? rows.count
            if first > 0 { lines += [prose(rows[..<first].joined(separator: " ")), ""] }
            if first < rows.count {
                lines += ["```"] + rows[first...].map { String($0.dropFirst(2)) } + ["```", ""]
            }
        }
        return lines
    }
}
