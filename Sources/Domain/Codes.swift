package import CRDT
package import Primitives

/// A short code by which this node accepts one person, for a limited time and only while it runs.
package struct IssuedCode: Equatable, Sendable {
    /// The number in the code, which identifies it. Not secret.
    package var number: Int
    /// The code, to be read aloud to somebody in the same room; returned once, to the caller that made it.
    package var text: String?
    /// The state of the code.
    package var state: State
    /// The time when it expires.
    package var expiresAt: WallTime
    /// The person who used it; nil if nobody has.
    package var met: Meeting?

    /// Creates a value from all fields, in declaration order.
    package init(
        number: Int, text: String?, state: State, expiresAt: WallTime, met: Meeting?
    ) {
        self.number = number
        self.text = text
        self.state = state
        self.expiresAt = expiresAt
        self.met = met
    }

    /// The raw value is part of the API.
    package enum State: String, CaseIterable, Sendable {
        /// It accepts the first person who types it.
        case open
        /// Somebody has used it.
        case used
        /// Somebody tried it with wrong words, or too often.
        case burnt
        /// It has expired.
        case expired
    }
}

/// A meeting of two nodes by a short code. The other person's identity is proven; the words show whether it is the
/// person who is meant.
package struct Meeting: Equatable, Sendable {
    /// The other person's root key.
    package var person: PersonID
    /// The name they use; may be empty.
    package var name: String
    /// The words that both screens show, if nobody is in between.
    package var words: [String]
    /// Whether they are a friend on this side.
    package var isFriend: Bool
    /// The name here of the group into which the code led; nil where two people meet. Then there are no words: the code
    /// is the proof, as a line is.
    package var group: String?

    /// Creates a value from all fields, in declaration order.
    package init(
        person: PersonID, name: String, words: [String], isFriend: Bool, group: String?
    ) {
        self.person = person
        self.name = name
        self.words = words
        self.isFriend = isFriend
        self.group = group
    }
}
