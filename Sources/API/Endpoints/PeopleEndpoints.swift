package import Domain

// Friends, blocked people and friend requests.

/// Lists friends.
package struct ListFriends: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute("listFriends", .get, "/v1/friends", "Friends")
    package func request() -> TypedRequest<[Friend]> { .query { .friends($0) } }
    package func output(_ all: [Friend]) -> PageJSON<FriendJSON> {
        PageJSON(items: all.map(FriendJSON.init))
    }
}

/// Adds the person of a ticket as a friend.
package struct AddFriend: Endpoint {
    package var ticket = ""
    package var name: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("ticket", &ticket, "A ticket, or `@NAME` of somebody in a group with you.")
        fields.member("name", &name, "Your name for them; absent takes the name on the ticket.")
    }

    /// Creates a request that adds the person of this ticket.
    package init(ticket: String, name: String? = nil) {
        self.ticket = ticket
        self.name = name
    }

    package static let route = EndpointRoute(
        "addFriend", .post, "/v1/friends", "Add the person of a ticket as a friend",
        [.invalidTicket, .conflict, .invalidValue, .readOnly], statuses: [201])
    package func request() -> TypedRequest<Friend> {
        .command { .addFriend(ticket: ticket, petName: name, $0) }
    }
    package func output(_ friend: Friend) -> FriendJSON { FriendJSON(friend) }
}

/// Renames a friend.
package struct RenameFriend: RenamingEndpoint {
    package var ref = ""
    package var name = ""

    package init() {}

    package static let route = EndpointRoute(
        "renameFriend", .patch, "/v1/friends/{ref}", "Rename a friend",
        [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .renameFriend(PersonReference(ref), to: name, $0) }
    }
}

/// Ends a friendship; they cannot read what this person shares from now on.
package struct RemoveFriend: Endpoint {
    package var ref = ""
    package var block = false

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("ref", &ref)
        fields.query("block", &block, "Also block them, friend or not")
    }

    /// The friendship with this person.
    ///
    /// - Parameter block: whether they are blocked as well, friend or not.
    package init(_ ref: String, block: Bool = false) {
        self.ref = ref
        self.block = block
    }

    package static let route = EndpointRoute(
        "removeFriend", .delete, "/v1/friends/{ref}",
        "End a friendship; they cannot read what you share from now on",
        [.notFound, .ambiguous, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .removeFriend(PersonReference(ref), isBlocked: block, $0) }
    }
}

/// Lists blocked people.
package struct ListBlocked: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute("listBlocked", .get, "/v1/blocked", "Blocked people")
    package func request() -> TypedRequest<[Author]> { .query { .blocked($0) } }
    package func output(_ all: [Author]) -> PageJSON<AuthorJSON> {
        PageJSON(items: all.map(AuthorJSON.init))
    }
}

/// Unblocks a person.
package struct UnblockPerson: Endpoint, ReferenceEndpoint {
    package var ref = ""

    package init() {}

    package static let route = EndpointRoute(
        "unblock", .delete, "/v1/blocked/{ref}", "Unblock a person",
        [.notFound, .ambiguous, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .unblock(PersonReference(ref), $0) }
    }
}

/// Lists friend requests, latest first.
package struct ListPending: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listPending", .get, "/v1/pending", "Friend requests, latest first")
    package func request() -> TypedRequest<[FriendRequest]> { .query { .pending($0) } }
    package func output(_ all: [FriendRequest]) -> PageJSON<PendingJSON> {
        PageJSON(items: all.map(PendingJSON.init))
    }
}

/// Accepts a friend request.
package struct AcceptPending: Endpoint {
    package var ref = ""
    package var name: String?

    package static let shape = "AcceptFriend"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("ref", &ref)
        fields.member("name", &name, "Your name for them; absent takes the beginning of the id.")
    }

    /// The request of this person.
    package init(_ ref: String, name: String? = nil) {
        self.ref = ref
        self.name = name
    }

    package static let route = EndpointRoute(
        "acceptPending", .post, "/v1/pending/{ref}:accept", "Accept a friend request",
        [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly], statuses: [201],
        mayLackBody: true)
    package func request() -> TypedRequest<Friend> {
        .command { .acceptFriend(PersonReference(ref), petName: name, $0) }
    }
    package func output(_ friend: Friend) -> FriendJSON { FriendJSON(friend) }
}

/// Rejects a friend request.
package struct DeclinePending: Endpoint, ReferenceEndpoint {
    package var ref = ""

    package init() {}

    package static let route = EndpointRoute(
        "declinePending", .delete, "/v1/pending/{ref}", "Reject a friend request",
        [.notFound, .ambiguous])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .declineFriend(PersonReference(ref), $0) }
    }
}
