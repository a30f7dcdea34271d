import Domain
import Testing

/// Tests the checks of a bulk change before anything is looked up.
@Suite struct BulkRulesTests {
    private func pointer(_ changes: [BulkChange]) -> String? {
        guard case .failure(let problem) = BulkRules.check(changes) else { return nil }
        return problem.pointer
    }

    private func code(_ changes: [BulkChange]) -> Problem.Code? {
        guard case .failure(let problem) = BulkRules.check(changes) else { return nil }
        return problem.code
    }

    @Test func `there is at least one, and at most so many`() {
        let most = Limits.bulkChangesMax
        let changes = [BulkChange](repeating: BulkChange(.trash, .query("#a")), count: most + 1)

        #expect(code([]) == .invalidValue && pointer([]) == "/ops")
        #expect(code(Array(changes.prefix(most - 1))) == nil)
        #expect(code(Array(changes.prefix(most))) == nil)
        #expect(code(changes) == .tooMany && pointer(changes) == "/ops")
    }

    @Test func `so many different things are named, however often`() {
        let most = Limits.bulkNamesMax
        let names = (0...most).map { Reference.url("https://a.example/\($0)") }
        func changes(_ count: Int) -> [BulkChange] {
            [
                BulkChange(.trash, .references(Array(names.prefix(count / 2)))),
                BulkChange(.setUnread(false), .references(Array(names.prefix(count)))),
            ]
        }

        #expect(code(changes(most - 1)) == nil)
        #expect(code(changes(most)) == nil)
        #expect(code(changes(most + 1)) == .tooMany)
        #expect(pointer(changes(most + 1)) == "/ops/1/ids")
    }

    @Test func `tags are normalised, and each is said once`() {
        let checked = BulkRules.check([
            BulkChange(.addTags([" #a ", "A", "b//c"]), .query("")),
            BulkChange(.removeTags(["#x"]), .query("")),
        ])

        #expect(
            checked
                == .success([
                    BulkChange(.addTags(["a", "b/c"]), .query("")),
                    BulkChange(.removeTags(["x"]), .query("")),
                ]))
    }

    @Test func `a thing has no more tags than so many, and neither has a change`() {
        let most = Limits.tagsPerObjectMax
        func adding(_ count: Int) -> [BulkChange] {
            [BulkChange(.addTags((0..<count).map { "t\($0)" }), .query(""))]
        }

        #expect(code(adding(most - 1)) == nil)
        #expect(code(adding(most)) == nil)
        #expect(code(adding(most + 1)) == .tooMany)
        #expect(pointer(adding(most + 1)) == "/ops/0/tags")
    }
}
