import API
import ArgumentParser
import Domain
import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft up`: starts the node, in the background or here.
struct UpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Start your node, the program that keeps and syncs your things.",
        discussion: """
            The node runs in the background until weft down; weft paths shows where its log is. \
            Without --listen it uses the last address, or port 7433 on every interface.

            SIGHUP reloads the settings: the name and the listening address. SIGTERM and Ctrl-C \
            stop the node cleanly. weft service install starts it when you log in.

            If a passphrase protects your keys (weft key passphrase), weft up asks for it, or \
            reads it from the file named by WEFT_PASSPHRASE_FILE, which must have mode 0600.
            """)

    @Flag(help: "Run in the foreground until Ctrl-C; for systemd and launchd.")
    var foreground = false

    @Option(
        help: ArgumentHelp(
            "Listen for friends on this address from now on; port 0 picks a free one.",
            valueName: "host:port"))
    var listen: String?

    @Flag(help: "Accept no connections this time; the node still dials friends.")
    var noListen = false

    @Flag(help: "Turn off discovery on the local network this time.")
    var noDiscovery = false

    @Option(
        help: ArgumentHelp(
            "Let other programs on this computer connect here from now on (weft web); port 0 "
                + "picks a free one.", valueName: "host:port"))
    var web: String?

    @Flag(help: "Read the passphrase from standard input.")
    var passphraseStdin = false

    @OptionGroup var options: GlobalOptions

    /// The time in which a node that began before has to answer.
    private static let patience: Duration = .seconds(3)

    func validate() throws {
        if listen != nil && noListen {
            throw ValidationError("Use either --listen or --no-listen, not both.")
        }
        if let web, case .failure(let problem) = LoopbackAddress.checked(web) {
            throw ValidationError("\(problem.detail); \(problem.fix)")
        }
        guard let listen else { return }
        do {
            _ = try HostPort(typed: listen)
        } catch {
            throw ValidationError("\(error.what); \(error.fix)")
        }
    }

    func run() throws {
        let profile = try options.chosenProfile()
        let settings = try asFailure {
            if try Keystore.isUnpaired(in: profile) {
                throw KeystoreError.unpaired(profile.keysDirectory)
            }
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
        try asFailure {
            let lock = try ProfileLock(profile)
            let passphrase = try Passphrase.current(
                of: profile, isFromInput: passphraseStdin, options)
            // From here on Ctrl-C is the node's: it closes its database first.
            signal(SIGINT, SIG_DFL)
            let keys = try Keystore.open(in: profile, passphrase: passphrase)
            try NodeProcess.run(
                profile: profile, settings: settings, keys: keys, lock: lock,
                keepsListening: listen != nil, forbidsListening: noListen,
                discovery: noDiscovery ? .nowhere : .networks,
                web: web.flatMap { LoopbackAddress($0) })
        }
    }

    private func startInBackground(_ profile: Profile) throws {
        let output = options.output
        let client = Client(socketPath: profile.socketPath, output: output)
        if let pid = try asFailure({ try ProfileLock.holder(of: profile) }) {
            try Self.awaitAnswer(of: pid, profile, client)
            output.say("already running: process \(pid), socket \(profile.socketPath)")
            if listen != nil || noListen {
                output.warn("the listening address did not change; run weft down first")
            }
            if let web {
                output.warn("the web address did not change; run weft config set web \(web)")
            }
            if noDiscovery { output.warn("discovery did not change; run weft down first") }
            Self.tell(pid, profile, output)
            output.next("node status", "weft status")
            return
        }
        var arguments = ["up", "--foreground"] + options.nodeArguments
        if let listen { arguments += ["--listen", listen] }
        if noListen { arguments.append("--no-listen") }
        if noDiscovery { arguments.append("--no-discovery") }
        if let web { arguments += ["--web", web] }
        let passphrase = try asFailure {
            try Passphrase.current(of: profile, isFromInput: passphraseStdin, options)
        }
        if passphrase != nil { arguments.append("--passphrase-stdin") }
        let warning = RunMark(of: profile).warning
        let process = try BackgroundProcess(
            arguments, input: passphrase ?? [], logPath: profile.logPath)
        try process.wait { try Self.answers(client) }
        if let warning { output.warn("\(warning)") }
        output.say(
            "\("✓", .good) node started: process \(process.pid), socket \(profile.socketPath)")
        // How it listens is worth telling, and no reason to fail.
        for line in (try? StatusCommand.listeningLines(client)) ?? [] { output.say("  \(line)") }
        Self.tell(process.pid, profile, output)
        output.next("save a link", "weft add URL -t TAG")
    }

    /// The process that holds the profile may be a node that is starting, or another command such as restore.
    private static func awaitAnswer(
        of pid: Int32, _ profile: Profile, _ client: Client
    ) throws {
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        while !(try answers(client)) {
            guard clock.now < deadline else {
                throw Failure(
                    .conflict,
                    "process \(pid) holds the profile but does not answer on \(profile.socketPath)",
                    fix: "wait for it to end or run weft down; then weft up")
            }
            usleep(50_000)
        }
    }

    private static func tell(_ pid: Int32, _ profile: Profile, _ output: Output) {
        guard output.form == .json else { return }
        let socket = VersionedJSON.quoted(profile.socketPath)
        output.json(Array("{\"pid\":\(pid),\"socket\":\(socket)}".utf8))
    }

    /// Not yet there counts as not yet; a socket that is not ours is an error at once.
    private static func answers(_ client: Client) throws -> Bool {
        var call = Call(ShowStatus())
        call.patience = .seconds(2)
        do {
            return try client.exchange(call).isSuccess
        } catch let failure as Failure where failure.fix == "weft up" {
            return false
        }
    }

    /// Unblocks SIGTERM, which the parent may have blocked and a child inherits: weft down would wait in vain.
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

extension HostPort {
    /// Parses the typed value.
    ///
    /// - Throws: how it is written, if it is none.
    init(typed text: String) throws(Failure) {
        guard let place = HostPort(text) else {
            // Of IPv6 without brackets the last colon is the likely one.
            if let colon = text.lastIndex(of: ":"), text[..<colon].contains(":"),
                let meant = HostPort("[\(text[..<colon])]\(text[colon...])")
            {
                throw Failure(
                    .usage, "\"\(text)\" is not HOST:PORT; put an IPv6 address in brackets",
                    fix: meant.text)
            }
            throw Failure(
                .usage, "\"\(text)\" is not HOST:PORT", fix: "for example 192.168.1.20:7433")
        }
        self = place
    }
}
