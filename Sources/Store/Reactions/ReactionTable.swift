import CRDT
import Domain
import Primitives
import Wire

// Reactions and comments as rows, for counting and reading. One reaction of each person to a thing counts: the one
// with the highest stamp, wherever it was made.
extension Store {
    /// Updates the rows of a reaction or comment to match its state.
    func saveSaying(_ number: Int64, _ row: ObjectRow) throws(StorageError) {
        try dropSaying(number)
        guard row.hidden == .visible, Schema.isSaying(row.kind),
            let target = row.reference(Schema.Reaction.target)
        else { return }
        if try isSilenced(row.author) { return }
        try beginReferring()
        if let thing = try thing(at: target.column) {
            // A reference that only shares the first bytes will never name anything.
            guard thing.reference == target else { return }
            try tell(number, row, of: thing)
        } else {
            try database.run(
                SayingSQL.wait, .integer(target.column), .integer(number))
        }
    }

    /// Deletes the rows of a reaction or comment and updates the counts.
    func dropSaying(_ number: Int64) throws(StorageError) {
        try database.run(SayingSQL.waitNot, .integer(number))
        let reaction = try database.row(SayingSQL.reaction, [.integer(number)]) { row in
            (row.integer(0), row.integer(1))
        }
        if let (target, person) = reaction {
            try recount(target, person) { () throws(StorageError) in
                try database.run(SayingSQL.dropReaction, .integer(number))
            }
        }
        try dropFollowing(number)
        let comment = try database.row(SayingSQL.comment, [.integer(number)]) { $0.integer(0) }
        if let comment {
            try database.run(SayingSQL.dropComment, .integer(number))
            try add(TallyChange(comments: -1), to: comment)
        }
    }

    /// Processes some of the statements that waited for a thing which is here now.
    ///
    /// - Returns: whether none is left waiting.
    func decide(_ target: Int64) throws(StorageError) -> Bool {
        let waiting = try database.rows(
            SayingSQL.waiting, [.integer(target), .integer(Self.decidedPerSlice)]
        ) { (row) throws(StorageError) in row.integer(0) }
        for number in waiting {
            guard let row = try object(row: number) else { throw .corrupt }
            try saveSaying(number, row)
            // It becomes readable now, so notifications are sent now.
            touch(number, .created)
        }
        return waiting.count < Self.decidedPerSlice
    }

    /// The number processed in about 10 ms.
    private static let decidedPerSlice = 200

    // A statement that does not decrypt for this thing and author, or that somebody else wrote, has no effect.
    private func tell(
        _ number: Int64, _ row: ObjectRow, of thing: ThingKey
    ) throws(StorageError) {
        let target = thing.reference.column
        let person = try author(row: row.author).person
        if row.kind == Schema.Reaction.kind {
            try saveFollowing(number, row, of: thing)
            guard let said = try ownWords(row, Schema.Reaction.value),
                let value = thing.saying.value(of: said.value, by: person, among: Self.values)
            else { return }
            try recount(target, row.author) { () throws(StorageError) in
                try database.run(
                    SayingSQL.react, .integer(number), .integer(target), .integer(row.author),
                    .integer(Int(value)),
                    .integer(Int64(bitPattern: said.carrier.stamp.rawValue)))
            }
            return
        }
        guard let said = try ownWords(row, Schema.Comment.text),
            let text = thing.saying.open(said.value, by: person).flatMap(Comment.shows)
        else { return }
        let edited = said.carrier.stamp.wall
        let isEdited = row.state.creations.first?.dot != said.dot
        let parent = row.reference(Schema.Comment.parent)
        try database.run(
            SayingSQL.say, .integer(number), .integer(target), .integer(row.author),
            .blob(row.id.bytes.bytes),
            isEdited ? .integer(Int64(edited.milliseconds)) : .null,
            parent.map { .blob($0.bytes) } ?? .null, .text(text))
        try add(TallyChange(comments: 1), to: target)
    }

    /// Returns the value if the author of the object wrote it. In a group others may overwrite it; then it is no
    /// longer the author's own statement.
    func ownWords(
        _ row: ObjectRow, _ field: Field
    ) throws(StorageError) -> Register.Survivor? {
        guard let said = row.state.register(field)?.shown,
            let chain = try chain(said.carrier.chain), try person(of: chain) == row.author
        else { return nil }
        return said
    }

    /// None (0), and every reaction.
    static let values: ClosedRange<UInt8> = 0...2

    // MARK: Counting

    struct TallyChange {
        var likes = 0
        var dislikes = 0
        var comments = 0
        var followers = 0
        /// The new reaction of this node's person; 0 for none, nil for no change.
        var own: Int64?
    }

    // Updates the counts by the difference in a person's reaction before and after `change`.
    private func recount(
        _ target: Int64, _ person: Int64, _ change: () throws(StorageError) -> Void
    ) throws(StorageError) {
        let before = try thought(of: target, by: person)
        try change()
        let after = try thought(of: target, by: person)
        guard before != after else { return }
        var difference = TallyChange()
        difference.likes = (after == .like ? 1 : 0) - (before == .like ? 1 : 0)
        difference.dislikes = (after == .dislike ? 1 : 0) - (before == .dislike ? 1 : 0)
        if person == (try me) { difference.own = Int64(after?.rawValue ?? 0) }
        try add(difference, to: target)
    }

    /// Returns a person's current reaction to a thing, the one made last.
    func thought(of target: Int64, by person: Int64) throws(StorageError) -> Reaction? {
        try database.row(SayingSQL.thought, [.integer(target), .integer(person)]) {
            Reaction(rawValue: UInt8(clamping: $0.integer(0)))
        } ?? nil
    }

    /// Adds to the counts of a thing; the tables must include the change already.
    func add(_ change: TallyChange, to target: Int64) throws(StorageError) {
        guard let thing = try thing(at: target) else { return }
        for number in try rows(of: thing) {
            try database.run(
                SayingSQL.add, .integer(change.likes), .integer(change.dislikes),
                .integer(change.comments), change.own.map { .integer($0) } ?? .null,
                .integer(number), .integer(change.followers))
            // A row that has just replaced another one lacks the earlier counts.
            if database.changes == 0 { try retally(number, target) }
            touch(number, .updated)
        }
    }

    /// Copies the counts of a thing to a new row of it, or counts them if no row has any.
    func beginTally(_ number: Int64, of thing: ThingKey) throws(StorageError) {
        for other in try rows(of: thing) where other != number {
            try database.run(SayingSQL.take, .integer(number), .integer(other))
            if database.changes > 0 { return }
        }
        let isThere = try database.row(SayingSQL.tally, [.integer(number)]) { _ in true }
        if isThere != true { try retally(number, thing.reference.column) }
    }

    /// Recounts the statements about a thing for one row.
    func retally(_ number: Int64, _ target: Int64) throws(StorageError) {
        var tally = TallyChange()
        let me = try me
        for said in try reactions(to: target) {
            switch said.value {
            case .like: tally.likes += 1
            case .dislike: tally.dislikes += 1
            }
            if said.person == me { tally.own = Int64(said.value.rawValue) }
        }
        tally.comments =
            try database.row(SayingSQL.countComments, [.integer(target)]) { Int($0.integer(0)) }
            ?? 0
        tally.followers = try followers(of: target)
        try database.run(SayingSQL.dropTally, .integer(number))
        guard tally.likes + tally.dislikes + tally.comments + tally.followers > 0 else { return }
        try database.run(SayingSQL.begin, .integer(number))
        try database.run(
            SayingSQL.add, .integer(tally.likes), .integer(tally.dislikes),
            .integer(tally.comments), tally.own.map { .integer($0) } ?? .null, .integer(number),
            .integer(tally.followers))
    }

    /// Returns the current reaction to a thing of each person who has one, in order of person.
    func reactions(
        to target: Int64
    ) throws(StorageError) -> [(person: Int64, value: Reaction, at: WallTime)] {
        let said = try database.rows(SayingSQL.reactions, [.integer(target)]) {
            (row) throws(StorageError) in
            (
                person: row.integer(0), value: UInt8(clamping: row.integer(1)),
                stamp: HybridTime(rawValue: UInt64(bitPattern: row.integer(2)))
            )
        }
        var last: Int64?
        var reactions: [(person: Int64, value: Reaction, at: WallTime)] = []
        for entry in said where entry.person != last {
            last = entry.person
            guard let value = Reaction(rawValue: entry.value) else { continue }
            reactions.append((entry.person, value, entry.stamp.wall))
        }
        return reactions
    }
}

extension ObjectRow {
    /// The reference in a field; nil if there is none.
    func reference(_ field: Field) -> Bytes16? {
        state.register(field)?.shown.flatMap { Bytes16($0.value) }
    }
}

private enum SayingSQL {
    static let wait = "INSERT OR IGNORE INTO undecided (target, object) VALUES (?, ?)"
    static let waitNot = "DELETE FROM undecided WHERE object = ?"
    static let waiting = "SELECT object FROM undecided WHERE target = ? ORDER BY object LIMIT ?"
    static let tally = "SELECT 1 FROM tallies WHERE object = ? ORDER BY object"
    static let take = """
        INSERT OR REPLACE INTO tallies (object, likes, dislikes, comments, own, followers)
        SELECT ?, likes, dislikes, comments, own, followers FROM tallies WHERE object = ?
        ORDER BY object
        """
    static let reaction = "SELECT target, person FROM reactions WHERE object = ? ORDER BY object"
    static let dropReaction = "DELETE FROM reactions WHERE object = ?"
    static let comment = "SELECT target FROM comments WHERE object = ? ORDER BY object"
    static let dropComment = "DELETE FROM comments WHERE object = ?"
    static let react = """
        INSERT INTO reactions (object, target, person, value, stamp) VALUES (?, ?, ?, ?, ?)
        """
    static let say = """
        INSERT INTO comments (object, target, person, id, edited, parent, text)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    static let thought = """
        SELECT value FROM reactions WHERE target = ? AND person = ?
        ORDER BY stamp DESC, value DESC LIMIT 1
        """
    static let reactions = """
        SELECT person, value, stamp FROM reactions WHERE target = ?
        ORDER BY person, stamp DESC, value DESC
        """
    static let countComments = "SELECT count(*) FROM comments WHERE target = ? ORDER BY 1"
    static let dropTally = "DELETE FROM tallies WHERE object = ?"
    static let begin = """
        INSERT OR IGNORE INTO tallies (object, likes, dislikes, comments, own)
        VALUES (?, 0, 0, 0, 0)
        """
    static let add = """
        UPDATE tallies SET likes = likes + ?1, dislikes = dislikes + ?2, comments = comments + ?3,
        own = ifnull(?4, own), followers = followers + ?6 WHERE object = ?5
        """
}
