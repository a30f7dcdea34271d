import ArgumentParser
import Node

/// `weft service`: the node as something that the system starts.
struct ServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service", abstract: "Start your node when you log in.",
        discussion: """
            Uses a systemd user unit on Linux and launchd on macOS. The service runs this program \
            with the current profile; after moving either, install it again with --force.

            On Linux the service is sandboxed: the node can read your files except ~/.ssh and \
            ~/.gnupg, sees an empty /tmp, and writes only to the folders of its profile. To allow \
            weft folder add DIR to write to another one: systemctl --user edit weft, type two \
            lines, [Service] and ReadWritePaths=DIR, then systemctl --user restart weft.

            kill -HUP or systemctl --user reload weft makes a running node reload its settings.
            """,
        subcommands: [Install.self, Uninstall.self, Status.self], defaultSubcommand: Status.self)

    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install", abstract: "Install and start the service.",
            discussion: """
                With --force, a service with a different file is restarted.

                If the service manager does not answer, as with su or in a container, the file is \
                still written, and weft prints the command to type.
                """)

        @Flag(name: .customLong("print"), help: "Print the file without installing it.")
        var printsOnly = false

        @Flag(name: .shortAndLong, help: "Replace an existing file that differs.")
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
                        ? "\(file.path) already exists, from an earlier install"
                        : "\(file.path) already exists with contents weft did not write",
                    fix: "compare it with weft service install --print, then add --force")
            }
            if state != .same { try asFailure { try file.write() } }
            let supervisor = Supervisor(file)
            let holder = try asFailure { try ProfileLock.holder(of: profile) }
            let outcome = supervisor.start(holder: holder, isWritten: state != .same)
            if output.form == .json { output.json(ServiceCommand.json(file, "same", supervisor)) }
            output.say("\("✓", .good) \(file.path)")
            switch outcome {
            case .started: output.say("  the node is running and starts when you log in")
            case .restarted:
                output.say("  the node was restarted and starts when you log in")
            case .enabled:
                output.say(
                    "  the service starts when you log in; the current node keeps running until "
                        + "then"
                )
                output.next("switch to the service now", "weft down && \(supervisor.startWords)")
            case .notAsked(let why):
                output.warn("the service is not started: \(why)")
                output.next("start it", "\(supervisor.startWords)")
            }
            if !file.hasNamespaces {
                output.warn(
                    "the service is not sandboxed, because this system does not allow user "
                        + "namespaces"
                )
            }
            ServiceCommand.tellLogs(file, profile, output)
        }

        // Refuses what would make the service fail at once, while nobody looks.
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
                    .denied, "a passphrase protects the keys, and a service cannot ask for it",
                    fix: "\(Passphrase.variable)=/path/to/its/file weft service install")
            }
            try asFailure {
                let passphrase = try isLocked ? path.map { try Passphrase.inFile($0) } : nil
                do {
                    _ = try Keystore.open(in: profile, passphrase: passphrase)
                } catch KeystoreError.wrongPassphrase {
                    throw Failure(
                        .denied, "the passphrase in \(path ?? "") is not the one of the keys",
                        fix: "write the current passphrase on its first line")
                }
            }
        }
    }

    struct Uninstall: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "uninstall", abstract: "Stop and remove the service.",
            discussion: "Your links and keys stay, and so does a file that weft did not write.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let (profile, file, state) = try ServiceCommand.found(options)
            switch state {
            case .absent: throw ServiceCommand.missing(file)
            case .foreign:
                throw Failure(
                    .conflict, "\(file.path) was not written by weft, or was edited since",
                    fix: "check it, then rm \(ShellText.quoted(file.path))")
            case .same, .older: break
            }
            let supervisor = Supervisor(file)
            let isStopped = supervisor.stop()
            try asFailure { try file.remove() }
            supervisor.forget()
            if output.form == .json { output.json(ServiceCommand.json(file, "absent", supervisor)) }
            output.say("\("✓", .good) removed \(file.path)")
            if !isStopped, try ServiceCommand.isUp(profile) {
                output.next("the node is still running; stop it", "weft down")
            } else {
                output.next("start the node yourself", "weft up")
            }
        }
    }

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show whether the service is installed and running.",
            discussion: "Exits with code 3 if it is not installed.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let (profile, file, state) = try ServiceCommand.found(options)
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
                output.next("update it", "weft service install --force")
            }
            ServiceCommand.tellLogs(file, profile, output)
        }

        private static func words(_ state: ServiceFile.State) -> String {
            switch state {
            case .absent: return "not installed"
            case .same: return "up to date"
            case .older: return "from an earlier install: another program, profile or variable"
            case .foreign: return "edited by hand, or not written by weft"
            }
        }
    }

    /// The profile, its file of the service, and how that file stands.
    private static func found(
        _ options: GlobalOptions
    ) throws -> (profile: Profile, file: ServiceFile, state: ServiceFile.State) {
        let profile = try options.chosenProfile()
        let file = try file(of: profile, options)
        return (profile, file, try asFailure { try file.state() })
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
            .notFound, "the service is not installed: \(file.path) does not exist",
            fix: "weft service install")
    }

    private static func tellLogs(_ file: ServiceFile, _ profile: Profile, _ output: Output) {
        switch file.kind {
        case .systemd: output.next("read its log", "journalctl --user -u \(file.name)")
        case .launchd: output.next("read its log", "tail \(ShellText.quoted(profile.logPath))")
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
