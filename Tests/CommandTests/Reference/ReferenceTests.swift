import Testing

/// Tests that the pages of docs/reference that are made from the code are what the code says.
@Suite struct ReferenceTests {
    @Test func `the page of commands is what the parser says`() throws {
        try ReferenceFile.check(CommandReference.page(), is: "docs/reference/cli.md")
    }

    @Test func `the page of the API is what OpenAPI says`() throws {
        try ReferenceFile.check(APIReference.page(), is: "docs/reference/api.md")
    }

    @Test func `the page of limits is what the sources say`() throws {
        try ReferenceFile.check(LimitReference.page(), is: "docs/reference/limits.md")
    }

    @Test(arguments: [CommandReference.page(), APIReference.page(), LimitReference.page()])
    func `every link in a page leads to one heading of it`(page: [String]) {
        let headings = page.filter { $0.hasPrefix("#") }.map { line in
            Markdown.anchor(String(line.drop { $0 == "#" }.dropFirst()))
        }
        let links = page.flatMap { $0.matches(of: #/\]\(#([^)]*)\)/#).map { String($0.1) } }

        let twice = Dictionary(grouping: headings) { $0 }.filter { $0.value.count > 1 }.keys
        #expect(Set(links).subtracting(headings).sorted() == [])
        #expect(Set(links).intersection(twice).sorted() == [])
    }

    @Test func `every limit has a sentence`() {
        let mute = LimitSource.all.filter { $0.isLimit && $0.about.isEmpty }

        #expect(mute.map { "\($0.type).\($0.name)" } == [])
    }

    @Test(arguments: [
        ("8 * 1024", "bytes", "8 KiB"), ("(64 << 20) + (64 << 10)", "bytes", "65,600 KiB"),
        ("20_000", "", "20,000"), (".seconds(90)", "", "90 s"),
        ("Duration.milliseconds(500)", "", "500 ms"), ("90 * 24 * 3600", "seconds", "90 days"),
        ("(.seconds(1), .seconds(300))", "", "1 s to 5 min"), ("1 << 4 - 1", "", "15"),
        ("[.zero, .seconds(1)]", "", "0 ms, 1 s"), ("2 * Other.few", "", "6"), ("few", "", "9"),
    ])
    func `an expression is told as people write it`(
        expression: String, unit: String, text: String
    ) {
        let value = LimitValue(
            expression, in: "Mine", knowing: ["Other.few": "3", "Mine.few": "Other.few * 3"])

        #expect(value?.text(of: unit) == text)
        #expect(LimitValue(expression + " + unknown", in: "Mine", knowing: [:]) == nil)
    }
}
