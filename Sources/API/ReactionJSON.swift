import CRDT
package import Domain

/// The reactions to a thing, as far as this node knows them.
package struct ReactionsJSON: JSONShape {
    package var likes = 0
    package var dislikes = 0
    package var comments = 0
    package var followerCount = 0
    package var mine: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("likes", &likes, "The number of people who like it.")
        fields.member("dislikes", &dislikes, "The number of people who dislike it.")
        fields.member("comments", &comments, "The number of comments, replies included.")
        fields.member(
            "follower_count", &followerCount, "The number of people who follow it openly.")
        fields.member(
            "mine", &mine, as: .word(Reaction.allCases.map(\.word)),
            "The reaction of this node's person; absent if there is none.")
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

/// The reaction of one person to a thing.
package struct PersonReactionJSON: JSONShape {
    package var value = ""
    package var author = AuthorJSON()
    package var at = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "value", &value, as: .word(Reaction.allCases.map(\.word)),
            "The reaction: `like` or `dislike`.")
        fields.member("author", &author, "The person who thinks so.")
        fields.member("at", &at, as: .time, "The time when they said so.")
    }

    /// The reaction as a client sees it.
    package init(_ reaction: PersonReaction) {
        value = reaction.reaction.word
        author = AuthorJSON(reaction.author)
        at = Timestamp.text(reaction.at)
    }
}

/// A comment.
package struct CommentJSON: JSONShape {
    package var id = ""
    package var shortID = ""
    package var text = ""
    package var author = AuthorJSON()
    package var createdAt = ""
    package var editedAt: String?
    package var inReplyTo: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .id, "Its id, 26 characters of base 32.")
        fields.member("short_id", &shortID, "The short id that people type: the end of the id.")
        fields.member("text", &text, "The words of it.")
        fields.member("author", &author, "The person who says it.")
        fields.member("created_at", &createdAt, as: .time, "The time when it was added.")
        fields.member(
            "edited_at", &editedAt, as: .time,
            "The time when its words were changed last; absent if never.")
        fields.member(
            "in_reply_to", &inReplyTo, as: .id,
            "The comment that it answers; absent if none.")
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
