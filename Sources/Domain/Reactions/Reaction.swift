package import Primitives

/// What somebody thinks of a thing, in one word; one a person and thing. The raw value stands in the
/// tables, and is what a reaction on the wire is hashed over; 0 is none.
package enum Reaction: UInt8, CaseIterable, Sendable {
    case like = 1
    case dislike = 2

    /// As it is typed.
    package var word: String {
        switch self {
        case .like: return "like"
        case .dislike: return "dislike"
        }
    }

    /// The reaction called `word`; nil if none is.
    package init?(word: String) {
        guard let found = Reaction.allCases.first(where: { $0.word == word }) else { return nil }
        self = found
    }
}

/// Whether a person says that he follows a thing. The raw value is what his word on the wire is hashed over;
/// the numbers beside those of ``Reaction``, of which a version that knows no others takes none for one.
package enum OpenFollow: UInt8, CaseIterable, Sendable {
    case begun = 3
    case ended = 4
}

/// What people think of a thing, as far as it is told here. Each person counts once, by what he said
/// last: nothing that comes twice counts twice.
package struct Reactions: Equatable, Sendable {
    /// People who like it.
    package var likes: Int
    /// People who do not.
    package var dislikes: Int
    /// What was said of it, replies included.
    package var comments: Int
    /// People who follow it and say so.
    package var followers: Int
    /// What the person whose node this is thinks; nil if he has not said.
    package var own: Reaction?

    /// Nobody has said anything.
    package static let none = Reactions(likes: 0, dislikes: 0, comments: 0, own: nil)

    /// So many of each.
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

/// What one person thinks of a thing.
package struct PersonReaction: Equatable, Sendable {
    /// Who.
    package let author: Author
    /// What.
    package let reaction: Reaction
    /// When he said so, by his clock.
    package let at: WallTime

    /// `author` thinks so since then.
    package init(author: Author, reaction: Reaction, at: WallTime) {
        self.author = author
        self.reaction = reaction
        self.at = at
    }
}
