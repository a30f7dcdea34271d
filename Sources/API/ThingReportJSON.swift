import CRDT
package import Domain

/// A report that something is wrong with a thing.
package struct ThingReportJSON: JSONShape {
    package var id = ""
    package var shortID = ""
    package var author = AuthorJSON()
    package var told: [AuthorJSON] = []
    package var thing: ThingJSON?
    package var reason = ""
    package var createdAt = ""

    package static let shape = "Report"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .id, "Its id, 26 characters of base 32.")
        fields.member("short_id", &shortID, "The short id that people type: the end of the id.")
        fields.member("author", &author, "The person who made the report.")
        fields.member("told", &told, "The people who receive the report.")
        fields.member(
            "thing", &thing,
            "The thing that it is about; absent if it can no longer be seen.")
        fields.member("reason", &reason, "The fault in it.")
        fields.member(
            "created_at", &createdAt, as: .time,
            "The time when it was made, by the clock of its author.")
    }

    /// The report as a client sees it.
    package init(_ report: ThingReport) {
        id = report.id.text
        shortID = report.id.short
        author = AuthorJSON(report.author)
        told = report.told.map(AuthorJSON.init)
        thing = report.thing.map(ThingJSON.init)
        reason = report.reason
        createdAt = Timestamp.text(report.at)
    }
}
