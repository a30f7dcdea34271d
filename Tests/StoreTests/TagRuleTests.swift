import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests tag rules, which add tags to new things.
@Suite struct TagRuleTests {
    private func rules(_ ana: WriteReplica) throws -> [TagRule] {
        try ana.step { (store) throws(StorageError) in try store.tagRules().map(\.rule) }
    }

    private func problem(_ answer: Answer) throws -> Problem {
        guard case .rejected(let problem) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return problem
    }

    private func done(_ answer: Answer) throws -> DoneReport {
        guard case .done(let report) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return report
    }

    @Test func `a new thing gets the tags of every rule that it matches as it came`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.perform(.addTagRule(query: "youtube.com", tags: ["video", "Later"]))
        try ana.perform(.addTagRule(query: "github.com/apple", tags: ["swift"]))
        try ana.perform(.addTagRule(query: "#video", tags: ["media"]))
        try ana.perform(.addTagRule(query: "type:garment silk", tags: ["delicate"]))

        let ids = try ana.keep(
            BookmarkDraft(url: "https://www.youtube.com/watch?v=1", tags: ["later"]),
            BookmarkDraft(url: "https://github.com/apple/swift"),
            BookmarkDraft(url: "https://github.com/torvalds/linux"),
            BookmarkDraft(url: "https://notyoutube.com/"),
            BookmarkDraft(url: "https://a.example/", tags: ["video"]),
            BookmarkDraft(url: "", title: "Silk scarf", kind: .garment))

        let tags = try ids.map { try ana.link($0).tags }
        #expect(
            tags == [["later", "video"], ["swift"], [], [], ["media", "video"], ["delicate"]])
    }

    @Test func `a rule that a revoked device wrote too late no longer applies`() throws {
        let laptop = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        let tablet = try WriteReplica(1, device: 3, name: "Ana", pairedWith: laptop)
        for device in [phone, tablet] { try laptop.sync(to: device) }
        try tablet.perform(.addTagRule(query: "site:forged.example", tags: ["forged"]))
        try tablet.sync(to: phone)
        let before = try rules(phone)
        #expect(before.count == 1)

        // The laptop has not received the rule, so its revocation excludes it.
        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))
        try laptop.sync(to: phone)
        phone.wall = WallTime(milliseconds: phone.wall.milliseconds + 60_000)
        try phone.step { (store) throws(StorageError) in try store.settleRefolds(at: phone.wall) }

        #expect(try rules(phone).isEmpty)
        let ids = try phone.keep(BookmarkDraft(url: "https://forged.example/"))
        #expect(try phone.link(ids[0]).tags.isEmpty)
    }

    @Test func `a rule is told, gets more tags, ends, and comes back by undo`() throws {
        let ana = try WriteReplica(1, name: "Ana")

        try ana.perform(.addTagRule(query: "YouTube.com", tags: ["video"]))
        try ana.perform(.addTagRule(query: "site:youtube.com", tags: ["VIDEO", "later"]))
        let both = try rules(ana)
        let ended = try done(ana.perform(.removeTagRule("youtube.com")))
        let none = try rules(ana)
        try ana.perform(.undo(act: nil))
        let again = try rules(ana)
        try ana.perform(.removeTagRule(again[0].id.short.lowercased()))

        #expect(both.map(\.query) == ["site:youtube.com"])
        #expect(both[0].tags == ["later", "video"])
        #expect(ended.count == 1)
        #expect(none.isEmpty)
        #expect(again == both)
        #expect(try rules(ana).isEmpty)
    }

    @Test func `a rule that ended puts nothing on, and what it has put on stays`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.perform(.addTagRule(query: "a.example", tags: ["a"]))
        let before = try ana.keep(BookmarkDraft(url: "https://a.example/1"))[0]

        try ana.perform(.removeTagRule("a.example"))
        let after = try ana.keep(BookmarkDraft(url: "https://a.example/2"))[0]

        #expect(try ana.link(before).tags == ["a"])
        #expect(try ana.link(after).tags == [])
    }

    @Test func `rules are put on what is there as one act`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let ids = try ana.keep(
            BookmarkDraft(url: "https://a.example/1"), BookmarkDraft(url: "https://a.example/2"),
            BookmarkDraft(url: "https://b.example/"))
        try ana.perform(.addTagRule(query: "a.example", tags: ["a"]))

        let one = try done(
            ana.perform(.applyTagRules(.references([.id(ids[0].text), .id(ids[2].text)]))))
        let all = try done(ana.perform(.applyTagRules(nil)))
        let tagged = try ids.map { try ana.link($0).tags }
        let again = try done(ana.perform(.applyTagRules(nil)))
        try ana.perform(.undo(act: all.act))

        #expect([one.count, all.count, again.count] == [1, 1, 0])
        #expect(tagged == [["a"], ["a"], []])
        #expect(try ids.map { try ana.link($0).tags } == [["a"], [], []])
    }

    @Test func `a draft has room for the tags of rules up to the limit and not beyond`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.perform(.addTagRule(query: "a.example", tags: ["x", "y"]))
        func tags(_ count: Int) -> [String] { (0..<count).map { "t\($0)" } }
        let most = Limits.tagsPerObjectMax

        let ids = try ana.keep(
            BookmarkDraft(url: "https://a.example/1", tags: tags(most - 2)),
            BookmarkDraft(url: "https://a.example/2", tags: tags(most - 1)),
            BookmarkDraft(url: "https://a.example/3", tags: tags(most)))

        #expect(try ids.map { try ana.link($0).tags.count } == [most, most, most])
        #expect(try ana.link(ids[0]).tags.contains("y"))
        #expect(try !ana.link(ids[1]).tags.contains("y"))
    }

    @Test(arguments: [
        ("", ["a"]), ("in:list", ["a"]), ("x or in:list", ["a"]), ("is:trashed", ["a"]),
        ("colour:red", ["a"]), ("a.example", []), ("a.example", ["/"]),
        ("a.example", (0...Limits.tagsPerObjectMax).map { "t\($0)" }),
    ])
    func `an invalid rule is refused, and none is made`(query: String, tags: [String]) throws {
        let ana = try WriteReplica(1, name: "Ana")

        let problem = try problem(ana.perform(.addTagRule(query: query, tags: tags)))

        #expect(!problem.fix.isEmpty)
        #expect(try rules(ana).isEmpty)
    }

    @Test func `there are so many rules and not one more`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        for number in 0..<Limits.tagRulesMax {
            try ana.perform(.addTagRule(query: "n\(number).example", tags: ["a"]))
        }

        let problem = try problem(ana.perform(.addTagRule(query: "x.example", tags: ["a"])))

        #expect(problem.code == .tooMany)
        #expect(try rules(ana).count == Limits.tagRulesMax)
        #expect(try done(ana.perform(.addTagRule(query: "n1.example", tags: ["b"]))).count == 1)
    }

    @Test func `an unknown rule is reported as not found`() throws {
        let ana = try WriteReplica(1, name: "Ana")

        #expect(try problem(ana.perform(.removeTagRule("a.example"))).code == .notFound)
        #expect(try problem(ana.perform(.applyTagRules(nil))).code == .notFound)
    }

    @Test func `own devices have the same rules, and friends none of them`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        try ana.perform(.addTagRule(query: "secret.example", tags: ["secret"]))
        try ana.keep(BookmarkDraft(url: "https://a.example/"), in: .friends)
        try ana.sync(to: laptop)
        try ana.sync(to: bob)

        #expect(try rules(laptop) == rules(ana))
        #expect(try rules(bob).isEmpty)
        let held = try bob.step { (store) throws(StorageError) in
            try store.database.rows("SELECT id FROM objects WHERE kind = 14 ORDER BY id") {
                (row) throws(StorageError) in row.integer(0)
            }
        }
        #expect(held.isEmpty)
    }

    @Test func `a check of an address lists the tags that rules would add`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.perform(.addTagRule(query: "a.example", tags: ["a"]))

        let answer = try ana.step { (store) throws(StorageError) in
            try store.answer(.check(url: "https://a.example/x"), now: ana.wall)
        }

        #expect(answer == .check(AddressCheck("https://a.example/x", nil, tags: ["a"])))
    }
}
