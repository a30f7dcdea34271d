import Foundation
import Testing

/// Tests that the program holds exactly the files of the page.
struct PageFilesTests {
    private static let folder = "\(Project.root)/Sources/CPage/"

    @Test func `the C file names every file of the page, in order`() throws {
        let text = try String(contentsOfFile: Self.folder + "CPage.c", encoding: .utf8)
        let found = try #require(FileManager.default.enumerator(atPath: Self.folder + "files"))
        let there = found.compactMap { $0 as? String }.filter { name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(
                atPath: Self.folder + "files/" + name, isDirectory: &isFolder)
            return !isFolder.boolValue && !name.split(separator: "/").contains { $0.hasPrefix(".") }
        }

        let taken = text.split(separator: "\n").compactMap { line in
            line.hasPrefix("#embed \"files/") ? String(line.dropFirst(14).dropLast()) : nil
        }
        let named = text.split(separator: "\n").compactMap { line in
            line.hasPrefix("    {\"") ? String(line.dropFirst(6).prefix { $0 != "\"" }) : nil
        }

        // `scripts/page-files` writes it.
        #expect(taken == there.sorted())
        #expect(named == taken)
    }

    @Test func `the node answers the address of every screen, and of nothing else`() throws {
        let main = try String(contentsOfFile: Self.folder + "files/main.js", encoding: .utf8)
        let door = try String(
            contentsOfFile: "\(Project.root)/Sources/Gateway/PageDoor.swift", encoding: .utf8)
        let start = try #require(door.range(of: "screens: Set = [")?.upperBound)
        let set = door[start...].prefix { $0 != "]" }

        let shown = main.split(separator: "\n").compactMap { line in
            line.hasPrefix("screen(\"/")
                ? String(line.dropFirst(9).prefix { $0 != "/" && $0 != "\"" }) : nil
        }
        let answered = set.split(separator: "\"").map(String.init).filter {
            $0.contains(/^[a-z]+$/)
        }

        #expect(Set(shown).subtracting([""]) == Set(answered))
    }
}
