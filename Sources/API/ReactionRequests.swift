import Domain

/// `PUT /v1/objects/{id}/reaction`.
package struct ReactionRequest: JSONShape {
    package var value = ""

    package static let shape = "SetReaction"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "value", &value, as: .word(Reaction.allCases.map(\.word)),
            "What somebody thinks of it: `like` or `dislike`.")
    }

    /// Thinks so.
    package init(value: String) {
        self.value = value
    }

    /// What it asks of the node.
    func command(_ reference: Reference) throws(ProblemJSON) -> Command {
        guard let reaction = Reaction(word: value) else {
            throw ProblemJSON(
                .badRequest, "\(Problem.quote(value)) is not a reaction", fix: "like or dislike",
                pointer: "/value")
        }
        return .react(reference, reaction)
    }
}

/// `POST /v1/objects/{id}/comments`.
package struct NewCommentRequest: JSONShape {
    package var text = ""
    package var inReplyTo: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("text", &text, as: .comment, "What is said.")
        fields.member("in_reply_to", &inReplyTo, "The comment that it answers; absent if none.")
    }

    /// Says this.
    package init(text: String, inReplyTo: String? = nil) {
        self.text = text
        self.inReplyTo = inReplyTo
    }

    /// What it asks of the node.
    func command(_ reference: Reference) -> Command {
        .comment(reference, text: text, inReplyTo: inReplyTo.map { .id($0) })
    }
}

/// `PATCH /v1/comments/{id}`.
package struct EditCommentRequest: JSONShape {
    package var text = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("text", &text, as: .comment, "What is said.")
    }

    /// Says this instead.
    package init(text: String) {
        self.text = text
    }
}

extension Asking {
    /// What is asked about reactions, comments and reports; nil if something else is.
    func reactionQuery() throws(ProblemJSON) -> Query? {
        switch endpoint {
        case .listReactions: return .reactions(reference)
        case .listReports: return .reports(limit: try limit(), cursor: parameters.text("cursor"))
        case .listComments:
            return .comments(reference, limit: try limit(), cursor: parameters.text("cursor"))
        default: return nil
        }
    }

    /// What is said of a thing; nil if it is something else that is done.
    func reactionCommand() throws(ProblemJSON) -> Command? {
        switch endpoint {
        case .setReaction: return try read(ReactionRequest.self).command(reference)
        case .removeReaction: return .react(reference, nil)
        case .addComment: return try read(NewCommentRequest.self).command(reference)
        case .editComment:
            return .editComment(.id(name("id")), text: try read(EditCommentRequest.self).text)
        case .removeComment: return .removeComment(.id(name("id")))
        case .addReport: return try read(ReportRequest.self).command
        case .removeReport: return .removeReport(name("id"))
        default: return nil
        }
    }
}
