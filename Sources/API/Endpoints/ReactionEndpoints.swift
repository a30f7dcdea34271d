package import Domain

// Reactions to things, comments on them, and reports.

private let reacting: [ProblemJSON.Code] = [.notFound, .ambiguous, .roleRequired, .readOnly]

/// Lists likes and dislikes of a thing.
package struct ListReactions: Endpoint, IDEndpoint {
    package var id = ""

    package init() {}

    package static let route = EndpointRoute(
        "listReactions", .get, "/v1/objects/{id}/reactions", "Likes and dislikes of a thing",
        [.notFound, .ambiguous])
    package func request() -> TypedRequest<[PersonReaction]> {
        .query { .reactions(Reference(text: id), $0) }
    }
    package func output(_ all: [PersonReaction]) -> PageJSON<PersonReactionJSON> {
        PageJSON(items: all.map(PersonReactionJSON.init))
    }
}

/// Likes or dislikes a thing.
package struct SetReaction: Endpoint {
    package var id = ""
    package var value = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.member(
            "value", &value, as: .word(Reaction.allCases.map(\.word)),
            "The reaction of this node's person: `like` or `dislike`.")
    }

    /// A reaction to the thing with this id or address.
    package init(_ id: String, _ value: String) {
        self.id = id
        self.value = value
    }

    package static let route = EndpointRoute(
        "setReaction", .put, "/v1/objects/{id}/reaction",
        "Like or dislike a thing, your own or someone else's", reacting)
    package func request() throws(ProblemJSON) -> TypedRequest<Bookmark> {
        guard let reaction = Reaction(word: value) else {
            throw ProblemJSON(
                .badRequest, "\(Problem.quote(value)) is not a reaction", fix: "like or dislike",
                pointer: "/value")
        }
        return .command { .react(Reference(text: id), reaction, $0) }
    }
    package func output(_ thing: Bookmark) -> ThingJSON { ThingJSON(thing) }
}

/// Takes back a like or dislike.
package struct RemoveReaction: Endpoint, IDEndpoint {
    package var id = ""

    package init() {}

    package static let route = EndpointRoute(
        "removeReaction", .delete, "/v1/objects/{id}/reaction", "Remove your like or dislike",
        reacting)
    package func request() -> TypedRequest<Bookmark> {
        .command { .react(Reference(text: id), nil, $0) }
    }
    package func output(_ thing: Bookmark) -> ThingJSON { ThingJSON(thing) }
}

/// Lists the comments on a thing, oldest first.
package struct ListComments: PagedEndpoint {
    package var id = ""
    package var limit: Int?
    package var cursor: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.page(&limit, &cursor)
    }

    /// Those on the thing with this id or address.
    package init(_ id: String) { self.id = id }

    package static let route = EndpointRoute(
        "listComments", .get, "/v1/objects/{id}/comments", "Comments on a thing, oldest first",
        [.notFound, .ambiguous, .invalidValue])
    package typealias Item = CommentJSON
    package func request() -> TypedRequest<CommentPage> {
        .query { .comments(Reference(text: id), limit: limit ?? 50, cursor: cursor, $0) }
    }
    package func output(_ page: CommentPage) -> PageJSON<CommentJSON> {
        PageJSON(
            items: page.items.map(CommentJSON.init), nextCursor: page.nextCursor,
            total: page.total)
    }
}

/// Comments on a thing.
package struct AddComment: Endpoint {
    package var id = ""
    package var text = ""
    package var inReplyTo: String?

    package static let shape = "NewComment"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.member("text", &text, as: .comment, "The text.")
        fields.member("in_reply_to", &inReplyTo, "The comment that it answers; absent if none.")
    }

    /// A comment on the thing with this id or address.
    package init(on id: String, text: String, inReplyTo: String? = nil) {
        self.id = id
        self.text = text
        self.inReplyTo = inReplyTo
    }

    package static let route = EndpointRoute(
        "addComment", .post, "/v1/objects/{id}/comments", "Comment on a thing",
        reacting + [.invalidValue, .tooMany], statuses: [201])
    package func request() -> TypedRequest<Comment> {
        .command {
            .comment(Reference(text: id), text: text, inReplyTo: inReplyTo.map { .id($0) }, $0)
        }
    }
    package func output(_ comment: Comment) -> CommentJSON { CommentJSON(comment) }
}

/// Changes the text of an own comment.
package struct EditComment: Endpoint {
    package var id = ""
    package var text = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.member("text", &text, as: .comment, "The text.")
    }

    /// A new text for the comment with this id.
    package init(_ id: String, text: String) {
        self.id = id
        self.text = text
    }

    package static let route = EndpointRoute(
        "editComment", .patch, "/v1/comments/{id}", "Edit your comment",
        reacting + [.invalidValue, .tooMany, .notYours])
    package func request() -> TypedRequest<Comment> {
        .command { .editComment(.id(id), text: text, $0) }
    }
    package func output(_ comment: Comment) -> CommentJSON { CommentJSON(comment) }
}

/// Moves a comment to the trash.
package struct RemoveComment: Endpoint, IDEndpoint {
    package var id = ""

    package init() {}

    package static let route = EndpointRoute(
        "removeComment", .delete, "/v1/comments/{id}", "Move a comment to the trash",
        reacting + [.invalidValue, .notYours])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .removeComment(.id(id), $0) } }
}

/// Lists reports that were made and received, latest first.
package struct ListReports: PagedEndpoint {
    package var limit: Int?
    package var cursor: String?

    package init() {}
    package mutating func visit(_ fields: Fields) { fields.page(&limit, &cursor) }

    package static let route = EndpointRoute(
        "listReports", .get, "/v1/reports", "Reports you made and received, latest first",
        [.invalidValue])
    package typealias Item = ThingReportJSON
    package func request() -> TypedRequest<ReportPage> {
        .query { .reports(limit: limit ?? 50, cursor: cursor, $0) }
    }
    package func output(_ page: ReportPage) -> PageJSON<ThingReportJSON> {
        PageJSON(
            items: page.items.map(ThingReportJSON.init), nextCursor: page.nextCursor,
            total: page.total)
    }
}

/// Reports a problem with a thing to its author and the owners of its group.
package struct AddReport: Endpoint {
    package var thing = ""
    package var reason = ""

    package static let shape = "NewReport"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("thing", &thing, "The id of a thing, the end of it, or its address.")
        fields.member("reason", &reason, as: .comment, "The fault in it.")
    }

    /// A report of the thing with this id or address.
    package init(thing: String, reason: String) {
        self.thing = thing
        self.reason = reason
    }

    package static let route = EndpointRoute(
        "addReport", .post, "/v1/reports",
        "Report a problem with a thing to its author and the owners of its group",
        reacting + [.invalidValue, .tooMany, .conflict], statuses: [201])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .report(Reference(text: thing), reason: reason, $0) }
    }
}

/// Withdraws an own report, or dismisses one that was received.
package struct RemoveReport: Endpoint, IDEndpoint {
    package var id = ""

    package init() {}

    package static let route = EndpointRoute(
        "removeReport", .delete, "/v1/reports/{id}",
        "Withdraw your report, or dismiss a received one", reacting)
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .removeReport(id, $0) } }
}
