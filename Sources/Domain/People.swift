package import CRDT
package import Primitives

/// Someone this person added, and how far it has come.
package struct Friend: Equatable, Sendable {
    /// His root key.
    package var person: PersonID
    /// The pet name given here.
    package var name: String
    /// He has added us as well, as far as this node has heard; before that nothing syncs.
    package var isMutual: Bool
    /// A link to one of his devices is open now.
    package var isConnected: Bool
    /// When a link to him was last open; nil if never.
    package var lastSeen: WallTime?
    /// Addresses that are tried, best first, as `host:port`.
    package var addresses: [String]
    /// How many links of his this node shows.
    package var linkCount: Int

    /// Creates a value from all fields, in declaration order.
    package init(
        person: PersonID, name: String, isMutual: Bool, isConnected: Bool, lastSeen: WallTime?,
        addresses: [String], linkCount: Int
    ) {
        self.person = person
        self.name = name
        self.isMutual = isMutual
        self.isConnected = isConnected
        self.lastSeen = lastSeen
        self.addresses = addresses
        self.linkCount = linkCount
    }
}

/// Another node.
package struct Peer: Equatable, Sendable {
    /// The person, or nil while the handshake runs.
    package var person: PersonID?
    /// The friend's name, `me` for an own device, else empty.
    package var name: String
    /// `host:port` of the other end.
    package var address: String
    /// `dialling`, `handshake`, `comparing`, `syncing`, `in sync`, `differs` (both hold the same and show something
    /// else), `waiting` (the other has not added
    /// this person, or was not added: there is nothing to compare), `closed`.
    package var state: String
    /// This node dialled.
    package var isOutbound: Bool
    /// Deltas that this node holds and the peer lacks, as far as is known.
    package var theyLack: Int
    /// Deltas that the peer holds and this node lacks, as far as is known.
    package var weLack: Int
    /// Bytes received and sent over this link.
    package var bytesReceived: Int
    package var bytesSent: Int
    /// Why the last link ended; nil while it is open.
    package var endReason: String?
    /// It was heard on this network, at that address.
    package var isNear: Bool

    /// Creates a value from all fields, in declaration order.
    package init(
        person: PersonID?, name: String, address: String, state: String, isOutbound: Bool,
        theyLack: Int, weLack: Int, bytesReceived: Int, bytesSent: Int, endReason: String?,
        isNear: Bool = false
    ) {
        self.person = person
        self.name = name
        self.address = address
        self.state = state
        self.isOutbound = isOutbound
        self.theyLack = theyLack
        self.weLack = weLack
        self.bytesReceived = bytesReceived
        self.bytesSent = bytesSent
        self.endReason = endReason
        self.isNear = isNear
    }
}

/// Who this node is.
package struct Identity: Equatable, Sendable {
    /// The root key.
    package var person: PersonID
    /// The name on the ticket.
    package var name: String
    /// This device's signing key.
    package var device: DeviceID
    /// What to give to a friend: `weft:1` and base 32; names no secret.
    package var ticket: String

    /// Creates a value from all fields, in declaration order.
    package init(person: PersonID, name: String, device: DeviceID, ticket: String) {
        self.person = person
        self.name = name
        self.device = device
        self.ticket = ticket
    }
}

/// How this node fares.
package struct Status: Equatable, Sendable {
    /// The person's name.
    package var name: String
    /// Milliseconds since the node started.
    package var uptimeMilliseconds: UInt64
    /// Own links that are not in the trash.
    package var ownLinks: Int
    /// Links of others.
    package var seenLinks: Int
    /// Things of other kinds, of which there are any.
    package var otherThings: [ThingCount] = []
    /// Tags in use.
    package var tags: Int
    /// Groups this person is a member of.
    package var groups: Int
    /// Friends, and how many of them are connected.
    package var friends: Int
    package var connectedFriends: Int
    /// Deltas in the log, all audiences.
    package var deltas: Int
    /// Where friends reach this node, `host:port`; nil if it does not listen.
    package var listeningOn: String?
    /// Things that full-text search does not cover yet (a background pass is at work).
    package var unindexed: Int
    /// Why the node only reads: a full disk, a failed write, a device that was revoked or has not heard
    /// of another; nil if all is well.
    package var readOnlyReason: String?
    /// What to do about it; nil if it mends itself once there is room.
    package var readOnlyFix: String?
    /// When it was found last that this device's data is in use in two places; nil if never.
    package var foundTwiceAt: WallTime?
    /// Things that had been withdrawn or removed after the backup from which this device was restored lately:
    /// they are here, and nobody else sees them.
    package var withdrawnSinceBackup = 0
    /// What this device wrote in groups after its person's right there had ended, as they heard in the last 30 days.
    package var cutOff: [CutOff] = []
    /// Things in the trash that a device has changed which had not heard of their removal.
    package var changedInTrash = 0
    /// Deltas of the log that the disk has changed, as far as was looked since the start; and those of
    /// them that were written here and that nobody else is known to have.
    package var damagedDeltas = 0
    package var damagedOnlyHere = 0
    /// Networks on which it looks for others and lets itself be found; nil if it does not look.
    package var networks: Int?
    /// With whom this node leaves segments, and for whom it keeps them.
    package var mailboxes: [Mailbox] = []
    package var keptMailboxes: [KeptMailbox] = []
    /// What files take here.
    package var blobs = BlobUsage(usedBytes: 0, quotaBytes: 0, missing: 0, isFull: false)
    /// Why nothing of others is taken in: the disk has too little room left; nil if it has enough.
    package var roomProblem: String?
    /// People who have written as much in one audience as one other person may.
    package var filledShares: [FilledShare] = []
    /// Reports that were told to this person, and not put away.
    package var reports = 0
    /// Open sessions.
    package var peers: [Peer]

    /// Creates a value from all fields, in declaration order.
    package init(
        name: String, uptimeMilliseconds: UInt64, ownLinks: Int, seenLinks: Int, tags: Int,
        groups: Int, friends: Int, connectedFriends: Int, deltas: Int, listeningOn: String?,
        unindexed: Int, readOnlyReason: String?, peers: [Peer]
    ) {
        self.name = name
        self.uptimeMilliseconds = uptimeMilliseconds
        self.ownLinks = ownLinks
        self.seenLinks = seenLinks
        self.tags = tags
        self.groups = groups
        self.friends = friends
        self.connectedFriends = connectedFriends
        self.deltas = deltas
        self.listeningOn = listeningOn
        self.unindexed = unindexed
        self.readOnlyReason = readOnlyReason
        self.peers = peers
    }

    /// What onlookers are told of a link where both hold the same and show something else.
    package static func difference(with name: String) -> String {
        "\(name) holds the same as this node, and shows something else of it; fix: \(differenceFix)"
    }

    /// What a person does about it.
    package static let differenceFix =
        "start the other devices of both people, for what one of them wrote may have come to others first; if "
        + "one was restored from a backup, give it an hour; else update both nodes, and report it"

    /// What a person does about a disk that changes what it holds.
    package static let damageFix =
        "replace the disk; what your other devices and friends have they bring by themselves, what is "
        + "left is in a backup: weft restore"
}
