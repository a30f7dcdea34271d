import Domain
import Primitives
import Store
import Sync
import Testing

@testable import Simulator

/// Tests an adversary on the path between ana and ben, at every byte of their traffic.
@Suite struct MiddleManTests {
    private static let most = 60

    /// The beginning of each direction byte by byte, and the rest in steps.
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

    @Test func `who stands between two that keep to the rules is gone once all is mended`() throws {
        let world = try World(2)
        world.cluster.intercept(0, 1, strikes: Ratio(1, of: 1))
        try world.cluster.befriend(0, 1)
        _ = try world.cluster.keep(
            BookmarkDraft(url: "https://example.org/1"), for: .friends, at: 0)
        try world.cluster.run(for: .seconds(300))
        #expect(try world.cluster.links(of: 0, at: 1).isEmpty)

        try world.cluster.heal()
        let touches = world.cluster.middle?.touches.count
        try world.cluster.settle()
        try world.cluster.run(for: .seconds(200))

        #expect(world.cluster.middle?.touches.count == touches)
        try Tampering.check(world.cluster)
        #expect(try world.cluster.links(of: 0, at: 1).count == 1)
        #expect(FaultTally(world.cluster).kinds.contains { $0.realm == .way && $0.count > 0 })
    }

    @Test func `who stands before a hostile node stays there for ever`() throws {
        let world = try World(2)
        world.cluster.corrupt(1, .begs)
        world.cluster.intercept(0, 1, strikes: Ratio(1, of: 1))
        try world.cluster.befriend(0, 1)

        try world.cluster.heal()
        try world.cluster.run(for: .seconds(60))

        #expect(world.cluster.middle?.touches.isEmpty == false)
        #expect(FaultTally(world.cluster).kinds.contains { $0.realm == .middle && $0.count > 0 })
    }

    /// A hostile node that hides runs from its engine must not make the engine take a second copy for the first.
    @Test func `a run that comes twice ends a link of a node that begs`() throws {
        let world = try World(2)
        world.cluster.corrupt(1, .begs)
        try world.cluster.befriend(0, 1)
        _ = try world.cluster.keep(
            BookmarkDraft(url: "https://example.org/1"), for: .friends, at: 0)
        var touched: [LinkID] = []

        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            let effects = try engine.step(inbox, at: now, wall: wall)
            guard node == 0 else { return effects }
            return effects.map { effect in
                guard case .send(let link, let bytes) = effect, !touched.contains(link),
                    engine.said.first(where: { $0.link == link })?.kinds.last == "run"
                else { return effect }
                touched.append(link)
                return .send(link, bytes + Self.lastFrame(of: bytes))
            }
        }
        try world.cluster.run(for: .seconds(600))
        world.cluster.stepping = Cluster.plainStep
        try world.cluster.run(for: .seconds(5))

        #expect(touched.count > 10)
        #expect(touched.allSatisfy { world.cluster.network.find($0, at: 0) == nil })
    }

    private static func lastFrame(of bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        while true {
            let length = 2 + Int(rest[rest.startIndex]) << 8 + Int(rest[rest.startIndex + 1])
            guard rest.count > length else { return Array(rest) }
            rest = rest.dropFirst(length)
        }
    }
}
