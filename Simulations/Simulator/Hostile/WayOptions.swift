import Primitives

/// Options of an adversary on the path between two honest friends, until everything is healed; in a quarter of the
/// worlds in which none stands before a hostile node.
struct WayOptions {
    let one: Int
    let other: Int
    /// How often it strikes on a link that it has not touched.
    let strikes: Ratio

    /// Draws the options.
    ///
    /// - Parameters:
    ///   - friendships: the friendships of which one is chosen.
    ///   - hostile: the hostile nodes, if any.
    ///   - rarity: how many times rarer it strikes than in a dense world.
    init?(
        _ friendships: [Options.Friendship], hostile: HostileOptions?, rarity: Int,
        dice: inout Dice
    ) {
        let lawless = hostile?.nodes.map(\.node) ?? []
        let honest = friendships.filter {
            !lawless.contains($0.first) && !lawless.contains($0.second)
        }
        guard dice.roll(below: 4) == 0, hostile?.middle == nil, !honest.isEmpty else { return nil }
        let friendship = honest[dice.roll(below: honest.count)]
        one = friendship.first
        other = friendship.second
        strikes = Ratio(1, of: (4 + dice.roll(below: 60)) * rarity)
    }

    init(one: Int, other: Int, strikes: Ratio) {
        self.one = one
        self.other = other
        self.strikes = strikes
    }

    /// The options in words.
    var words: String { "\(one)-\(other)/\(strikes.denominator)" }
}
