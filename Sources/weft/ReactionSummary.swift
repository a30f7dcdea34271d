import API
import Domain

/// The reactions to a thing, in words.
enum ReactionSummary {
    /// `2 likes, 1 dislike, 3 comments; you like it`; empty if nobody has said anything.
    static func shown(_ reactions: ReactionsJSON) -> TerminalText {
        let counts = [
            (reactions.likes, "like"), (reactions.dislikes, "dislike"),
            (reactions.comments, "comment"), (reactions.followerCount, "follower"),
        ].filter { $0.0 > 0 }.map { Counted.words($0.0, $0.1) }
        guard !counts.isEmpty else { return "" }
        let mine: TerminalText = reactions.mine.map { "; you \($0) it" } ?? ""
        return "\(counts.joined(separator: ", "))" + mine
    }
}
