import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests the node as a system service. No real service manager is called: a stand-in for systemctl
/// records its arguments.
@Suite(.serialized) struct ServiceTests {
    /// Returns the environment of a person whose home is their root, and where only one program is
    /// found.
    private func variables(
        _ person: Person, manager: String = "exit 1"
    ) throws -> [String: String] {
        let tools = person.root + "-tools"
        try FileManager.default.createDirectory(
            atPath: tools, withIntermediateDirectories: true)
        let script = "#!/bin/sh\necho \"$@\" >>\(tools)/told\n\(manager)\n"
        for name in ["systemctl", "launchctl"] {
            try Data(script.utf8).write(to: URL(fileURLWithPath: "\(tools)/\(name)"))
            chmod("\(tools)/\(name)", 0o755)
        }
        return [
            "HOME": person.root, "XDG_CONFIG_HOME": person.root + "/config",
            "PATH": tools + ":/usr/bin:/bin",
        ]
    }

    private func told(_ person: Person) throws -> [String] {
        try String(contentsOfFile: person.root + "-tools/told", encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    private func path(_ person: Person, _ profile: String = "") -> String {
        #if canImport(Darwin)
        let name = "weft.node" + (profile.isEmpty ? "" : ".\(profile)") + ".plist"
        return "\(person.root)/Library/LaunchAgents/\(name)"
        #else
        let name = "weft" + (profile.isEmpty ? "" : "-\(profile)") + ".service"
        return "\(person.root)/config/systemd/user/\(name)"
        #endif
    }

    @Test func `a service is installed, looked at and taken away`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        let there = try variables(ana)
        let path = path(ana)

        let before = try ana.weft(["service"], input: "", variables: there)
        let printed = try ana.weft(
            ["service", "install", "--print"], input: "", variables: there
        ).succeeds()
        let printedOnly = FileManager.default.fileExists(atPath: path)
        let installed = try ana.weft(["service", "install"], input: "", variables: there).succeeds()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let again = try ana.weft(["service", "install"], input: "", variables: there)
        let status = try ana.weft(["service", "status"], input: "", variables: there).succeeds()
        let gone = try ana.weft(["service", "uninstall"], input: "", variables: there).succeeds()

        before.fails(3, saying: "the service is not installed", "fix: weft service install")
        #expect(!printedOnly)
        #expect(text == printed.out)
        #expect(text.contains("up --foreground") || text.contains("<string>up</string>"))
        #expect(text.contains(ana.root))
        #expect(installed.err.contains("✓ \(path)"))
        #expect(installed.err.contains("the service is not started"))
        #expect(again.code == 0)
        #expect(status.out.contains("up to date"))
        #expect(gone.err.contains("removed \(path)"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a unit file that weft did not write stays`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        let there = try variables(ana)
        let path = path(ana)
        try ana.weft(["service", "install"], input: "", variables: there).succeeds()
        let ours = try String(contentsOfFile: path, encoding: .utf8)
        try Data((ours + "# mine\n").utf8).write(to: URL(fileURLWithPath: path))

        let installing = try ana.weft(["service", "install"], input: "", variables: there)
        let removing = try ana.weft(["service", "uninstall"], input: "", variables: there)
        let kept = try String(contentsOfFile: path, encoding: .utf8)
        try ana.weft(["service", "install", "--force"], input: "", variables: there).succeeds()
        let replaced = try String(contentsOfFile: path, encoding: .utf8)

        installing.fails(5, saying: "with contents weft did not write", "--print", "--force")
        removing.fails(
            5, saying: "was not written by weft, or was edited since", "fix: check it")
        #expect(kept.hasSuffix("# mine\n"))
        #expect(replaced == ours)
    }

    @Test func `an earlier install of ours is named, and may be taken away`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        var there = try variables(ana)
        try ana.weft(["service", "install"], input: "", variables: there).succeeds()
        there["XDG_DATA_HOME"] = ana.root + "/elsewhere"

        let status = try ana.weft(["service"], input: "", variables: there).succeeds()
        let installing = try ana.weft(["service", "install"], input: "", variables: there)
        let removing = try ana.weft(["service", "uninstall"], input: "", variables: there)

        #expect(status.out.contains("from an earlier install"))
        installing.fails(5, saying: "from an earlier install", "--force")
        try removing.succeeds()
    }

    @Test func `each profile has a service of its own`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        let there = try variables(ana)
        try ana.weft("init", "--profile", "work", "--name", "Ana").succeeds()

        try ana.weft(
            ["service", "install", "--profile", "work"], input: "", variables: there
        ).succeeds()
        let text = try String(contentsOfFile: path(ana, "work"), encoding: .utf8)

        #expect(text.contains("--profile"))
        #expect(text.contains("work"))
        #expect(!FileManager.default.fileExists(atPath: path(ana)))
    }

    @Test func `a service that could not open the keys is not installed`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        let there = try variables(ana)
        try ana.weft(["key", "passphrase", "--stdin"], input: "words of mine\n").succeeds()
        func install(_ person: Person, _ file: String? = nil) throws -> Outcome {
            let named = file.map { ["WEFT_PASSPHRASE_FILE": $0] } ?? [:]
            return try person.weft(
                ["service", "install"], input: "", variables: there.merging(named) { $1 })
        }
        let open = try house.file("open", "words of mine\n".utf8)
        let wrong = try house.file("wrong", "words of somebody\n".utf8)
        let right = try house.file("right", "words of mine\n".utf8)
        chmod(open, 0o644)
        for file in [wrong, right] { chmod(file, 0o600) }

        let without = try install(ana)
        let nowhere = try install(ana, house.path + "/nowhere")
        let seen = try install(ana, open)
        let another = try install(ana, wrong)
        let relative = try install(ana, "right")
        let isThere = FileManager.default.fileExists(atPath: path(ana))
        try install(ana, right).succeeds()
        let nobody = try install(house.newcomer("ben"), right)

        without.fails(7, saying: "a service cannot ask for it", "fix: WEFT_PASSPHRASE_FILE=")
        nowhere.fails(3, saying: "which does not exist")
        seen.fails(7, saying: "other users can access it")
        another.fails(7, saying: "the passphrase in \(wrong) is not the one of the keys")
        relative.fails(2, saying: "it is not an absolute path", "$PWD/right")
        #expect(!isThere)
        nobody.fails(3, saying: "fix: weft init")
        #expect(try String(contentsOfFile: path(ana), encoding: .utf8).contains(right))
    }

    @Test func `a service that could not read the keys is not installed`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        let there = try variables(ana)
        try FileManager.default.removeItem(atPath: ana.root + "/data/keys/device")

        let installed = try ana.weft(["service", "install"], input: "", variables: there)

        installed.fails(1, saying: "/keys/device is damaged")
        #expect(!FileManager.default.fileExists(atPath: path(ana)))
    }

    #if canImport(Glibc)
    @Test func `systemd is told to start it, and to stop it`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        let there = try variables(
            ana,
            manager: """
                case "$2" in
                show) echo \(path(ana)) ;;
                is-active) exit 3 ;;
                esac
                """)

        let installed = try ana.weft(["service", "install"], input: "", variables: there).succeeds()
        try ana.up()
        let beside = try ana.weft(["service", "install"], input: "", variables: there).succeeds()
        try ana.weft(["service", "uninstall"], input: "", variables: there).succeeds()
        let told = try told(ana)

        #expect(installed.err.contains("the node is running and starts"))
        #expect(told.contains("--user enable --now weft.service"))
        #expect(beside.err.contains("the current node keeps running until then"))
        #expect(told.contains("--user enable weft.service"))
        #expect(told.suffix(2) == ["--user disable --now weft.service", "--user daemon-reload"])
    }

    @Test func `a service that runs by another file is started anew`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        var there = try variables(
            ana,
            manager: """
                case "$2 $3" in
                "show --property=FragmentPath") echo \(path(ana)) ;;
                "show --property=MainPID") cat \(ana.root)-tools/main ;;
                esac
                """)
        func install(_ words: String...) throws -> Outcome {
            try ana.weft(["service", "install"] + words, input: "", variables: there).succeeds()
        }
        func told() throws -> [String] {
            try self.told(ana).filter { $0.contains("enable") || $0.contains("restart") }
        }
        // The node of the service.
        try ana.up()
        try Data("\(ana.pid)\n".utf8).write(to: URL(fileURLWithPath: ana.root + "-tools/main"))

        let first = try install()
        let same = try install()
        let toldOfSame = try told()
        there["XDG_STATE_HOME"] = ana.root + "/elsewhere"
        let other = try install("--force")
        let toldOfOther = try told().dropFirst(toldOfSame.count)
        // Another process owns the profile from now on.
        try Data("1\n".utf8).write(to: URL(fileURLWithPath: ana.root + "-tools/main"))
        there["XDG_STATE_HOME"] = nil
        let beside = try install("--force")
        let toldOfBeside = try told().dropFirst(toldOfSame.count + toldOfOther.count)

        let anew = ["--user enable weft.service", "--user restart weft.service"]
        #expect(first.err.contains("the node was restarted"))
        #expect(same.err.contains("the node is running and starts"))
        #expect(toldOfSame == anew + ["--user enable --now weft.service"])
        #expect(other.err.contains("the node was restarted"))
        #expect(Array(toldOfOther) == anew)
        #expect(beside.err.contains("the current node keeps running until then"))
        #expect(beside.err.contains("&& systemctl --user restart weft.service"))
        #expect(Array(toldOfBeside) == ["--user enable weft.service"])
        try ana.down()
    }

    @Test func `a unit that systemd would not find is not started`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        let there = try variables(ana, manager: "[ \"$2\" != show ] || echo /usr/lib/weft.service")

        let installed = try ana.weft(["service", "install"], input: "", variables: there).succeeds()

        #expect(installed.err.contains("systemd does not search the folder of"))
        #expect(try !told(ana).contains { $0.contains("enable") })
    }

    @Test func `systemd finds nothing wrong with the unit`() throws {
        let tool = "/usr/bin/systemd-analyze"
        guard FileManager.default.isExecutableFile(atPath: tool) else {
            print("left out: \(tool) is not installed")
            return
        }
        let house = try Household()
        let ana = try house.person("ana", root: "\(house.path)/an a % $b \"c\"")
        let there = try variables(ana)
        try ana.weft(["service", "install"], input: "", variables: there).succeeds()
        let runtime = "\(house.path)/runtime"
        try FileManager.default.createDirectory(
            atPath: runtime, withIntermediateDirectories: false)

        let process = Process()
        let words = Pipe()
        process.executableURL = URL(fileURLWithPath: tool)
        process.arguments = ["--user", "--man=no", "verify", path(ana)]
        process.environment = ["HOME": house.path, "XDG_RUNTIME_DIR": runtime]
        process.standardError = words
        try process.run()
        let said = words.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()

        #expect(process.terminationStatus == 0)
        #expect(!String(decoding: said, as: UTF8.self).contains("weft.service"))
    }
    #endif

    @Test func `SIGHUP has a node read its settings again`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try befriend(ana, ben)
        try until("they are linked") { try ben.weft("peers", "--plain").out.contains("ana") }
        // A port that nobody uses.
        let cleo = try house.node("cleo")
        try cleo.down()
        let path = ana.root + "/data/profile.json"
        let before = try String(contentsOfFile: path, encoding: .utf8)
        func log() throws -> String {
            try String(contentsOfFile: ana.root + "/state/log", encoding: .utf8)
        }
        func rewrite(_ text: String, saying words: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            kill(ana.pid, SIGHUP)
            try until("it is said: \(words)") { try log().contains(words) }
        }

        let renamed = before.replacingOccurrences(of: "\"ana\"", with: "\"Ana the Great\"")
        try rewrite(renamed, saying: "settings reloaded: the name")
        try until("the name is on ana's ticket") {
            try ana.weft("id", "--json").text("name") == "Ana the Great"
        }
        try rewrite(
            renamed.replacingOccurrences(of: ana.address, with: cleo.address),
            saying: "settings reloaded: listening on \(cleo.address)")
        let moved = try ana.weft("status", "--json").text("listening_on")
        try rewrite(
            renamed.replacingOccurrences(of: ana.address, with: ben.address),
            saying: "cannot listen on \(ben.address): address already in use; "
                + "the listening address is unchanged")
        let still = try ana.weft("status", "--json").text("listening_on")
        try rewrite("{", saying: "the settings are unchanged")
        try rewrite(
            "{\"name\": \"Ana the Great\", \"peers\": []}", saying: "not listening")
        let nowhere = try ana.weft("status", "--json").json()["listening_on"]

        #expect(try log().contains("\"peers\" in the settings takes effect at the next start"))
        #expect(moved == cleo.address)
        #expect(still == moved)
        #expect(nowhere == nil || nowhere is NSNull)
        // Open links stay open.
        #expect(try ben.weft("peers", "--plain").out.contains("ana"))
        try ana.down()
    }

    @Test func `a node that was told not to listen does not, whatever the settings say`() throws {
        let house = try Household()
        let ana = try house.person("ana")
        try ana.upAlone()

        kill(ana.pid, SIGHUP)
        try until("it says so") {
            try String(contentsOfFile: ana.root + "/state/log", encoding: .utf8)
                .contains("the node was started with --no-listen")
        }

        #expect(try ana.weft("status", "--json").json()["listening_on"] as? String == nil)
        try ana.down()
    }
}
