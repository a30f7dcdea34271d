import CRDT
package import Domain

/// `POST /v1/reports`.
package struct ReportRequest: Codable, Equatable, Sendable {
    /// The id of a thing, the end of it, or its address.
    package var thing: String
    /// What is wrong with it.
    package var reason: String

    /// Reports `thing`.
    package init(thing: String, reason: String) {
        self.thing = thing
        self.reason = reason
    }

    /// What it asks of the node.
    var command: Command { .report(Reference(text: thing), reason: reason) }
}

/// That somebody finds something wrong with a thing.
package struct ThingReportJSON: Codable, Equatable, Sendable {
    /// 26 characters of base 32.
    package var id: String
    /// What people type: the end of the id.
    package var shortID: String
    /// Who reports.
    package var author: AuthorJSON
    /// Whom he tells it.
    package var told: [AuthorJSON]
    /// Absent if it is not in sight any more.
    package var thing: ThingJSON?
    package var reason: String
    /// When, by the clock of who reports.
    package var createdAt: String

    private enum CodingKeys: String, CodingKey {
        case id, author, told, thing, reason
        case createdAt = "created_at"
        case shortID = "short_id"
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
