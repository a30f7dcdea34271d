import Domain
import Testing

@Suite struct TypedRequestTests {
    private let report = DoneReport(count: 2, act: 7, summary: "renamed #a to #b on 2 things")
    private let renaming = TypedRequest.command { .renameTag(from: "a", to: "b", $0) }

    @Test func `an answer is opened as the type that the command declares`() throws {
        let told = try #require(renaming.value(of: .done(report)))

        #expect(try told.get() == report)
    }

    @Test func `an answer that refuses is its problem, whatever was asked`() {
        let problem = Problem(.notFound, "no tag a", fix: "weft tags")

        #expect(renaming.value(of: .rejected(problem)) == .failure(problem))
    }

    @Test func `an answer of another type is none`() {
        let friends = TypedRequest.query { .friends($0) }

        #expect(
            renaming.value(of: .kept(AdditionReport(outcomes: [], act: nil, placed: [:]))) == nil)
        #expect(friends.value(of: .tags([TagCount(name: "a", count: 1)])) == nil)
        #expect(friends.value(of: .friends([])) == .success([]))
    }

    @Test func `a dry run and a condition change what is asked, not how it is answered`() {
        let condition = VersionCondition(.thing(.id("K3F9QH2M")), field: "*")
        let command = Command.renameTag(from: "a", to: "b")

        #expect(renaming.preview.request == .query(.preview(command)))
        #expect(renaming.preview.value(of: .done(report)) == .success(report))
        #expect(renaming.bound(to: condition)?.request == .command(.bound(command, condition)))
        let friends = TypedRequest.query { .friends($0) }
        #expect(friends.bound(to: condition)?.request == nil)
    }

    @Test func `a mapped request maps answers and passes refusals on`() {
        let counted = renaming.map(\.count)
        let problem = Problem(.notFound, "no tag a", fix: "weft tags")

        #expect(counted.request == renaming.request)
        #expect(counted.value(of: .done(report)) == .success(2))
        #expect(counted.value(of: .rejected(problem)) == .failure(problem))
    }
}
