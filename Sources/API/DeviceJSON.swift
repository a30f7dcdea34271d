import CRDT
package import Domain

/// Somebody who asks to be a friend.
package struct PendingJSON: Codable, Equatable, Sendable {
    /// The root key, 52 characters of base 32.
    package var person: String
    /// The signing key of the device that connected, in the same form.
    package var device: String
    /// From where, as `host:port`.
    package var address: String
    package var at: String
    /// As he calls himself, and what both screens show; absent unless the two met by a short code.
    package var name: String?
    package var words: [String]?

    /// The one who asks as a client sees him.
    package init(_ knock: Knock) {
        person = knock.person.text
        device = PersonID(knock.device.key).text
        address = knock.address
        at = Timestamp.text(knock.at)
        name = knock.name.isEmpty ? nil : knock.name
        words = knock.words.isEmpty ? nil : knock.words
    }
}

/// A device of this person's.
package struct DeviceJSON: Codable, Equatable, Sendable {
    /// Its signing key, 52 characters of base 32.
    package var device: String
    /// Empty if it has no name.
    package var name: String
    /// It is the one that answers.
    package var this: Bool
    package var revoked: Bool
    package var connected: Bool
    /// Absent if a link to it was never open, and of this one.
    package var lastSeen: String?

    private enum CodingKeys: String, CodingKey {
        case device, name, this, revoked, connected
        case lastSeen = "last_seen"
    }

    /// The device as a client sees it.
    package init(_ device: OwnDevice) {
        self.device = PersonID(device.device.key).text
        name = device.name
        this = device.isThis
        revoked = device.isRevoked
        connected = device.isConnected
        lastSeen = device.lastSeen.map(Timestamp.text)
    }
}

/// A device that was just certified.
package struct PairedDeviceJSON: Codable, Equatable, Sendable {
    /// Its signing key, 52 characters of base 32.
    package var device: String
    package var name: String
    /// What to type on it.
    package var answer: String

    /// The device as a client sees it.
    package init(_ paired: PairedDevice) {
        device = PersonID(paired.device.key).text
        name = paired.name
        answer = paired.answer
    }
}
