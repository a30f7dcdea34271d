extension Routes {
    static let people: [Route] = [
        get(.listFriends, "/v1/friends", "Friends", .page("Friend")),
        write(
            .addFriend, .post, "/v1/friends", "Add the person of a ticket as a friend",
            body: "AddFriend", answer: .named("Friend"), statuses: [201],
            [.invalidTicket, .conflict, .invalidValue, .readOnly]),
        write(
            .renameFriend, .patch, "/v1/friends/{ref}", "Rename a friend",
            body: "RenameTo", answer: .named("Done"),
            [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly]),
        write(
            .removeFriend, .delete, "/v1/friends/{ref}",
            "End a friendship; they cannot read what you share from now on", body: nil,
            answer: .named("Done"),
            taking: [query("block", .boolean, "Also block them, friend or not")],
            [.notFound, .ambiguous, .readOnly]),
        get(.listBlocked, "/v1/blocked", "Blocked people", .page("Author")),
        write(
            .unblock, .delete, "/v1/blocked/{ref}", "Unblock a person", body: nil,
            answer: .named("Done"), [.notFound, .ambiguous, .readOnly]),
        get(
            .listPending, "/v1/pending", "Friend requests, latest first",
            .page("Pending")),
        write(
            .acceptPending, .post, "/v1/pending/{ref}:accept",
            "Accept a friend request", mayHave: "AcceptFriend",
            answer: .named("Friend"), statuses: [201],
            [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly]),
        write(
            .declinePending, .delete, "/v1/pending/{ref}", "Reject a friend request",
            body: nil, answer: .named("Done"), [.notFound, .ambiguous]),
    ]

    static let codes: [Route] = [
        write(
            .newCode, .post, "/v1/codes",
            "Create a short code to meet someone in the same room once", body: nil,
            answer: .named("Code"), statuses: [201], [.conflict, .tooMany, .readOnly]),
        get(
            .showCode, "/v1/codes/{number}", "The state of a short code, and who used it",
            .named("Code"), [], [.notFound]),
        write(
            .endCode, .delete, "/v1/codes/{number}", "End a short code",
            body: nil, answer: .named("Done"), [.notFound]),
        write(
            .joinByCode, .post, "/v1/codes:join",
            "Use a short code within ten seconds; then accept the request in pending",
            body: "JoinByCode", answer: .named("Meeting"),
            [.invalidTicket, .notFound, .conflict, .readOnly]),
    ]

    static let devices: [Route] = [
        get(.listDevices, "/v1/devices", "Your devices, this one first", .page("Device")),
        write(
            .pairDevice, .post, "/v1/devices", "Certify a further device", body: "PairDevice",
            answer: .named("PairedDevice"), statuses: [201],
            [.invalidTicket, .conflict, .invalidValue, .readOnly]),
        write(
            .renameDevice, .patch, "/v1/devices/{ref}", "Rename a device", body: "RenameTo",
            answer: .named("Done"), [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly]),
        write(
            .revokeDevice, .delete, "/v1/devices/{ref}",
            "Revoke a device; other nodes ignore what it writes from now on",
            mayHave: "RevokeDevice",
            answer: .named("Done"),
            [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly]),
    ]

    static let links: [Route] = [
        get(.listPeers, "/v1/peers", "Other nodes", .page("Peer")),
        write(
            .connect, .post, "/v1/connect", "Dial a node", body: "Connect",
            answer: .named("Done"), [.invalidValue]),
        write(
            .sync, .post, "/v1/sync", "Sync with all friends", body: nil,
            answer: .named("Done"),
            taking: [
                query(
                    "wait", .integer(0...3600),
                    "Respond when every open session is in sync, at most after this many seconds")
            ], [.timeout]),
    ]

    /// A write whose body may be left out.
    static func write(
        _ endpoint: OperationID, _ method: Route.Method, _ path: String, _ summary: String,
        mayHave body: String, answer: Schema, statuses: [Int] = [200],
        _ problems: [ProblemJSON.Code]
    ) -> Route {
        let full = write(
            endpoint, method, path, summary, body: body, answer: answer, statuses: statuses,
            problems)
        return Route(
            endpoint: endpoint, method: method, path: path, summary: summary,
            parameters: full.parameters,
            body: Route.Body(
                schema: .named(body), mediaTypes: ["application/json"], isRequired: false),
            answer: full.answer, problems: full.problems)
    }
}
