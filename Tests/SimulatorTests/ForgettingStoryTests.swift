import CRDT
import Domain
import Primitives
import Simulator
import Testing

/// Scenarios in which withdrawn data disappears from the files of all that receive the withdrawal:
/// ana is node 0, ben 1, cleo 2.
@Suite struct ForgettingStoryTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2

    @Test
    func `a withdrawn word is in no file of who is there within a minute, nor of who comes later`()
        throws
    {
        let world = try World(3)
        try world.cluster.befriend(ana, ben)
        let words = (0..<5).map { _ in world.cluster.canary(of: ana) }
        let ids = try world.keep(words, at: ana)
        try world.cluster.settle()
        #expect(world.holds(words, at: ben) == [true, true, true, true, true])

        try withdraw([ids[1], ids[3]], in: world)
        try world.cluster.run(for: .seconds(60))

        #expect(world.holds(words, at: ben) == [true, false, true, false, true])
        #expect(world.holds(words, at: ana) == [true, true, true, true, true])
        try world.cluster.befriend(ana, cleo)
        try world.cluster.settle()
        #expect(world.holds(words, at: cleo) == [true, false, true, false, true])
        #expect(try world.titles(of: ana, at: cleo) == ["link 0", "link 2", "link 4"])
        #expect(try world.titles(of: ana, at: ben) == ["link 0", "link 2", "link 4"])
        try world.cluster.checkEverything()
    }

    @Test func `a node that is off drops it when it is back`() throws {
        let world = try World(3)
        try world.cluster.befriend(ana, ben)
        try world.cluster.befriend(ana, cleo)
        let words = (0..<3).map { _ in world.cluster.canary(of: ana) }
        let ids = try world.keep(words, at: ana)
        try world.cluster.settle()

        try world.cluster.crash(cleo)
        try withdraw([ids[0]], in: world)
        try world.cluster.run(for: .seconds(120))
        #expect(world.holds(words, at: ben) == [false, true, true])
        #expect(world.holds(words, at: cleo) == [true, true, true])
        try world.cluster.start(cleo)
        try world.cluster.settle()
        try world.cluster.run(for: .seconds(60))

        #expect(world.holds(words, at: cleo) == [false, true, true])
        #expect(try world.titles(of: ana, at: cleo) == ["link 1", "link 2"])
        try world.cluster.checkEverything()
    }

    @Test func `a crash while it is dropped leaves nothing behind`() throws {
        for moment in [200, 10_100, 10_600, 10_700, 11_200] {
            let world = try World(2)
            try world.cluster.befriend(ana, ben)
            let words = (0..<3).map { _ in world.cluster.canary(of: ana) }
            let ids = try world.keep(words, at: ana)
            try world.cluster.settle()

            try withdraw([ids[2]], in: world)
            try world.cluster.run(for: .milliseconds(moment))
            for node in [ana, ben] {
                try world.cluster.crash(node)
                try world.cluster.start(node)
            }
            try world.cluster.settle()
            try world.cluster.run(for: .seconds(120))

            #expect(world.holds(words, at: ben) == [true, true, false])
            try world.cluster.checkEverything()
        }
    }

    private func withdraw(_ ids: [ObjectID], in world: World) throws {
        let selection = Selection.references(ids.map { .id($0.text) })
        try world.cluster.done(.unshare(selection, from: .friends), at: ana)
    }
}
