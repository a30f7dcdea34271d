import ArgumentParser
import Node

/// `weft key`: the 24 words and the passphrase.
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Back up and restore; manage keys, 24 words, passphrase.",
        subcommands: [
            BackupCommand.self, RestoreCommand.self, Recover.self, Export.self,
            PassphraseChange.self,
        ])

    struct Recover: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "recover", abstract: "Restore your identity from the 24 words.",
            discussion: """
                In an empty profile this makes a new device of yours. Your links come from your \
                other devices: pass the ticket of one with --ticket, or add your friends again. In \
                a profile without the root key it restores the root key.

                The words are asked for at a terminal without echo; otherwise they are read from \
                standard input.
                """)

        @Option(help: "The name friends see (default: your login name).") var name: String?
        @Option(help: "The ticket of another device of yours (from weft id).") var ticket: String?
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
                output.say("  This is a new device; your links sync from your other devices.")
            case .root:
                output.say("\("✓", .good) restored the root key on this device")
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
            commandName: "export",
            abstract: "Show the 24 words; optionally remove the root key from this device.",
            discussion: """
                --remove deletes the root key from this device after showing the words. A thief \
                can then act as one device, which you can revoke, but cannot take over your \
                identity. Pairing and revoking devices then ask for the words. Earlier backups \
                still contain the root key.
                """)

        @Flag(help: "Remove the root key from this device; stop the node first.")
        var remove = false
        @Flag(name: .shortAndLong, help: "Skip the confirmation.") var force = false
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
                "Show the 24 words? Anyone who sees them can take over your identity.",
                isForced: force, options)
            if output.form == .json {
                let phrase = RecoveryWords.json(words)
                output.json(Array("{\"recovery_phrase\":\(phrase),\"removed\":\(remove)}".utf8))
            } else {
                output.lines(RecoveryWords.lines(of: words, isPlain: output.form == .plain))
            }
            guard remove else { return }
            try Question.confirm(
                "Are they on paper? The root key will be removed from this device.",
                isForced: force,
                options)
            try asFailure { try KeyCare.removeRoot(from: profile, passphrase: passphrase) }
            output.say("\("✓", .good) removed the root key from this device")
            output.next("restore it", "weft key recover")
        }
    }

    struct PassphraseChange: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "passphrase",
            abstract: "Protect your keys with a passphrase, or remove it.",
            discussion: """
                weft up then asks for it, or reads it from the file named by WEFT_PASSPHRASE_FILE, \
                which must have mode 0600. It protects the key files, not the database: anyone who \
                can read your files can still read your links. A forgotten passphrase cannot be \
                recovered; you would restore from the 24 words. Stop the node first.
                """)

        @Flag(help: "Remove the passphrase.") var remove = false
        @Flag(
            name: .customLong("stdin"),
            help:
                "Read the current passphrase, if there is one, and the new one from standard input."
        )
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
                    ? "\("✓", .good) passphrase set"
                    : "\("✓", .good) passphrase removed")
            if isSet { output.say("  weft up asks for it; the database is not encrypted") }
            output.next("start your node", "weft up")
        }
    }
}
