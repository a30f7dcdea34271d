import Primitives

/// Parses the text of a scenario line by line, and checks each line against those before it.
struct ScenarioParser {
    private(set) var lines: [Scenario.Line] = []
    private(set) var names = ScenarioNames()
    private var said: Set<Verb> = []
    private var isInTurmoil = false

    /// The most lines of a scenario.
    static let linesMax = 50_000

    mutating func read(_ text: String) throws(ScenarioError) {
        let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard all.count <= Self.linesMax else {
            throw ScenarioError(
                line: Self.linesMax, column: 1, "more than \(Self.linesMax) lines",
                mend: "write two scenarios")
        }
        for (place, line) in all.enumerated() {
            let cut = try ScenarioTokens(line, line: place + 1)
            let statement = try statement(of: cut, line: place + 1)
            lines.append(
                Scenario.Line(number: place + 1, statement: statement, comment: cut.comment))
        }
        if lines.last.map({ $0.statement == nil && $0.comment == nil }) == true {
            lines.removeLast()
        }
        guard !names.people.isEmpty else {
            throw ScenarioError(
                line: max(lines.count, 1), column: 1, "nobody is there",
                mend: "begin with a line such as `people ana ben cleo`")
        }
    }

    private mutating func statement(
        of cut: ScenarioTokens, line: Int
    ) throws(ScenarioError) -> ScenarioStatement? {
        guard !cut.tokens.isEmpty else { return nil }
        let (condition, rest) = try condition(of: cut, line: line)
        var match = ScenarioMatch(rest, names)
        guard var statement = match.statement() else {
            throw failure(of: match, behind: cut.end, line: line)
        }
        statement.condition = condition
        let column = rest.first?.column ?? cut.end
        try check(statement, line: line, column: column)
        try admit(statement, line: line, column: column)
        return statement
    }

    // MARK: Prefixes

    private func condition(
        of cut: ScenarioTokens, line: Int
    ) throws(ScenarioError) -> (ScenarioStatement.Condition?, [ScenarioToken]) {
        let tokens = cut.tokens
        guard let colon = tokens.firstIndex(where: { $0.kind == .colon }) else {
            return (nil, tokens)
        }
        let rest = Array(tokens.dropFirst(colon + 1))
        let before = tokens.prefix(colon).map(\.kind)
        if before == [.word("refused")] { return (.refused, rest) }
        if before.count == 2, before[0] == .word("within"), case .word(let word) = before[1],
            let time = ScenarioTime.parse(word)
        {
            return (.within(time), rest)
        }
        throw ScenarioError(
            line: line, column: tokens[colon].column, "nothing that a colon may follow",
            mend: "write `refused:` before a deed or `within 5m:` before a claim")
    }

    // MARK: Lines without a form

    private func failure(
        of match: ScenarioMatch, behind end: Int, line: Int
    ) -> ScenarioError {
        let wanted = Guess.list(match.wanted)
        guard match.furthest < match.tokens.count else {
            return ScenarioError(
                line: line, column: end, "the line ends too early", mend: "go on with \(wanted)")
        }
        let token = match.tokens[match.furthest]
        if case .word(let word) = token.kind,
            let meant = Guess.nearest(to: word, in: match.candidates)
        {
            return ScenarioError(
                line: line, column: token.column, "`\(word)` means nothing here",
                mend: "did you mean `\(meant)`?")
        }
        let isFirst = match.furthest == 0
        return ScenarioError(
            line: line, column: token.column, "\(token.words) means nothing here",
            mend: isFirst
                ? "begin with a name (\(Guess.list(names.hosts))) or a verb; "
                    + "`scripts/simulate grammar` lists all"
                : "write \(wanted)")
    }

    // MARK: Order of statements

    private func check(
        _ statement: ScenarioStatement, line: Int, column: Int
    ) throws(ScenarioError) {
        func wrong(_ what: String, _ mend: String) -> ScenarioError {
            ScenarioError(line: line, column: column, what, mend: mend)
        }
        let verb = statement.verb
        switch statement.condition {
        case .refused? where verb.chapter != .deeds || verb == .acts:
            throw wrong("only what one person asks can be refused", "leave `refused:` out")
        case .within? where !verb.isLookedFor:
            throw wrong("this does not come about by waiting", "leave `within` out")
        default: break
        }
        if [.scenario, .seed, .people, .machines, .stands].contains(verb),
            said.contains(verb)
        {
            throw wrong("`\(verb.usage)` stands here twice", "leave one out")
        }
        if verb.chapter == .world, said.contains(where: { $0.chapter != .world }) {
            throw wrong(
                "what the world is like comes before all that happens", "move it up")
        }
        if verb != .people, verb.chapter != .world, names.people.isEmpty {
            throw wrong("nobody is there", "begin with a line such as `people ana ben cleo`")
        }
        if verb.isChoice, !isInTurmoil {
            throw wrong(
                "what happened by chance belongs to a turmoil",
                "write `turmoil for 10m` before it, or leave the time out")
        }
        if verb == .everythingHolds || verb == .audit, !names.spare.isEmpty {
            throw wrong(
                "where a machine may run on a copy nobody's account says what must be there",
                "write claims such as `ben sees 5 links of ana`")
        }
        if let limit = verb.numberMax, !limit.contains(statement.number()) {
            throw wrong(
                "\(statement.number()) is out of bounds",
                "write \(limit.lowerBound) to \(limit.upperBound)")
        }
        if verb == .breaksRules, HostileKind(rawValue: statement.word("kind")) == nil {
            let all = HostileKind.allCases.map(\.rawValue)
            throw wrong("nobody breaks them so", "write \(Guess.list(all, most: 40))")
        }
        if let person = lawless(after: statement) {
            throw wrong(
                "`\(person)` may break the rules in one way",
                "leave one of the lines out")
        }
        if verb == .choiceDoes, Choice.deed(named: statement.word("deed")) == nil {
            throw wrong("nobody does that by chance", "write \(Guess.list(Choice.deeds, most: 40))")
        }
        if verb == .choiceSuffers, FaultKind(rawValue: statement.word("fault")) == nil {
            let all = FaultKind.allCases.map(\.rawValue)
            throw wrong("no such fault", "write \(Guess.list(all, most: 40))")
        }
    }

    // Rejects a second declaration for the same person.
    private func lawless(after statement: ScenarioStatement) -> String? {
        let all = lines.compactMap(\.statement).filter { $0.verb == .breaksRules }
            .map { $0.word("person") }
        let person = statement.word("person")
        return statement.verb == .breaksRules && all.contains(person) ? person : nil
    }

    private mutating func admit(
        _ statement: ScenarioStatement, line: Int, column: Int
    ) throws(ScenarioError) {
        func wrong(_ what: String, _ mend: String) -> ScenarioError {
            ScenarioError(line: line, column: column, what, mend: mend)
        }
        said.insert(statement.verb)
        isInTurmoil = statement.verb == .turmoil || statement.verb.isChoice && isInTurmoil
        if statement.verb == .founds {
            let name = statement.word("name")
            guard !names.isTaken(name) else {
                throw wrong("the name `\(name)` is taken", "give the group another")
            }
            if statement.condition == nil { names.add(group: name) }
            return
        }
        guard [.people, .machines, .spare].contains(statement.verb) else { return }
        var new: [String] = []
        for name in statement.words("names").flatMap({ ScenarioNames.given(by: $0) ?? [] }) {
            guard !names.isTaken(name), !new.contains(name) else {
                throw wrong("the name `\(name)` is taken", "choose another")
            }
            new.append(name)
        }
        guard names.hosts.count + new.count <= ScenarioNames.hostsMax else {
            throw wrong(
                "more than \(ScenarioNames.hostsMax) machines", "write at most so many names")
        }
        switch statement.verb {
        case .people: names.add(people: new)
        case .spare where !names.machines.isEmpty:
            throw wrong("`spare` comes before `machines`", "move it up")
        case .spare: names.add(spare: new)
        default: names.add(machines: new, of: statement.word("person"))
        }
    }
}

extension Verb {
    /// Whether it may come to hold as time passes.
    fileprivate var isLookedFor: Bool {
        chapter == .claims && self != .quiet
    }

    /// The range of its number.
    fileprivate var numberMax: ClosedRange<UInt64>? {
        switch self {
        case .keepsMany: return 1...100_000
        case .seesMany: return 0...1_000_000
        case .attacks: return 1...10_000
        case .pieces: return 0...4
        case .bandwidth: return 1...1_000_000
        case .limits: return 0...SmallLimits.numberMax
        case .befriendRing: return 1...32
        case .stands: return 1...1_000_000
        case .breaksRules: return 0...1_000_000
        case .fillDisk: return 0...1_000_000
        default: return nil
        }
    }
}
