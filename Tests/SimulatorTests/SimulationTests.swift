import Laws
import Simulator
import Testing

@Suite struct SimulationTests {
    @Test(arguments: LawSeeds.seeds(2, soak: 6))
    func `every claim holds in a small world of this seed`(seed: UInt64) {
        let simulation = Simulation(seed: seed, nodes: 3, minutes: 5)

        let verdict = simulation.run()

        #expect(verdict.broken == nil)
        #expect(verdict.marks.count(of: "connected") > 0)
    }

    /// Worlds that once broke a claim, with sound disks, and what was wrong in each.
    ///
    /// - 1: a copy from a group that somebody had left hid the newer one in another group.
    /// - 5: a void rotation was requested, and with it the whole log, at every heartbeat.
    /// - 27: an audience whose rotation came over another link stayed unknown to this one, which requested its whole
    ///   frontier at every heartbeat.
    /// - 37: a link that one device of a person had placed in a group did not show there on another device, which had
    ///   received the link first and the group later.
    /// - 53: a device that did not know yet that its person was in a group again did not request what another device
    ///   had sent it the key of; and later, when new deltas began to spread along a tree, a former friend's link was
    ///   refolded from what no rotation had confirmed.
    /// - 54: a friend's key that was sealed to a device during a link reached it only over the next link.
    @Test(arguments: [1, 54, 5, 27, 37, 53].prefix(LawSeeds.count(2, soak: 6)))
    func `every claim holds in a world that once broke one`(seed: UInt64) {
        #expect(Simulation(seed: seed, hasSoundDisks: true).run().broken == nil)
    }

    /// Once, nodes that had received what a revoked device declared dead beyond its end had pruned it, and the others
    /// waited for it.
    @Test func `every claim holds where a lost machine declared dead what nobody has to hear`() {
        #expect(Simulation(seed: 1, nodes: 5, minutes: 3).run().broken == nil)
    }

    @Test func `a seed goes the same way twice, and another seed another way`() {
        let runs = [5, 5, 6].map { seed in
            Simulation(seed: seed, nodes: 3, minutes: 3).run()
        }

        #expect(runs[0].digest == runs[1].digest)
        #expect(runs[0].steps == runs[1].steps)
        #expect(runs[0].digest != runs[2].digest)
    }
}
