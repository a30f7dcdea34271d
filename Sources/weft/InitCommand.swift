import API
import ArgumentParser
import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft init`: an identity and a device for one profile, or a device for an identity elsewhere.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create your identity on this computer.",
        discussion: """
            Prints 24 words. Your keys are derived from them, so anyone with these words can take \
            over your identity. On a new computer, weft key recover restores your identity from \
            them; your links come from your other devices or from a weft backup file.

            With --pair, this computer becomes another device of yours: it prints a request to \
            paste on your first device.
            """)

    @Option(
        help: ArgumentHelp(
            "The name friends see (default: your login name). With --pair, the name of this device "
                + "(default: the computer's name)."))
    var name: String?

    @Flag(help: "Join an identity that exists on another computer.")
    var pair = false

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let profile = try options.chosenProfile()
        guard pair else {
            try begin(profile)
            return
        }
        try beginPairing(profile)
    }

    private func begin(_ profile: Profile) throws {
        let output = options.output
        let made = try asFailure {
            try Identities.make(in: profile, name: try name ?? Self.loginName())
        }
        guard output.form != .json else { return output.json(Self.json(profile, made)) }
        output.say("\("✓", .good) you are \(made.name, .strong), in \(profile.dataDirectory)")
        output.say("")
        output.say(
            "  Write these words on paper, in this order. Anyone with these words can take over "
                + "your identity."
        )
        output.say("  On a new computer, weft key recover restores your identity from them.")
        output.say("  They do not contain your links. To back those up: weft backup -o FILE")
        output.say("")
        output.lines(RecoveryWords.lines(of: made.words, isPlain: output.form == .plain))
        output.say("")
        output.next("start your node", "weft up")
    }

    private func beginPairing(_ profile: Profile) throws {
        let output = options.output
        let request = try asFailure {
            try Identities.beginPairing(in: profile, deviceName: name ?? Self.machineName())
        }
        guard output.form != .json else {
            let data = VersionedJSON.quoted(profile.dataDirectory)
            let text = VersionedJSON.quoted(request)
            output.json(Array("{\"request\":\(text),\"data\":\(data)}".utf8))
            return
        }
        output.say("\("✓", .good) created keys for this device in \(profile.dataDirectory)")
        output.say("  Copy this line to one of your devices. It is not secret.")
        output.line("\(request)")
        output.next("on that device", "weft device pair REQUEST")
        output.next("then here, with the answer it prints", "weft device join ANSWER")
    }

    private static func json(_ profile: Profile, _ made: Identities.Made) -> [UInt8] {
        Array(
            """
            {"name":\(VersionedJSON.quoted(made.name)),\
            "profile":\(VersionedJSON.quoted(profile.name)),\
            "data":\(VersionedJSON.quoted(profile.dataDirectory)),\
            "recovery_phrase":\(RecoveryWords.json(made.words))}
            """.utf8)
    }

    /// The login name of the user.
    static func loginName() throws -> String {
        if let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name {
            return String(cString: name)
        }
        throw Failure(.usage, "this user has no login name", fix: "pass --name NAME")
    }

    /// The host name of this machine, without its domain.
    private static func machineName() -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "device" }
        let name = bytes.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }
            .map { UInt8(bitPattern: $0) }
        return name.isEmpty ? "device" : String(decoding: name, as: UTF8.self)
    }
}
