import Foundation
import Testing

/// Tests every command in `docs/internals/features.md` as written there, at real nodes.
///
/// Words in capitals stand for things the test has made, such as `GARMENT` for the id of a garment.
@Suite(.serialized) struct FeatureTests {
    /// One command of the page, with the number of its line.
    struct Line: CustomTestStringConvertible {
        let number: Int
        let command: String

        var testDescription: String { "line \(number): \(command)" }
    }

    private static let page: [String] = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(3)
        let path = "/" + parts.joined(separator: "/") + "/docs/internals/features.md"
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
    }()

    /// The commands below each heading of a system, in order.
    private static let systems: [(name: String, lines: [Line])] = {
        var systems: [(name: String, lines: [Line])] = []
        for (index, text) in page.enumerated() {
            if text.hasPrefix("## ") { systems.append((String(text.dropFirst(3)), [])) }
            guard text.hasPrefix("| "), !systems.isEmpty else { continue }
            let spans = text.components(separatedBy: "`")
            for (place, span) in spans.enumerated() where place % 2 == 1 {
                guard span.hasPrefix("weft ") else { continue }
                systems[systems.count - 1].lines.append(
                    Line(
                        number: index + 1, command: span.replacingOccurrences(of: "\\|", with: "|"))
                )
            }
        }
        return systems
    }()

    @Test func `the page has five systems, and commands in each`() {
        #expect(Self.systems.filter { !$0.lines.isEmpty }.count == 5)
        #expect(Self.systems.flatMap(\.lines).count > 60)
    }

    @Test(arguments: systems.filter { !$0.lines.isEmpty }.map(\.name))
    func `every command of the page does what it is for`(system: String) throws {
        let town = try Town()
        for line in Self.systems.first(where: { $0.name == system })?.lines ?? [] {
            let arguments = try Self.words(line.command).dropFirst().map(town.meaning)
            guard town.hasPictureProgram || !line.command.contains("--crop") else { continue }
            let outcome = try town.ana.weft(Array(arguments), input: "")
            #expect(outcome.code == 0, "\(line.testDescription): \(outcome.err)")
            // A search without results is no error, but then the row has not been shown to work.
            let said = (outcome.out + "\n" + outcome.err).components(separatedBy: "\n")
            #expect(
                !said.contains { line in Self.nothings.contains(where: line.hasPrefix) },
                "\(line.testDescription): \(outcome.out)\(outcome.err)")
        }
    }

    /// The beginnings of answers that report nothing.
    private static let nothings = [
        "nothing", "nobody", "no ", "there is nothing",
    ]

    /// Splits a line into words as a shell does, without any expansion.
    private static func words(_ line: String) throws -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var isOpen = false
        for character in line {
            switch (character, quote) {
            case (let mark, nil) where mark == "\"" || mark == "'":
                quote = mark
                isOpen = true
            case (let mark, let open?) where mark == open: quote = nil
            case (" ", nil):
                if isOpen || !word.isEmpty { words.append(word) }
                (word, isOpen) = ("", false)
            default: word.append(character)
            }
        }
        try #require(quote == nil, "a quotation mark is never closed: \(line)")
        if isOpen || !word.isEmpty { words.append(word) }
        return words
    }
}
