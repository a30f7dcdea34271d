package import CRDT
package import Primitives

/// That somebody finds something wrong with a thing, and why: known to him and to whom he tells it.
package struct ThingReport: Equatable, Sendable {
    /// Its id under its author.
    package var id: ObjectID
    /// Who reports.
    package var author: Author
    /// Whom he tells it, as he says.
    package var told: [Author]
    /// The thing; nil if it is not in sight here any more.
    package var thing: Bookmark?
    /// Why.
    package var reason: String
    /// When, by the clock of who reports.
    package var at: WallTime

    /// Creates a value from all fields, in declaration order.
    package init(
        id: ObjectID, author: Author, told: [Author], thing: Bookmark?, reason: String,
        at: WallTime
    ) {
        self.id = id
        self.author = author
        self.told = told
        self.thing = thing
        self.reason = reason
        self.at = at
    }

    /// Most people whom one report is told: a thing's author, then heads and owners of its group.
    package static let toldMax = 32

    /// Most reports of one person that others read, the latest: who floods them hides nothing but his
    /// own. An honest writer stops there.
    package static let standingMax = 100

    /// What is wrong with a reason; nil if it can be told.
    package static func problem(withReason text: String) -> Problem? {
        guard let problem = Comment.problem(with: text) else { return nil }
        return Problem(
            problem.code,
            "a reason has 1 to \(Limits.commentBytesMax) bytes, words among them, and no NUL",
            fix: "say in a few words what is wrong: weft report REF 'not yours'")
    }
}

/// What somebody reported and what was reported to him, latest first.
package struct ReportPage: Equatable, Sendable {
    /// At most as many as were asked for; fewer if they are large.
    package let items: [ThingReport]
    /// Where the next page goes on; nil behind the last one.
    package let nextCursor: String?
    /// All there are.
    package let total: Int

    /// A page.
    package init(items: [ThingReport], nextCursor: String?, total: Int) {
        self.items = items
        self.nextCursor = nextCursor
        self.total = total
    }
}
