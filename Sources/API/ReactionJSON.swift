import CRDT
package import Domain

/// What people think of a thing, as far as this node is told.
package struct ReactionsJSON: Codable, Equatable, Sendable {
    /// People who like it.
    package var likes: Int
    /// People who do not.
    package var dislikes: Int
    /// What was said of it, replies included.
    package var comments: Int
    /// People who follow it and say so.
    package var followerCount: Int
    /// `like` or `dislike`; absent if the person of this node has not said.
    package var mine: String?

    private enum CodingKeys: String, CodingKey {
        case likes, dislikes, comments, mine
        case followerCount = "follower_count"
    }

    /// The sums as a client sees them.
    package init(_ reactions: Reactions) {
        likes = reactions.likes
        dislikes = reactions.dislikes
        comments = reactions.comments
        followerCount = reactions.followers
        mine = reactions.own?.word
    }
}

/// What one person thinks of a thing.
package struct PersonReactionJSON: Codable, Equatable, Sendable {
    /// `like` or `dislike`.
    package var value: String
    package var author: AuthorJSON
    package var at: String

    /// The reaction as a client sees it.
    package init(_ reaction: PersonReaction) {
        value = reaction.reaction.word
        author = AuthorJSON(reaction.author)
        at = Timestamp.text(reaction.at)
    }
}

/// A comment.
package struct CommentJSON: Codable, Equatable, Sendable {
    /// 26 characters of base 32.
    package var id: String
    /// What people type: the end of the id.
    package var shortID: String
    package var text: String
    package var author: AuthorJSON
    package var createdAt: String
    /// When its words were changed last; absent if never.
    package var editedAt: String?
    /// The comment that it answers; absent if none, or none that shows here.
    package var inReplyTo: String?

    private enum CodingKeys: String, CodingKey {
        case id, text, author
        case shortID = "short_id"
        case createdAt = "created_at"
        case editedAt = "edited_at"
        case inReplyTo = "in_reply_to"
    }

    /// The comment as a client sees it.
    package init(_ comment: Comment) {
        id = comment.id.text
        shortID = comment.id.short
        text = comment.text
        author = AuthorJSON(comment.author)
        createdAt = Timestamp.text(comment.at)
        editedAt = comment.edited.map(Timestamp.text)
        inReplyTo = comment.inReplyTo?.text
    }
}
