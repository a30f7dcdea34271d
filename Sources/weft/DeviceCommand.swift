import API
import ArgumentParser

/// `weft device`: the machines that are you.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "Pair, list and revoke your devices.",
        subcommands: [
            Pair.self, Join.self, List.self, Rename.self, Revoke.self,
        ])

    static func path(_ reference: String) -> String { "/v1/devices/\(Call.escaped(reference))" }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List your devices.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let reply = try options.client().send(.get("/v1/devices"))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            var table = Table(heads: ["DEVICE", "NAME", "STATE", "LAST SEEN"])
            let devices = try Reading.decode(PageJSON<DeviceJSON>.self, from: reply).items
            for device in devices { table.add(Self.row(device, in: output.form)) }
            table.print(to: output)
            output.next("add one; on it you type", "weft init --pair")
        }

        static func row(_ device: DeviceJSON, in form: Output.Form) -> [Shown] {
            let state: Shown =
                device.revoked
                ? "\("revoked", .bad)"
                : device.this
                    ? "\("this one", .strong)"
                    : device.connected ? "\("connected", .good)" : "offline"
            let last = device.lastSeen.map { TimeWord.shown($0, in: form) } ?? "never"
            let seen = device.this || device.connected ? "now" : last
            return ["\(String(device.device.prefix(8)))", "\(device.name)", state, "\(seen)"]
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Give a device another name.")

        @Argument(help: "Its name, or the beginning of its id.") var device: String
        @Argument(help: "The new name.") var name: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let request = RenameToRequest(name: name)
            let reply = try options.client().send(
                .patch(path(device), JSONText.encode(request)))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "End a device that was lost or given away.",
            discussion: """
                What it writes from now on counts for nobody, and what you write from now on it \
                cannot read. What it holds it keeps. It cannot be taken back: to use the machine \
                again, pair it anew.
                """)

        @Argument(help: "Its name, or the beginning of its id.") var device: String
        @Flag(name: .shortAndLong, help: "Do not ask.") var force = false
        @Flag(help: "Read the 24 words from standard input, where the root key is not here.")
        var phraseStdin = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            try Question.confirm(
                "Revoke \(device)? It cannot be taken back.", isForced: force, options)
            let phrase = try RecoveryWords.ifNeeded(isFromInput: phraseStdin, options)
            var call = Call.delete(path(device))
            if let phrase { call.body = JSONText.encode(RevokeDeviceRequest(phrase: phrase)) }
            let reply = try client.send(call)
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
            options.output.next("what is left", "weft device ls")
        }
    }
}
