import ArgumentParser
import Node

/// `weft key`: the 24 words and the passphrase.
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Care for your keys: the 24 words, a passphrase.",
        subcommands: [Recover.self, Export.self, PassphraseChange.self])

    struct Recover: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "recover", abstract: "Be yourself again, out of the 24 words.",
            discussion: """
                In a bare profile it makes a new device of yours. Your links come from your other \
                devices: give the ticket of one with --ticket, or befriend your friends again. In \
                a profile that does without the root key it puts the root key back.

                The words are asked for on a terminal, where they are not shown; else they are \
                read from standard input.
                """)

        @Option(help: "What friends see; else your login name.") var name: String?
        @Option(help: "What weft id prints on another device of yours.") var ticket: String?
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let profile = try options.chosenProfile()
            let words =
                Question.isPossible(options)
                ? HiddenInput.words("Your 24 words:", options) : HiddenInput.words()
            let recovered = try asFailure {
                try Identities.recover(
                    words, in: profile, name: try name ?? InitCommand.loginName(), ticket: ticket,
                    passphrase: try passphrase(profile))
            }
            let kind = recovered == .root ? "root" : "device"
            if output.form == .json {
                let data = VersionedJSON.quoted(profile.dataDirectory)
                output.json(Array("{\"recovered\":\"\(kind)\",\"data\":\(data)}".utf8))
            }
            switch recovered {
            case .device(let name):
                output.say("\("✓", .good) you are \(name, .strong), in \(profile.dataDirectory)")
                output.say("  This is a new device of yours; links come from those you have.")
            case .root:
                output.say("\("✓", .good) the root key is on this machine again")
            }
            output.next("start your node", "weft up")
        }

        private func passphrase(_ profile: Profile) throws -> [UInt8]? {
            guard try Keystore.exists(in: profile) else { return nil }
            return try Passphrase.current(of: profile, isFromInput: false, options)
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Show the 24 words; take them off this machine.",
            discussion: """
                With --remove the root key goes off this machine once you have seen the words: \
                whoever steals it can then be one device of yours, which you revoke, and never \
                you. Pairing and revoking devices ask for the words from then on. Backups that \
                were made before still hold the root key.
                """)

        @Flag(help: "Take the root key off this machine; the node must be down.")
        var remove = false
        @Flag(name: .shortAndLong, help: "Do not ask.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let profile = try options.chosenProfile()
            // Before anything is shown: a node that runs would stand in the way of --remove.
            if remove { try asFailure { _ = try ProfileLock(profile) } }
            let passphrase = try asFailure {
                try Passphrase.current(of: profile, isFromInput: false, options)
            }
            let words = try asFailure { try KeyCare.words(of: profile, passphrase: passphrase) }
            try Question.confirm(
                "Show the 24 words? Whoever sees them can be you.", isForced: force, options)
            if output.form == .json {
                let phrase = RecoveryWords.json(words)
                output.json(Array("{\"recovery_phrase\":\(phrase),\"removed\":\(remove)}".utf8))
            } else {
                output.lines(RecoveryWords.lines(of: words, isPlain: output.form == .plain))
            }
            guard remove else { return }
            try Question.confirm(
                "Are they on paper? Then the root key goes off this machine.", isForced: force,
                options)
            try asFailure { try KeyCare.removeRoot(from: profile, passphrase: passphrase) }
            output.say("\("✓", .good) the root key is not on this machine any more")
            output.next("put it back", "weft key recover")
        }
    }

    struct PassphraseChange: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "passphrase",
            abstract: "Put your keys under a passphrase, or take it off.",
            discussion: """
                weft up asks for it then, or reads it from the file of mode 0600 that \
                WEFT_PASSPHRASE_FILE names. It closes the files of keys, not the database: who can \
                read your files can still read your links. Nobody can tell you a passphrase that \
                you forgot; the 24 words begin anew. The node must be down.
                """)

        @Flag(help: "Take the passphrase off.") var remove = false
        @Flag(
            name: .customLong("stdin"),
            help: "Read lines from standard input: the one in force, if there is one; the new one.")
        var isFromInput = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let profile = try options.chosenProfile()
            let isSet = try asFailure {
                let current = try Passphrase.current(
                    of: profile, isFromInput: isFromInput, options)
                let next = remove ? nil : try Passphrase.next(isFromInput: isFromInput, options)
                try KeyCare.setPassphrase(next, of: profile, current: current)
                return next != nil
            }
            if output.form == .json { output.json(Array("{\"passphrase\":\(isSet)}".utf8)) }
            output.say(
                isSet
                    ? "\("✓", .good) your keys lie under the passphrase"
                    : "\("✓", .good) your keys lie under no passphrase")
            if isSet { output.say("  weft up asks for it; the database itself stays readable") }
            output.next("start your node", "weft up")
        }
    }
}
