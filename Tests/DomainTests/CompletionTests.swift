import Domain
import Testing

@Suite struct CompletionTests {
    private func names(_ typed: String, limit: Int = 10) -> [String] {
        let all = [("craft", 3), ("craft/sewing", 9), ("crochet", 5), ("Café", 1), ("raft", 2)]
            .map { Completion(.tag, name: $0.0, query: "#" + $0.0, count: $0.1) }
        return Completion.ranked(all, by: typed, limit: limit).map(\.name)
    }

    @Test func `what begins so comes first, the most used before others`() {
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
}
