extension Rule {
    /// Every import points strictly down, and only designated modules import outside ones.
    static let importsPointDown = Rule(
        name: "imports point strictly down, and each outside module has its door",
        remedy: "move the code to the room that may, or change House.swift with its reason",
        isFor: Scope.program,
        offences: { file in
            guard let room = file.room else {
                return [Offence(line: 1, what: "\(file.target) has no floor in House.swift")]
            }
            return file.imports.compactMap { name, line in
                guard let importers = House.importers(of: name) else {
                    return Offence(line: line, what: "\(name) is not in House.swift")
                }
                guard !importers.contains(room.name) else { return nil }
                let who = importers.isEmpty ? "nobody" : importers.joined(separator: ", ")
                let what = "\(room.name) imports \(name); allowed: \(who)"
                return Offence(line: line, what: what)
            }
        })

    /// The thread sanitizer reports races in correct uses of its Mutex.
    static let noSynchronization = Rule(
        name: "tests too do without Synchronization",
        remedy: "one thread owns the state, or a lock made with pthread_mutex_t",
        isFor: { $0.folder == "Tests" },
        offences: { file in
            file.imports.filter { $0.module == "Synchronization" }.map {
                Offence(line: $0.line, what: "imports Synchronization")
            }
        })
}

extension SourceFile {
    private static let declarations = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]

    /// The modules that this file imports, with the lines.
    var imports: [(module: String, line: Int)] {
        places(of: "import").compactMap { place in
            guard text(place - 1) != "." else { return nil }
            let isPart = Self.declarations.contains(text(place + 1))
            let name = place + (isPart ? 2 : 1)
            guard tokens.indices.contains(name), tokens[name].kind == .word else { return nil }
            return (tokens[name].text, tokens[place].line)
        }
    }
}
