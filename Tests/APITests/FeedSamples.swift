import CRDT
import Domain
import Primitives

extension Samples {
    static let follow = Follow(
        id: id, followed: .person(ana.person), attention: .follow, name: "@ana")
    static let sums = Reactions(likes: 2, dislikes: 1, comments: 3, own: nil)
    static let portfolio = Portfolio(
        page: ListPage(items: [garment], nextCursor: "C", total: nil), things: 4, sums: sums)
    static let said = ReceivedReaction(
        author: ana, thing: garment, what: .comment(id, text: "Nice"), at: at)
    static let contributor = Contributor(author: ana, things: 4, sums: sums)
    static let recommendation = Recommendation(
        thing: garment, score: 7, reasons: ["you like #wool"])
    static let profile = PersonProfile(
        contributor: contributor, isFriend: true, attention: .mute, follows: 5, said: garment)
}
