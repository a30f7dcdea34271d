import CRDT
import Domain
import Primitives
import Store

/// The end of a friendship, as far as one side goes.
struct Parting {
    let at: Instant
    /// All that he had written for friends and the public by then.
    let friends: Frontier
    let `public`: Frontier
}

/// What a person knows of his friends.
final class Account {
    /// Persons he has ever added.
    private(set) var everAdded: Set<Int> = []
    /// Whose friendship he has ended, and what was written for friends by then.
    fileprivate(set) var partings: [Int: Parting] = [:]
    /// Persons he has added, as he was told.
    fileprivate(set) var friends: [Int] = []

    init() {}

    /// As much as he knew when a machine of his was copied.
    init(_ other: Account) {
        everAdded = other.everAdded
        partings = other.partings
        friends = other.friends
    }

    /// He has added the person `other`.
    func befriended(_ other: Int) {
        friends.append(other)
        everAdded.insert(other)
    }

    /// He has added `other`, never heard that it was done, and is told so by no account: he has
    /// several machines.
    func hasAdded(_ other: Int) { everAdded.insert(other) }
}

extension SimulatedNode {
    /// He has ended his friendship with the person `other`.
    func parted(from other: Int, at now: Instant) throws(BrokenClaim) {
        account.friends.removeAll { $0 == other }
        account.partings[other] = try read { (store) throws(StorageError) in
            Parting(
                at: now, friends: try store.frontier(of: .friends, by: person),
                public: try store.frontier(of: .public, by: person))
        }
    }
}

// Friendships end, sometimes with the other kept away, and mostly begin again.
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

    /// A person ends a friendship, if he has one.
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

    /// Both have added the other, and neither has ever ended it, as far as anybody can know.
    func areFriendsThroughout(_ one: Int, _ other: Int) throws(BrokenClaim) -> Bool {
        // What one of several machines did, or had done, is in no account.
        let isTold = devices.cut == nil && workload.quarrelEvery == nil
        guard isTold || !isShared(one) && !isShared(other),
            machines[one].account.partings[other] == nil,
            machines[other].account.partings[one] == nil,
            try friends(of: one).contains(other)
        else { return false }
        return try friends(of: other).contains(one)
    }

    /// A person was told that a friendship is over.
    func heardOfParting(
        _ command: Command, _ answer: Answer, at node: Int
    ) throws(BrokenClaim) {
        guard case .removeFriend(let person, _) = command, case .done = answer,
            let other = Int(person.text.dropFirst("friend".count))
        else { return }
        if isAway(other, from: node) { reach(.partedInAbsence) }
        try machines[node].parted(from: other, at: now)
    }
}
