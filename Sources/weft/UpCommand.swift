import ArgumentParser
import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft up`: starts the node, in the background or here.
struct UpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up", abstract: "Start your node.",
        discussion: "It runs in the background until weft down; its log is in weft paths.")

    @Flag(help: "Stay here until Ctrl-C; for systemd and launchd.")
    var foreground = false

    @Option(help: ArgumentHelp("Let friends reach it there.", valueName: "host:port"))
    var listen: String?

    @Flag(help: "Let nobody dial it; it dials itself.")
    var noListen = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if listen != nil && noListen {
            throw ValidationError("--listen and --no-listen exclude each other.")
        }
        if let listen { _ = try HostPort(listen) }
    }

    func run() throws {
        let profile = try options.chosenProfile()
        let settings = try asFailure {
            var settings = try ProfileSettings.read(from: profile)
            try profile.prepare()
            guard try Keystore.exists(in: profile) else {
                throw KeystoreError.missing(profile.keysDirectory)
            }
            if let listen { settings.listen = listen }
            if noListen { settings.listen = nil }
            return settings
        }
        guard foreground else {
            try startInBackground(profile)
            return
        }
        Self.forbidCoreDumps()
        Self.hearSignals()
        umask(0o077)
        // From here on Ctrl-C is the node's: it closes its database first.
        signal(SIGINT, SIG_DFL)
        try asFailure {
            let lock = try ProfileLock(profile)
            let keys = try Keystore.open(in: profile)
            try NodeProcess.run(profile: profile, settings: settings, keys: keys, lock: lock)
        }
    }

    private func startInBackground(_ profile: Profile) throws {
        let output = options.output
        if let pid = try asFailure({ try ProfileLock.holder(of: profile) }) {
            output.say("already up: process \(pid), on \(profile.socketPath)")
            Self.tell(pid, profile, output)
            output.next("how it fares", "weft status")
            return
        }
        var arguments = ["up", "--foreground"] + options.nodeArguments
        if let listen { arguments += ["--listen", listen] }
        if noListen { arguments.append("--no-listen") }
        let process = try BackgroundProcess(arguments, logPath: profile.logPath)
        let client = Client(socketPath: profile.socketPath, output: output)
        try process.wait(untilTrue: { try Self.answers(client) }, logPath: profile.logPath)
        output.say("\("✓", .good) up: process \(process.pid), on \(profile.socketPath)")
        if let line = try? StatusCommand.listeningLine(client) { output.say("  \(line)") }
        Self.tell(process.pid, profile, output)
        output.next("keep a link", "weft add URL -t TAG")
    }

    private static func tell(_ pid: Int32, _ profile: Profile, _ output: Output) {
        guard output.form == .json else { return }
        let socket = VersionedJSON.quoted(profile.socketPath)
        output.json(Array("{\"pid\":\(pid),\"socket\":\(socket)}".utf8))
    }

    /// Not yet there counts as not yet; a socket that is not ours is an error at once.
    private static func answers(_ client: Client) throws -> Bool {
        var call = Call.get("/v1/status")
        call.patience = .seconds(2)
        do {
            return try client.exchange(call).isSuccess
        } catch let failure as Failure where failure.fix == "weft up" {
            return false
        }
    }

    /// Whoever started us may have blocked SIGTERM, and a child inherits that: weft down would
    /// wait in vain.
    private static func hearSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
    }

    /// A core file would hold the keys.
    private static func forbidCoreDumps() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        #else
        setrlimit(RLIMIT_CORE, &none)
        #endif
    }
}

/// An address as people write it: `127.0.0.1:7433`, `[::1]:7433`, `host:7433`.
struct HostPort: Equatable {
    let host: String
    let port: UInt16

    init(_ text: String) throws(Failure) {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
            let port = UInt16(text[text.index(after: colon)...])
        else {
            throw Failure(
                .usage, "\"\(text)\" is not HOST:PORT", fix: "for example 192.168.1.20:7433")
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            throw Failure(
                .usage, "\"\(text)\" is not HOST:PORT: an IPv6 address needs brackets",
                fix: "[\(host)]:\(port)")
        }
        self.host = host
        self.port = port
    }
}
