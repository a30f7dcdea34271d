import CRDT
package import Domain

/// A friend request.
package struct PendingJSON: JSONShape {
    package var person = ""
    package var device = ""
    package var address = ""
    package var at = ""
    package var name: String?
    package var words: [String]?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "person", &person, as: .key,
            "The person's root key, 52 characters of base 32.")
        fields.member(
            "device", &device, as: .key,
            "The device's signing key, 52 characters of base 32.")
        fields.member("address", &address, "The address that they came from, as `host:port`.")
        fields.member("at", &at, as: .time, "The time when they asked.")
        fields.member(
            "name", &name,
            "Their name for themselves; absent unless the two met by a short code.")
        fields.member("words", &words, "The words that both screens show if nobody is in between.")
    }

    /// The request as a client sees it.
    package init(_ friendRequest: FriendRequest) {
        person = friendRequest.person.text
        device = PersonID(friendRequest.device.key).text
        address = friendRequest.address
        at = Timestamp.text(friendRequest.at)
        name = friendRequest.name.isEmpty ? nil : friendRequest.name
        words = friendRequest.words.isEmpty ? nil : friendRequest.words
    }
}

/// A device of this person's.
package struct DeviceJSON: JSONShape {
    package var device = ""
    package var name = ""
    package var this = false
    package var revoked = false
    package var connected = false
    package var lastSeen: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "device", &device, as: .key,
            "The device's signing key, 52 characters of base 32.")
        fields.member("name", &name, "Its name; empty if it has none.")
        fields.member("this", &this, "It is the device that answers.")
        fields.member("revoked", &revoked, "It was revoked: other nodes ignore what it writes now.")
        fields.member("connected", &connected, "A link is open.")
        fields.member(
            "last_seen", &lastSeen, as: .time,
            "The time when it was connected last; absent if never.")
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
package struct PairedDeviceJSON: JSONShape {
    package var device = ""
    package var name = ""
    package var answer = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "device", &device, as: .key,
            "The device's signing key, 52 characters of base 32.")
        fields.member("name", &name, "Its name.")
        fields.member("answer", &answer, "The line to type on the new device.")
    }

    /// The device as a client sees it.
    package init(_ paired: PairedDevice) {
        device = PersonID(paired.device.key).text
        name = paired.name
        answer = paired.answer
    }
}
