import API
import ArgumentParser
import Node

extension DeviceCommand {
    /// `weft device pair`, on a machine that is already the person's.
    struct Pair: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pair", abstract: "Pair another computer as a device of yours.",
            discussion: """
                On the new device, run weft init --pair and copy the line it prints. Take the \
                answer back with weft device join. Neither line is secret, but accept only a \
                request that you copied yourself: its owner becomes you.
                """)

        @Argument(help: "The line from weft init --pair, or - for standard input.")
        var request: String

        @Flag(help: "Read the 24 words from standard input, if the root key is not here.")
        var phraseStdin = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let text = request == "-" ? readLine() ?? "" : request
            let phrase = try RecoveryWords.ifNeeded(isFromInput: phraseStdin, options)
            let (paired, reply) = try client.send(PairDevice(request: text, phrase: phrase))
            guard output.form != .json else { return output.json(reply.body) }
            let id = String(paired.device.prefix(8))
            output.say("\("✓", .good) \(paired.name, .strong) (\(id)) is now one of your devices")
            output.say("  Copy this line back to it. It is not secret.")
            output.line("\(paired.answer)")
            output.next("on that device", "weft device join ANSWER")
            output.next("if it is not yours", "weft device revoke \(id)")
        }
    }

    /// `weft device join`, on the new machine.
    struct Join: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "join",
            abstract: "Join your other devices with the answer from one of them.")

        @Argument(help: "The line from weft device pair, or - for standard input.")
        var answer: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let profile = try options.chosenProfile()
            let text = answer == "-" ? readLine() ?? "" : answer
            let name = try asFailure {
                try Identities.finishPairing(
                    text, in: profile,
                    passphrase: try Passphrase.current(of: profile, isFromInput: false, options))
            }
            if output.form == .json {
                let data = VersionedJSON.quoted(profile.dataDirectory)
                output.json(
                    Array("{\"name\":\(VersionedJSON.quoted(name)),\"data\":\(data)}".utf8))
            }
            output.say("\("✓", .good) this device now belongs to \(name, .strong)")
            output.next("start the node; your links sync from your other device", "weft up")
        }
    }
}
