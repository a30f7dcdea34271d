package import Domain

/// The status of the node.
package struct StatusJSON: JSONShape {
    package var name = ""
    package var uptimeMilliseconds: UInt64 = 0
    package var ownLinks = 0
    package var seenLinks = 0
    package var things: [ThingCountJSON]?
    package var tags = 0
    package var groups = 0
    package var friends = 0
    package var connectedFriends = 0
    package var deltas = 0
    package var listeningOn: String?
    package var unindexed = 0
    package var readOnlyReason: String?
    package var readOnlyFix: String?
    package var foundTwiceAt: String?
    package var withdrawnSinceBackup: Int?
    package var cutOff: [CutOffJSON]?
    package var changedInTrash: Int?
    package var damagedDeltas: Int?
    package var damagedOnlyHere: Int?
    package var networks: Int?
    package var mailboxes: [MailboxJSON]?
    package var keptMailboxes: [KeptMailboxJSON]?
    package var files: FilesJSON?
    package var roomProblem: String?
    package var filledShares: [FilledShareJSON]?
    package var web: String?
    package var webProblem: String?
    package var reports: Int?
    package var peers: [PeerJSON] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, "The name of this node's person.")
        fields.member(
            "uptime_milliseconds", &uptimeMilliseconds,
            "The time that the node has been running.")
        fields.member("own_links", &ownLinks, "The number of links of this node's person.")
        fields.member("seen_links", &seenLinks, "The number of others' links in sight.")
        fields.member(
            "things", &things,
            "The number of things of other kinds; absent if there are none.")
        fields.member("tags", &tags, "The number of tags.")
        fields.member("groups", &groups, "The number of groups that this person is in.")
        fields.member("friends", &friends, "The number of their friends.")
        fields.member(
            "connected_friends", &connectedFriends,
            "The number of them that are connected, and have added this person too.")
        fields.member("deltas", &deltas, "The number of changes in the log.")
        fields.member(
            "listening_on", &listeningOn,
            "The address at which other nodes come in, as `host:port`; absent if none.")
        fields.member(
            "unindexed", &unindexed,
            "The number of things that full-text search does not cover yet.")
        fields.member(
            "read_only_reason", &readOnlyReason,
            "The reason why the node only reads; absent if it writes.")
        fields.member(
            "read_only_fix", &readOnlyFix,
            "The fix; absent if it mends itself.")
        fields.member(
            "found_twice_at", &foundTwiceAt, as: .time,
            "The time when this device's data was found in use in two places; absent if never.")
        fields.member(
            "withdrawn_since_backup", &withdrawnSinceBackup,
            "The number of things that had been withdrawn or removed after the backup from which "
                + "this device was restored lately; they are here, and nobody else sees them. "
                + "Absent if none.")
        fields.member(
            "cut_off", &cutOff,
            "This device's writes in groups after the person's role there had ended, as "
                + "they heard in the last 30 days. Absent if nothing.")
        fields.member(
            "changed_in_trash", &changedInTrash,
            "The number of things in the trash that were changed by a device that had not heard of "
                + "their removal. Absent if none.")
        fields.member(
            "damaged_deltas", &damagedDeltas,
            "The number of changes of the log that the disk has damaged; absent if none.")
        fields.member(
            "damaged_only_here", &damagedOnlyHere,
            "The number of them without a known copy elsewhere.")
        fields.member(
            "networks", &networks,
            "On how many networks it looks for others; absent if it does not.")
        fields.member(
            "mailboxes", &mailboxes,
            "The mailboxes in use; absent if there are none.")
        fields.member(
            "kept_mailboxes", &keptMailboxes,
            "The mailboxes kept for others; absent if there are none.")
        fields.member("files", &files, "The space that files take; absent if there are none.")
        fields.member(
            "room_problem", &roomProblem,
            "The reason why nothing of others is taken in; absent if there is room.")
        fields.member(
            "filled_shares", &filledShares,
            "People who have used up author.quota; absent if there are none.")
        fields.member(
            "reports", &reports,
            "The number of reports that were told to this person; absent if none.")
        fields.member(
            "web", &web,
            "The address at which other programs of this machine come in; absent if none.")
        fields.member(
            "web_problem", &webProblem,
            "The reason why they do not come in although they should; absent if they do.")
        fields.member("peers", &peers, "Open sessions with other nodes.")
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

/// Changes in a group that came after their writer's role there had ended.
package struct CutOffJSON: JSONShape {
    package var group = ""
    package var kept = 0
    package var lost = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("group", &group, "The group, as an audience.")
        fields.member(
            "kept", &kept, "The number of things and comments that stay with the person, private.")
        fields.member(
            "lost", &lost,
            "The number of changes that count for nobody: tags, likes, removals, and things that "
                + "were shared there.")
    }

    /// It as a client sees it.
    package init(_ told: VoidedChanges) {
        group = told.group
        kept = told.kept
        lost = told.lost
    }

    /// The sentence for people.
    package var sentence: String { VoidedChanges(group: group, kept: kept, lost: lost).sentence }
}

/// Somebody has written as much in one audience as one other person may.
package struct FilledShareJSON: JSONShape {
    package var name = ""
    package var audience = ""
    package var quotaBytes = 0
    package var fix = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, "The person whose it is.")
        fields.member("audience", &audience, "The audience, by its name.")
        fields.member("quota_bytes", &quotaBytes, "The most bytes that it may have.")
        fields.member("fix", &fix, "The command that makes room.")
    }

    /// The share as a client sees it.
    package init(_ share: FilledShare) {
        name = share.name
        audience = share.audience.name
        quotaBytes = share.quotaBytes
        fix = share.fix
    }
}

/// The space that files take.
package struct FilesJSON: JSONShape {
    package var usedBytes = 0
    package var quotaBytes = 0
    package var missing = 0
    package var full = false

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("used_bytes", &usedBytes, "The bytes that files take.")
        fields.member("quota_bytes", &quotaBytes, "The most bytes that it may have.")
        fields.member("missing", &missing, "The number of files that are wanted and not all here.")
        fields.member("full", &full, "They do not come, because there is no room.")
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

/// The sign that the gateway answers; the node itself is not asked.
package struct HealthJSON: JSONShape {
    package var status = ""

    package mutating func visit(_ fields: Fields) {
        fields.member("status", &status, as: .word(["ok"]), "Always `ok`: somebody answers.")
    }

    /// It answers.
    package init() {
        status = "ok"
    }
}

/// The program that answers, and its version.
package struct VersionJSON: JSONShape {
    package var name = ""
    package var version = ""
    package var api = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, "Always `weft`.")
        fields.member("version", &version, "The version of the program.")
        fields.member("api", &api, "The version of this interface: the first part of every path.")
    }

    /// A program of this version.
    package init(version: String) {
        name = "weft"
        self.version = version
        api = "v1"
    }
}
