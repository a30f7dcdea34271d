// Pinboard's own interface, as far as it means something here: its links.

/// An endpoint of Pinboard's interface, which answers XML unless JSON is asked for.
package protocol PinboardEndpoint: ServedEndpoint {
    /// `json` or `xml`, as the client spelled it.
    var format: String? { get }
    /// The form of a success in JSON.
    static var json: AnswerForm { get }
}

extension PinboardEndpoint {
    package static var answer: Route.Answer {
        Route.Answer(["text/xml", Routes.pinboardJSONType], json: json, of: route)
    }
}

extension Routes {
    /// The content type of Pinboard's JSON: its own word for it, which some clients insist on.
    package static let pinboardJSONType = "text/json"
}

extension EndpointRoute {
    /// A route of Pinboard's interface.
    static func pinboard(
        _ id: OperationID, _ path: String, _ summary: String
    ) -> EndpointRoute {
        EndpointRoute(
            id, .get, "/pinboard/v1/" + path, summary, Routes.searching + [.readOnly])
    }
}

extension Fields {
    /// The format of what is answered.
    func format(_ value: inout String?) {
        query("format", &value, as: .word(["json", "xml"]), "xml if absent")
    }
}

extension Schema {
    fileprivate static let yesNo = Schema.word(["yes", "no"])
}

/// The tags that a client asks for.
package struct PinboardTagged: Equatable, Sendable {
    package var tag: String?
    package var tags: String?

    mutating func visit(_ fields: Fields) {
        fields.query("tag", &tag, "Up to three tags it has")
        fields.query("tags", &tags, "The same, as some clients call it")
    }

    /// Pinboard's own word is `tag`; some clients send `tags`, and would take every link for one that has them
    /// if it were passed over.
    package var text: String { tag ?? tags ?? "" }
}

/// A question that says nothing but the format of the answer.
package struct PinboardPlain<Question: PinboardQuestion>: PinboardEndpoint {
    package var format: String?

    package init() {}
    package mutating func visit(_ fields: Fields) { fields.format(&format) }

    package static var route: EndpointRoute { Question.route }
    package static var json: AnswerForm { Question.json }
}

/// The route and the answer of a plain question.
package protocol PinboardQuestion: Sendable {
    static var route: EndpointRoute { get }
    /// The form of a success in JSON.
    static var json: AnswerForm { get }
}

/// Says when own things last changed.
package typealias PinboardUpdate = PinboardPlain<PinboardUpdateQuestion>

/// The route and the answer of `PinboardUpdate`.
package enum PinboardUpdateQuestion: PinboardQuestion {
    package static let route = EndpointRoute.pinboard(
        "pinboardUpdate", "posts/update", "The time when your own things last changed")
    package static let json = AnswerForm.pinboardUpdate
}

/// Adds or changes a link.
package struct PinboardAdd: PinboardEndpoint {
    package var url: String?
    package var description: String?
    package var extended: String?
    package var tags: String?
    package var dt: String?
    package var replace: String?
    package var shared: String?
    package var toread: String?
    package var format: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("url", &url, "The address")
        fields.query("description", &description, "The title")
        fields.query("extended", &extended, "The note")
        fields.query("tags", &tags, "Tags, separated by spaces")
        fields.query("dt", &dt, "The time when it was saved")
        fields.query(
            "replace", &replace, as: .yesNo, "Whether an existing link is replaced (default: yes)")
        fields.query("shared", &shared, as: .yesNo, "no: for oneself; yes: see Settings.pinboard")
        fields.query("toread", &toread, as: .yesNo, "Unread")
        fields.format(&format)
    }

    package static let route = EndpointRoute.pinboard(
        "pinboardAdd", "posts/add", "Add or edit a link")
    package static let json = AnswerForm.pinboardCode
}

/// Moves a link to the trash.
package struct PinboardDelete: PinboardEndpoint {
    package var url: String?
    package var format: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("url", &url, "The address")
        fields.format(&format)
    }

    package static let route = EndpointRoute.pinboard(
        "pinboardDelete", "posts/delete", "Move a link to the trash")
    package static let json = AnswerForm.pinboardCode
}

/// Lists the links of a day, or one link.
package struct PinboardGet: PinboardEndpoint {
    package var tagged = PinboardTagged()
    package var dt: String?
    package var url: String?
    package var format: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        tagged.visit(fields)
        fields.query("dt", &dt, "The day (default: the latest)")
        fields.query("url", &url, "The address of one")
        fields.format(&format)
    }

    package static let route = EndpointRoute.pinboard(
        "pinboardGet", "posts/get", "Links of a day, or one")
    package static let json = AnswerForm.pinboardPosts
}

/// Lists the latest links.
package struct PinboardRecent: PinboardEndpoint {
    package var tagged = PinboardTagged()
    package var count: Int?
    package var format: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        tagged.visit(fields)
        fields.query("count", &count, in: 1...100, "The number (default: 15)")
        fields.format(&format)
    }

    package static let route = EndpointRoute.pinboard(
        "pinboardRecent", "posts/recent", "The latest links")
    package static let json = AnswerForm.pinboardPosts
}

/// Counts the links that were saved on each day.
package struct PinboardDates: PinboardEndpoint {
    package var tagged = PinboardTagged()
    package var format: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        tagged.visit(fields)
        fields.format(&format)
    }

    package static let route = EndpointRoute.pinboard(
        "pinboardDates", "posts/dates", "The number of links saved on each day")
    package static let json = AnswerForm.pinboardDates
}

/// Lists every link.
package struct PinboardAll: PinboardEndpoint {
    package var tagged = PinboardTagged()
    package var start: Int?
    package var results: Int?
    package var fromdt: String?
    package var todt: String?
    package var toread: String?
    package var format: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        tagged.visit(fields)
        fields.query("start", &start, in: 0...Int.max, "Skip this many")
        fields.query("results", &results, in: 0...Int.max, "At most this many")
        fields.query("fromdt", &fromdt, "Saved at this time or later")
        fields.query("todt", &todt, "Saved at this time or before")
        fields.query("toread", &toread, as: .yesNo, "yes: only what is still to be read")
        fields.format(&format)
    }

    package static let route = EndpointRoute.pinboard(
        "pinboardAll", "posts/all", "Every link")
    package static let json = AnswerForm.pinboardList
}

/// Suggests tags for an address.
package struct PinboardSuggest: PinboardEndpoint {
    package var url: String?
    package var format: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.required("url", &url, "The address")
        fields.format(&format)
    }

    package static let route = EndpointRoute.pinboard(
        "pinboardSuggest", "posts/suggest", "Suggested tags for an address")
    package static let json = AnswerForm.pinboardSuggestions
}
