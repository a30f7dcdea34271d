import API
import ArgumentParser
import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The options that every command has.
struct GlobalOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print JSON: what the node answered, with \"weft_json\": 1 in front.",
            visibility: .hidden))
    var json = false

    @Flag(help: ArgumentHelp("Tab-separated output, no header.", visibility: .hidden))
    var plain = false

    @Flag(
        name: .shortAndLong, help: ArgumentHelp("Print only data and errors.", visibility: .hidden))
    var quiet = false

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp("Also print the requests sent to the node.", visibility: .hidden))
    var verbose = false

    @Flag(help: ArgumentHelp("No colors; NO_COLOR and TERM=dumb do the same.", visibility: .hidden))
    var noColor = false

    @Flag(help: ArgumentHelp("Never prompt; fail where an answer is needed.", visibility: .hidden))
    var noInput = false

    @Option(
        help: ArgumentHelp(
            "The profile (default: WEFT_PROFILE).", valueName: "name", visibility: .hidden))
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "The node's socket (default: WEFT_SOCKET).", valueName: "path", visibility: .hidden))
    var socket: String?

    func validate() throws {
        if json && plain { throw ValidationError("--json and --plain exclude each other.") }
    }

    /// The chosen profile, with its paths.
    func chosenProfile() throws -> Profile {
        try asFailure {
            try Profile(
                name: profile ?? Environment.value("WEFT_PROFILE") ?? Profile.defaultName,
                socketPath: socket ?? Environment.value("WEFT_SOCKET"),
                variable: Environment.value)
        }
    }

    /// The node of the chosen profile.
    func client() throws -> Client {
        Client(socketPath: try chosenProfile().socketPath, output: output)
    }

    /// Asks for something to be done, and says what was done.
    func done<Sent: Endpoint>(
        _ endpoint: Sent, patience: Duration = Call.patienceUsual
    ) throws where Sent.Output == DoneJSON {
        let (done, reply) = try client().send(endpoint, patience: patience)
        Reports.print(done, reply, output)
    }

    /// Asks whether something is meant, does it, and proposes what to type then.
    ///
    /// - Parameter isForced: whether it is done without asking.
    func done<Sent: Endpoint>(
        _ endpoint: Sent, ifConfirmed question: TerminalText, isForced: Bool,
        next: (why: TerminalText, command: TerminalText)
    ) throws where Sent.Output == DoneJSON {
        try Question.confirm(question, isForced: isForced, self)
        try done(endpoint)
        output.next(next.why, next.command)
    }

    /// Sends an endpoint.
    ///
    /// - Returns: what the node answered, for people; nil where it was printed as JSON.
    func reply<Sent: Endpoint>(to endpoint: Sent) throws -> Sent.Output? {
        let (answer, reply) = try client().send(endpoint)
        guard output.form == .json else { return answer }
        output.json(reply.body)
        return nil
    }

    /// The options that choose the same node again, for a command that is started anew.
    var nodeArguments: [String] {
        (profile.map { ["--profile", $0] } ?? []) + (socket.map { ["--socket", $0] } ?? [])
    }

    var output: Output {
        Output(
            form: json ? .json : plain ? .plain : .human, isQuiet: quiet, isVerbose: verbose,
            mayColour: !noColor)
    }

    /// The output for an error in arguments that could not be parsed.
    static func output(guessedFrom arguments: [String]) -> Output {
        let own = arguments.prefix { $0 != "--" }
        let isJSON = own.contains { $0 == "--json" || $0 == "--json=1" }
        return Output(
            form: isJSON ? .json : .human, isQuiet: false, isVerbose: false,
            mayColour: !own.contains("--no-color"))
    }
}

extension Output {
    /// Colours as the terminal and its variables allow: NO_COLOR, TERM=dumb, and pipes have none.
    fileprivate init(form: Form, isQuiet: Bool, isVerbose: Bool, mayColour: Bool) {
        let isColourful =
            mayColour && Environment.value("NO_COLOR") == nil
            && Environment.value("TERM") != "dumb"
        let isScreen = isatty(STDOUT_FILENO) == 1 && form == .human
        self.init(
            form: form, isQuiet: isQuiet, isVerbose: isVerbose,
            colour: Colour(
                onData: isColourful && isScreen,
                onTalk: isColourful && isatty(STDERR_FILENO) == 1),
            width: isScreen ? Terminal.columns() : nil)
    }
}

/// The variables of the process's environment.
enum Environment {
    /// The value of `name`; nil if it is unset or empty.
    static func value(_ name: String) -> String? {
        guard let text = getenv(name) else { return nil }
        let value = String(cString: text)
        return value.isEmpty ? nil : value
    }
}
