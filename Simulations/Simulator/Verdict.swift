package import Primitives

/// A claim about the program that did not hold in a simulated world.
package struct BrokenClaim: Error, Equatable, Sendable {
    /// Which: the checker's name.
    package let claim: String
    /// What was found instead.
    package let detail: String

    /// `claim` does not hold.
    package init(_ claim: String, _ detail: String) {
        self.claim = claim
        self.detail = detail
    }
}

/// What came of one seed.
package struct Verdict: Equatable, Sendable {
    package let seed: UInt64
    package let nodes: Int
    package let pace: Pace
    /// What was drawn from the seed, in words.
    package let options: String
    /// Faults that happened, by kind, in the order of kinds.
    package var faults: [Tally]
    /// Everything that went wrong, by kind; `faults` are those that were drawn.
    package var allFaults = FaultTally()
    /// What persons did, and other things that ought to happen now and then.
    package var marks: [Tally]
    /// How often each registered rare situation came about, also those that never did (`Mark`).
    package var reached: [Tally] = []
    /// Steps of all engines.
    package var steps = 0
    /// Bytes that crossed the network.
    package var bytes = 0
    /// How long the world lasted.
    package var worldTime: Duration = .zero
    /// How long machines ran, all of them together; who is off or suspended does not.
    package var nodeTime: Duration = .zero
    /// Commands that persons gave and that were obeyed.
    package var operations = 0
    /// Deltas that machines took in from others.
    package var deliveries = 0
    /// How long after the last fault everybody agreed; nil if it did not come to that.
    package var settledAfter: Duration?
    /// BLAKE2b-256 of the whole trace.
    package var digest = Bytes32.zero
    /// The first claim that broke; nil if all held.
    package var broken: BrokenClaim?

    /// A thing and how often it happened.
    package struct Tally: Equatable, Sendable {
        package let name: String
        package var count: Int
    }
}

extension [Verdict.Tally] {
    /// Counts one more of `name`.
    mutating func add(_ name: String) {
        if let index = firstIndex(where: { $0.name == name }) {
            self[index].count += 1
        } else {
            append(Verdict.Tally(name: name, count: 1))
        }
    }

    /// How often `name` happened.
    package func count(of name: String) -> Int {
        first { $0.name == name }?.count ?? 0
    }
}

extension Verdict {
    /// Takes down what came of a world, which is over.
    mutating func take(_ cluster: Cluster) {
        faults = FaultKind.allCases.compactMap { kind in
            let count = cluster.faults.fired.count(of: kind.rawValue)
            return count > 0 ? Tally(name: kind.rawValue, count: count) : nil
        }
        allFaults = FaultTally(cluster)
        marks = cluster.marks.sorted { $0.name < $1.name }
        reached = cluster.witness?.marks.tallies ?? []
        steps = cluster.steps
        bytes = cluster.bytes
        worldTime = .nanoseconds(Int64(cluster.now.nanoseconds))
        for machine in cluster.machines {
            machine.countTime(to: cluster.now)
            nodeTime += machine.timeUp
            deliveries += machine.deliveries
        }
        operations = cluster.operations
        digest = cluster.finish()
    }
}
