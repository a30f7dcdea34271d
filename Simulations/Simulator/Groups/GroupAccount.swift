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
    /// Everybody whom each node has ever seen as a member.
    var seen: [Int: Set<Int>] = [:]
    /// The group's id in operations; nil until a node has told it.
    var id: Bytes32?

    /// Returns who may read what is written at `node`: its members by the verdict of `node`, and those whom one of
    /// these has let in without `node` knowing yet. A hostile member also tells it to everybody who is a member by its
    /// own verdict, whatever others think.
    func readers(of node: Int, beside lawless: Set<Int>) -> [Int] {
        let members = verdicts[node] ?? []
        let known = seen[node] ?? []
        let fresh = members.flatMap { verdicts[$0] ?? [] }.filter { !known.contains($0) }
        let told = members.filter(lawless.contains).flatMap { verdicts[$0] ?? [] }
        return Set(members + fresh + told).sorted()
    }

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
