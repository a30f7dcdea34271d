import Primitives

/// The persons who are healed first, while all others stay away or are hostile: what they agree on among themselves
/// must not depend on nodes that never come back.
///
/// - Source: the second act of TigerBeetle's simulator.
struct Core: Equatable {
    /// The persons, by number, in ascending order.
    let people: [Int]
    /// The seed that decides how the others stay away.
    let chance: UInt64

    /// The state of an honest node outside.
    enum Fate: CaseIterable {
        /// Its process has ended, and every linked peer learnt of it.
        case dead
        /// It has no power, and no peer learnt of it.
        case dark
        /// It accepts connections and answers nothing.
        case suspended
        /// It can communicate only with other nodes outside.
        case cutOff
        /// It receives from everybody, and nobody receives from it.
        case unheard
        /// Everybody receives from it, and it receives from nobody.
        case deaf
    }
}

extension Cluster {
    /// Draws a core of two or more honest persons, each a friend of another of them, such that at least one honest
    /// person is outside; nil if that is impossible.
    func drawCore(by chance: UInt64) -> Core? {
        let honest = persons.map(\.number).filter { person in
            machines(of: person).allSatisfy { isHonest($0.number) }
        }
        var dice = Dice(seed: chance).split(1)
        let size = 2 + dice.roll(below: max(honest.count - 2, 1))
        guard honest.count > 2 else { return nil }
        for first in dice.shuffle(honest) {
            var people = [first]
            while people.count < size {
                let near = honest.filter { other in
                    !people.contains(other) && people.contains { areFriends($0, other) }
                }
                guard !near.isEmpty else { break }
                people.append(near[dice.roll(below: near.count)])
            }
            if people.count > 1 { return Core(people: people.sorted(), chance: chance) }
        }
        return nil
    }

    // As both have been told.
    private func areFriends(_ one: Int, _ other: Int) -> Bool {
        machines[one].account.friends.contains(other)
            && machines[other].account.friends.contains(one)
    }

    /// Whether it must agree with others: it is honest and healed.
    func isHealed(_ node: Int) -> Bool { isHonest(node) && !isOutside(node) }

    /// Whether it is not healed although others are.
    func isOutside(_ node: Int) -> Bool {
        guard let core, machines.indices.contains(node) else { return false }
        return !core.people.contains(machines[node].holder)
    }

    /// The nodes that must agree.
    var healed: [SimulatedNode] { machines.filter { isHealed($0.number) } }

    /// Whether it is running, has everything it ever had, and is not revoked.
    func isSound(_ machine: SimulatedNode) -> Bool {
        machine.isPaired && machine.state == .running && machine.decay == nil
            && !devices.isLost(machine.number) && isHealed(machine.number)
    }

    /// The honest nodes that stay away.
    var outsiders: [SimulatedNode] {
        machines.filter { isHonest($0.number) && $0.isPaired && isOutside($0.number) }
    }
}
