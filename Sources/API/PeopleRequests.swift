package import Domain

/// `POST /v1/friends`.
package struct AddFriendRequest: Codable, Equatable, Sendable {
    /// A ticket, or `@NAME` of a fellow member.
    package var ticket: String
    /// The pet name; absent takes the name on the ticket.
    package var name: String?

    /// Befriends whoever this ticket names.
    package init(ticket: String, name: String? = nil) {
        self.ticket = ticket
        self.name = name
    }

    /// What it asks of the node.
    package var command: Command { .addFriend(ticket: ticket, petName: name) }
}

/// `PATCH /v1/friends/{ref}` and `PATCH /v1/devices/{ref}`.
package struct RenameToRequest: Codable, Equatable, Sendable {
    package var name: String

    /// Names it so.
    package init(name: String) {
        self.name = name
    }
}

/// `POST /v1/pending/{ref}:accept`.
package struct AcceptFriendRequest: Codable, Equatable, Sendable {
    /// The pet name; absent takes the beginning of the person's id.
    package var name: String?

    /// Accepts under this name.
    package init(name: String? = nil) {
        self.name = name
    }
}

/// `POST /v1/devices`.
package struct PairDeviceRequest: Codable, Equatable, Sendable {
    /// What `weft init --pair` prints on the further device.
    package var request: String
    /// The 24 words; absent where the root key is on the machine that answers.
    package var phrase: String?

    /// Certifies whichever device this request describes.
    package init(request: String, phrase: String? = nil) {
        self.request = request
        self.phrase = phrase
    }

    /// What it asks of the node.
    package var command: Command { .pairDevice(request: request, phrase: phrase) }
}

/// `DELETE /v1/devices/{ref}`.
package struct RevokeDeviceRequest: Codable, Equatable, Sendable {
    /// The 24 words; absent where the root key is on the machine that answers.
    package var phrase: String?

    /// Signs with the root key, or with what these words make.
    package init(phrase: String? = nil) {
        self.phrase = phrase
    }
}
