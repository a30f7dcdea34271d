import CRDT
package import Domain

/// A short code of this node.
package struct CodeJSON: Codable, Equatable, Sendable {
    package var number: Int
    /// What is read out; only where it was just made.
    package var code: String?
    /// `open`, `used`, `burnt`, `expired`.
    package var state: String
    package var expiresAt: String
    /// Who came by it; absent unless somebody has.
    package var met: MeetingJSON?

    private enum CodingKeys: String, CodingKey {
        case number, code, state, met
        case expiresAt = "expires_at"
    }

    /// The code as a client sees it.
    package init(_ given: GivenCode) {
        number = given.number
        code = given.text
        state = given.state.rawValue
        expiresAt = Timestamp.text(given.expiresAt)
        met = given.met.map(MeetingJSON.init)
    }
}

/// Somebody who was met by a short code.
package struct MeetingJSON: Codable, Equatable, Sendable {
    /// The root key, 52 characters of base 32.
    package var person: String
    /// As he calls himself; may be empty.
    package var name: String
    /// What both screens show, if nobody is in between.
    package var words: [String]
    /// He is a friend on this side.
    package var friend: Bool

    /// The meeting as a client sees it.
    package init(_ meeting: Meeting) {
        person = meeting.person.text
        name = meeting.name
        words = meeting.words
        friend = meeting.isFriend
    }
}

/// `POST /v1/codes:join`.
package struct JoinByCodeRequest: Codable, Equatable, Sendable {
    /// What the other one has read out.
    package var code: String
    /// `host:port` of whoever has made it; absent asks for him on this network.
    package var at: String?

    /// Meets whoever has made this code.
    package init(code: String, at: String? = nil) {
        self.code = code
        self.at = at
    }

    /// What it asks of the node.
    package var command: Command { .joinByCode(code, at: at) }
}

extension Asking {
    /// The number of a code in the path.
    func codeNumber() throws(ProblemJSON) -> Int {
        guard let number = Int(name("number")), number >= 0 else {
            throw ProblemJSON(
                .notFound, "\(name("number").prefix(80)) is no number of a code",
                fix: "weft friend code")
        }
        return number
    }
}
