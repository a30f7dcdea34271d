import CRDT
import Domain
import Primitives

extension Samples {
    static let reactions = Reactions(likes: 2, dislikes: 1, comments: 3, own: .like)
    static let personReaction = PersonReaction(author: ana, reaction: .dislike, at: at)
    static let comment = Comment(
        author: ana, id: id, text: "hello", at: at, edited: at, inReplyTo: id)
    static let report = ThingReport(
        id: id, author: ana, told: [ana], thing: garment, reason: "torn", at: at)
}
