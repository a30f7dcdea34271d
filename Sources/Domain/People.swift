package import CRDT
package import Primitives

/// A person this person added as a friend, with the state of the friendship.
package struct Friend: Equatable, Sendable {
    /// The root key.
    package var person: PersonID
    /// The pet name given here.
    package var name: String
    /// Whether they have added this person as well, as far as this node knows; nothing syncs before that.
    package var isMutual: Bool
    /// Whether a link to one of their devices is open now.
    package var isConnected: Bool
    /// The time when a link to them was last open; nil if never.
    package var lastSeen: WallTime?
    /// The addresses to dial, best first, as `host:port`.
    package var addresses: [String]
    /// The number of their links that this node shows.
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
    /// The person, or nil during the handshake.
    package var person: PersonID?
    /// The friend's name, `me` for an own device, else empty.
    package var name: String
    /// The remote address, as `host:port`.
    package var address: String
    /// One of `dialling`, `handshake`, `comparing`, `syncing`, `in sync`, `differs` (both have the same deltas but show
    /// different states), `waiting` (one side has not added the other as a friend, so there is nothing to compare),
    /// `closed`.
    package var state: String
    /// Whether this node dialled.
    package var isOutbound: Bool
    /// The number of deltas known to be missing at the peer.
    package var theyLack: Int
    /// The number of deltas known to be missing here.
    package var weLack: Int
    /// The bytes received and sent over this link.
    package var bytesReceived: Int
    package var bytesSent: Int
    /// The reason why the last link ended; nil while it is open.
    package var endReason: String?
    /// Whether it was discovered on the local network, at that address.
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

/// The identity of this node.
package struct Identity: Equatable, Sendable {
    /// The root key.
    package var person: PersonID
    /// The name on the ticket.
    package var name: String
    /// This device's signing key.
    package var device: DeviceID
    /// The ticket to give to a friend: `weft:1` and base 32; contains no secret.
    package var ticket: String

    /// Creates a value from all fields, in declaration order.
    package init(person: PersonID, name: String, device: DeviceID, ticket: String) {
        self.person = person
        self.name = name
        self.device = device
        self.ticket = ticket
    }
}

/// The status of this node.
package struct Status: Equatable, Sendable {
    /// The person's name.
    package var name: String
    /// Milliseconds since the node started.
    package var uptimeMilliseconds: UInt64
    /// The number of own links that are not in the trash.
    package var ownLinks: Int
    /// The number of other people's links.
    package var seenLinks: Int
    /// The counts of things of other kinds, without kinds that have none.
    package var otherThings: [ThingCount] = []
    /// The number of tags in use.
    package var tags: Int
    /// The number of groups this person is a member of.
    package var groups: Int
    /// The number of friends, and of those connected.
    package var friends: Int
    package var connectedFriends: Int
    /// The number of deltas in the log, over all audiences.
    package var deltas: Int
    /// The address at which friends reach this node, `host:port`; nil if it does not listen.
    package var listeningOn: String?
    /// The number of things that the full-text index does not cover yet (a background pass is running).
    package var unindexed: Int
    /// The reason why the node is read-only: a full disk, a failed write, or a device that is revoked or has not yet
    /// received what another one wrote; nil if it is not.
    package var readOnlyReason: String?
    /// The fix; nil if it resolves itself once there is room.
    package var readOnlyFix: String?
    /// The time when a concurrent use of this device's data in two places was last detected; nil if never.
    package var foundTwiceAt: WallTime?
    /// The number of things that had been withdrawn or removed after the backup from which this device was recently
    /// restored: they are here, and visible to nobody else.
    package var withdrawnSinceBackup = 0
    /// The changes by this device in groups after its person's rights there had ended, in the last 30 days.
    package var cutOff: [VoidedChanges] = []
    /// The number of things in the trash that were changed by a device unaware of their removal.
    package var changedInTrash = 0
    /// The number of deltas in the log that the disk corrupted, as far as checked since the start; and of those, the
    /// ones written here that no other node is known to have.
    package var damagedDeltas = 0
    package var damagedOnlyHere = 0
    /// The number of networks on which discovery is active; nil if it is off.
    package var networks: Int?
    /// The mailboxes where this node leaves segments, and those that it keeps for others.
    package var mailboxes: [Mailbox] = []
    package var keptMailboxes: [HostedMailbox] = []
    /// The storage used by files.
    package var blobs = BlobUsage(usedBytes: 0, quotaBytes: 0, missing: 0, isFull: false)
    /// The reason why nothing is accepted from others: too little free disk space; nil if there is enough.
    package var roomProblem: String?
    /// People who have used up the quota for one other person in an audience.
    package var filledShares: [FilledShare] = []
    /// The number of reports sent to this person and not dismissed.
    package var reports = 0
    /// The open sessions.
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

    /// The warning about a link where both sides have the same deltas but show different states.
    package static func difference(with name: String) -> String {
        "\(name) has the same changes as this node but shows different things; "
            + "fix: \(differenceFix)"
    }

    /// The advice for such a difference.
    package static let differenceFix =
        "start the other devices of both people, because some changes may be only there; if "
        + "one was restored from a backup, wait an hour; otherwise update both nodes and report it"

    /// The advice for a disk that corrupts data.
    package static let damageFix =
        "replace the disk; your other devices and friends send back what they have; "
        + "restore the rest from a backup: weft restore"
}
