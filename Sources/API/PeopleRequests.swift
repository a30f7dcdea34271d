package import Domain

/// `POST /v1/friends`.
package struct AddFriendRequest: JSONShape {
    package var ticket = ""
    package var name: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("ticket", &ticket, "A ticket, or `@NAME` of somebody in a group with you.")
        fields.member("name", &name, "What to call them; absent takes the name on the ticket.")
    }

    /// Befriends whoever this ticket names.
    package init(ticket: String, name: String? = nil) {
        self.ticket = ticket
        self.name = name
    }

    /// What it asks of the node.
    package var command: Command { .addFriend(ticket: ticket, petName: name) }
}

/// `PATCH /v1/friends/{ref}` and `PATCH /v1/devices/{ref}`.
package struct RenameToRequest: JSONShape {
    package var name = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, as: .name, "The new name.")
    }

    /// Names it so.
    package init(name: String) {
        self.name = name
    }
}

/// `POST /v1/pending/{ref}:accept`.
package struct AcceptFriendRequest: JSONShape {
    package var name: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, "What to call them; absent takes the beginning of the id.")
    }

    /// Accepts under this name.
    package init(name: String? = nil) {
        self.name = name
    }
}

/// `POST /v1/devices`.
package struct PairDeviceRequest: JSONShape {
    package var request = ""
    package var phrase: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("request", &request, "What `weft init --pair` prints on the new device.")
        fields.member(
            "phrase", &phrase,
            "The 24 words; absent where the root key is on this machine.")
    }

    /// Certifies whichever device this request describes.
    package init(request: String, phrase: String? = nil) {
        self.request = request
        self.phrase = phrase
    }

    /// What it asks of the node.
    package var command: Command { .pairDevice(request: request, phrase: phrase) }
}

/// `DELETE /v1/devices/{ref}`.
package struct RevokeDeviceRequest: JSONShape {
    package var phrase: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "phrase", &phrase,
            "The 24 words; absent where the root key is on this machine.")
    }

    /// Signs with the root key, or with what these words make.
    package init(phrase: String? = nil) {
        self.phrase = phrase
    }
}
