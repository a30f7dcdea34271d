import Testing

@testable import Laws

@Suite struct LawSeedsTests {
    @Test func `a change is tried with the first seeds`() {
        #expect(LawSeeds.seeds(3, soak: 5, from: nil) == [1, 2, 3])
    }

    @Test func `a soak tries its first seeds and as many new ones`() {
        #expect(LawSeeds.seeds(1, soak: 3, from: 900) == [1, 2, 3, 900, 901, 902])
    }

    @Test func `no seed comes twice where a soak begins among the usual ones`() {
        #expect(LawSeeds.seeds(1, soak: 3, from: 2) == [1, 2, 3, 4, 5, 6])
    }

    @Test func `a room tries a quarter of the usual seeds, and two where there are two`() {
        #expect(LawSeeds.fewer(than: 1) == 1)
        #expect(LawSeeds.fewer(than: 2) == 2)
        #expect(LawSeeds.fewer(than: 8) == 2)
        #expect(LawSeeds.fewer(than: 12) == 3)
        #expect(LawSeeds.fewer(than: 40) == 10)
    }
}
