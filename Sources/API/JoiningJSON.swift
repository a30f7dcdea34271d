import CRDT
package import Domain

/// A friend invitation that was accepted here.
package struct JoiningJSON: JSONShape {
    package var person = ""
    package var name = ""
    package var state = ""
    package var expiresAt = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "person", &person, as: .key,
            "The person's root key, 52 characters of base 32.")
        fields.member("name", &name, "The name of the inviter here.")
        fields.member(
            "state", &state, as: .words(Joining.State.self),
            "The state: `waiting`, `friend`, or why it failed.")
        fields.member("expires_at", &expiresAt, as: .time, "Until when it is valid.")
    }

    /// The invitation as a client sees it.
    package init(_ joining: Joining) {
        person = joining.person.text
        name = joining.name
        state = joining.state.rawValue
        expiresAt = Timestamp.text(joining.expires)
    }
}
