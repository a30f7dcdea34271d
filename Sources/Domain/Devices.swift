package import CRDT
package import Primitives

/// Somebody who is no friend connected, and proved who he is: he has this person's ticket, or came
/// by a short code.
package struct Knock: Equatable, Sendable {
    /// His root key.
    package var person: PersonID
    /// The device that connected.
    package var device: DeviceID
    /// From where, as `host:port`.
    package var address: String
    /// When he did so last.
    package var at: WallTime
    /// As he calls himself; empty if he has not said, or has no name.
    package var name: String
    /// What both screens show, if the two met by a code; else empty.
    package var words: [String]

    /// All fields, in the order above.
    package init(
        person: PersonID, device: DeviceID, address: String, at: WallTime, name: String = "",
        words: [String] = []
    ) {
        self.person = person
        self.device = device
        self.address = address
        self.at = at
        self.name = name
        self.words = words
    }
}

/// A device of this person's.
package struct OwnDevice: Equatable, Sendable {
    /// Its signing key.
    package var device: DeviceID
    /// As the person calls it; empty if it has no name.
    package var name: String
    /// It is the one that answers.
    package var isThis: Bool
    /// What it writes counts no longer.
    package var isRevoked: Bool
    /// A link to it is open now.
    package var isConnected: Bool
    /// When a link to it was last open; nil if never, and of this one.
    package var lastSeen: WallTime?

    /// All fields, in the order above.
    package init(
        device: DeviceID, name: String, isThis: Bool, isRevoked: Bool, isConnected: Bool,
        lastSeen: WallTime?
    ) {
        self.device = device
        self.name = name
        self.isThis = isThis
        self.isRevoked = isRevoked
        self.isConnected = isConnected
        self.lastSeen = lastSeen
    }
}

/// A device that was just certified.
package struct PairedDevice: Equatable, Sendable {
    /// Its signing key.
    package var device: DeviceID
    /// As its request calls it.
    package var name: String
    /// What to type on it: `Wire.PairingAnswer`; names no secret.
    package var answer: String

    /// All fields, in the order above.
    package init(device: DeviceID, name: String, answer: String) {
        self.device = device
        self.name = name
        self.answer = answer
    }
}
