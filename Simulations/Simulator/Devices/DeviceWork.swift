import CRDT
import Primitives

/// What a seed decides about further machines of one person.
struct DeviceOptions {
    /// A machine that joins, and which of his lets it in.
    struct Pairing {
        let at: Duration
        let by: Int
    }

    /// A machine is lost, and another of his revokes it.
    struct Loss {
        let at: Duration
        let machine: Int
        let by: Int
    }

    /// Whose.
    let person: Int
    /// Of each further machine, in the order of their numbers.
    let pairings: [Pairing]
    let clocks: [WallClock]
    /// Nil if none is lost.
    let loss: Loss?

    /// Draws them: one or two further machines, and in two of three worlds one is lost. Who lets the
    /// last one in is not lost: a device learns where another is from nobody but whom it met.
    ///
    /// - Parameters:
    ///   - nodes: how many persons there are; further machines have the numbers from there on.
    ///   - clock: draws a clock.
    init(nodes: Int, turmoil: Duration, dice: inout Dice, clock: (inout Dice) -> WallClock) {
        person = dice.roll(below: nodes)
        let first = Pairing(at: dice.duration(from: .seconds(5), to: turmoil / 3), by: person)
        let machines = dice.roll(below: 2) == 0 ? [person, nodes] : [person, nodes, nodes + 1]
        clocks = machines.dropFirst().map { _ in clock(&dice) }
        let order = dice.shuffle(machines)
        let isLost = dice.roll(below: 3) > 0
        let lostAt = dice.duration(from: turmoil / 3, to: turmoil / 6 * 5)
        loss = isLost ? Loss(at: lostAt, machine: order[0], by: order[1]) : nil
        let by = order[0] == person ? nodes : person
        let next = Pairing(at: dice.duration(from: turmoil / 4, to: turmoil / 3 * 2), by: by)
        pairings = machines.count == 2 ? [first] : [first, next]
    }

    init(person: Int, pairings: [Pairing], clocks: [WallClock], loss: Loss?) {
        self.person = person
        self.pairings = pairings
        self.clocks = clocks
        self.loss = loss
    }

    /// So many further machines of one person, of which nothing happens by itself.
    init(person: Int, further: Int) {
        self.person = person
        pairings = []
        clocks = Array(
            repeating: WallClock(offsetMilliseconds: 0, driftPartsPerMillion: 0), count: further)
        loss = nil
    }

    /// All of it in words.
    var words: String {
        let paired = pairings.map { "\($0.by)+\($0.at.nanoseconds / 1_000_000_000)s" }
        let lost = loss.map {
            " lost=\($0.machine)by\($0.by)+\($0.at.nanoseconds / 1_000_000_000)s"
        }
        return "\(person):\(paired.joined(separator: ","))\(lost ?? "")"
    }
}

/// The machines of the person who has several, and what the world knows of them.
struct DeviceWork {
    /// How a machine was revoked.
    struct Cut {
        let machine: Int
        let by: Int
        /// The own links that showed at `by` when it was told that it was done.
        let held: [ObjectID]
        /// The groups that `by` was in then.
        let groups: Set<Int>
    }

    let options: DeviceOptions?
    /// Nil as long as nobody was told that a machine is revoked.
    var cut: Cut?
    /// Which machine comes to somebody who breaks the rules when it is lost, and how.
    var thief: HostileOptions.Hostile?
    /// Whose machine went back in time, or runs twice: no diary tells what it shows.
    var untold: Set<Int> = []

    init(_ options: DeviceOptions?) {
        self.options = options
    }

    /// A machine stands as long as it is not revoked.
    func isLost(_ machine: Int) -> Bool { cut?.machine == machine }
}
