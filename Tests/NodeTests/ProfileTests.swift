import Testing

@testable import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

struct ProfileTests {
    private func profile(
        named name: String = "default", socket: String? = nil, _ variables: [String: String]
    ) throws -> Profile {
        try Profile(name: name, socketPath: socket) { variables[$0] }
    }

    @Test func `one variable puts a whole profile under one root`() throws {
        let profile = try profile(["WEFT_HOME": "/tmp/ana/"])

        #expect(profile.dataDirectory == "/tmp/ana/data")
        #expect(profile.logPath == "/tmp/ana/state/log")
        #expect(profile.socketPath == "/tmp/ana/run/weft.sock")
    }

    @Test func `another profile has folders of its own`() throws {
        let profile = try profile(named: "work", ["WEFT_HOME": "/tmp/ana"])

        #expect(profile.dataDirectory == "/tmp/ana/data/profiles/work")
        #expect(profile.socketPath == "/tmp/ana/run/profiles/work/weft.sock")
    }

    #if os(Linux)
    @Test func `the XDG folders are used`() throws {
        let profile = try profile([
            "HOME": "/home/ana", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s",
            "XDG_RUNTIME_DIR": "/run/user/7",
        ])

        #expect(profile.databasePath == "/d/weft/weft.sqlite")
        #expect(profile.logPath == "/s/weft/log")
        #expect(profile.socketPath == "/run/user/7/weft/weft.sock")
    }

    @Test func `without them, or with relative ones, the home's are used`() throws {
        let profile = try profile(["HOME": "/home/ana", "XDG_DATA_HOME": "data"])

        #expect(profile.keysDirectory == "/home/ana/.local/share/weft/keys")
        #expect(profile.socketPath == "/home/ana/.local/state/weft/weft.sock")
    }
    #endif

    @Test(arguments: [
        "", ".", "..", "a/b", "-a", "_a", "ä", "a b", String(repeating: "a", count: 33),
    ])
    func `a name that could leave its folder is refused`(name: String) {
        #expect(kind { _ = try profile(named: name, ["WEFT_HOME": "/tmp/ana"]) } == .invalid)
    }

    @Test(arguments: ["a", "9", "a-b_C", String(repeating: "a", count: 32)])
    func `plain names are taken`(name: String) throws {
        #expect(try profile(named: name, ["WEFT_HOME": "/tmp/ana"]).name == name)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `a socket path ends where the system's ends`(more: Int, isTaken: Bool) {
        let path = "/" + String(repeating: "s", count: SocketPath.bytesMax + more - 1)

        let kind = kind { _ = try profile(socket: path, ["WEFT_HOME": "/tmp/ana"]) }

        #expect((kind == nil) == isTaken)
    }

    @Test func `relative roots and a missing home are refused`() {
        #expect(kind { _ = try profile(["WEFT_HOME": "ana"]) } == .invalid)
        #expect(kind { _ = try profile([:]) } == .invalid)
    }

    @Test func `folders are made for their owner alone`() throws {
        let home = TemporaryHome()

        let profile = try home.profile("work")

        #expect(home.mode(of: profile.dataDirectory) == 0o700)
        #expect(home.mode(of: home.path + "/data") == 0o700)
        #expect(home.mode(of: profile.runtimeDirectory) == 0o700)
    }

    @Test(arguments: [0o701, 0o710, 0o740, 0o770, 0o777])
    func `a folder that others may use is refused`(mode: Int) throws {
        let home = TemporaryHome()
        let profile = try home.profile("work")
        chmod(home.path + "/data", mode_t(mode))

        #expect(kind { try profile.prepare() } == .unsafe)
    }

    @Test func `a link in a folder's place is refused`() throws {
        let home = TemporaryHome()
        let profile = try home.profile()
        rmdir(profile.runtimeDirectory)
        symlink("/tmp", profile.runtimeDirectory)

        #expect(kind { try profile.prepare() } == .unsafe)
    }

    @Test func `settings come back as they were written`() throws {
        let home = TemporaryHome()
        let profile = try home.profile()
        let settings = ProfileSettings(name: "Ana \"ä\" 🧵", listen: nil)

        try settings.write(to: profile)

        #expect(try ProfileSettings.read(from: profile) == settings)
        #expect(home.mode(of: profile.settingsPath) == 0o600)
    }

    @Test func `settings that are missing or damaged say so`() throws {
        let home = TemporaryHome()
        let profile = try home.profile()

        #expect(kind { _ = try ProfileSettings.read(from: profile) } == .missing)

        try PrivateFile.write(Array("{}".utf8), to: profile.settingsPath)
        #expect(kind { _ = try ProfileSettings.read(from: profile) } == .damaged)
    }
}
