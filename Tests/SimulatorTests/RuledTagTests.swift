import Domain
import Testing

@testable import Simulator

/// Tests the expected results of tag rules: in brief world 1925 the diary expected a sixth tag of a
/// clip.
@Suite struct RuledTagTests {
    private static let rules = [
        Diary.TagRule(query: "#art", tag: "ruled"), Diary.TagRule(query: "#bike", tag: "art"),
    ]

    @Test(arguments: [(3, ["ruled"]), (4, ["ruled"]), (5, [])])
    func `a clip that has room for no more tags gets none`(count: Int, put: [String]) {
        let tags = Array(["art", "bike", "code", "day", "ember"].prefix(count))

        #expect(Diary.added(to: tags, of: .clip, by: Self.rules) == put)
        #expect(Diary.added(to: tags, of: .link, by: Self.rules) == ["ruled"])
        #expect(Diary.ruled(tags, of: .clip, by: Self.rules) == tags + put)
    }
}
