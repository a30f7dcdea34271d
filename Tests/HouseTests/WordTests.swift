import Foundation
import Testing

/// Checks the words of pages, scenarios and scripts, which are no Swift.
@Suite struct WordTests {
    /// The project's own texts, by path. What a test compares with, or somebody else wrote, is left out.
    private static let texts: [(path: String, lines: [String])] = {
        let folders = ["README.md", "docs", "scripts", "Simulations", "Sources", "Tests"]
        return folders.flatMap(paths).sorted().compactMap { path in
            FileManager.default.contents(atPath: "\(Project.root)/\(path)")
                .flatMap { String(data: $0, encoding: .utf8) }
                .map { (path, $0.components(separatedBy: "\n")) }
        }
    }()

    private static func paths(below path: String) -> [String] {
        guard !isText(path, in: "") else { return [path] }
        // Some checkouts have no such folder.
        let names = try? FileManager.default.subpathsOfDirectory(
            atPath: "\(Project.root)/\(path)")
        return (names ?? []).filter { name in
            let parts = name.split(separator: "/").map(String.init)
            return !parts.contains { $0 == "Golden" || $0 == "Fixtures" }
                && isText(parts.last ?? "", in: path)
        }.map { "\(path)/\($0)" }
    }

    // Scripts have no ending.
    private static func isText(_ name: String, in folder: String) -> Bool {
        [".md", ".py", ".weft", ".weft-case"].contains(where: name.hasSuffix)
            || folder == "scripts" && !name.contains(".")
    }

    @Test func `in pages, scenarios and scripts a person is they, and a node is it`() {
        let paths = Self.texts.map(\.path)
        #expect(paths.count > 100)
        for part in ["README.md", "docs/start.md", "scripts/demo"] {
            #expect(paths.contains(part))
        }
        #expect(paths.contains { $0.hasPrefix("Simulations/scenarios/") })

        for text in Self.texts {
            for offence in Rule.pronouns(in: text.lines) {
                Issue.record("\(text.path):\(offence.line): \(offence.what)")
            }
        }
    }
}
