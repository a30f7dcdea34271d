import CRDT
package import Domain
import Primitives

// Builds notifications about reactions, comments and reports.
extension Store {
    /// Returns a notification about the reaction or comment in `row` on a thing that is here: the author's current
    /// reaction, or their comment if it is new here. Nil for every other object, and for what has no effect.
    package func notice(ofSaying row: Int64, isNew: Bool) throws(StorageError) -> Notice? {
        if let (target, person) = try database.row(
            SayingNoticeSQL.reaction, [.integer(row)], { ($0.integer(0), $0.integer(1)) })
        {
            guard let thing = try told(target) else { return nil }
            return .reacted(
                thing.id, title: thing.title, try thought(of: target, by: person),
                by: try author(row: person))
        }
        guard isNew else { return nil }
        let comment = try database.row(SayingNoticeSQL.comment, [.integer(row)]) { found in
            (
                target: found.integer(0), person: found.integer(1), id: found.bytes(2),
                text: found.text(3)
            )
        }
        guard let comment, let thing = try told(comment.target) else { return nil }
        guard let id = Bytes16(comment.id) else { throw .corrupt }
        return .commented(
            thing.id, title: thing.title, comment: ObjectID(id), comment.text,
            by: try author(row: comment.person))
    }

    /// Returns a notification about the report in `row`, which was just opened; nil if it is this person's own or is
    /// already gone.
    package func notice(ofReport row: Int64) throws(StorageError) -> Notice? {
        let found = try database.row(SayingNoticeSQL.report, [.integer(row), .integer(try me)]) {
            found in (reporter: found.integer(0), words: found.bytes(1), id: found.bytes(2))
        }
        guard let found else { return nil }
        guard let id = Bytes16(found.id), let words = ReportWords(bytes: found.words) else {
            throw .corrupt
        }
        let thing = try rows(ofMembers: [words.target]).first
        return .reported(
            try thing.flatMap { (row) throws(StorageError) in try link(row: row) },
            title: try thing.flatMap { (row) throws(StorageError) in try name(ofThing: row) } ?? "",
            report: ObjectID(id), words.reason, by: try author(row: found.reporter))
    }

    private func told(_ target: Int64) throws(StorageError) -> (id: ObjectID, title: String)? {
        guard let key = try thing(at: target), let row = try rows(of: key).first else { return nil }
        return (key.id, try name(ofThing: row) ?? "")
    }
}

private enum SayingNoticeSQL {
    static let reaction = "SELECT target, person FROM reactions WHERE object = ? ORDER BY object"
    static let comment = """
        SELECT target, person, id, text FROM comments WHERE object = ? ORDER BY object
        """
    static let report = """
        SELECT r.reporter, r.words, o.object FROM reports r JOIN objects o ON o.id = r.object
        WHERE r.object = ? AND r.state = 1 AND r.reporter <> ? ORDER BY r.object
        """
}
