import API
import ArgumentParser
import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft init`: an identity and a device for one profile.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make your identity on this machine.",
        discussion: """
            Prints 24 words once. Your keys are made of them, so whoever has them can be you. No \
            command takes them in yet: what brings you back is a file that weft backup wrote.
            """)

    @Option(help: "What friends see; else your login name.")
    var name: String?

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let profile = try options.chosenProfile()
        let made = try asFailure {
            try Identities.make(in: profile, name: try name ?? Self.loginName())
        }
        let words = made.phrase.words
        guard output.form != .json else {
            output.json(Self.json(profile, made.name, words))
            return
        }
        output.say("\("✓", .good) you are \(made.name, .strong), in \(profile.dataDirectory)")
        output.say("")
        output.say("  Write these words on paper, in this order. They are shown this once.")
        output.say("  Your keys are made of them: whoever has them can be you.")
        output.say("  No command takes them in yet. To be safe against loss: weft backup -o FILE")
        output.say("")
        output.lines(Self.lines(of: words, isPlain: output.form == .plain))
        output.say("")
        output.next("start your node", "weft up")
    }

    /// Four columns of numbered words; plainly, one a line.
    static func lines(of words: [String], isPlain: Bool) -> [Shown] {
        guard !isPlain else { return words.map { "\($0)" } }
        let rows = words.count / 4
        return (0..<rows).map { row in
            var table = ""
            for column in 0..<4 {
                let place = column * rows + row
                let number = String(place + 1)
                let word = words[place]
                table += String(repeating: " ", count: 4 - number.count) + number + " " + word
                if column < 3 { table += String(repeating: " ", count: max(0, 9 - word.count)) }
            }
            return "\(table)"
        }
    }

    private static func json(_ profile: Profile, _ name: String, _ words: [String]) -> [UInt8] {
        let phrase = words.map(VersionedJSON.quoted).joined(separator: ",")
        return Array(
            """
            {"name":\(VersionedJSON.quoted(name)),\
            "profile":\(VersionedJSON.quoted(profile.name)),\
            "data":\(VersionedJSON.quoted(profile.dataDirectory)),"recovery_phrase":[\(phrase)]}
            """.utf8)
    }

    private static func loginName() throws -> String {
        if let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name {
            return String(cString: name)
        }
        throw Failure(.usage, "this user has no login name", fix: "weft init --name NAME")
    }
}
