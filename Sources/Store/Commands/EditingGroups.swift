import CRDT
package import Domain
import Primitives

// Edits a group's name, which is private to this person, and its description, which all members read.
extension Store {
    func editGroup(
        _ reference: String, _ change: GroupChange, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let group: GroupRecord
        switch try resolve(group: reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): group = found
        }
        let name = change.name ?? group.name
        if name != group.name, let problem = try problem(ofGroupName: name) {
            return .rejected(problem)
        }
        let standing = try descriptionRow(in: group.audience)
        let before = Self.description(in: standing)
        let words = change.description.flatMap { $0 == before ? nil : $0 }
        if let words {
            if let problem = problem(withGroup: words) { return .rejected(problem) }
            if let problem = try problem(writingIn: group, as: .editor) {
                return .rejected(problem)
            }
        }
        try write(Array(name.utf8), to: Schema.Membership.name, of: group, at: wall)
        var done: [String] = []
        if name != group.name { done.append("\(group.name) is now called \(name), for you only") }
        var act: Int64?
        if let words {
            let summary =
                words.isEmpty ? "removed the description of \(name)" : "described \(name)"
            act = try self.act(nil, summary: summary, at: wall)
            try describe(group.audience, as: words, over: standing, act: act, at: wall)
            done.append(summary)
        }
        return .done(
            DoneReport(
                count: done.isEmpty ? 0 : 1, act: act.map(Int.init),
                summary: done.isEmpty ? "nothing to change" : done.joined(separator: "; "))
        )
    }

    /// Returns the description of a group; empty if there is none or it is not valid text.
    func description(of audience: AudienceRecord) throws(StorageError) -> String {
        Self.description(in: try descriptionRow(in: audience))
    }

    private static func description(in row: ObjectRow?) -> String {
        let words = row?.state.register(Schema.GroupDescription.text)?.shown?.value ?? []
        return Schema.isGroupDescription(words) ? String(decoding: words, as: UTF8.self) : ""
    }

    /// Sets the description of a group.
    ///
    /// - Parameters:
    ///   - row: the existing description object to update; nil if there is none.
    ///   - act: the act by which it can be undone.
    func describe(
        _ audience: AudienceRecord, as words: String, over row: ObjectRow?, act: Int64?,
        at wall: WallTime
    ) throws(StorageError) {
        let operation: Operation
        if let row, let object = row.home {
            operation = row.write(Schema.GroupDescription.text, Array(words.utf8), at: object)
        } else {
            operation = .create(
                Creation(
                    kind: Schema.GroupDescription.kind,
                    values: [FieldValue(Schema.GroupDescription.text, Array(words.utf8))],
                    elements: []))
        }
        try author([operation], at: audience.place, act: act, wall: wall)
    }

    /// Returns the notification for the object in `row`, if it is the description of a group that this person is in;
    /// nil for every other object.
    ///
    /// - Parameter writer: the row of who wrote it; nil if unknown.
    package func notice(
        ofDescription row: Int64, writtenBy writer: Int64?
    ) throws(StorageError) -> Notice? {
        let found = try database.row(GroupDescriptionSQL.place, [.integer(row)]) { found in
            (audience: found.integer(0), hidden: found.integer(1))
        }
        guard let found,
            let group = try namedGroups().first(where: {
                $0.audience.place.number == found.audience
            })
        else { return nil }
        // Of several descriptions one shows; after one is deleted, another one or none does.
        let shown = try descriptionRow(in: group.audience)
        let isVisible = found.hidden == ObjectRow.Hidden.visible.rawValue
        guard !isVisible || shown?.number == row else { return nil }
        let author = try author(ofObject: row, writtenBy: writer)
        return .groupDescribed(author, group: group.name, Self.description(in: shown))
    }

    /// Returns why `description` is not valid; nil if it is.
    func problem(withGroup description: String) -> Problem? {
        guard Schema.isGroupDescription(Array(description.utf8)) else {
            return Problem(
                .invalidValue,
                "a description can have at most \(Limits.groupDescriptionBytesMax) bytes "
                    + "and no NUL character",
                fix: "shorten it")
        }
        return nil
    }

    // Two members who write the first description concurrently create two objects; all replicas show and update the
    // same one.
    private func descriptionRow(in audience: AudienceRecord) throws(StorageError) -> ObjectRow? {
        let number = try database.row(
            GroupDescriptionSQL.first, [.integer(audience.place.number)]
        ) { $0.integer(0) }
        return try number.flatMap { (number) throws(StorageError) in try object(row: number) }
    }
}

/// SQL to find descriptions.
enum GroupDescriptionSQL {
    /// Finds the audience of the description in this row.
    static let place =
        "SELECT audience, hidden FROM objects WHERE id = ? AND kind = 22 ORDER BY id"
    /// Finds the description in the audience of this row.
    static let first = """
        SELECT id FROM objects WHERE kind = 22 AND audience = ? AND hidden = 0
        ORDER BY object, author LIMIT 1
        """
}
