import CRDT
package import Domain

/// A short code of this node.
package struct CodeJSON: JSONShape {
    package var number = 0
    package var code: String?
    package var state = ""
    package var expiresAt = ""
    package var met: MeetingJSON?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("number", &number, "The number that names it in a path.")
        fields.member("code", &code, "The code to read out; only in the response that creates it.")
        fields.member(
            "state", &state, as: .words(IssuedCode.State.self),
            "Its state: `open`, `used`, `burnt` or `expired`.")
        fields.member("expires_at", &expiresAt, as: .time, "Until when it is valid.")
        fields.member("met", &met, "The person who used it; absent until somebody has.")
    }

    /// The code as a client sees it.
    package init(_ given: IssuedCode) {
        number = given.number
        code = given.text
        state = given.state.rawValue
        expiresAt = Timestamp.text(given.expiresAt)
        met = given.met.map(MeetingJSON.init)
    }
}

/// Somebody who was met by a short code.
package struct MeetingJSON: JSONShape {
    package var person = ""
    package var name = ""
    package var words: [String] = []
    package var friend = false
    package var group: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "person", &person, as: .key,
            "The person's root key, 52 characters of base 32.")
        fields.member("name", &name, "Their name for themselves; perhaps empty.")
        fields.member("words", &words, "The words that both screens show if nobody is in between.")
        fields.member("friend", &friend, "They are a friend on this side.")
        fields.member(
            "group", &group,
            "The name here of the group that the code led into; absent where two people meet.")
    }

    /// The meeting as a client sees it.
    package init(_ meeting: Meeting) {
        person = meeting.person.text
        name = meeting.name
        words = meeting.words
        friend = meeting.isFriend
        group = meeting.group
    }
}
