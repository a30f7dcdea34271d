import Domain
import Testing

struct CountedTests {
    @Test(arguments: [(0, "0 links"), (1, "1 link"), (2, "2 links")])
    func `what there is is counted as people say it`(count: Int, text: String) {
        #expect(Counted.words(count, "link") == text)
    }
}
