import Foundation
import Testing

@testable import weft

/// Tests the manual pages that `packaging/manual` makes of the program.
@Suite struct ManualTests {
    private static func has(_ program: String) -> String? {
        ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + program }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func run(_ path: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let said = Pipe()
        process.standardOutput = said
        process.standardError = said
        try process.run()
        let bytes = said.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(.enabled(if: has("python3") != nil))
    func `each visible command has a page, of which no linter complains`() throws {
        let python = try #require(Self.has("python3"))
        let folder = FileManager.default.temporaryDirectory.appending(path: "weft-man-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try BuiltProgram.path()

        let said = try Self.run(
            python,
            ["-B", "\(ReferenceFile.root)/packaging/manual", program, folder.path, "2026-11-27"])

        #expect(said == "")
        let pages = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        let commands = CommandTree.root.visible
        let written = try pages.filter { page in
            let path = folder.appending(path: page).path
            let type = try FileManager.default.attributesOfItem(atPath: path)[.type]
            return type as? FileAttributeType != .typeSymbolicLink
        }
        #expect(written == Set(commands.map { "weft-\($0.name).1" } + ["weft.1"]))
        // By an alias, and by the name that a command had at the top, a page is found too.
        let below = commands.flatMap(\.visible).map(\.name)
        let moved = FormerCommandName.now.filter { former, path in
            former == path.last && below.filter { $0 == former }.count == 1
        }.keys
        let others = commands.flatMap(\.aliases) + moved
        #expect(pages.isSuperset(of: others.map { "weft-\($0).1" }))
        let files = commands.map { "\(folder.path)/weft-\($0.name).1" } + ["\(folder.path)/weft.1"]
        if let mandoc = Self.has("mandoc") {
            #expect(try Self.run(mandoc, ["-T", "lint", "-W", "warning"] + files) == "")
        }
        for command in commands {
            let page = try String(
                contentsOfFile: "\(folder.path)/weft-\(command.name).1", encoding: .utf8)
            for child in command.visible {
                #expect(page.contains(child.name.replacing("-", with: "\\-")), "\(child.path)")
            }
        }
    }
}

/// The program under test.
enum BuiltProgram {
    /// The program beside the running tests, otherwise the one that `swift build -c release` makes.
    static func path() throws -> String {
        let beside = CommandLine.arguments.compactMap { argument in
            argument.range(of: "/weftPackageTests.xctest").map { argument[..<$0.lowerBound] }
        }
        let places = beside.map(String.init) + ["\(ReferenceFile.root)/.build/release"]
        let found = places.map { $0 + "/weft" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        return try #require(found, "weft is built beside the tests")
    }
}
