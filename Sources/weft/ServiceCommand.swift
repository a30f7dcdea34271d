import ArgumentParser
import Node

/// `weft service`: the node as something that the system starts.
struct ServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service", abstract: "Have the system start your node when you log in.",
        discussion: """
            On Linux by a user unit of systemd, on macOS by launchd. The service runs the program \
            that you call now, for the profile that you choose now; after moving either install it \
            anew with --force.

            On Linux a fence stands around it: the node reads what you may read, but not ~/.ssh and \
            ~/.gnupg, finds nothing in /tmp, and writes to the folders of its profile alone. For \
            weft folder add DIR let it write to one more: systemctl --user edit weft, type two \
            lines, [Service] and ReadWritePaths=DIR, then systemctl --user restart weft.

            kill -HUP, or systemctl --user reload weft, has a running node read its settings again.
            """,
        subcommands: [Install.self, Uninstall.self, Status.self], defaultSubcommand: Status.self)

    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install", abstract: "Install the service, and start it.",
            discussion: """
                With --force a service that runs by another file is started anew.

                Where the manager of your services does not answer, as over su or in a container, \
                the file is written all the same, and you are told what to type.
                """)

        @Flag(name: .customLong("print"), help: "Print the file, and install nothing.")
        var printsOnly = false

        @Flag(name: .shortAndLong, help: "Replace a file that is there and differs.")
        var force = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let profile = try options.chosenProfile()
            let file = try ServiceCommand.file(of: profile, options)
            guard !printsOnly else { return output.raw(Array(file.text.utf8)) }
            try check(profile)
            let state = try asFailure { try file.state() }
            guard force || state == .absent || state == .same else {
                throw Failure(
                    .conflict,
                    state == .older
                        ? "\(file.path) is there already, from an earlier install"
                        : "\(file.path) is there already, and not as weft writes it",
                    fix: "compare it with weft service install --print, then add --force")
            }
            if state != .same { try asFailure { try file.write() } }
            let supervisor = Supervisor(file)
            let holder = try asFailure { try ProfileLock.holder(of: profile) }
            let outcome = supervisor.start(holder: holder, isWritten: state != .same)
            if output.form == .json { output.json(ServiceCommand.json(file, "same", supervisor)) }
            output.say("\("✓", .good) \(file.path)")
            switch outcome {
            case .started: output.say("  the node runs, and starts again when you log in")
            case .restarted:
                output.say("  the node was started anew, and starts again when you log in")
            case .enabled:
                output.say("  it starts when you log in; the node that runs now goes on until then")
                output.next("have the service run it now", "weft down && \(supervisor.startWords)")
            case .notAsked(let why):
                output.warn("it is not started: \(why)")
                output.next("start it", "\(supervisor.startWords)")
            }
            if !file.hasNamespaces {
                output.warn(
                    "the service sees all files and devices: this system allows no user namespaces")
            }
            ServiceCommand.tellLogs(file, profile, output)
        }

        // What the service would fail by at once, while nobody looks.
        private func check(_ profile: Profile) throws {
            try asFailure {
                _ = try ProfileSettings.read(from: profile)
                if try Keystore.isUnpaired(in: profile) {
                    throw KeystoreError.unpaired(profile.keysDirectory)
                }
            }
            let isLocked = try asFailure { try Keystore.isLocked(in: profile) }
            let path = Environment.value(Passphrase.variable)
            guard !isLocked || path != nil else {
                throw Failure(
                    .denied, "the keys lie under a passphrase, and a service cannot ask for it",
                    fix: "\(Passphrase.variable)=/path/to/its/file weft service install")
            }
            try asFailure {
                let passphrase = try isLocked ? path.map { try Passphrase.inFile($0) } : nil
                do {
                    _ = try Keystore.open(in: profile, passphrase: passphrase)
                } catch KeystoreError.wrongPassphrase {
                    throw Failure(
                        .denied, "the keys lie under another passphrase than \(path ?? "") holds",
                        fix: "write the one in force into its first line")
                }
            }
        }
    }

    struct Uninstall: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "uninstall", abstract: "Stop the service, and take its file away.",
            discussion: "Your links and keys stay. A file that weft did not write stays too.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let profile = try options.chosenProfile()
            let file = try ServiceCommand.file(of: profile, options)
            switch try asFailure({ try file.state() }) {
            case .absent: throw ServiceCommand.missing(file)
            case .foreign:
                throw Failure(
                    .conflict, "\(file.path) was not written by weft, or was changed since",
                    fix: "look at it; then rm \(ShellWord.quoted(file.path))")
            case .same, .older: break
            }
            let supervisor = Supervisor(file)
            let isStopped = supervisor.stop()
            try asFailure { try file.remove() }
            supervisor.forget()
            if output.form == .json { output.json(ServiceCommand.json(file, "absent", supervisor)) }
            output.say("\("✓", .good) \(file.path) is gone")
            if !isStopped, try ServiceCommand.isUp(profile) {
                output.next("the node still runs; stop it", "weft down")
            } else {
                output.next("start the node by yourself", "weft up")
            }
        }
    }

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show whether it is installed, and runs.",
            discussion: "Exit code 3 when it is not installed.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let profile = try options.chosenProfile()
            let file = try ServiceCommand.file(of: profile, options)
            let state = try asFailure { try file.state() }
            let supervisor = Supervisor(file)
            if output.form == .json {
                output.json(ServiceCommand.json(file, "\(state)", supervisor))
            }
            guard state != .absent else { throw ServiceCommand.missing(file) }
            guard output.form != .json else { return }
            var table = Table()
            table.add(["\("file", .faint)", "\(file.path)", "\(Self.words(state))"])
            table.add(["\("service", .faint)", "\(file.name)", "\(supervisor.state())"])
            let holder = try asFailure { try ProfileLock.holder(of: profile) }
            table.add([
                "\("node", .faint)", "\(holder.map { "process \($0)" } ?? "not running")", "",
            ])
            table.print(to: output)
            if state != .same {
                output.next("bring it up to date", "weft service install --force")
            }
            ServiceCommand.tellLogs(file, profile, output)
        }

        private static func words(_ state: ServiceFile.State) -> String {
            switch state {
            case .absent: return "not installed"
            case .same: return "as this program writes it"
            case .older: return "from an earlier install: another program, profile or variable"
            case .foreign: return "changed by hand, or not by weft"
            }
        }
    }

    private static func file(
        of profile: Profile, _ options: GlobalOptions
    ) throws -> ServiceFile {
        let socket = options.socket ?? Environment.value("WEFT_SOCKET")
        let arguments =
            (profile.name == Profile.defaultName ? [] : ["--profile", profile.name])
            + (socket.map { ["--socket", $0] } ?? [])
        let program = try ProgramPath.own()
        return try asFailure {
            try ServiceFile(
                of: profile, program: program, arguments: arguments,
                hasNamespaces: hasNamespaces(), variable: Environment.value)
        }
    }

    /// Whether this system lets its users have a view of the file system of their own: some forbid it,
    /// others allow the namespace and nothing in it. Asks `unshare` of util-linux; yes without it.
    private static func hasNamespaces() -> Bool {
        [0, 127].contains(ChildProcess.run(["unshare", "--user", "--mount", "true"]).code)
    }

    private static func isUp(_ profile: Profile) throws -> Bool {
        try asFailure { try ProfileLock.holder(of: profile) } != nil
    }

    private static func missing(_ file: ServiceFile) -> Failure {
        Failure(
            .notFound, "no service is installed: there is no \(file.path)",
            fix: "weft service install")
    }

    private static func tellLogs(_ file: ServiceFile, _ profile: Profile, _ output: Output) {
        switch file.kind {
        case .systemd: output.next("what it says", "journalctl --user -u \(file.name)")
        case .launchd: output.next("what it says", "tail \(ShellWord.quoted(profile.logPath))")
        }
    }

    private static func json(
        _ file: ServiceFile, _ state: String, _ supervisor: Supervisor
    ) -> [UInt8] {
        let members = [
            ("path", file.path), ("service", file.name), ("file", state),
            ("state", supervisor.state()),
        ]
        let text = members.map { "\(VersionedJSON.quoted($0)):\(VersionedJSON.quoted($1))" }
        return Array("{\(text.joined(separator: ","))}".utf8)
    }
}
