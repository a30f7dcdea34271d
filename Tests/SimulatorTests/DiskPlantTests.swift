import Laws
import Primitives
import Testing

@testable import Simulator
@testable import Store
@testable import Sync

/// Tests that disks and stores that lose acknowledged writes are found: by power cuts in small worlds, and by diaries
/// in large ones.
@Suite struct DiskPlantTests {
    private static let seeds = (UInt64(1)...10).prefix(LawSeeds.count(1, soak: 10))

    @Test func `a disk that says yes to a sync and does nothing is found in every world`() throws {
        let missed = try missed(.lyingDisk)
        #expect(missed == [])
    }

    @Test func `a store that does not sync is found in every world`() throws {
        let missed = try missed(.unsynced)
        #expect(missed == [])
    }

    @Test func `answers that leave before they are durable are found in every world`() throws {
        // Every third step is durable, and in a world whose steps write much, 200 cuts are used up after nine steps.
        let missed = try missed(.early, cutsMax: 400)
        #expect(missed == [])
    }

    @Test func `a lost log is found in every world`() throws {
        let missed = try missed(.lostLog)
        #expect(missed == [])
    }

    @Test func `a lying disk breaks durability in worlds with power cuts`() {
        let worlds = LawSeeds.count(3, soak: 8)
        let found = (UInt64(1)...8).prefix(worlds).count { seed in
            let simulation = Simulation(
                seed: seed, nodes: 3, minutes: 3,
                prepare: { cluster in
                    for machine in cluster.machines { machine.disk.honesty = .lying }
                })
            return simulation.run().broken != nil
        }

        // Everybody loses power in the end.
        #expect(found == worlds)
    }

    // Returns the small worlds in which a planted fault is not found.
    private func missed(_ plant: PowerCuts.Plant, cutsMax: Int = 200) throws -> [UInt64] {
        var missed: [UInt64] = []
        for seed in Self.seeds {
            let report = try PowerCuts(seed: seed, plant: plant).run(cutsMax: cutsMax)
            if report.broken.isEmpty { missed.append(seed) }
        }
        return missed
    }
}

extension PowerCuts.Plant {
    fileprivate static var lyingDisk: Self { Self(disk: { $0.honesty = .lying }) }

    fileprivate static var unsynced: Self {
        Self(disk: { $0.pragmas.append(("synchronous", "OFF")) })
    }

    fileprivate static var lostLog: Self { Self(damage: { $0.loseLog() }) }

    /// Makes every third step durable; the others are answered all the same.
    fileprivate static var early: Self {
        Self(stepping: { disk in
            var steps = 0
            return { node, engine, inbox, now, wall throws(StorageError) in
                guard node == 0 else { return try engine.step(inbox, at: now, wall: wall) }
                steps += 1
                disk.honesty = .late
                defer { disk.honesty = .honest }
                let effects = try engine.step(inbox, at: now, wall: wall)
                if steps % 3 == 0 { disk.catchUp() }
                return effects
            }
        })
    }
}
