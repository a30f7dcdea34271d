package import Primitives

/// A claim about the program that did not hold in a simulated world.
package struct BrokenClaim: Error, Equatable, Sendable {
    /// The checker's name.
    package let claim: String
    /// What was found instead.
    package let detail: String

    /// Creates the failure of `claim`.
    package init(_ claim: String, _ detail: String) {
        self.claim = claim
        self.detail = detail
    }
}

/// The outcome of one seed.
package struct Verdict: Equatable, Sendable {
    package let seed: UInt64
    package let nodes: Int
    package let pace: Pace
    /// What was drawn from the seed, in words.
    package let options: String
    /// The drawn faults that struck, counted by kind, in the order of kinds.
    package var faults: [Tally]
    /// Everything that went wrong, by kind; `faults` has only the drawn ones.
    package var allFaults = FaultTally()
    /// What persons did, and other events that should occur now and then.
    package var marks: [Tally]
    /// How often each registered rare situation occurred, including those that never did (`Mark`).
    package var reached: [Tally] = []
    /// The number of steps of all engines.
    package var steps = 0
    /// The number of bytes that crossed the network.
    package var bytes = 0
    /// How long the world lasted.
    package var worldTime: Duration = .zero
    /// The total running time of all nodes, without time off or suspended.
    package var nodeTime: Duration = .zero
    /// The number of persons' commands that were obeyed.
    package var operations = 0
    /// The number of deltas that nodes received from peers.
    package var deliveries = 0
    /// How long after the last fault everybody agreed; nil if that was not reached.
    package var settledAfter: Duration?
    /// The BLAKE2b-256 digest of the whole trace.
    package var digest = Bytes32.zero
    /// The first broken claim; nil if all held.
    package var broken: BrokenClaim?

    /// A name and how often it occurred.
    package struct Tally: Equatable, Sendable {
        package let name: String
        package var count: Int
    }
}

extension [Verdict.Tally] {
    /// Adds one to the count of `name`.
    mutating func add(_ name: String) {
        if let index = firstIndex(where: { $0.name == name }) {
            self[index].count += 1
        } else {
            append(Verdict.Tally(name: name, count: 1))
        }
    }

    /// Returns how often `name` occurred.
    package func count(of name: String) -> Int {
        first { $0.name == name }?.count ?? 0
    }
}

extension Verdict {
    /// Records the outcome of a world that is over.
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
