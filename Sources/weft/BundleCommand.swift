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
        abstract: "Exchange shared things with friends through files, without a network.",
        discussion: """
            Carry the file on a stick, by mail or any other way. It is encrypted for the devices \
            of the people it is made for; nobody else can read or change it.
            """,
        subcommands: [Create.self, Apply.self])

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Create a bundle.",
            discussion: """
                It contains what they may see and have not acknowledged. Let them make one for you \
                too from time to time; then your next one is short. Both of you have to add each \
                other first: weft friend add.
                """)

        @Argument(help: "The file to create.", completion: .file()) var file: String

        @Option(
            name: .customLong("for"), parsing: .upToNextOption,
            help: ArgumentHelp(
                "Friends, group:NAME, me (your other devices) or everybody.", valueName: "who"))
        var people: [String]

        @Flag(help: "Include what they have acknowledged, if they lost their data.") var whole =
            false

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
                let wanted = NewBundle(path: path, for: people, whole: whole)
                return try client.send(wanted, patience: .seconds(3600)).1
            }
            guard output.form != .json else { return output.json(reply.body) }
            let made = try reply.decoded(as: BundleJSON.self)
            let size = ByteCount.shown(UInt64(clamping: made.bytes))
            output.say("\("✓", .good) \(made.summary) (\(size))")
            output.next("on their node", "weft bundle apply FILE")
        }
    }

    struct Apply: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apply", abstract: "Import a bundle.",
            discussion: """
                Applying a bundle twice does no harm. If the file is damaged, its intact parts are \
                imported and the exit code is 6.
                """)

        @Argument(help: "The file.", completion: .file()) var file: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let path = try AbsolutePath.of(file)
            let (taken, reply): (BundleJSON, Reply)
            do {
                (taken, reply) = try options.client().send(
                    ApplyBundle(path: path), patience: .seconds(3600))
            } catch let failure as Failure
                where failure.code == .notFound && access(path, R_OK) == 0
            {
                throw Failure(
                    failure.code, failure.what,
                    fix: "the service cannot see it there; move it to your home folder",
                    problem: failure.problem)
            }
            guard output.form != .json else { return output.json(reply.body) }
            output.say("\("✓", .good) \(taken.summary)")
            guard let first = taken.people.first, first.hasPrefix("@") else { return }
            output.next(
                "list what arrived",
                "weft ls \(ShellText.quoted(SearchSyntax.by(String(first.dropFirst()))))")
        }
    }
}
