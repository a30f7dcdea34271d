import Domain
import Testing

struct CountedTests {
    @Test(arguments: [(0, "0 links"), (1, "1 link"), (2, "2 links")])
    func `a count agrees with its noun`(count: Int, text: String) {
        #expect(Counted.words(count, "link") == text)
    }
}
