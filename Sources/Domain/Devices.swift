package import CRDT
package import Primitives

/// A connection by an authenticated person who is not a friend: they have this person's ticket, or used a short code.
package struct FriendRequest: Equatable, Sendable {
    /// Their root key.
    package var person: PersonID
    /// The device that connected.
    package var device: DeviceID
    /// The remote address, as `host:port`.
    package var address: String
    /// The time when they last connected.
    package var at: WallTime
    /// The name they use; empty if they have sent none.
    package var name: String
    /// The words that both screens show, if the two met by a code; else empty.
    package var words: [String]

    /// Creates a value from all fields, in declaration order.
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

/// One of this person's devices.
package struct OwnDevice: Equatable, Sendable {
    /// The device's signing key.
    package var device: DeviceID
    /// The name the person gave it; empty if it has none.
    package var name: String
    /// Whether it is the device that answers.
    package var isThis: Bool
    /// Whether it is revoked: its new operations are void.
    package var isRevoked: Bool
    /// Whether a link to it is open now.
    package var isConnected: Bool
    /// The time when a link to it was last open; nil if never, and for this device itself.
    package var lastSeen: WallTime?

    /// Creates a value from all fields, in declaration order.
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
    /// The device's signing key.
    package var device: DeviceID
    /// The name in its request.
    package var name: String
    /// The text to type on it (`Wire.PairingAnswer`); contains no secret.
    package var answer: String

    /// Creates a value from all fields, in declaration order.
    package init(device: DeviceID, name: String, answer: String) {
        self.device = device
        self.name = name
        self.answer = answer
    }
}
