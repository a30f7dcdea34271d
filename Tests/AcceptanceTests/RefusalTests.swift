import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests what a node refuses to do, and its messages.
@Suite(.serialized) struct RefusalTests {
    @Test func `one profile serves one node`() throws {
        let house = try Household()
        let ana = try house.node("ana")

        let arguments = ["up", "--foreground", "--listen", "127.0.0.1:0"]
        let second = try Outcome(waitingFor: ana.start(arguments), arguments)

        second.fails(5, saying: "process \(ana.pid) is using it", "fix: weft down")
        #expect(try ana.count() == 0)
    }

    @Test func `a word that no command takes is told in the form of all errors`() throws {
        let house = try Household()
        let ana = try house.person("ana")

        for arguments in [["ls", "--bogus"], ["add"], ["export", "-F", "xml"], ["import"]] {
            let told = try Outcome(waitingFor: ana.start(arguments), arguments)
            told.fails(2, saying: "error: ", "Usage: weft", "fix: weft \(arguments[0]) --help")
            #expect(!told.err.contains("Error:"))
        }
        let told = try ana.weft("ls", "--bogus", "--json")
        told.fails(2, saying: "weft ls --help")
    }

    @Test func `a key that others may read is refused`() throws {
        let house = try Household()
        let ana = try house.person("ana")

        chmod(ana.root + "/data/keys/device", 0o644)
        let up = try ana.weft("up", "--listen", "127.0.0.1:0")

        up.fails(7, saying: "error: \(ana.root)/data/keys/device is refused", "mode 0644")
        up.fails(7, saying: "  fix: chmod 600 \(ana.root)/data/keys/device\n")
    }

    @Test func `a port in use is told with the way out, and not kept`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.person("ben")

        let up = try ben.weft("up", "--listen", ana.address)
        let settings = try String(contentsOfFile: ben.root + "/data/profile.json", encoding: .utf8)

        up.fails(5, saying: "error: cannot listen on \(ana.address): address already in use")
        up.fails(5, saying: "  fix: weft up --listen 127.0.0.1:0")
        #expect(!settings.contains(ana.address))
    }

    @Test func `words of an earlier start are not taken for those of this one`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.person("ben")
        _ = try ben.weft("up", "--listen", ana.address)

        chmod(ben.root + "/data/keys/device", 0o640)
        let up = try ben.weft("up", "--listen", ana.address)

        up.fails(7, saying: "mode 0640")
        #expect(!up.err.contains("address already in use"))
    }

    @Test func `a failed write to standard output is reported`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try Started.program())
        process.arguments = ["paths"]
        process.environment = ["WEFT_HOME": ana.root]
        // Opened for reading only.
        process.standardOutput = FileHandle(forReadingAtPath: "/dev/null")
        let said = Pipe()
        process.standardError = said
        try process.run()
        let words = String(
            decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()

        #expect(process.terminationStatus == 1)
        #expect(words.contains("error: cannot write to standard output: "))
        #expect(words.contains("fix: "))
    }

    @Test func `a refused link is told once`() throws {
        let house = try Household()
        let ana = try house.node("ana")

        let one = try ana.weft("add", "javascript:1")
        let two = try ana.weft("add", "javascript:1", "https://kept.example/")

        one.fails(2, saying: "error: addresses with 'javascript:' are not supported")
        #expect(one.err.components(separatedBy: "are not supported").count == 2)
        #expect(!one.err.contains("weft ls"))
        two.fails(6, saying: "error: 1 of 2 links were refused")
        #expect(two.err.components(separatedBy: "are not supported").count == 2)
    }

    @Test func `a profile is replaced only with force, and never lost`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("add", "https://before.example/").succeeds()
        try ana.weft("backup", "-o", "\(house.path)/backup").succeeds()
        try ana.weft("add", "https://after.example/").succeeds()

        let running = try ana.weft("restore", "--force", "\(house.path)/backup")
        try ana.down()
        let unasked = try ana.weft("restore", "\(house.path)/backup")
        let forced = try ana.weft("restore", "--force", "--json", "\(house.path)/backup")
        try forced.succeeds()
        let again = try ana.weft("restore", "-q", "--force", "\(house.path)/backup").succeeds()
        try ana.up()

        running.fails(5, saying: "process", "fix: weft down")
        unasked.fails(5, saying: "already exists", "fix: weft restore --force FILE")
        #expect(try ana.contents("") == ["https://before.example/\t\t"])
        #expect(again.err.contains("previous data: \(ana.root)/data/before-restore-"))
        let aside = try forced.text("aside")
        let kept = try FileManager.default.contentsOfDirectory(atPath: aside)
        #expect(Set(kept).isSuperset(of: ["keys", "profile.json", "weft.sqlite"]))
    }

    @Test func `a profile that is held by what is no node is not called up`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        let lock = open(ana.root + "/data/lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)

        let up = try ana.weft("up", "--listen", "127.0.0.1:0")

        up.fails(5, saying: "holds the profile but does not answer", "fix: ")
        #expect(!up.err.contains("already running"))
    }

    @Test func `a backup that cannot be written says why, and leaves nothing`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let there = try house.file("there", "mine".utf8)

        let nowhere = try ana.weft("backup", "-o", "\(house.path)/none/backup")
        let again = try ana.weft("backup", "-o", there)

        nowhere.fails(2, saying: "no backup was written", "No such file or directory", "fix: ")
        again.fails(5, saying: "already exists")
        #expect(try String(contentsOfFile: there, encoding: .utf8) == "mine")
    }

    @Test func `a wrong address is refused in words`() throws {
        let house = try Household()
        let ana = try house.person("ana")

        let up = try ana.weft("up", "--listen", "here")

        up.fails(2, saying: "\"here\" is not HOST:PORT; for example 192.168.1.20:7433")
        #expect(!up.err.contains("Failure"))
    }

    @Test func `the address of a node is kept until another is given`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        func address(_ arguments: String...) throws -> String? {
            try Outcome(waitingFor: ana.start(["up"] + arguments), arguments).succeeds()
            defer { _ = try? ana.weft("down") }
            return try ana.weft("status", "--json").json()["listening_on"] as? String
        }

        let given = try #require(try address("--listen", "127.0.0.1:0"))
        let again = try address()
        let without = try address("--no-listen", "--no-discovery")
        let later = try address()
        let anew = try address("--listen", "[::1]:0")

        #expect(!given.hasSuffix(":0"))
        #expect(again == given)
        #expect(without == nil)
        #expect(later == given)
        #expect(anew?.hasPrefix("[::1]:") == true)
        #expect(try address() == anew)
    }

    @Test func `a socket path that is too long is refused before anything is made`() throws {
        let house = try Household()
        let long = house.path + "/" + String(repeating: "x", count: 100)

        let error = #expect(throws: Failed.self) { try house.person("ana", root: long) }

        #expect(error?.description.contains("ended with 2: error: the socket") == true)
        #expect(error?.description.contains("bytes; the limit is") == true)
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

/// A disk in memory of a few megabytes, for the lifetime of this object.
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
        // Unmounts lazily, because a node with an open file there holds it until it ends.
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
