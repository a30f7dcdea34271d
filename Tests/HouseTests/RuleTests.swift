import Testing

/// Tests each rule with a line that breaks it and a line that does not.
struct RuleTests {
    @Test(arguments: Example.all)
    func `a rule reports what offends and nothing else`(example: Example) {
        let path = "\(example.place)/File.swift"
        let offending = SourceFile(path: example.offendingPath ?? path, text: example.offends)
        let keeping = SourceFile(path: path, text: example.keeps)

        let findings = example.rule.findings(in: offending)
        #expect(!findings.isEmpty, "not seen: \(example.offends)")
        let falseFindings = example.rule.findings(in: keeping)
        #expect(falseFindings.isEmpty, "reported: \(falseFindings)")
    }

    @Test(arguments: Rule.all)
    func `every rule has an example`(rule: Rule) {
        #expect(Example.all.contains { $0.rule.name == rule.name })
    }

    @Test(arguments: Example.all)
    func `a file cut anywhere does not end the test run`(example: Example) {
        let text = "struct S {\n\(example.offends)\n\(example.keeps)\n}"

        for end in 0...text.count {
            let file = SourceFile(
                path: "\(example.place)/File.swift", text: String(text.prefix(end)))
            let lines = Rule.all.flatMap { $0.findings(in: file) }.map(\.offence.line)
            #expect(lines.allSatisfy { (1...file.lines.count).contains($0) })
        }
    }

    @Test
    func `a finding is one line that names place, rule and remedy`() throws {
        let file = SourceFile(path: "Sources/CRDT/Dot.swift", text: "\nlet now = Date()\n")

        let finding = try #require(Rule.noAmbientInput.findings(in: file).first)

        #expect("\(finding)".hasPrefix("Sources/CRDT/Dot.swift:2: Date() | rule: below floor 5"))
        #expect("\(finding)".contains("| fix: take `now`"))
        #expect(!"\(finding)".contains("\n"))
    }

    @Test
    func `a declaration without a doc comment is listed, a field is not`() {
        let text = "/// ReceivedReaction.\n@frozen\npackage struct A {\n    package let b: Int\n"
        let bare = SourceFile(path: "Sources/CRDT/A.swift", text: text + "    package func c() {}")

        #expect(Remarks.undocumented([bare]) == ["Sources/CRDT/A.swift:5: package func c() {}"])
    }

    @Test(arguments: [(99, 0), (100, 0), (101, 1)])
    func `a line is listed beyond its last column`(columns: Int, listed: Int) {
        let line = String(repeating: "a", count: columns)
        let file = SourceFile(path: "Sources/CRDT/A.swift", text: line)

        #expect(Remarks.longLines([file]).count == listed)
    }

    @Test(arguments: [(399, 0), (400, 0), (401, 1)])
    func `a file is listed beyond its last line`(lines: Int, listed: Int) {
        let text = String(repeating: "a\n", count: lines)

        let file = SourceFile(path: "Sources/CRDT/A.swift", text: text)

        #expect(Remarks.longFiles([file]).count == listed)
    }
}
