import Foundation
import Testing

/// Tests that `docs/internals/adding-a-kind.md` lists all files written for one kind.
struct AddingAKindTests {
    private static let page: String = {
        let bytes = FileManager.default.contents(
            atPath: "\(Project.root)/docs/internals/adding-a-kind.md")
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }()

    /// The paths that its tables name.
    private static let named = page.split(separator: "\n").compactMap { line -> String? in
        guard line.hasPrefix("| `") else { return nil }
        return line.split(separator: "`").dropFirst().first.map(String.init)
    }

    private static func speaks(_ file: SourceFile) -> Bool {
        file.lines.contains { $0.lowercased().contains("highlight") }
    }

    @Test func `the page names every file that speaks of the kind, and no other`() {
        let speaking = Project.files.filter { file in
            file.folder != "Tests" && Self.speaks(file)
        }

        #expect(Self.named.sorted() == speaking.map(\.path).sorted())
    }

    @Test func `a kind is one file, and at most three others name it`() throws {
        let sections = Self.page.components(separatedBy: "\n## ")
        let section = try #require(sections.first { $0.hasPrefix("What every kind needs\n") })
        let needed = section.split(separator: "\n").filter { $0.hasPrefix("| `") }

        #expect((1...4).contains(needed.count))
    }

    @Test func `the tests that the page names exist`() {
        let paths = Self.page.split(separator: "`").map(String.init)
            .filter { $0.hasPrefix("Tests/") && $0.hasSuffix(".swift") }

        #expect(paths.count == 3)
        for path in paths {
            let file = Project.files.first { $0.path == path }
            #expect(file.map(Self.speaks) == true, "\(path)")
        }
    }
}
