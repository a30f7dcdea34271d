extension Rule {
    /// A peer's bytes must never end the process; a bug of ours must say what it broke.
    static let noSuddenDeath = Rule(
        name: "no try! and no fatalError",
        remedy: "throw a typed error, return a Problem, or state a precondition with its reason",
        isFor: Scope.program,
        offences: { file in
            ["try !", "fatalError ("].flatMap { pattern in
                file.places(of: pattern).map { file.offence(at: $0, pattern) }
            }
        })

    /// Nothing is deferred to an unspecified later.
    static let nothingUnfinished = Rule(
        name: "nothing is left for later",
        remedy: "finish it, or say what holds today and open an issue",
        isFor: Scope.program,
        offences: { file in
            file.lines.enumerated().flatMap { index, line in
                line.split { !$0.isLetter }.filter { $0 == "TODO" || $0 == "FIXME" }
                    .map { Offence(line: index + 1, what: String($0)) }
            }
        })

    /// A debug build writes the module of the tests without looking into most bodies, and then refuses these.
    static let testsCompileInDebug = Rule(
        name: "tests compile in a debug build too",
        remedy: "make the function a static one of the type",
        isFor: { $0.folder == "Tests" },
        offences: { file in
            file.places(of: "init (").filter { file.text($0 - 1) != "." }
                .compactMap { file.body(behind: file.closing($0 + 1)) }
                .flatMap { file.places(of: "func", in: $0) }
                .compactMap { file.body(behind: $0) }
                .flatMap { file.places(of: "# require", in: $0) }
                .map {
                    Offence(
                        line: file.tokens[$0].line,
                        what: "#require in a function inside an initializer")
                }
        })

    /// A file holds one idea and has its name; these names name none.
    static let namesSayWhat = Rule(
        name: "a name says what it holds",
        remedy: "name the idea, or put the code into the one file that uses it",
        isFor: Scope.program,
        offences: { file in
            let names = [file.target] + file.stem.split(separator: "+").map(String.init)
            return names.flatMap { name in
                emptyNames.filter { name == $0 || name.hasSuffix($0) && $0 != "Shared" }.prefix(1)
                    .map { _ in Offence(line: 1, what: "the name \(name)") }
            }
        })

    private static let emptyNames = [
        "Util", "Utils", "Common", "Core", "Helper", "Helpers", "Shared", "Manager",
    ]

    /// We ship a program, not a library.
    static let nothingPublic = Rule(
        name: "package is our public",
        remedy: "package if another module calls it, else nothing",
        isFor: Scope.sources,
        offences: { file in
            file.places(of: "public").filter(file.isAccessLevel)
                .map { file.offence(at: $0, "public") }
        })
}

extension SourceFile {
    /// Whether the word precedes a declaration and is not the case of an enum.
    fileprivate func isAccessLevel(_ place: Int) -> Bool {
        guard place + 1 < tokens.count, tokens[place].line == tokens[place + 1].line else {
            return false
        }
        return !["case", ".", ","].contains(text(place - 1))
            && Declaration.openers.contains(text(place + 1))
    }
}

/// The words that begin a declaration after its access level.
enum Declaration {
    static let openers = [
        "struct", "class", "enum", "protocol", "actor", "extension", "typealias", "func", "let",
        "var", "init", "subscript", "static", "final", "mutating", "consuming", "borrowing",
        "nonisolated", "indirect", "convenience", "required", "import", "macro", "(",
    ]
}
