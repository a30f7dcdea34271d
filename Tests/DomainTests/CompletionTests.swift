import Domain
import Testing

@Suite struct CompletionTests {
    private func names(_ typed: String, limit: Int = 10) -> [String] {
        let all = [("craft", 3), ("craft/sewing", 9), ("crochet", 5), ("Café", 1), ("raft", 2)]
            .map { Completion(.tag, name: $0.0, count: $0.1) }
        let text = TypedText(typed)
        let fitting = all.compactMap { name in
            text.fit(of: SearchText.folded(name.name)).map { (name, fit: $0) }
        }
        return fitting.sorted { $0.0.isBefore($1.0, as: ($0.fit, $1.fit)) }
            .prefix(limit).map(\.0.name)
    }

    @Test func `names with the typed beginning come first, the most used before others`() {
        #expect(names("cr") == ["craft/sewing", "crochet", "craft"])
        #expect(names("cr", limit: 2) == ["craft/sewing", "crochet"])
        #expect(names("") == ["craft/sewing", "crochet", "craft", "raft", "Café"])
    }

    @Test func `a path is completed by what stands below, and spelling does not matter`() {
        #expect(names("sew") == ["craft/sewing"])
        #expect(names("cafe") == ["Café"])
    }

    @Test(arguments: ["crfat", "carft", "crafft", "crat", "vraft"])
    func `one slip is forgiven`(typed: String) {
        #expect(names(typed).contains("craft"))
    }

    @Test(arguments: ["xyz", "crxxt", "cx", "shirt"])
    func `two are not, nor one in two letters`(typed: String) {
        #expect(names(typed).isEmpty)
    }

    @Test func `a name of several words is completed by any of them, and typed on from there`() {
        #expect(
            Completion.beginnings(of: "loom market/old") == [
                "loom market/old", "market/old", "old",
            ])
        #expect(Completion.beginnings(of: "a  b/") == ["a  b/", "b/"])
        #expect(Completion.beginnings(of: "").isEmpty)
        #expect(TypedText("mar").fit(of: "loom market") == .begins)
        #expect(TypedText("makr").fit(of: "loom market") == .nearly)
    }

    @Test(arguments: [
        ("", "a", Completion.Fit.begins), ("", "", nil), ("a", "", nil), ("ab", "a", nil),
        ("éco", "école", .begins), ("écl", "école", .nearly), ("eco", "école", .nearly),
        ("eéo", "école", nil), ("日本", "日本語", .begins), ("日本誤", "日本語", .nearly),
        ("b", "a/ /b", .begins), ("abc", "a/b", nil), ("abc", "x/acb", .nearly),
    ])
    func `typed text is compared with a name letter by letter, in every script`(
        typed: String, name: String, fit: Completion.Fit?
    ) {
        #expect(TypedText(typed).fit(of: name) == fit)
    }

    @Test(arguments: [
        ("#Cr", [Completion.Sort.tag], "cr"), ("tag:cr", [.tag], "cr"), ("@b", [.person], "b"),
        ("by:@B", [.person], "b"), ("by:b", [.person], "b"), ("In:a", [.collection, .group], "a"),
        ("in:group:l", [.group], "l"), ("place:\"Loom m", [.place], "loom m"),
        ("category:\"a b\"", [.category], "a b"), ("brand:", [.brand], ""),
        ("theme:x", [.theme], "x"), ("title:x", Completion.Sort.allCases, "title:x"),
        ("", Completion.Sort.allCases, ""), ("\"", Completion.Sort.allCases, ""),
    ])
    func `the sign or the word before says what is meant`(
        typed: String, sorts: [Completion.Sort], text: String
    ) {
        let beginning = TypedBeginning(typed)

        #expect(beginning.sorts == sorts)
        #expect(beginning.text == text)
    }
}
