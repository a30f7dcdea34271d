extension Rule {
    /// Randomness and time are arguments: `Dice`, `Entropy`, `now`.
    static let noAmbientInput = Rule(
        name: "below floor 5 time and chance are arguments",
        remedy: "take `now`, Dice or Entropy as an argument; order by value, not by hash",
        isFor: Scope.deterministic,
        offences: { file in
            let fixed = ambient.flatMap { pattern in
                file.places(of: pattern).map { file.offence(at: $0, pattern) }
            }
            let drawn = [". random (", ". randomElement (", ". shuffled (", ". shuffle ("]
                .flatMap { pattern in
                    file.places(of: pattern).filter { file.drawsFromSystem($0 + 2) }
                        .map { file.offence(at: $0, pattern, lacking: "using:") }
                }
            return fixed + drawn
        })

    private static let ambient = [
        "Date ( )", "UUID ( )", "SystemRandomNumberGenerator", "ContinuousClock",
        "SuspendingClock", "hashValue", "Hasher ( )", "ObjectIdentifier (", "clock_gettime",
        "time ( nil )",
    ]

    /// One thread steps the engine; a suspension point would let another event in between.
    static let noConcurrency = Rule(
        name: "below floor 5 nothing is concurrent",
        remedy: "return an effect and take the result back as an event",
        isFor: Scope.deterministic,
        offences: { file in
            let tasks = ["Task {", "Task (", "Task . detached"]
                .flatMap { pattern in file.places(of: pattern).map { (pattern, $0) } }
                .filter { !["struct", "enum", "class", "extension"].contains(file.text($1 - 1)) }
            let words = ["async", "await"]
                .flatMap { word in file.places(of: word).map { (word, $0) } }
                .filter { file.text($1 - 1) != "." && file.text($1 + 1) != ":" }
            let actors = file.places(of: "actor").map { ("actor", $0) }
                .filter { file.text($1 + 1).first?.isUppercase == true }
            return (tasks + words + actors).map { file.offence(at: $1, $0) }
        })

    /// Only a command prints what a person reads.
    static let onlyCommandsPrint = Rule(
        name: "only commands print",
        remedy: "return the text; the command prints it, the node logs it",
        isFor: Scope.belowCommands,
        offences: { file in
            ["print (", "debugPrint (", "dump ("].flatMap { pattern in
                file.places(of: pattern)
                    .filter { ![".", "func"].contains(file.text($0 - 1)) }
                    .map { file.offence(at: $0, pattern) }
            }
        })
}

extension SourceFile {
    /// Returns an offence at a token, named by the pattern without its blanks.
    func offence(at place: Int, _ pattern: String, lacking: String? = nil) -> Offence {
        let code = pattern.filter { $0 != " " }
        let what = lacking.map { "\(code) without \($0)" } ?? code
        return Offence(line: tokens[place].line, what: what)
    }

    /// Whether the call whose bracket opens at `open` is the standard library's without a
    /// generator: `()` or `(in: range)`. Dice has calls of the same name with other arguments.
    fileprivate func drawsFromSystem(_ open: Int) -> Bool {
        guard [")", "in"].contains(text(open + 1)) else { return false }
        return !tokens[open...closing(open)].contains { $0.text == "using" }
    }
}
