import CRDT
import Domain
import Primitives
import Simulator
import Testing

@testable import Simulator

/// Scenarios in which things that were in the trash for 30 days disappear from the files of all
/// that learn of it: ana is node 0, ben 1, and in some scenarios ana has a second device.
@Suite struct TrashStoryTests {
    private let ana = 0
    private let ben = 1

    @Test func `a deleted word is gone from everybody a month later, and not before`() throws {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        let words = (0..<3).map { _ in world.cluster.canary(of: ana) }
        let ids = try world.keep(words, at: ana)
        try world.cluster.settle()
        try remove(ids[1], in: world)
        try world.cluster.settle()

        pass(days: 28, in: world)
        try world.cluster.run(for: .seconds(26 * 60 * 60))
        #expect(world.holds(words, at: ana) == [true, true, true])
        #expect(world.holds(words, at: ben) == [true, true, true])
        try world.cluster.run(for: .seconds(24 * 60 * 60))

        #expect(world.holds(words, at: ana) == [true, false, true])
        #expect(world.holds(words, at: ben) == [true, false, true])
        #expect(try world.titles(of: ana, at: ben) == ["link 0", "link 2"])
        #expect(try world.titles(of: ana, at: ana) == ["link 0", "link 2"])
        let answer = try world.cluster.ask(.command(.undo(act: 2)), at: ana)
        guard case .rejected(let problem) = answer else {
            Issue.record("it was undone: \(answer)")
            return
        }
        #expect(problem.detail.contains("30 days"))
        world.cluster.machines[ana].diary.monthPassed()
        try world.cluster.settle()
    }

    @Test func `a node that was off for the month drops it when it is back`() throws {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        let words = (0..<2).map { _ in world.cluster.canary(of: ana) }
        let ids = try world.keep(words, at: ana)
        try world.cluster.settle()
        try world.cluster.crash(ben)
        try remove(ids[0], in: world)

        pass(days: 30, in: world)
        try world.cluster.run(for: .seconds(25 * 60 * 60))
        #expect(world.holds(words, at: ana) == [false, true])
        #expect(world.holds(words, at: ben) == [true, true])
        world.cluster.machines[ana].diary.monthPassed()
        try world.cluster.start(ben)
        try world.cluster.settle()
        try world.cluster.run(for: .seconds(120))

        #expect(world.holds(words, at: ben) == [false, true])
        #expect(try world.titles(of: ana, at: ben) == ["link 1"])
        try world.cluster.settle()
    }

    private func pass(days: Int64, in world: World) {
        for machine in world.cluster.machines {
            machine.clock.jump(byMilliseconds: days * 24 * 60 * 60 * 1000)
        }
    }

    private func remove(_ id: ObjectID, in world: World) throws {
        try world.cluster.done(.remove(.references([.id(id.text)])), at: ana)
    }
}
