import CRDT
package import Domain
import Primitives

// What a person changes of a group: its name, which is his alone, and what it is for, which all its
// members read.
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
        if name != group.name { done.append("\(group.name) is \(name) now, to you alone") }
        var act: Int64?
        if let words {
            let summary =
                words.isEmpty ? "took away what \(name) is for" : "said what \(name) is for"
            act = try self.act(nil, summary: summary, at: wall)
            try describe(group.audience, as: words, over: standing, act: act, at: wall)
            done.append(summary)
        }
        return .done(
            DoneReport(
                count: done.isEmpty ? 0 : 1, act: act.map(Int.init),
                summary: done.isEmpty ? "nothing to change" : done.joined(separator: "; ")))
    }

    /// What a group is for, as its members say; empty if none has, or what stands there is no text.
    func description(of audience: AudienceRecord) throws(StorageError) -> String {
        Self.description(in: try descriptionRow(in: audience))
    }

    private static func description(in row: ObjectRow?) -> String {
        let words = row?.state.register(Schema.GroupDescription.text)?.shown?.value ?? []
        return Schema.isGroupDescription(words) ? String(decoding: words, as: UTF8.self) : ""
    }

    /// Says in a group what it is for.
    ///
    /// - Parameters:
    ///   - row: what says it so far, to go on with; nil where nothing does.
    ///   - act: by which it can be undone.
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

    /// What the object in `row` tells of a group that this person is in, if it is what says what the group
    /// is for; nil for every other object.
    ///
    /// - Parameter writer: the row of who wrote that; nil if nobody's words did.
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
        // Of several one shows; of one that is taken back, none or another does.
        let shown = try descriptionRow(in: group.audience)
        let isVisible = found.hidden == ObjectRow.Hidden.visible.rawValue
        guard !isVisible || shown?.number == row else { return nil }
        let author = try author(ofObject: row, writtenBy: writer)
        return .groupDescribed(author, group: group.name, Self.description(in: shown))
    }

    /// Why nobody can say `description` of a group; nil if he can.
    func problem(withGroup description: String) -> Problem? {
        guard Schema.isGroupDescription(Array(description.utf8)) else {
            return Problem(
                .invalidValue,
                "a description has at most \(Limits.groupDescriptionBytesMax) bytes, none of them zero",
                fix: "shorten it")
        }
        return nil
    }

    // Two members who say it first at the same moment make two of them; all show, and go on with, the same.
    private func descriptionRow(in audience: AudienceRecord) throws(StorageError) -> ObjectRow? {
        let number = try database.row(
            GroupDescriptionSQL.first, [.integer(audience.place.number)]
        ) { $0.integer(0) }
        return try number.flatMap { (number) throws(StorageError) in try object(row: number) }
    }
}

/// How a description is found.
enum GroupDescriptionSQL {
    /// Where the one in this row stands.
    static let place =
        "SELECT audience, hidden FROM objects WHERE id = ? AND kind = 22 ORDER BY id"
    /// In the audience of this row.
    static let first = """
        SELECT id FROM objects WHERE kind = 22 AND audience = ? AND hidden = 0
        ORDER BY object, author LIMIT 1
        """
}
