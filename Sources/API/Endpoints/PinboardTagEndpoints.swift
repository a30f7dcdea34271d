// Pinboard's own interface: tags, tokens and notes.

/// Lists all tags, and how many links have each.
package typealias PinboardTags = PinboardPlain<PinboardTagsQuestion>

/// The route and the answer of `PinboardTags`.
package enum PinboardTagsQuestion: PinboardQuestion {
    package static let route = EndpointRoute.pinboard(
        "pinboardTags", "tags/get", "All tags, and how many links have each")
    package static let json = AnswerForm.counts
}

/// Removes a tag from all own links.
package struct PinboardTagDelete: PinboardEndpoint {
    package var tag: String?
    package var format: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("tag", &tag, "The tag")
        fields.format(&format)
    }

    package static let route = EndpointRoute.pinboard(
        "pinboardTagDelete", "tags/delete", "Remove a tag from all your links")
    package static let json = AnswerForm.pinboardResult
}

/// Renames a tag.
package struct PinboardTagRename: PinboardEndpoint {
    package var old: String?
    package var new: String?
    package var format: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("old", &old, "Its name")
        fields.query("new", &new, "The new one")
        fields.format(&format)
    }

    package static let route = EndpointRoute.pinboard(
        "pinboardTagRename", "tags/rename", "Rename a tag")
    package static let json = AnswerForm.pinboardResult
}

/// Says the token for feeds.
package typealias PinboardSecret = PinboardPlain<PinboardSecretQuestion>

/// The route and the answer of `PinboardSecret`.
package enum PinboardSecretQuestion: PinboardQuestion {
    package static let route = EndpointRoute.pinboard(
        "pinboardSecret", "user/secret", "The token for feeds")
    package static let json = AnswerForm.pinboardResult
}

/// Says the token for Pinboard clients.
package typealias PinboardToken = PinboardPlain<PinboardTokenQuestion>

/// The route and the answer of `PinboardToken`.
package enum PinboardTokenQuestion: PinboardQuestion {
    package static let route = EndpointRoute.pinboard(
        "pinboardToken", "user/api_token", "The token for Pinboard clients")
    package static let json = AnswerForm.pinboardResult
}

/// Lists no notes, which are not supported.
package typealias PinboardNotes = PinboardPlain<PinboardNotesQuestion>

/// The route and the answer of `PinboardNotes`.
package enum PinboardNotesQuestion: PinboardQuestion {
    package static let route = EndpointRoute.pinboard(
        "pinboardNotes", "notes/list", "An empty list: notes are not supported")
    package static let json = AnswerForm.pinboardNotes
}
