import API
import ArgumentParser
import Node

extension DeviceCommand {
    /// `weft device pair`, on a machine that is already the person's.
    struct Pair: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pair", abstract: "Make another machine a device of yours.",
            discussion: """
                On the new machine type weft init --pair and bring the line that it prints. The \
                answer goes back by weft device join. Neither line is a secret; but take only a \
                request that you brought yourself: whoever's it is becomes you.
                """)

        @Argument(help: "What weft init --pair printed there; - for standard input.")
        var request: String

        @Flag(help: "Read the 24 words from standard input, where the root key is not here.")
        var phraseStdin = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let text = request == "-" ? readLine() ?? "" : request
            let phrase = try RecoveryWords.ifNeeded(isFromInput: phraseStdin, options)
            let asked = PairDeviceRequest(request: text, phrase: phrase)
            let reply = try client.send(.post("/v1/devices", JSONText.encode(asked)))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let paired = try Reading.decode(PairedDeviceJSON.self, from: reply)
            let id = String(paired.device.prefix(8))
            output.say("\("✓", .good) \(paired.name, .strong) (\(id)) is a device of yours")
            output.say("  Take this line back to it. It is no secret.")
            output.line("\(paired.answer)")
            output.next("there you type", "weft device join ANSWER")
            output.next("if it was none of yours", "weft device revoke \(id)")
        }
    }

    /// `weft device join`, on the new machine.
    struct Join: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "join", abstract: "Become a device of yours, by your other one's answer.")

        @Argument(help: "What weft device pair printed there; - for standard input.")
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
            output.say("\("✓", .good) this machine is a device of \(name, .strong)'s")
            output.next("start its node; your links come from your other one", "weft up")
        }
    }
}
