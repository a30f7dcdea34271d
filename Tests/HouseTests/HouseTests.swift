import Testing

/// Checks the project's own sources against the rules that its correctness depends on.
struct HouseTests {
    @Test(arguments: Rule.all)
    func `every source file keeps the rule`(rule: Rule) {
        for file in Project.files {
            for finding in rule.findings(in: file) {
                Issue.record("\(finding)", sourceLocation: finding.location)
            }
        }
    }

    @Test
    func `the sources were found`() {
        #expect(Project.files.contains { $0.folder == "Sources" })
    }

    @Test(arguments: Project.targets)
    func `every target has its floor`(target: String) {
        #expect(House.room(named: target) != nil, "give \(target) a line in House.swift")
    }

    @Test(arguments: House.rooms)
    func `the table itself points strictly down`(room: Room) throws {
        for name in room.imports {
            let imported = try #require(House.room(named: name))
            #expect(imported.floor < room.floor)
        }
    }

    @Test
    func `pictures are read by the request that brings them, never on the node's thread`() {
        // The gateway works in tasks of its own; what the node's thread runs, the node can import.
        let readers = Project.files.filter {
            $0.folder == "Sources" && !$0.places(of: "MetadataFilter").isEmpty
        }
        #expect(Set(readers.map(\.target)) == ["Interchange", "Gateway"])
        var reached = ["Node"]
        while let next = reached.lazy.compactMap({ House.room(named: $0) }).flatMap(\.imports)
            .first(where: { !reached.contains($0) })
        {
            reached.append(next)
        }
        #expect(reached.contains("Sync") && !reached.contains("Interchange"))
    }

    @Test
    func `remarks are listed`() {
        let program = Project.files.filter { $0.folder != "Tests" }
        let remarks =
            Remarks.longFiles(Project.files) + Remarks.longLines(Project.files)
            + Remarks.undocumented(program).map { "\($0) | no doc comment" }
        for remark in remarks { print("worth a look: \(remark)") }
    }
}

extension Rule: CustomTestStringConvertible {
    static let all: [Rule] = [
        importsPointDown, noSynchronization, noAmbientInput, noConcurrency, onlyCommandsPrint,
        nothingUnordered, selectsAreOrdered, sqlHasNoAmbientInput, noSuddenDeath,
        nothingUnfinished, testsCompileInDebug, namesSayWhat, nothingPublic,
        foreignNumbersAreChecked, peopleAreThey,
    ]

    var testDescription: String { name }
}

extension Room: CustomTestStringConvertible {
    var testDescription: String { name }
}

extension Finding {
    /// Lets an editor jump to the offending line instead of to the rule.
    fileprivate var location: SourceLocation {
        SourceLocation(
            fileID: path, filePath: "\(Project.root)/\(path)", line: offence.line, column: 1)
    }
}
