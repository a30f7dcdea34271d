import Foundation
import Testing

@testable import weft

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests the targets of -o, in a folder of its own.
@Suite(.serialized) struct NewFileTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/weft-new-XXXXXX".utf8CString)
        folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    private func removeAll() { try? FileManager.default.removeItem(atPath: folder) }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    private func isLink(_ name: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) != nil
    }

    private func write(_ text: String, to name: String) throws {
        let file = try NewFile("\(folder)/\(name)")
        try file.append(Array(text.utf8))
        try file.finish()
    }

    @Test func `a file is replaced when it is whole, and not before`() throws {
        defer { removeAll() }
        try write("old", to: "a")
        do {
            let file = try NewFile("\(folder)/a")
            try file.append(Array("new".utf8))
            #expect(try text("a") == "old")
        }
        #expect(try text("a") == "old")

        try write("new", to: "a")

        #expect(try text("a") == "new")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    }

    @Test func `a FIFO is written through and stays a FIFO`() throws {
        defer { removeAll() }
        let path = "\(folder)/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        // Open for reading and writing, so that neither end waits for the other.
        let reader = open(path, O_RDWR | O_CLOEXEC)
        defer { close(reader) }

        try write("through", to: "pipe")

        var bytes = [UInt8](repeating: 0, count: 16)
        let got = read(reader, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, got)), as: UTF8.self) == "through")
        var facts = stat()
        #expect(lstat(path, &facts) == 0)
        #expect(facts.st_mode & mode_t(S_IFMT) == mode_t(S_IFIFO))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["pipe"])
    }

    @Test(arguments: ["there", "not yet"])
    func `behind links the file is written that they lead to`(state: String) throws {
        defer { removeAll() }
        mkdir("\(folder)/in", 0o700)
        if state == "there" { try write("old", to: "in/target") }
        symlink("in/target", "\(folder)/near")
        symlink("\(folder)/near", "\(folder)/far")

        try write("new", to: "far")

        #expect(try text("in/target") == "new")
        #expect(isLink("near") && isLink("far") && !isLink("in/target"))
    }

    @Test func `links that lead in a circle, and folders, are refused with a way out`() throws {
        defer { removeAll() }
        symlink("b", "\(folder)/a")
        symlink("a", "\(folder)/b")

        for name in ["a", "."] {
            let failure = #expect(throws: Failure.self) { try write("x", to: name) }
            #expect(failure?.fix.contains("-o") == true)
        }
        #expect(isLink("a") && isLink("b"))
    }
}
