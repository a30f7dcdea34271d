import Domain
import Primitives

@testable import CRDT

/// One entry of a person into a group. Who has left or was removed, and comes again, comes by another one.
struct Admission: Hashable {
    let person: Int
    /// The grant, or the first of those that replaced each other as the person's role changed.
    let grant: UInt64

    /// - Parameter rights: those among which `right` stands.
    init(of person: Int, by right: Judgement.Right, among rights: [Judgement.Right]) {
        self.person = person
        var grant = right.grant
        var before = right.replaces
        for _ in rights {
            guard let earlier = before else { break }
            grant = earlier
            before = rights.first { $0.grant == earlier }?.replaces
        }
        self.grant = grant
    }

    /// Creates the admission by this grant.
    init(of person: Int, by grant: UInt64) {
        self.person = person
        self.grant = grant
    }
}

/// A group as the world knows it, apart from all nodes: everybody uses the same name for it.
struct GroupAccount {
    /// The person who makes it.
    let founder: Int
    /// Everybody who may ever have been let in: the founder and those who used an invitation.
    var entered: Set<Int>
    /// The latest verdict of each node on its members.
    var verdicts: [Int: [Int]] = [:]
    /// The admissions by which these are members, by the latest verdict of each node.
    var admissions: [Int: Set<Admission>] = [:]
    /// Every admission that each node has ever heard of, ended or not.
    var heard: [Int: Set<Admission>] = [:]
    /// The group's id in operations; nil until a node has told it.
    var id: Bytes32?

    /// Returns who may read what is written at `node`: its members by the verdict of `node`, and those whom one of
    /// these has let in, or let in again, without `node` having heard of that. An admission that has ended is one that
    /// `node` has heard of: it opens nothing, though the other may not know of the end. A hostile member also tells it to everybody who is a member by its
    /// own verdict, whatever others think.
    func readers(of node: Int, beside lawless: Set<Int>) -> [Int] {
        let members = verdicts[node] ?? []
        let heard = heard[node] ?? []
        let fresh = members.flatMap { Array(admissions[$0] ?? []) }
            .filter { !heard.contains($0) }.map(\.person)
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
