import CRDT
package import Domain

/// `POST /v1/reports`.
package struct ReportRequest: JSONShape {
    package var thing = ""
    package var reason = ""

    package static let shape = "NewReport"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("thing", &thing, "The id of a thing, the end of it, or its address.")
        fields.member("reason", &reason, as: .comment, "What is wrong with it.")
    }

    /// Reports `thing`.
    package init(thing: String, reason: String) {
        self.thing = thing
        self.reason = reason
    }

    /// What it asks of the node.
    var command: Command { .report(Reference(text: thing), reason: reason) }
}

/// That somebody finds something wrong with a thing.
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
        fields.member("short_id", &shortID, "What people type: the end of the id.")
        fields.member("author", &author, "Who reports.")
        fields.member("told", &told, "Whom they tell it.")
        fields.member(
            "thing", &thing, as: .named("Thing"),
            "What it is about; absent if it is not in sight any more.")
        fields.member("reason", &reason, "What is wrong with it.")
        fields.member("created_at", &createdAt, as: .time, "When, by the clock of who reports.")
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
