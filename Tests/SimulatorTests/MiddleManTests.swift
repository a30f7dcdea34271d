import Domain
import Primitives
import Testing

@testable import Simulator

/// Somebody on the way between ana and ben, at every byte of what they say to each other.
@Suite struct MiddleManTests {
    private static let most = 60

    /// The beginning of each direction byte by byte, and what follows in steps.
    @Test(arguments: MiddleMan.Trick.allCases, 0...1)
    func `not one byte that was changed on its way is taken in`(
        trick: MiddleMan.Trick, end: Int
    ) throws {
        let world = try World(2)
        world.cluster.intercept(0, 1, strikes: Ratio(0, of: 1))
        world.cluster.middle?.script = MiddleMan.Script(
            trick: trick, end: end, place: 0, step: 7)
        try world.cluster.befriend(0, 1)
        _ = try world.cluster.keep(
            BookmarkDraft(url: "https://example.org/1"), for: .friends, at: 0)

        for _ in 0..<2_000 where (world.cluster.middle?.touches.count ?? 0) < Self.most {
            try world.cluster.run(for: .seconds(100))
            try Tampering.check(world.cluster)
        }
        try world.cluster.run(for: .seconds(300))
        try Tampering.check(world.cluster)

        let touches = try #require(world.cluster.middle?.touches)
        #expect(touches.count >= Self.most)
        let open = world.cluster.network.open.map(\.number)
        #expect(
            touches.allSatisfy {
                $0.at + .seconds(200) > world.cluster.now || !open.contains($0.link)
            })
        world.cluster.middle = nil
        try world.cluster.settle()
        #expect(try world.cluster.links(of: 0, at: 1).count == 1)
    }
}
