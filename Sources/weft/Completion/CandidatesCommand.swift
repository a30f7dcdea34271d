import ArgumentParser

/// `weft completion-candidates`: what the word at the cursor may become, for the scripts of `weft completion`.
///
/// The first argument is the shell. bash says the line up to the cursor, and the part of it that it replaces; zsh and
/// fish say the words behind the program's name, the one at the cursor last. The first line of the answer is what the
/// shell has to do, `words`, `begin` (nothing goes behind the word), `files` or `folders`; the others are candidates,
/// each with what it is behind a tab.
struct CandidatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion-candidates", abstract: "List what a word may become.",
        shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough) var words: [String] = []

    func run() throws {
        let told = words.drop { $0 == "--" }
        guard let shell = told.first else { return }
        let rest = Array(told.dropFirst())
        let lines =
            shell == "bash"
            ? Self.answer(line: rest.first ?? "", replacing: rest.count > 1 ? rest[1] : "")
            : Self.answer(words: rest.drop { $0 == "--" })
        let output = Output(
            form: .plain, isQuiet: true, isVerbose: false, colour: .none, width: nil)
        output.raw(Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    private static func answer(words: ArraySlice<String>) -> [String] {
        let found = CandidateList(Array(words.dropLast()), current: words.last ?? "")
        return [found.mode] + found.candidates.map { line($0.text, $0) }
    }

    private static func answer(line: String, replacing replaced: String) -> [String] {
        let typed = ShellLine(line)
        let found = CandidateList(Array(typed.words.dropFirst()), current: typed.current)
        return [found.mode]
            + found.candidates.compactMap { candidate in
                typed.replacement(of: replaced, by: candidate.text)
                    .map { Self.line($0, candidate) }
            }
    }

    private static func line(_ text: String, _ candidate: Candidate) -> String {
        candidate.about.isEmpty ? text : text + "\t" + CandidateList.plain(candidate.about)
    }
}

/// The candidates for the word at the end of a command line.
struct CandidateList {
    private(set) var candidates: [Candidate] = []
    /// The instruction to the shell, see `CandidatesCommand`.
    private(set) var mode = "words"

    /// - Parameter words: what stands behind the program's name before the cursor.
    init(_ words: [String], current: String) {
        let typed = TypedCommand(words, current: current)
        let rest = String(current.dropFirst(typed.head.count))
        var found: [Candidate] = []
        switch typed.wanted {
        case .command: found = Self.commands(typed.command)
        case .option:
            found = typed.options.compactMap { option in
                option.names.last.map { Candidate($0, option.abstract) }
            }
        case .value(let argument):
            let source = CandidateSource(argument, of: typed.command, behind: typed.values)
            if case .file(let sort) = source { mode = sort == .directory ? "folders" : "files" }
            found = Self.values(of: source, rest, words)
            if typed.mayNameCommand, typed.head.isEmpty { found += Self.commands(typed.command) }
        case .nothing: break
        }
        candidates = found.map { candidate in
            Candidate(
                typed.head + candidate.text, candidate.about, isBeginning: candidate.isBeginning)
        }
        .filter { $0.text.hasPrefix(current) && $0.text == Self.plain($0.text) }
        var seen: Set<String> = []
        candidates.removeAll { !seen.insert($0.text).inserted }
        if candidates.count == 1, candidates[0].isBeginning { mode = "begin" }
    }

    /// `text` in one line without signs that move a cursor.
    static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    [.control, .format, .lineSeparator, .paragraphSeparator, .surrogate]
                        .contains(scalar.properties.generalCategory) ? " " : scalar
                }))
    }

    private static func commands(_ tree: CommandTree) -> [Candidate] {
        let help = tree.path.count == 1 ? [Candidate("help", "Show help for a command.")] : []
        return tree.visible.map { Candidate($0.name, $0.abstract) } + help
    }

    // The node is the one that the line chooses; words that need none are told without it.
    private static func values(
        of source: CandidateSource, _ typed: String, _ words: [String]
    ) -> [Candidate] {
        let chosen = ["--profile", "--socket"].flatMap { option in
            value(of: option, in: words).map { [option, $0] } ?? []
        }
        // Without a profile there is nobody to ask.
        guard let client = try? GlobalOptions.parse(["-q"] + chosen).client() else { return [] }
        return NodeCandidates(client).candidates(source, for: typed)
    }

    private static func value(of option: String, in words: [String]) -> String? {
        for (place, word) in words.enumerated() {
            if word == option, place + 1 < words.count { return words[place + 1] }
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }
}
