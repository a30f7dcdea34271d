import Primitives

/// What a seed decides about somebody on the way between two friends who keep to the rules, until all is
/// mended: in a quarter of the worlds in which nobody stands before a hostile node.
struct WayOptions {
    let one: Int
    let other: Int
    /// How often he does something to what is sent on a link that he has not touched.
    let strikes: Ratio

    /// Draws it.
    ///
    /// - Parameters:
    ///   - friendships: between two of one of which he stands.
    ///   - hostile: who breaks the rules, if anybody.
    ///   - rarity: so many times rarer than in a dense world he does something.
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

    /// All of it in words.
    var words: String { "\(one)-\(other)/\(strikes.denominator)" }
}
