import Primitives

/// Who is healed first, when nothing goes wrong any more, while all others stay away or break the
/// rules: what they agree on among themselves may not hang on who never comes back.
///
/// - Source: the second act of TigerBeetle's simulator.
struct Core: Equatable {
    /// Persons, by number, rising.
    let people: [Int]
    /// By which chance the others stay away.
    let chance: UInt64

    /// What becomes of a machine outside that keeps to the rules.
    enum Fate: CaseIterable {
        /// Its process has ended, and everybody who was linked heard of it.
        case dead
        /// It has no power, and nobody heard of it.
        case dark
        /// It takes calls and answers nothing.
        case suspended
        /// Nothing gets through to it or from it, but to and from others who are outside.
        case cutOff
        /// It hears everybody, and nobody hears it.
        case unheard
        /// Everybody hears it, and it hears nobody.
        case deaf
    }
}

extension Cluster {
    /// A core of two or more persons who keep to the rules, each a friend of another of them, and at
    /// least one who keeps to them is outside; nil if there are no such people.
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

    /// Of whom is claimed that they agree: they keep to the rules, and are healed.
    func isHealed(_ node: Int) -> Bool { isHonest(node) && !isOutside(node) }

    /// Others are healed, and it is not.
    func isOutside(_ node: Int) -> Bool {
        guard let core, machines.indices.contains(node) else { return false }
        return !core.people.contains(machines[node].holder)
    }

    /// The machines of which is claimed that they agree.
    var healed: [SimulatedNode] { machines.filter { isHealed($0.number) } }

    /// It runs, has all that it ever had, and is somebody's who has not given it up.
    func isSound(_ machine: SimulatedNode) -> Bool {
        machine.isPaired && machine.state == .running && machine.decay == nil
            && !devices.isLost(machine.number) && isHealed(machine.number)
    }

    /// The machines that keep to the rules and stay away.
    var outsiders: [SimulatedNode] {
        machines.filter { isHonest($0.number) && $0.isPaired && isOutside($0.number) }
    }
}
