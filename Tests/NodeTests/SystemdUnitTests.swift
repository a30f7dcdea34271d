import Foundation
import Testing

@testable import Node

#if canImport(Glibc)
struct SystemdUnitTests {
    private func lines(
        _ variables: [String: String], name: String = Profile.defaultName,
        socket: String? = nil, program: String = "/usr/bin/weft", hasNamespaces: Bool = true
    ) throws -> [String] {
        let variables = variables.merging(["HOME": "/home/ana"]) { mine, _ in mine }
        let file = try ServiceFile(
            of: try Profile(name: name, socketPath: socket) { variables[$0] }, kind: .systemd,
            program: program, arguments: [], hasNamespaces: hasNamespaces
        ) { variables[$0] }
        return file.text.split(separator: "\n").map(String.init)
    }

    @Test func `a service writes to the folders of its profile alone`() throws {
        let lines = try lines(["XDG_RUNTIME_DIR": "/run/user/1000"], name: "work")

        let folders =
            "/home/ana/.local/share/weft/profiles/work /home/ana/.local/state/weft/profiles/work "
            + "%t/weft/profiles/work"
        #expect(lines.contains("ReadWritePaths=\(folders)"))
        #expect(lines.contains("ExecStartPre=+/bin/mkdir -p \(folders)"))
        #expect(lines.contains("ProtectSystem=strict"))
        #expect(lines.contains("ProtectHome=read-only"))
    }

    @Test func `without a session the socket is where one will have it`() throws {
        let lines = try lines([:])

        #expect(lines.contains { $0.hasPrefix("ReadWritePaths=") && $0.hasSuffix(" %t/weft") })
    }

    @Test func `a socket elsewhere may be made there`() throws {
        let lines = try lines(["WEFT_HOME": "/w"], socket: "/run/user/1000/weft.sock")

        #expect(lines.contains("ReadWritePaths=/w/data /w/state /w/run /run/user/1000"))
    }

    @Test func `paths are quoted as systemd reads them`() throws {
        let lines = try lines(["WEFT_HOME": "/w %h$\"'\\"])

        let root = #""/w %%h$\"'\\/"#
        #expect(lines.contains("ReadWritePaths=\(root)data\" \(root)state\" \(root)run\""))
        let doubled = root.replacingOccurrences(of: "$", with: "$$")
        #expect(
            lines.contains(
                "ExecStartPre=+/bin/mkdir -p \(doubled)data\" \(doubled)state\" \(doubled)run\""))
    }

    @Test func `a private tmp is read-only, so nothing written there can be lost`() throws {
        let lines = try lines([:])

        #expect(lines.contains("PrivateTmp=yes"))
        #expect(lines.contains("ReadOnlyPaths=/tmp /var/tmp"))
    }

    @Test(arguments: [
        (["WEFT_HOME": "/tmp/ana"], nil, "/usr/bin/weft", "/tmp/ana"),
        (["XDG_STATE_HOME": "/var/tmp/x"], nil, "/usr/bin/weft", "/var/tmp/x"),
        (["HOME": "/tmp"], nil, "/usr/bin/weft", "/tmp/.local/share/weft"),
        (["WEFT_PASSPHRASE_FILE": "/tmp/pass"], nil, "/usr/bin/weft", "/tmp/pass"),
        ([:], "/tmp/weft.sock", "/usr/bin/weft", "/tmp"),
        ([:], nil, "/var/tmp/build/weft", "/var/tmp/build/weft"),
    ])
    func `a service sees the real tmp if something of it lies there`(
        variables: [String: String], socket: String?, program: String, place: String
    ) throws {
        let lines = try lines(variables, socket: socket, program: program)

        #expect(!lines.contains { $0.hasPrefix("PrivateTmp") || $0.hasPrefix("ReadOnlyPaths") })
        #expect(lines.contains("# Without PrivateTmp, which would hide \(place)."))
    }

    @Test(arguments: ["/tmpfiles/ana", "/var/tmpfs", "/home/tmp"])
    func `a folder with a similar name is not tmp`(root: String) throws {
        #expect(try lines(["WEFT_HOME": root]).contains("PrivateTmp=yes"))
    }

    @Test func `without namespaces the lines that need them are taken back, and the others stay`()
        throws
    {
        let lines = try lines([:], hasNamespaces: false)

        for (given, taken) in [
            ("PrivateUsers=yes", "PrivateUsers=no"), ("PrivateDevices=yes", "PrivateDevices=no"),
            ("CapabilityBoundingSet=", "CapabilityBoundingSet=~"),
        ] {
            let first = try #require(lines.firstIndex(of: given))
            let last = try #require(lines.firstIndex(of: taken))
            #expect(first < last, "of two lines systemd takes the later one")
        }
        #expect(lines.contains("SystemCallFilter=@system-service"))
        let install = try #require(lines.firstIndex(of: "[Install]"))
        #expect(try #require(lines.firstIndex(of: "PrivateUsers=no")) < install)
        #expect(!(try self.lines([:]).contains("PrivateUsers=no")))
    }

    @Test func `the unit of the packages has the same fence`() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let packaged = try String(
            contentsOf: root.appendingPathComponent("packaging/weft.service"), encoding: .utf8)
        // Everything is in its usual place, and no variable says otherwise.
        let home = try lines(["XDG_RUNTIME_DIR": "/run/user/1000"])
        let written = home.map { $0.replacingOccurrences(of: "/home/ana", with: "%h") }

        func service(_ lines: [String]) -> [String] {
            lines.drop { $0 != "[Service]" }.filter { !$0.hasPrefix("#") && !$0.isEmpty }
        }
        let theirs = service(packaged.split(separator: "\n").map(String.init))
        #expect(theirs.filter { !$0.hasPrefix("UnsetEnvironment=") } == service(written))
    }

    @Test func `a path with control characters cannot be written`() {
        #expect(kind { _ = try lines(["HOME": "/home/a\nna"]) } == .invalid)
    }
}
#endif
