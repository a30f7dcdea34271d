package import Domain

/// How the node fares.
package struct StatusJSON: Codable, Equatable, Sendable {
    package var name: String
    package var uptimeMilliseconds: UInt64
    package var ownLinks: Int
    package var seenLinks: Int
    /// Things of other kinds; absent if there are none.
    package var things: [ThingCountJSON]?
    package var tags: Int
    package var groups: Int
    package var friends: Int
    package var connectedFriends: Int
    package var deltas: Int
    /// `host:port`; absent if the node does not listen.
    package var listeningOn: String?
    package var unindexed: Int
    /// Why the node only reads; absent if all is well.
    package var readOnlyReason: String?
    /// What to do about it; absent if it mends itself once there is room.
    package var readOnlyFix: String?
    /// When this device's data was found to be in use in two places; absent if never.
    package var foundTwiceAt: String?
    /// Things that had been withdrawn or removed after the backup from which it was restored; absent if none.
    package var withdrawnSinceBackup: Int?
    /// What this device wrote in groups after its person's role there had ended; absent if nothing.
    package var cutOff: [CutOffJSON]?
    /// Things in the trash that a device has changed which had not heard of their removal; absent if none.
    package var changedInTrash: Int?
    /// Deltas of the log that the disk has changed, and those of them that are nowhere else; absent if
    /// none was found since the start.
    package var damagedDeltas: Int?
    package var damagedOnlyHere: Int?
    /// Networks on which it looks for others; absent if it does not look.
    package var networks: Int?
    /// With whom this node leaves segments, and for whom it keeps them; absent if nobody.
    package var mailboxes: [MailboxJSON]?
    package var keptMailboxes: [KeptMailboxJSON]?
    /// What files take here, and may take; files that are wanted and not here; and that these do not come
    /// because there is no room. Absent if there are no files.
    package var files: FilesJSON?
    /// Why nothing of others is taken in: the disk has too little room left; absent if it has enough.
    package var roomProblem: String?
    /// People who have written as much as one other person may, and where; absent if there are none.
    package var filledShares: [FilledShareJSON]?
    /// Where other programs of this machine come in, with the port that was really opened; absent if
    /// nowhere.
    package var web: String?
    /// Why they do not, although they should; absent if all is well.
    package var webProblem: String?
    /// Reports that were told to this person, and not put away; absent if there are none.
    package var reports: Int?
    /// Open sessions.
    package var peers: [PeerJSON]

    private enum CodingKeys: String, CodingKey {
        case name, things, tags, groups, friends, deltas, unindexed, networks, mailboxes, files, web
        case reports, peers
        case uptimeMilliseconds = "uptime_milliseconds"
        case ownLinks = "own_links"
        case seenLinks = "seen_links"
        case connectedFriends = "connected_friends"
        case listeningOn = "listening_on"
        case readOnlyReason = "read_only_reason"
        case readOnlyFix = "read_only_fix"
        case foundTwiceAt = "found_twice_at"
        case withdrawnSinceBackup = "withdrawn_since_backup"
        case cutOff = "cut_off"
        case changedInTrash = "changed_in_trash"
        case damagedDeltas = "damaged_deltas"
        case damagedOnlyHere = "damaged_only_here"
        case keptMailboxes = "kept_mailboxes"
        case webProblem = "web_problem"
        case filledShares = "filled_shares"
        case roomProblem = "room_problem"
    }

    /// The status as a client sees it.
    package init(_ status: Status) {
        name = status.name
        uptimeMilliseconds = status.uptimeMilliseconds
        ownLinks = status.ownLinks
        seenLinks = status.seenLinks
        things =
            status.otherThings.isEmpty ? nil : status.otherThings.map(ThingCountJSON.init)
        tags = status.tags
        groups = status.groups
        friends = status.friends
        connectedFriends = status.connectedFriends
        deltas = status.deltas
        listeningOn = status.listeningOn
        unindexed = status.unindexed
        readOnlyReason = status.readOnlyReason
        readOnlyFix = status.readOnlyFix
        foundTwiceAt = status.foundTwiceAt.map(Timestamp.text)
        withdrawnSinceBackup =
            status.withdrawnSinceBackup > 0 ? status.withdrawnSinceBackup : nil
        cutOff = status.cutOff.isEmpty ? nil : status.cutOff.map(CutOffJSON.init)
        changedInTrash = status.changedInTrash > 0 ? status.changedInTrash : nil
        damagedDeltas = status.damagedDeltas > 0 ? status.damagedDeltas : nil
        damagedOnlyHere = status.damagedDeltas > 0 ? status.damagedOnlyHere : nil
        networks = status.networks
        mailboxes =
            status.mailboxes.isEmpty ? nil : status.mailboxes.map(MailboxJSON.init)
        keptMailboxes =
            status.keptMailboxes.isEmpty
            ? nil : status.keptMailboxes.map(KeptMailboxJSON.init)
        files = FilesJSON(status.blobs)
        roomProblem = status.roomProblem
        filledShares =
            status.filledShares.isEmpty ? nil : status.filledShares.map(FilledShareJSON.init)
        reports = status.reports > 0 ? status.reports : nil
        peers = status.peers.map(PeerJSON.init)
    }
}

/// What was written in a group after the writer's role there had ended.
package struct CutOffJSON: Codable, Equatable, Sendable {
    /// The group, as an audience.
    package var group: String
    /// Things and comments that stay with the person, private.
    package var kept: Int
    /// Changes that count for nobody.
    package var lost: Int

    /// It as a client sees it.
    package init(_ told: CutOff) {
        group = told.group
        kept = told.kept
        lost = told.lost
    }

    /// What people read of it.
    package var sentence: String { CutOff(group: group, kept: kept, lost: lost).sentence }
}

/// Somebody has written as much in one audience as one other person may.
package struct FilledShareJSON: Codable, Equatable, Sendable {
    package var name: String
    /// Where: an audience, as `audience` has it elsewhere.
    package var audience: String
    package var quotaBytes: Int
    /// The command that makes room.
    package var fix: String

    private enum CodingKeys: String, CodingKey {
        case name, audience, fix
        case quotaBytes = "quota_bytes"
    }

    /// The share as a client sees it.
    package init(_ share: FilledShare) {
        name = share.name
        audience = share.audience.name
        quotaBytes = share.quotaBytes
        fix = share.fix
    }
}

/// What files take.
package struct FilesJSON: Codable, Equatable, Sendable {
    package var usedBytes: Int
    package var quotaBytes: Int
    /// Files that are wanted and not all here.
    package var missing: Int
    /// They do not come, because there is no room for them.
    package var full: Bool

    private enum CodingKeys: String, CodingKey {
        case missing, full
        case usedBytes = "used_bytes"
        case quotaBytes = "quota_bytes"
    }

    /// The usage as a client sees it; nil if there are no files.
    package init?(_ usage: BlobUsage) {
        guard usage.usedBytes > 0 || usage.missing > 0 else { return nil }
        usedBytes = usage.usedBytes
        quotaBytes = usage.quotaBytes
        missing = usage.missing
        full = usage.isFull
    }
}

/// That somebody answers; the node itself is not asked.
package struct HealthJSON: Codable, Equatable, Sendable {
    /// Always `ok`.
    package var status: String

    /// It answers.
    package init() {
        status = "ok"
    }
}

/// What answers.
package struct VersionJSON: Codable, Equatable, Sendable {
    /// Always `weft`.
    package var name: String
    package var version: String
    /// The version of this interface: the first part of every path.
    package var api: String

    /// A program of this version.
    package init(version: String) {
        name = "weft"
        self.version = version
        api = "v1"
    }
}
