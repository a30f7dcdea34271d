import CRDT
package import Domain

/// Someone this person added.
package struct FriendJSON: Codable, Equatable, Sendable {
    /// The root key, 52 characters of base 32.
    package var person: String
    package var name: String
    /// He has added us as well; before that nothing syncs.
    package var mutual: Bool
    package var connected: Bool
    /// Absent if a link to him was never open.
    package var lastSeen: String?
    package var addresses: [String]
    package var linkCount: Int

    private enum CodingKeys: String, CodingKey {
        case person, name, mutual, connected, addresses
        case lastSeen = "last_seen"
        case linkCount = "link_count"
    }

    /// The friend as a client sees him.
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
package struct PeerJSON: Codable, Equatable, Sendable {
    /// Absent while the handshake runs.
    package var person: String?
    /// The friend's name, `me` for an own device, else empty.
    package var name: String
    package var address: String
    /// `dialling`, `handshake`, `comparing`, `syncing`, `in sync`, `differs`, `waiting`, `closed`.
    package var state: String
    package var outbound: Bool
    package var theyLack: Int
    package var iLack: Int
    package var bytesReceived: Int
    package var bytesSent: Int
    /// Why the last link ended; absent while it is open.
    package var endReason: String?
    /// It was heard on this network, at that address.
    package var near: Bool

    private enum CodingKeys: String, CodingKey {
        case person, name, address, state, outbound, near
        case theyLack = "they_lack"
        case iLack = "i_lack"
        case bytesReceived = "bytes_received"
        case bytesSent = "bytes_sent"
        case endReason = "end_reason"
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

/// Who this node is.
package struct IdentityJSON: Codable, Equatable, Sendable {
    package var person: String
    package var name: String
    /// This device's signing key, 52 characters of base 32.
    package var device: String
    /// What to give to a friend.
    package var ticket: String

    /// The identity as a client sees it.
    package init(_ identity: Identity) {
        person = identity.person.text
        name = identity.name
        device = PersonID(identity.device.key).text
        ticket = identity.ticket
    }
}
