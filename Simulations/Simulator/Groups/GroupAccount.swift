import CRDT
import Domain
import Primitives

/// A group as the world knows it, beside all nodes: everybody calls it the same.
struct GroupAccount {
    /// Who makes it.
    let founder: Int
    /// Who was ever to be let in, as far as can be: its founder, and who used an invitation.
    var entered: Set<Int>
    /// The last verdict of each node about who is in it.
    var verdicts: [Int: [Int]] = [:]
    /// Whom each node has ever seen in it.
    var seen: [Int: Set<Int>] = [:]
    /// What operations call it; nil until somebody has told.
    var id: Bytes32?

    /// Who may read what is written at `node`: who is in by its verdict, and whom one of these has
    /// let in without its having heard of him yet. A member who breaks the rules tells it besides to
    /// everybody who is in by his own verdict, whatever came of that elsewhere.
    func readers(of node: Int, beside lawless: Set<Int>) -> [Int] {
        let members = verdicts[node] ?? []
        let known = seen[node] ?? []
        let fresh = members.flatMap { verdicts[$0] ?? [] }.filter { !known.contains($0) }
        let told = members.filter(lawless.contains).flatMap { verdicts[$0] ?? [] }
        return Set(members + fresh + told).sorted()
    }

    /// What group `number` is called.
    static func name(_ number: Int) -> String { "group\(number)" }

    /// Which of the world's groups somebody calls so; nil for none.
    static func number(named name: String) -> Int? {
        name.hasPrefix("group") ? Int(name.dropFirst("group".count)) : nil
    }

    /// Which of the world's groups an audience is; nil for none.
    static func number(of audience: Audience) -> Int? {
        guard case .group(let name) = audience else { return nil }
        return number(named: name)
    }
}

/// An invitation on its way to somebody.
struct Errand {
    let group: Int
    let text: String
}

/// What persons do in groups, and what the world knows of these.
struct GroupWork {
    let actEvery: Duration
    let deeds: [GroupDeed]
    var dice: Dice
    var accounts: [GroupAccount] = []
    var errands: [Errand] = []
    var made = 0
    /// Invitations are handed to people of chance.
    var handsOut: Bool
    let hasGarments: Bool

    /// A world has no more groups.
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

    /// The groups that `node` was ever let into, as far as can be.
    func entered(by node: Int) -> Set<Int> {
        Set(accounts.indices.filter { accounts[$0].entered.contains(node) })
    }
}
