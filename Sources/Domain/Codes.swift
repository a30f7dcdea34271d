package import CRDT
package import Primitives

/// A short code that this node takes somebody by: once, for a while, while it runs.
package struct GivenCode: Equatable, Sendable {
    /// The number in it, by which it is named. No secret.
    package var number: Int
    /// What is read to somebody in the same room; told once, to whoever made it.
    package var text: String?
    /// How it stands.
    package var state: State
    /// Until when it is good.
    package var expiresAt: WallTime
    /// Who came by it; nil unless somebody has.
    package var met: Meeting?

    /// All fields, in the order above.
    package init(
        number: Int, text: String?, state: State, expiresAt: WallTime, met: Meeting?
    ) {
        self.number = number
        self.text = text
        self.state = state
        self.expiresAt = expiresAt
        self.met = met
    }

    /// The raw value is what programs test.
    package enum State: String, CaseIterable, Sendable {
        /// Whoever types it is taken.
        case open
        /// Somebody has come by it.
        case used
        /// Somebody has tried it with wrong words, or too often.
        case burnt
        /// Its time is over.
        case expired
    }
}

/// Two nodes have met by a short code; who the other is has been proven, and whether it is the one
/// who is meant, the words say.
package struct Meeting: Equatable, Sendable {
    /// His root key.
    package var person: PersonID
    /// As he calls himself; may be empty.
    package var name: String
    /// What both screens show, if nobody is in between.
    package var words: [String]
    /// He is a friend on this side.
    package var isFriend: Bool

    /// All fields, in the order above.
    package init(person: PersonID, name: String, words: [String], isFriend: Bool) {
        self.person = person
        self.name = name
        self.words = words
        self.isFriend = isFriend
    }
}
