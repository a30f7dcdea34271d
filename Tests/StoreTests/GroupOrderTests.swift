import CRDT
import Domain
import Laws
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that members that receive the same deltas, valid and void, hold the same, whatever the order, the split into
/// runs, and the arrival of keys: two hundred orders of each history. Two histories run at once, for two cores, and
/// other tests run between the orders, because some of those measure seconds.
enum GroupOrderTests {
    @Suite(.serialized) struct Odd {
        @Test(arguments: LawSeeds.seeds(6, soak: 50).filter { $0 % 2 == 1 })
        func `members that receive the same valid and void deltas in any order end alike`(
            seed: UInt64
        ) async throws {
            try await GroupOrderTests.play(seed)
        }
    }

    @Suite(.serialized) struct Even {
        @Test(arguments: LawSeeds.seeds(6, soak: 50).filter { $0 % 2 == 0 })
        func `members that receive the same valid and void deltas in any order end alike`(
            seed: UInt64
        ) async throws {
            try await GroupOrderTests.play(seed)
        }
    }

    private static func play(_ seed: UInt64) async throws {
        let world = try GroupWorld(seed: seed)
        try world.quarrel(acts: 30)
        let finn = try Newcomer(world.finn, in: world)
        let tablet = try Newcomer(world.tablet, in: world)
        var dice = Dice(seed: seed)

        let read = try finn.order(&dice)
        let owned = try tablet.order(&dice)
        let lived = try Newcomer(world.ana, in: world).order(&dice)

        #expect(!read.shown.isEmpty)
        try #require(owned.differencesOfGroup(from: read) == [])
        // The member who was there from the first day and also wrote.
        try #require(lived.differencesOfGroup(from: read) == [])
        for _ in 1..<150 {
            try #require(try finn.order(&dice).differences(from: read) == [])
            await Task.yield()
        }
        for _ in 1..<50 {
            try #require(try tablet.order(&dice).differences(from: owned) == [])
            await Task.yield()
        }
    }
}
