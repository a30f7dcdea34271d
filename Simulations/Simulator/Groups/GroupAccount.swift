import CRDT
import Domain
import Primitives

/// A group as the world knows it, apart from all nodes: everybody uses the same name for it.
struct GroupAccount {
    /// The person who makes it.
    let founder: Int
    /// Everybody who may ever have been let in: the founder and those who used an invitation.
    var entered: Set<Int>
    /// The latest verdict of each node on its members.
    var verdicts: [Int: [Int]] = [:]
    /// What each node had heard of who may do what there, when it gave its latest verdict.
    var facts: [Int: AuthorityFacts] = [:]
    /// The group's id in operations; nil until a node has told it.
    var id: Bytes32?

    /// Returns the name of group `number`.
    static func name(_ number: Int) -> String { "group\(number)" }

    /// Returns the group with this name; nil for none.
    static func number(named name: String) -> Int? {
        name.hasPrefix("group") ? Int(name.dropFirst("group".count)) : nil
    }

    /// Returns the group that an audience is; nil for none.
    static func number(of audience: Audience) -> Int? {
        guard case .group(let name) = audience else { return nil }
        return number(named: name)
    }
}

/// An invitation in transit.
struct Errand {
    let group: Int
    let text: String
}

/// What persons do in groups, and what the world knows of the groups.
struct GroupWork {
    let actEvery: Duration
    let deeds: [GroupDeed]
    var dice: Dice
    var accounts: [GroupAccount] = []
    var errands: [Errand] = []
    var made = 0
    /// Whether invitations are handed to random persons.
    var handsOut: Bool
    let hasGarments: Bool

    /// The most groups in a world.
    static let groupsMax = 3

    init(_ options: Options, dice: Dice) {
        actEvery = options.groupActEvery
        deeds = options.groupDeeds
        handsOut = !deeds.isEmpty
        hasGarments = options.hasGarments
        self.dice = dice
    }

    mutating func pause() -> Duration {
        dice.duration(from: .seconds(1), to: actEvery * 2)
    }

    /// Returns the groups that `node` may ever have been let into.
    func entered(by node: Int) -> Set<Int> {
        Set(accounts.indices.filter { accounts[$0].entered.contains(node) })
    }
}
