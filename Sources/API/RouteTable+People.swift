extension Routes {
    static let people: [Route] = [
        get(.listFriends, "/v1/friends", "Friends", .page("Friend")),
        write(
            .addFriend, .post, "/v1/friends", "Become friends with whoever a ticket names",
            body: "AddFriend", answer: .named("Friend"), statuses: [201],
            [.invalidTicket, .conflict, .invalidValue, .readOnly]),
        write(
            .renameFriend, .patch, "/v1/friends/{ref}", "Give a friend another pet name",
            body: "RenameTo", answer: .named("Done"),
            [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly]),
        write(
            .removeFriend, .delete, "/v1/friends/{ref}",
            "End a friendship; what is written to friends from now on they cannot read", body: nil,
            answer: .named("Done"),
            taking: [query("block", .boolean, "They may not ask again, friend or not")],
            [.notFound, .ambiguous, .readOnly]),
        get(.listBlocked, "/v1/blocked", "Who is blocked", .page("Author")),
        write(
            .unblock, .delete, "/v1/blocked/{ref}", "Let somebody ask again", body: nil,
            answer: .named("Done"), [.notFound, .ambiguous, .readOnly]),
        get(
            .listPending, "/v1/pending", "Who asks to be a friend, latest first",
            .page("Pending")),
        write(
            .acceptPending, .post, "/v1/pending/{ref}:accept",
            "Become friends with somebody who has asked", mayHave: "AcceptFriend",
            answer: .named("Friend"), statuses: [201],
            [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly]),
        write(
            .declinePending, .delete, "/v1/pending/{ref}", "Forget that somebody has asked",
            body: nil, answer: .named("Done"), [.notFound, .ambiguous]),
    ]

    static let codes: [Route] = [
        write(
            .newCode, .post, "/v1/codes",
            "Make a short code, by which somebody in the same room is met once", body: nil,
            answer: .named("Code"), statuses: [201], [.conflict, .tooMany, .readOnly]),
        get(
            .showCode, "/v1/codes/{number}", "How a short code stands, and who came by it",
            .named("Code"), [], [.notFound]),
        write(
            .endCode, .delete, "/v1/codes/{number}", "Take nobody by a short code any more",
            body: nil, answer: .named("Done"), [.notFound]),
        write(
            .joinByCode, .post, "/v1/codes:join",
            "Meet whoever has made a short code, within ten seconds; then accept who is pending",
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
            .renameDevice, .patch, "/v1/devices/{ref}", "Give a device a name", body: "RenameTo",
            answer: .named("Done"), [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly]),
        write(
            .revokeDevice, .delete, "/v1/devices/{ref}",
            "End a device; what it writes from now on counts for nobody", mayHave: "RevokeDevice",
            answer: .named("Done"),
            [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly]),
    ]

    static let links: [Route] = [
        get(.listPeers, "/v1/peers", "The other nodes", .page("Peer")),
        write(
            .connect, .post, "/v1/connect", "Dial a node", body: "Connect",
            answer: .named("Done"), [.invalidValue]),
        write(
            .sync, .post, "/v1/sync", "Dial and compare with every friend", body: nil,
            answer: .named("Done"),
            taking: [
                query(
                    "wait", .integer(0...3600),
                    "Answer when every open session is in sync; at most so many seconds")
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
