import API
import ArgumentParser
import Domain

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft bundle`: what a link would bring, in a file.
struct BundleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Carry what friends share in a file, where no link leads.",
        discussion: """
            On a stick, by mail, by whatever carries files. It is sealed for the devices of those \
            it is made for: whoever else has it reads nothing in it, and can change nothing.
            """,
        subcommands: [Create.self, Apply.self])

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Make one.",
            discussion: """
                It has what they may have and have not said that they have; so let them make one \
                for you too, now and then, and the next one is short. Both of you have to have \
                added the other: weft friend add.
                """)

        @Argument(help: "The file; it is not there yet.", completion: .file()) var file: String

        @Option(
            name: .customLong("for"), parsing: .upToNextOption,
            help: ArgumentHelp(
                "Friends, group:NAME, me (your other devices) or everybody.", valueName: "who"))
        var people: [String]

        @Flag(help: "Also what they have said that they have: theirs was lost.") var whole = false

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            guard !people.isEmpty, people.allSatisfy({ Addressee(name: $0) != nil }) else {
                throw ValidationError("--for takes names of friends, group:NAME, me or everybody.")
            }
        }

        func run() throws {
            let output = options.output
            let client = try options.client()
            let profile = try options.chosenProfile()
            let path = try AbsolutePath.of(file)
            let reply = try FileOfNode.make(at: path, in: profile) { path in
                let request = NewBundleRequest(path: path, for: people, whole: whole)
                var call = Call.post("/v1/bundles", JSONText.encode(request))
                call.patience = .seconds(3600)
                return try client.send(call)
            }
            guard output.form != .json else { return output.json(reply.body) }
            let made = try Reading.decode(BundleJSON.self, from: reply)
            let size = ByteCount.shown(UInt64(clamping: made.bytes))
            output.say("\("✓", .good) \(made.summary) (\(size))")
            output.next("at theirs", "weft bundle apply FILE")
        }
    }

    struct Apply: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apply", abstract: "Take one in.",
            discussion: """
                Twice does no harm. Of a file that is torn what is whole is taken in, and it ends \
                with exit code 6.
                """)

        @Argument(help: "The file.", completion: .file()) var file: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let path = try AbsolutePath.of(file)
            var call = Call.post(
                "/v1/bundles:apply", JSONText.encode(ApplyBundleRequest(path: path)))
            call.patience = .seconds(3600)
            let reply: Reply
            do {
                reply = try options.client().send(call)
            } catch let failure as Failure
                where failure.code == .notFound && access(path, R_OK) == 0
            {
                throw Failure(
                    failure.code, failure.what,
                    fix: "a service does not see it there: move it to your home folder",
                    problem: failure.problem)
            }
            guard output.form != .json else { return output.json(reply.body) }
            let taken = try Reading.decode(BundleJSON.self, from: reply)
            output.say("\("✓", .good) \(taken.summary)")
            guard let first = taken.people.first, first.hasPrefix("@") else { return }
            output.next(
                "what is there",
                "weft ls \(ShellWord.quoted(SearchWord.by(String(first.dropFirst()))))")
        }
    }
}
