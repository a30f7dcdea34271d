package import Primitives

/// A person's reaction to a thing; one for each person and thing. The raw value is stored in the tables, and is the
/// value whose hash goes on the wire; 0 is none.
package enum Reaction: UInt8, CaseIterable, Sendable {
    case like = 1
    case dislike = 2

    /// The word that people type.
    package var word: String {
        switch self {
        case .like: return "like"
        case .dislike: return "dislike"
        }
    }

    /// The reaction with this word; nil if there is none.
    package init?(word: String) {
        guard let found = Reaction.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}

/// A person's public statement that they follow a thing, or not. The hash of the raw value goes on the wire; the
/// numbers are distinct from those of ``Reaction``, so a version without public follows does not mistake one for a
/// reaction.
package enum OpenFollow: UInt8, CaseIterable, Sendable {
    case begun = 3
    case ended = 4
}

/// The reactions to a thing known here. Each person counts once, by their latest statement, so duplicates have no
/// effect.
package struct Reactions: Equatable, Sendable {
    /// The number of people who like it.
    package var likes: Int
    /// The number of people who dislike it.
    package var dislikes: Int
    /// The number of comments, including replies.
    package var comments: Int
    /// The number of people who follow it publicly.
    package var followers: Int
    /// This person's own reaction; nil if there is none.
    package var own: Reaction?

    /// No reactions.
    package static let none = Reactions(likes: 0, dislikes: 0, comments: 0, own: nil)

    /// Creates the counts.
    package init(
        likes: Int, dislikes: Int, comments: Int, followers: Int = 0, own: Reaction?
    ) {
        self.likes = likes
        self.dislikes = dislikes
        self.comments = comments
        self.followers = followers
        self.own = own
    }
}

/// One person's reaction to a thing.
package struct PersonReaction: Equatable, Sendable {
    /// The person.
    package let author: Author
    /// The reaction.
    package let reaction: Reaction
    /// The time when they reacted, by their clock.
    package let at: WallTime

    /// Creates the reaction of `author`.
    package init(author: Author, reaction: Reaction, at: WallTime) {
        self.author = author
        self.reaction = reaction
        self.at = at
    }
}
