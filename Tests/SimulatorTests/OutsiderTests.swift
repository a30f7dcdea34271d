import Domain
import Laws
import Testing
import Wire

@testable import Simulator
@testable import Store
@testable import Sync

/// Tests that two worlds that differ only in what an outsider may not see look identical to the
/// outsider, and that any leak would be noticed.
@Suite struct OutsiderTests {
    @Test(arguments: LawSeeds.seeds(8, soak: 24))
    func `an outsider sees not a bit of difference`(seed: UInt64) {
        let outcome = OutsiderProof(seed: seed).run()

        #expect(outcome.broken == nil)
        #expect(outcome.seen.happenings > 10)
    }

    @Test func `every kind of onlooker is among few seeds, and both ways to compare`() {
        let scenes = (1...24).map { OutsiderScene(seed: $0) }

        for relation in OutsiderScene.Relation.allCases {
            #expect(scenes.contains { $0.relation == relation })
        }
        for likeness in Transcript.Likeness.allCases {
            #expect(scenes.contains { $0.likeness == likeness })
        }
    }

    @Test(arguments: Plant.allCases)
    func `a planted leak is noticed`(plant: Plant) {
        let relation: OutsiderScene.Relation = plant == .sequenceGap ? .friend : .stranger
        let seeds = (1...200).filter { (seed: UInt64) in
            let scene = OutsiderScene(seed: seed)
            return scene.relation == relation && scene.likeness == .bits
        }.prefix(16)

        let broken = seeds.lazy.compactMap { seed in
            OutsiderProof(seed: seed, stepping: plant.stepping).run().broken
        }.first

        #expect(broken?.claim == "outsiders see nothing")
    }

    @Test func `a friend who is only said to be removed notices what is kept from them`() throws {
        let seeds = (1...200).filter { OutsiderScene(seed: $0).relation == .former }.prefix(8)

        let broken = seeds.lazy.compactMap { seed in
            OutsiderProof(
                seed: seed,
                stepping: { _, engine, inbox, now, wall throws(StorageError) in
                    let heard = inbox.filter { event in
                        guard case .requested(_, let request) = event,
                            case .command(let command) = request
                        else { return true }
                        if case .removeFriend = command { return false }
                        return true
                    }
                    return try engine.step(heard, at: now, wall: wall)
                }
            ).run().broken
        }.first

        #expect(broken?.claim == "outsiders see nothing")
    }

    @Test func `a word more to a friend's friend than to a stranger is noticed`() throws {
        let seed = try #require(
            (1...200).first { OutsiderScene(seed: $0).relation == .friendOfFriend })
        var isFriendly = false
        let stepping: Stepping = { node, engine, inbox, now, wall throws(StorageError) in
            var effects = try engine.step(inbox, at: now, wall: wall)
            if node == 1 {
                let friends = try engine.store.transaction { () throws(StorageError) in
                    try engine.store.contacts()
                }
                isFriendly = friends.contains { $0.name == "friend2" }
            }
            if node == 0, isFriendly {
                Plant.say(.digests([]), by: engine, from: 2, effects: &effects)
            }
            return effects
        }

        let outcome = OutsiderProof(
            seed: seed, stepping: stepping
        ).run()

        #expect(outcome.broken?.claim == "a friend's friend is a stranger")
    }
}
