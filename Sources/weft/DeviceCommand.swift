import API
import ArgumentParser

/// `weft device`: the machines that are you.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "Pair, list and revoke your devices.",
        subcommands: [
            Pair.self, Join.self, List.self, Rename.self, Revoke.self,
        ])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List your devices.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let page = try options.reply(to: ListDevices()) else { return }
            var table = Table(heads: ["DEVICE", "NAME", "STATE", "LAST SEEN"])
            for device in page.items { table.add(Self.row(device, in: output.form)) }
            table.print(to: output)
            output.next("add one: on it, type", "weft init --pair")
        }

        static func row(_ device: DeviceJSON, in form: Output.Form) -> [TerminalText] {
            let state: TerminalText =
                device.revoked
                ? "\("revoked", .bad)"
                : device.this
                    ? "\("this one", .strong)"
                    : device.connected ? "\("connected", .good)" : "offline"
            let last = device.lastSeen.map { TimeText.shown($0, in: form) } ?? "never"
            let seen = device.this || device.connected ? "now" : last
            return ["\(String(device.device.prefix(8)))", "\(device.name)", state, "\(seen)"]
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Rename a device.")

        @Argument(help: "Its name or the start of its ID.") var device: String
        @Argument(help: "The new name.") var name: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(RenameDevice(device, to: name))
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revoke a lost or discarded device.",
            discussion: """
                Other nodes ignore what it writes from now on, and it cannot read what you write \
                from now on. It keeps what it already has. This cannot be undone: to use the \
                device again, pair it again.
                """)

        @Argument(help: "Its name or the start of its ID.") var device: String
        @Flag(name: .shortAndLong, help: "Skip the confirmation.") var force = false
        @Flag(help: "Read the 24 words from standard input, if the root key is not here.")
        var phraseStdin = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try Question.confirm(
                "Revoke \(device)? This cannot be undone.", isForced: force, options)
            let phrase = try RecoveryWords.ifNeeded(isFromInput: phraseStdin, options)
            try options.done(RevokeDevice(device, phrase: phrase))
            options.output.next("list your devices", "weft device ls")
        }
    }
}
