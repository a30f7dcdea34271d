import CRDT
package import Domain

/// Someone this person added.
package struct FriendJSON: JSONShape {
    package var person = ""
    package var name = ""
    package var mutual = false
    package var connected = false
    package var lastSeen: String?
    package var addresses: [String] = []
    package var linkCount = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "person", &person, as: .key,
            "The person's root key, 52 characters of base 32.")
        fields.member("name", &name, "This person's name for them.")
        fields.member("mutual", &mutual, "They have added this person as well.")
        fields.member("connected", &connected, "A link is open.")
        fields.member(
            "last_seen", &lastSeen, as: .time,
            "The time when it was connected last; absent if never.")
        fields.member(
            "addresses", &addresses, "The last addresses of their devices, as `host:port`.")
        fields.member("link_count", &linkCount, "The number of their links in sight.")
    }

    /// The friend as a client sees them.
    package init(_ friend: Friend) {
        person = friend.person.text
        name = friend.name
        mutual = friend.isMutual
        connected = friend.isConnected
        lastSeen = friend.lastSeen.map(Timestamp.text)
        addresses = friend.addresses
        linkCount = friend.linkCount
    }
}

/// Another node.
package struct PeerJSON: JSONShape {
    package var person: String?
    package var name = ""
    package var address = ""
    package var state = ""
    package var outbound = false
    package var theyLack = 0
    package var iLack = 0
    package var bytesReceived = 0
    package var bytesSent = 0
    package var endReason: String?
    package var near = false

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "person", &person, as: .key,
            "The person's root key, 52 characters of base 32.")
        fields.member("name", &name, "The friend's name, `me` for an own device, else empty.")
        fields.member("address", &address, "The address of the node, as `host:port`.")
        fields.member(
            "state", &state,
            "The state of the link, such as `syncing` or `in sync`; `differs` if both hold "
                + "the same and show something else.")
        fields.member("outbound", &outbound, "This node has dialled.")
        fields.member("they_lack", &theyLack, "The number of changes that they lack.")
        fields.member("i_lack", &iLack, "The number of changes that this node lacks.")
        fields.member(
            "bytes_received", &bytesReceived, "The number of bytes received over the link.")
        fields.member("bytes_sent", &bytesSent, "The number of bytes sent over the link.")
        fields.member(
            "end_reason", &endReason, "The reason why the last link ended; absent while it is open."
        )
        fields.member("near", &near, "It was heard on this network, at that address.")
    }

    /// The node as a client sees it.
    package init(_ peer: Peer) {
        person = peer.person?.text
        name = peer.name
        address = peer.address
        state = peer.state
        outbound = peer.isOutbound
        theyLack = peer.theyLack
        iLack = peer.weLack
        bytesReceived = peer.bytesReceived
        bytesSent = peer.bytesSent
        endReason = peer.endReason
        near = peer.isNear
    }
}

/// The identity of this node.
package struct IdentityJSON: JSONShape {
    package var person = ""
    package var name = ""
    package var device = ""
    package var ticket = ""
    package var qr: QRJSON?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "person", &person, as: .key,
            "The person's root key, 52 characters of base 32.")
        fields.member("name", &name, "The person's name for themselves.")
        fields.member(
            "device", &device, as: .key,
            "The device's signing key, 52 characters of base 32.")
        fields.member("ticket", &ticket, "The ticket to give to a friend.")
        fields.member(
            "qr", &qr, "The ticket as a QR code, in capitals; absent if it is too long for one.")
    }

    /// The identity as a client sees it.
    ///
    /// - Parameter qr: the picture of its ticket.
    package init(_ identity: Identity, qr: QRJSON?) {
        person = identity.person.text
        name = identity.name
        device = PersonID(identity.device.key).text
        ticket = identity.ticket
        self.qr = qr
    }
}
