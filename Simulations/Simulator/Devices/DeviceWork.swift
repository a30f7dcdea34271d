import CRDT
import Primitives

/// What a seed decides about further devices of one person.
struct DeviceOptions {
    /// A device that joins, and the one that lets it in.
    struct Pairing {
        let at: Duration
        let by: Int
    }

    /// A device that is lost, and the one that revokes it.
    struct Loss {
        let at: Duration
        let machine: Int
        let by: Int
    }

    /// The person with several devices.
    let person: Int
    /// By further device, in the order of their numbers.
    let pairings: [Pairing]
    let clocks: [WallClock]
    /// Nil if none is lost.
    let loss: Loss?

    /// Draws one or two further devices, and in two of three worlds the loss of one. The device that lets the last one
    /// in is not lost: a device learns another's address only from those it met.
    ///
    /// - Parameters:
    ///   - nodes: the number of persons; further devices are numbered from there on.
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

    /// Creates options for further devices of one person, of which none joins or is lost by itself.
    init(person: Int, further: Int) {
        self.person = person
        pairings = []
        clocks = Array(
            repeating: WallClock(offsetMilliseconds: 0, driftPartsPerMillion: 0), count: further)
        loss = nil
    }

    /// The options in words.
    var words: String {
        let paired = pairings.map { "\($0.by)+\($0.at.nanoseconds / 1_000_000_000)s" }
        let lost = loss.map {
            " lost=\($0.machine)by\($0.by)+\($0.at.nanoseconds / 1_000_000_000)s"
        }
        return "\(person):\(paired.joined(separator: ","))\(lost ?? "")"
    }
}

/// The devices of the person who has several, and what the world knows of them.
struct DeviceWork {
    /// How a device was revoked.
    struct Cut {
        let machine: Int
        let by: Int
        /// The own links that `by` showed when it was told that the revocation was done.
        let held: [ObjectID]
        /// The groups that `by` was in at that time.
        let groups: Set<Int>
    }

    let options: DeviceOptions?
    /// Nil until somebody was told that a device is revoked.
    var cut: Cut?
    /// The lost device that becomes hostile, and how.
    var thief: HostileOptions.Hostile?
    /// The persons whose device was rolled back or runs twice, so that no diary tells what it shows.
    var untold: Set<Int> = []

    init(_ options: DeviceOptions?) {
        self.options = options
    }

    /// Whether a device has been revoked.
    func isLost(_ machine: Int) -> Bool { cut?.machine == machine }
}
