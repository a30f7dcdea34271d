extension Rule {
    /// Sets and dictionaries have a new order in each process, even for Int.
    ///
    /// The rule sees names that the same file declares; it misses what another file declares, and
    /// then the simulator's second run of each seed has to find it.
    static let nothingUnordered = Rule(
        name: "below floor 5 sets and dictionaries answer membership only",
        remedy: "sort first (`.sorted`, `.keys.sorted()`) or keep a sorted array",
        isFor: Scope.deterministic,
        offences: { file in
            let names = Unordered(file)
            let uses = file.tokens.indices.filter(names.isUse)
            return uses.filter { names.takesOrder(at: $0) }.map { use in
                let what = "takes the order of \(file.text(use)), a Set or Dictionary"
                return Offence(line: file.tokens[use].line, what: what)
            }
        })
}

/// The names of a file that hold sets and dictionaries, and what is done with them.
private struct Unordered {
    private struct Name {
        let text: String
        let place: Int
        /// The braces in which the name means this.
        let braces: ClosedRange<Int>
        let isUnordered: Bool
    }

    /// Members that take the elements one after another.
    private static let ordering = [
        "keys", "values", "forEach", "map", "flatMap", "compactMap", "reduce", "enumerated",
        "first", "popFirst", "prefix", "dropFirst", "joined", "lazy", "makeIterator",
    ]
    /// Members that make the order irrelevant again.
    private static let settling = [
        "sorted", "contains", "count", "isEmpty", "allSatisfy", "subtracting", "union",
    ]
    /// Calls whose result does not depend on the order of their argument.
    private static let indifferent = [
        "Set", "union", "formUnion", "subtract", "subtracting", "intersection", "isSubset",
        "formIntersection", "isSuperset", "isDisjoint", "sorted",
    ]

    private let file: SourceFile
    private let names: [Name]
    private let texts: Set<String>

    init(_ file: SourceFile) {
        let declared = Self.declarations(in: file)
        self.file = file
        names = declared
        texts = Set(declared.filter(\.isUnordered).map(\.text))
    }

    /// Whether the token is a use of a set or dictionary, and not its declaration.
    func isUse(_ place: Int) -> Bool {
        let text = file.text(place)
        guard texts.contains(text), !names.contains(where: { $0.place == place }) else {
            return false
        }
        if file.text(place + 1) == ":" { return false }
        let same = names.filter { $0.text == text }
        if file.text(place - 1) == ".", file.text(place - 2) != "self" { return true }
        let seen = same.filter { $0.braces.contains(place) }
        let innermost = seen.map(\.braces.lowerBound).max()
        let local = seen.filter { $0.braces.lowerBound == innermost }
        return (local.last { $0.place < place } ?? local.first ?? same.first)?.isUnordered ?? false
    }

    /// Whether the use at `place` depends on the order of elements.
    func takesOrder(at place: Int) -> Bool {
        let start = pathStart(place)
        let isLoop = file.text(start - 1) == "in" && isLoopSource(start - 1)
        let chain = members(after: place, closures: !isLoop)
        if chain.members.contains(where: Self.settling.contains) { return false }
        if ["min", "max"].contains(chain.members.last ?? ""), chain.lastIsBare { return false }
        if file.text(start - 1) == "(", Self.indifferent.contains(file.text(start - 2)) {
            return false
        }
        if chain.members.isEmpty {
            let isCopied = file.text(start - 1) == "(" && file.text(start - 2) == "Array"
            return (isLoop || isCopied) && file.text(place + 1) != "["
        }
        let first = chain.members[0]
        return Self.ordering.contains(first) || isLoop && first == "filter"
    }

    /// Returns where `self.a.b` begins when `place` is `b`.
    private func pathStart(_ place: Int) -> Int {
        var start = place
        while file.text(start - 1) == ".", start >= 2, file.tokens[start - 2].kind == .word {
            start -= 2
        }
        return start
    }

    /// Whether the `in` belongs to a `for`: only a pattern is between them.
    private func isLoopSource(_ place: Int) -> Bool {
        var back = place - 1
        while back >= 0, place - back < 40, !["{", "}", "in"].contains(file.text(back)) {
            if file.text(back) == "for" { return true }
            back -= 1
        }
        return false
    }

    /// Returns the members called one after another: `.keys.map { }.sorted()`.
    private func members(after place: Int, closures: Bool) -> (
        members: [String], lastIsBare: Bool
    ) {
        var members: [String] = []
        var lastIsBare = false
        var at = place + 1
        while true {
            if file.text(at) == "?" { at += 1 }
            guard file.text(at) == ".", file.tokens.indices.contains(at + 1) else { break }
            members.append(file.text(at + 1))
            at += 2
            lastIsBare = file.text(at) == "(" && file.text(at + 1) == ")"
            if file.text(at) == "(", !file.tokens[at].afterSpace { at = file.closing(at) + 1 }
            if closures, file.text(at) == "{" {
                lastIsBare = false
                at = file.closing(at) + 1
            }
        }
        return (members, lastIsBare)
    }
}

// MARK: - Declarations

extension Unordered {
    private static func declarations(in file: SourceFile) -> [Name] {
        var found: [Name] = []
        var open: [Int] = []
        for place in file.tokens.indices {
            switch file.text(place) {
            case "{":
                open.append(place)
            case "}":
                _ = open.popLast()
            case "let", "var":
                guard file.text(place - 1) != "." else { continue }
                let brace = open.last ?? 0
                let end = open.isEmpty ? file.tokens.count : file.closing(brace)
                found.append(
                    Name(
                        text: file.text(place + 1), place: place + 1, braces: brace...end,
                        isUnordered: file.declaresUnordered(place + 1)))
            case "func", "init":
                found += parameters(in: file, after: place)
            default:
                continue
            }
        }
        return found
    }

    private static func parameters(in file: SourceFile, after place: Int) -> [Name] {
        guard let bracket = file.tokens[place...].prefix(12).firstIndex(where: { $0.text == "(" })
        else { return [] }
        if file.text(place) == "init", bracket > place + 2 { return [] }
        let end = file.closing(bracket)
        let body = file.tokens[end...].prefix(40).firstIndex { $0.text == "{" } ?? end
        return (bracket..<end).filter { file.text($0) == ":" && file.tokens[$0 - 1].kind == .word }
            .map { colon in
                Name(
                    text: file.text(colon - 1), place: colon - 1,
                    braces: body...max(body, file.closing(body)),
                    isUnordered: file.declaresUnordered(colon - 1))
            }
    }
}

extension SourceFile {
    /// Whether the name at `place` is followed by a type or a value that has no order.
    fileprivate func declaresUnordered(_ place: Int) -> Bool {
        let skipped = text(place + 2) == "inout" ? 3 : 2
        switch text(place + 1) {
        case ":":
            return isUnorderedType(place + skipped)
        case "=":
            let value = place + 2
            guard isUnorderedType(value) else { return false }
            // `Set(names).sorted()` is an array again.
            var end = value
            if text(value) == "[" { end = closing(value) + 1 } else { end = callBracket(value) }
            if text(end) == "(" { end = closing(end) + 1 }
            return text(end) != "."
        default:
            return false
        }
    }

    private func callBracket(_ place: Int) -> Int {
        tokens[place...].prefix(12).firstIndex { $0.text == "(" } ?? place
    }

    /// Whether this is a set, a dictionary, or a dictionary literal: a colon directly inside square
    /// brackets.
    private func isUnorderedType(_ place: Int) -> Bool {
        if ["Set", "Dictionary"].contains(text(place)) {
            return ["<", "("].contains(text(place + 1))
        }
        guard text(place) == "[" else { return false }
        let end = closing(place)
        var at = place + 1
        while at < end {
            if text(at) == "?", tokens[at].afterSpace { return false }
            if text(at) == ":" { return true }
            at = ["(", "[", "{"].contains(text(at)) ? closing(at) + 1 : at + 1
        }
        return false
    }
}
