import CRDT
import Domain

// A newer version may judge what this replica holds otherwise than the one before. To be called when the
// replica is opened.
extension Store {
    /// Who may only react may make more than a version before this one let him: what it left out of groups
    /// is folded again.
    func learnReactions() throws(StorageError) {
        guard try setting(Self.reactionsSetting) != Schema.reactions else { return }
        for audience in try audiences() where audience.kind == .group {
            try oweRefold(of: audience)
        }
        try set(Self.reactionsSetting, to: Schema.reactions)
    }

    /// Gives reports that came before the table its rows, and shows again those that another than who
    /// made them had taken away.
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

    /// Counts those who say that they follow something and said so before this replica knew the word: it is a
    /// field of what was known already, so that no new kind brings it in.
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
