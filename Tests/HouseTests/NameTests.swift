import Foundation
import Testing

/// Checks that one word names one thing: among files of different modules, and in the glossary.
@Suite struct NameTests {
    /// Returns the base names that files of different modules of the program share, each with its paths.
    ///
    /// - Parameter paths: relative to the project; the second part is the module.
    static func sharedNames(_ paths: [String]) -> [String] {
        var paths = paths.filter { !$0.hasPrefix("Tests/") && !$0.hasSuffix("/main.swift") }
        paths.sort()
        let named = Dictionary(grouping: paths) { $0.split(separator: "/").last.map(String.init) }
        return named.values.filter { alike in
            Set(alike.map { $0.split(separator: "/").prefix(2) }).count > 1
        }.map { $0.joined(separator: ", ") }.sorted()
    }

    /// Returns the terms that a glossary defines more than once, in lower case; a term stands in bold at the
    /// beginning of a line.
    static func repeatedTerms(_ glossary: String) -> [String] {
        let terms = glossary.split(separator: "\n").filter { $0.hasPrefix("**") }.compactMap {
            $0.dropFirst(2).prefix { $0 != "*" }.split(separator: ".").first?.lowercased()
        }
        return Dictionary(grouping: terms) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    }

    @Test func `no two files of different modules share a name`() {
        let shared = Self.sharedNames(Project.files.map(\.path))
        #expect(shared.isEmpty, "name the idea that each holds")
    }

    @Test func `files of one module, tests and entry points are free to share a name`() {
        let paths = [
            "Sources/Store/A.swift", "Sources/Store/Folder/A.swift", "Tests/StoreTests/B.swift",
            "Sources/Wire/B.swift", "Simulations/fuzz/main.swift", "Simulations/bench/main.swift",
            "Sources/Sync/C.swift", "Simulations/bench/C.swift",
        ]
        let shared = Self.sharedNames(paths)
        #expect(shared == ["Simulations/bench/C.swift, Sources/Sync/C.swift"])
    }

    @Test func `the glossary defines no term twice`() throws {
        let file = try String(
            contentsOfFile: Project.root + "/docs/concepts/glossary.md", encoding: .utf8)
        #expect(file.split(separator: "\n").filter { $0.hasPrefix("**") }.count > 80)
        #expect(Self.repeatedTerms(file).isEmpty)
    }

    @Test func `a term that is defined twice is found in any case`() {
        let text =
            "**Head.** One.\n**Mark** on a canvas: two.\nText **head.**\n**head** of a group: three."
        #expect(Self.repeatedTerms(text) == ["head"])
    }
}
