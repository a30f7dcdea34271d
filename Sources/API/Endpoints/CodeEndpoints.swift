package import Domain

// Short codes, by which two people in one room meet.

/// Creates a short code.
package struct NewCode: Endpoint {
    package var group: String?
    package var role: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "group", &group,
            "The group that whoever uses the code joins; absent meets a person to become friends.")
        fields.member(
            "role", &role, as: .word(GroupRole.given.map(\.rawValue)),
            "Their role in the group; `editor` if it is absent.")
    }

    /// A code into this group; nil for one by which two people meet.
    package init(group: String?, role: String? = nil) {
        self.group = group
        self.role = role
    }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "newCode", .post, "/v1/codes", "Create a short code to meet someone in the same room once",
        [.notFound, .roleRequired, .conflict, .tooMany, .readOnly], statuses: [201],
        mayLackBody: true)
    package func request() throws(ProblemJSON) -> TypedRequest<IssuedCode> {
        let role = try ParameterWord.role(role) ?? .editor
        return .command { .newCode(group: group, role: role, $0) }
    }
    package func output(_ code: IssuedCode) -> CodeJSON { CodeJSON(code) }
}

/// Returns the state of a short code, and who used it.
package struct ShowCode: Endpoint {
    package var number = 0

    package init() {}
    package mutating func visit(_ fields: Fields) { fields.code(&number) }

    /// The code of this number.
    package init(_ number: Int) { self.number = number }

    package static let route = EndpointRoute(
        "showCode", .get, "/v1/codes/{number}", "The state of a short code, and who used it",
        [.notFound])
    package func request() -> TypedRequest<IssuedCode> { .query { .code(number: number, $0) } }
    package func output(_ code: IssuedCode) -> CodeJSON { CodeJSON(code) }
}

/// Ends a short code.
package struct EndCode: Endpoint {
    package var number = 0

    package init() {}
    package mutating func visit(_ fields: Fields) { fields.code(&number) }

    /// The code of this number.
    package init(_ number: Int) { self.number = number }

    package static let route = EndpointRoute(
        "endCode", .delete, "/v1/codes/{number}", "End a short code", [.notFound])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .endCode(number: number, $0) } }
}

/// Meets whoever created a short code; the request in pending is to be accepted then.
package struct JoinByCode: Endpoint {
    package var code = ""
    package var at: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("code", &code, "The code that the other person reads out.")
        fields.member("at", &at, "Their address, as `host:port`; absent looks on this network.")
    }

    /// Creates a request that uses this code.
    package init(code: String, at: String? = nil) {
        self.code = code
        self.at = at
    }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "joinByCode", .post, "/v1/codes:join",
        "Use a short code within ten seconds; then accept the request in pending",
        [.invalidTicket, .notFound, .conflict, .readOnly])
    package func request() -> TypedRequest<Meeting> { .command { .joinByCode(code, at: at, $0) } }
    package func output(_ meeting: Meeting) -> MeetingJSON { MeetingJSON(meeting) }
}

extension Fields {
    // The number of a code in the path.
    fileprivate func code(_ number: inout Int) {
        path("number", &number, of: "a code", fix: "weft friend code")
    }
}
