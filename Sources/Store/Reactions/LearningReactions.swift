import CRDT
import Domain

// Re-evaluates stored data when a newer version judges it differently. Call these when the replica is opened.
extension Store {
    /// Refolds all groups: members who may only react are now allowed more than in an earlier version, which
    /// discarded it.
    func learnReactions() throws(StorageError) {
        guard try setting(Self.reactionsSetting) != Schema.reactions else { return }
        for audience in try audiences() where audience.kind == .group {
            try oweRefold(of: audience)
        }
        try set(Self.reactionsSetting, to: Schema.reactions)
    }

    /// Creates the rows of reports received before the table existed, and shows again reports that somebody other
    /// than the reporter had deleted.
    func learnReports() throws(StorageError) {
        guard try setting(Self.reportsSetting) != [1] else { return }
        let rows = try database.rows(
            "SELECT id FROM objects WHERE kind = ? AND kind > 1 ORDER BY id",
            [.integer(Int(Schema.Report.kind))]
        ) { (row) throws(StorageError) in row.integer(0) }
        for number in rows {
            guard var row = try object(row: number) else { continue }
            try save(&row, was: row.state)
        }
        try set(Self.reportsSetting, to: [1])
    }

    /// Counts open follows received before this version knew the field. It is a field of a known kind, so they are
    /// not picked up as a new kind is.
    func learnFollowings() throws(StorageError) {
        guard try setting(Self.followingsSetting) != [1] else { return }
        let rows = try database.rows(
            "SELECT id FROM objects WHERE kind = ? AND kind > 1 ORDER BY id",
            [.integer(Int(Schema.Reaction.kind))]
        ) { (row) throws(StorageError) in row.integer(0) }
        for number in rows {
            guard let row = try object(row: number),
                row.state.register(Schema.Reaction.following) != nil
            else { continue }
            try saveSaying(number, row)
        }
        try set(Self.followingsSetting, to: [1])
    }

    private static let followingsSetting = "followings"
    private static let reactionsSetting = "reactions"
    private static let reportsSetting = "reports"
}
