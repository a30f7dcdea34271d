import Primitives
import Testing

@testable import Simulator
@testable import Store
@testable import Sync

/// Tests that spontaneous changes in tables are also found in random worlds with all their faults, by the checker
/// responsible for them.
@Suite struct ChancePlantTests {
    @Test(arguments: ChancePlant.allCases)
    func `what changes by itself in others' links is found in few worlds`(plant: ChancePlant) {
        let broken = (UInt64(1)...3).lazy.compactMap { seed in
            Simulation(
                seed: seed, nodes: 3, minutes: 8, hasSoundDisks: true, stepping: plant.stepping
            ).run().broken
        }.first

        #expect(broken?.claim == plant.claim)
    }

    /// In worlds where a hostile node claims others' devices.
    @Test func `a device that is taken for another person's is found in few worlds`() {
        let seeds = (UInt64(1)...500).filter {
            let hostile = Options(seed: $0, nodes: 4, minutes: 3).hostile
            return hostile?.nodes.contains { $0.kind == .impersonates } == true
        }

        let broken = seeds.prefix(3).lazy.compactMap { seed in
            Simulation(
                seed: seed, nodes: 4, minutes: 3,
                prepare: { cluster in
                    for node in cluster.hostiles.keys.sorted()
                    where cluster.hostiles[node]?.kind == .impersonates {
                        cluster.surround(node, .impersonates, by: Believed(cluster))
                    }
                }
            ).run().broken
        }.first

        #expect(broken?.claim == Hostility.devices)
    }
}

/// A change to others' links at one node, when the world is four minutes old.
enum ChancePlant: CaseIterable {
    case conflict, trash, hidden

    var claim: String { self == .hidden ? MonotonicReads.claim : MergeOracle.claim }

    var stepping: Stepping {
        let copies = "SELECT id FROM objects WHERE kind = 1 AND audience > 1"
        let sql: String
        switch self {
        case .conflict: sql = "UPDATE bookmarks SET conflicts = 9 WHERE object IN (\(copies))"
        case .trash: sql = "UPDATE objects SET hidden = 1 WHERE id IN (\(copies))"
        case .hidden: sql = "UPDATE objects SET hidden = 2 WHERE id IN (\(copies))"
        }
        return { node, engine, inbox, now, wall throws(StorageError) in
            let effects = try engine.step(inbox, at: now, wall: wall)
            if node == 1, now > Instant(nanoseconds: 240_000_000_000) {
                let store = engine.store
                try store.transaction { () throws(StorageError) in try store.database.run(sql) }
            }
            return effects
        }
    }
}
