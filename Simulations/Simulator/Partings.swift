import CRDT
import Domain
import Primitives
import Store

/// One side's end of a friendship.
struct Parting {
    let at: Instant
    /// Everything that the person had written for friends and the public by then.
    let friends: Frontier
    let `public`: Frontier
}

/// What a person knows of their friends.
final class Account {
    /// The persons they have ever added.
    private(set) var everAdded: Set<Int> = []
    /// The friendships they have ended, with what was written for friends by then.
    fileprivate(set) var partings: [Int: Parting] = [:]
    /// The persons they have added, as confirmed by an answer.
    fileprivate(set) var friends: [Int] = []

    init() {}

    /// Copies what the person knew when a device of theirs was copied.
    init(_ other: Account) {
        everAdded = other.everAdded
        partings = other.partings
        friends = other.friends
    }

    /// Records that they have added the person `other`.
    func befriended(_ other: Int) {
        friends.append(other)
        everAdded.insert(other)
    }

    /// Records that they have added `other` without an answer that confirms it: they have several
    /// devices.
    func hasAdded(_ other: Int) { everAdded.insert(other) }
}

extension SimulatedNode {
    /// Records that the person ended the friendship with the person `other`.
    func parted(from other: Int, at now: Instant) throws(BrokenClaim) {
        account.friends.removeAll { $0 == other }
        account.partings[other] = try read { (store) throws(StorageError) in
            Parting(
                at: now, friends: try store.frontier(of: .friends, by: person),
                public: try store.frontier(of: .public, by: person))
        }
    }
}

// Persons end friendships, sometimes block the former friend, and mostly become friends again.
extension Cluster {
    func planQuarrel(of node: Int) {
        guard let every = workload.quarrelEvery else { return }
        plan(
            .quarrel(node: node), in: workload.quarrels.duration(from: .seconds(30), to: every * 2))
    }

    func quarrel(at node: Int) {
        guard !workload.isOver else { return }
        planQuarrel(of: node)
        note(.quarrel(node: node), workload.quarrels)
        endAFriendship(at: node)
    }

    /// Ends one of a person's friendships, if they have any.
    func endAFriendship(at node: Int) {
        let machine = machines[voice(of: node)]
        let friends = machine.account.friends
        guard machine.state != .down, machine.asked.isEmpty, !friends.isEmpty else { return }
        let other = friends[workload.quarrels.roll(below: friends.count)]
        let isBlocked = workload.quarrels.roll(below: 3) == 0
        marks.add(isBlocked ? "block" : "unfriend")
        submit(
            .command(
                .removeFriend(PersonReference("friend\(other)"), isBlocked: isBlocked)),
            at: machine.number)
        guard workload.quarrels.roll(below: 4) > 0 else { return }
        plan(
            .befriend(node: node, other: other),
            in: workload.quarrels.duration(from: .seconds(10), to: .seconds(300)))
    }

    /// Whether both have added each other and neither has ever ended it, as far as can be known.
    func areFriendsThroughout(_ one: Int, _ other: Int) throws(BrokenClaim) -> Bool {
        // What was done at one of several devices is in no account.
        let isTold = devices.cut == nil && workload.quarrelEvery == nil
        guard isTold || !isShared(one) && !isShared(other),
            machines[one].account.partings[other] == nil,
            machines[other].account.partings[one] == nil,
            try friends(of: one).contains(other)
        else { return false }
        return try friends(of: other).contains(one)
    }

    /// Records that a person's node confirmed the end of a friendship.
    func heardOfParting(
        _ command: Command, _ answer: Answer, at node: Int
    ) throws(BrokenClaim) {
        guard case .removeFriend(let person, _, _) = command, case .done = answer,
            let other = Int(person.text.dropFirst("friend".count))
        else { return }
        if isAway(other, from: node) { reach(.partedInAbsence) }
        try machines[node].parted(from: other, at: now)
    }
}
