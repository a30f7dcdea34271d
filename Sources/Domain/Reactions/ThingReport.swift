package import CRDT
package import Primitives

/// A report that something is wrong with a thing, known only to the reporter and to the people it is sent to.
package struct ThingReport: Equatable, Sendable {
    /// The id under its author.
    package var id: ObjectID
    /// The reporter.
    package var author: Author
    /// The recipients, according to the reporter.
    package var told: [Author]
    /// The thing; nil if it is no longer visible here.
    package var thing: Bookmark?
    /// The reason.
    package var reason: String
    /// The time when it was made, by the reporter's clock.
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

    /// The maximum number of recipients: the thing's author, then heads and owners of its group.
    package static let toldMax = 32

    /// The maximum number of reports of one person that others read, the latest ones: a person who sends more displaces
    /// only their own. A correct writer stops there.
    package static let standingMax = 100

    /// Returns the reason why `text` is invalid as a reason; nil if it is valid.
    package static func problem(withReason text: String) -> Problem? {
        guard let problem = Comment.problem(with: text) else { return nil }
        return Problem(
            problem.code,
            "a reason needs words, at most \(Limits.commentBytesMax) bytes and no NUL character",
            fix: "say in a few words what is wrong: weft report REF 'not yours'")
    }
}

/// A page of reports made by this person or sent to them, latest first.
package struct ReportPage: Equatable, Sendable {
    /// The reports, at most as many as requested; fewer if they are large.
    package let items: [ThingReport]
    /// The cursor of the next page; nil on the last page.
    package let nextCursor: String?
    /// The total number of reports.
    package let total: Int

    /// Creates a page.
    package init(items: [ThingReport], nextCursor: String?, total: Int) {
        self.items = items
        self.nextCursor = nextCursor
        self.total = total
    }
}
