import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What a node will not do, and how it says so.
@Suite(.serialized) struct RefusalTests {
    @Test func `one profile serves one node`() throws {
        let house = try Household()
        let ana = try house.node("ana")

        let arguments = ["up", "--foreground", "--listen", "127.0.0.1:0"]
        let second = try Outcome(waitingFor: ana.start(arguments), arguments)

        second.fails(5, saying: "process \(ana.pid) has it", "fix: weft down")
        #expect(try ana.count() == 0)
    }

    @Test func `a key that others may read is refused`() throws {
        let house = try Household()
        let ana = try house.person("ana")

        chmod(ana.root + "/data/keys/device", 0o644)
        let up = try ana.weft("up", "--listen", "127.0.0.1:0")

        up.fails(1, saying: "keys/device is refused", "mode 0644")
    }

    @Test func `a socket path that is too long is refused before anything is made`() throws {
        let house = try Household()
        let long = house.path + "/" + String(repeating: "x", count: 100)

        let error = #expect(throws: Failed.self) { try house.person("ana", root: long) }

        #expect(error?.description.contains("ended with 2: error: the socket") == true)
        #expect(error?.description.contains("bytes, and the system takes") == true)
        #expect(!FileManager.default.fileExists(atPath: long))
    }

    @Test func `the node describes its interface as JSON`() throws {
        let house = try Household()
        let ana = try house.node("ana")

        let description = try ana.weft("api", "GET", "/v1/openapi.json").succeeds().json()

        #expect((description["openapi"] as? String)?.hasPrefix("3.1") == true)
        let paths = try #require(description["paths"] as? [String: Any])
        #expect(paths["/v1/bookmarks"] != nil)
        #expect(paths["/v1/status"] != nil)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only root on Linux can mount a small disk"))
    func `on a full disk the node reads, says so, and writes again when there is room`() throws {
        let house = try Household()
        let disk = try SmallDisk(at: house.path + "/disk", megabytes: 4)
        let ana = try house.node("ana", root: disk.path + "/a")
        let list = (0..<20_000).map { "https://many.example/\($0)\n" }.joined()
        let file = try house.file("many.txt", list.utf8)

        let imported = try ana.weft("import", file)
        let kept = try ana.count()
        let status = try ana.weft("status", "--json").succeeds().out
        try disk.grow(megabytes: 64)

        #expect(imported.code != 0)
        #expect(imported.err.contains("no space is left"), "\(imported.err)")
        #expect(status.contains("no space is left"), "\(status)")
        #expect(kept < 20_000)
        // A node tries again ten seconds after it found the disk full.
        try until("it writes again", within: .seconds(20)) {
            try ana.weft("add", "https://room.example/").code == 0
        }
        #expect(try ana.count() == kept + 1)
        try ana.down()
    }
}

/// A disk in memory of a few megabytes, for as long as this lives.
final class SmallDisk {
    let path: String

    static var isPossible: Bool {
        #if os(Linux)
        guard geteuid() == 0, let house = try? Household() else { return false }
        return (try? SmallDisk(at: house.path + "/disk", megabytes: 1)) != nil
        #else
        return false
        #endif
    }

    init(at path: String, megabytes: Int) throws {
        self.path = path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: nil)
        try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "weft", path)
    }

    deinit {
        // A node that still holds a file there keeps it until it ends: hence lazily.
        try? Self.run("umount", "-l", path)
    }

    func grow(megabytes: Int) throws {
        try Self.run("mount", "-o", "remount,size=\(megabytes)m", path)
    }

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed("\(arguments) failed") }
    }
}
