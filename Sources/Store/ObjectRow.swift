import CRDT
import Domain
import Primitives
import Wire

/// One object in one audience: its row, and everything known of it.
struct ObjectRow {
    /// The row in `objects`; nil until it is saved for the first time.
    var number: Int64?
    let id: ObjectID
    /// The author's row.
    let author: Int64
    /// The place where it was found; home for own objects.
    let place: Place
    /// The kind; 0 until a creation has come.
    var kind: UInt8
    var hidden: Hidden
    var state: ObjectState

    /// The time when it was last changed, as far as is known.
    var updated: WallTime { state.latest?.wall ?? id.created }

    /// The visibility of the object; the raw value is stored.
    enum Hidden: Int64 {
        case visible = 0
        /// In the trash.
        case trashed = 1
        /// Not there: no creation counts, or a narrower copy of the same thing shows.
        case absent = 2
    }
}

// Loads objects, and saves them with everything derived from their state.
extension Store {
    /// Returns the row of an own object at home; nil if it is not here.
    func home(of id: ObjectID) throws(StorageError) -> Int64? {
        try database.row(
            "SELECT id FROM objects WHERE object = ? AND author = ? AND audience = 1 ORDER BY id",
            [.blob(id.bytes.bytes), .integer(try me)]
        ) { $0.integer(0) }
    }

    /// Returns everything known of an object in an audience; an empty row if nothing is.
    func object(
        _ id: ObjectID, author: Int64, in place: Place
    ) throws(StorageError) -> ObjectRow {
        let found = try database.row(
            """
            SELECT id, kind, hidden, state FROM objects
            WHERE object = ? AND author = ? AND audience = ? ORDER BY id
            """,
            [.blob(id.bytes.bytes), .integer(author), .integer(place.number)]
        ) { row in (row.integer(0), UInt8(row.integer(1)), row.integer(2), row.bytes(3)) }
        guard let (number, kind, hidden, blob) = found else {
            return ObjectRow(
                number: nil, id: id, author: author, place: place, kind: 0,
                hidden: .absent, state: ObjectState())
        }
        return ObjectRow(
            number: number, id: id, author: author, place: place, kind: kind,
            hidden: ObjectRow.Hidden(rawValue: hidden) ?? .absent,
            state: try state(of: number, kind: kind, blob: blob))
    }

    /// Returns the object in row `number`; nil if there is none.
    func object(row number: Int64) throws(StorageError) -> ObjectRow? {
        let found = try database.row(
            """
            SELECT object, author, audience, kind, hidden, state FROM objects
            WHERE id = ? ORDER BY id
            """, [.integer(number)]
        ) { row in
            (
                row.bytes(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4),
                row.bytes(5)
            )
        }
        guard let found else { return nil }
        guard let id = Bytes16(found.0) else { throw .corrupt }
        return ObjectRow(
            number: number, id: ObjectID(id), author: found.1, place: try Place(column: found.2),
            kind: UInt8(found.3), hidden: ObjectRow.Hidden(rawValue: found.4) ?? .absent,
            state: try state(of: number, kind: UInt8(found.3), blob: found.5))
    }

    private func state(
        of number: Int64, kind: UInt8, blob: [UInt8]
    ) throws(StorageError) -> ObjectState {
        let columns = Kind(rawValue: kind) != nil ? try bookmarkColumns(number) : .init()
        return try stateCoding.decode(blob, kind: kind, columns: columns)
    }

    /// Changes the state of an object and updates its rows.
    ///
    /// - Parameter isWritten: see `foldObject`.
    func update(
        _ id: ObjectID, author: Int64, in place: Place, isWritten: Bool = false,
        _ change: (inout ObjectState) -> Void
    ) throws(StorageError) {
        var row = try object(id, author: author, in: place)
        let before = row.state
        change(&row.state)
        guard row.state != before else { return }
        try save(&row, was: before)
        let isPlaced = !row.state.placements.isEmpty || !before.placements.isEmpty
        if isPlaced, !isWritten, place == .private, let number = row.number {
            try mark(number)
        }
    }

    /// Deletes an object as if nothing of it had ever come.
    func erase(_ id: ObjectID, author: Int64, in place: Place) throws(StorageError) {
        guard let number = try object(id, author: author, in: place).number else { return }
        try update(id, author: author, in: place) { $0 = ObjectState() }
        try dropBookmark(number)
        try dropSaying(number)
        try dropReport(number)
        try dropPrivateNote(number)
        try database.run("DELETE FROM placed WHERE object = ?", .integer(number))
        try database.run("DELETE FROM unplaced WHERE object = ?", .integer(number))
        try database.run("DELETE FROM trashed WHERE object = ?", .integer(number))
        try database.run("DELETE FROM objects WHERE id = ?", .integer(number))
        try rowIsGone(number)
        try forgetReferent(id, author: author)
    }

    /// Saves the state of an object, its visibility beside other copies, and everything derived from
    /// them.
    func save(
        _ row: inout ObjectRow, was before: ObjectState
    ) throws(StorageError) {
        let wasHidden = row.hidden
        let wasKind = row.kind
        row.kind = row.state.creations.first?.value.first ?? 0
        row.hidden = .absent
        if row.state.exists { row.hidden = try deletion(of: row) == nil ? .visible : .trashed }
        if row.hidden != .absent, try isShadowed(row) { row.hidden = .absent }
        if row.hidden != .absent, try isDisowned(row.place) { row.hidden = .absent }
        if row.hidden != .absent, row.kind == Schema.GroupDescription.kind, !(try isAtHome(row)) {
            row.hidden = .absent
        }
        let thing = row.thing
        let wasThing = Kind(rawValue: wasKind) != nil
        let isMoved =
            row.state.differsOnlyInPlace(from: before) && row.hidden == wasHidden
            && row.kind == wasKind && row.number != nil
        if !isMoved, let number = row.number, thing != nil || wasThing {
            try textWillChange(row: number)
        }
        // An absent object has no columns; the blob holds what is left of it.
        var shown = StateCoding.Columns()
        if let thing, row.state.exists { shown = Self.columns(of: row.state, kind: thing) }
        let blob = try stateCoding.encode(row.state, shown: shown)
        let isNew = row.number == nil
        if let number = row.number {
            try database.run(
                "UPDATE objects SET kind = ?, hidden = ?, state = ? WHERE id = ?",
                .integer(Int(row.kind)), .integer(row.hidden.rawValue), .blob(blob),
                .integer(number))
        } else {
            try database.run(
                """
                INSERT INTO objects (object, author, audience, kind, hidden, state)
                VALUES (?, ?, ?, ?, ?, ?)
                """, .blob(row.id.bytes.bytes), .integer(row.author),
                .integer(row.place.number), .integer(Int(row.kind)),
                .integer(row.hidden.rawValue), .blob(blob))
            row.number = database.lastInserted
        }
        guard let number = row.number else { preconditionFailure("the row was just inserted") }
        try savePlacements(number, row.state, was: before)
        if let thing {
            if !isNew, row.hidden == wasHidden, row.kind == wasKind, before.exists,
                row.state.differsOnlyInTags(from: before)
            {
                try saveTags(number, shown.tags, were: Self.columns(of: before, kind: thing).tags)
                try saveUpdated(number, row)
            } else if !isMoved {
                try saveBookmark(number, row, thing, shown)
            }
        } else if wasThing {
            try dropBookmark(number)
        }
        if thing != nil, !isNew, !wasThing { try referLate(number, row) }
        if !isMoved, Schema.isSaying(row.kind) || Schema.isSaying(wasKind) {
            try saveSaying(number, row)
        }
        if [row.kind, wasKind].contains(Schema.Report.kind) { try saveReport(number, row) }
        if [row.kind, wasKind].contains(Schema.PrivateNote.kind) {
            try savePrivateNote(number, row)
        }
        if [row.kind, wasKind].contains(Schema.LiveShare.kind) { memory.shares = nil }
        if [row.kind, wasKind].contains(Schema.TagRule.kind) { memory.tagRules = nil }
        if [row.kind, wasKind].contains(Schema.Follow.kind) {
            memory.follows = nil
            memory.isSilenceDue = true
        }
        if Schema.concernsPeople(row.kind) || Schema.concernsPeople(wasKind) {
            memory.isSilenceDue = true
            memory.contacts = nil
            memory.groups = nil
            membersChanged()
        }
        if row.place == .private, [row.kind, wasKind].contains(Schema.Contact.kind) {
            try keepDevice(ofContact: row.state)
            try notePartings(by: row, was: before, hidden: wasHidden)
        }
        // Own things may have been placed in the group before it was known.
        if row.kind == Schema.Membership.kind { try settlePlacements() }
        try noteChange(number, from: wasHidden, to: row.hidden)
        if wasHidden == .absent, row.hidden == .visible, thing != nil { try noteReceived(row) }
        if wasHidden != row.hidden || row.hidden == .trashed {
            try noteTrash(row, was: wasHidden)
        }
        if isNew, row.place == .private { try dropCopies(of: row.id) }
        if wasHidden != row.hidden, row.place != .private {
            try reshadow(row.id, author: row.author, behind: row.place)
        }
    }

    // An object under another id than its creation gives it cannot be written to, because no operation
    // could ever name it.
    private func isAtHome(_ row: ObjectRow) throws(StorageError) -> Bool {
        guard let home = row.home else { return false }
        return try id(of: home) == row.id
    }

    private func noteChange(
        _ number: Int64, from before: ObjectRow.Hidden, to after: ObjectRow.Hidden
    ) throws(StorageError) {
        let change: TouchedObject.Change
        switch (before, after) {
        case (.absent, .visible): change = .created
        case (.visible, .trashed), (.visible, .absent), (.trashed, .absent): change = .deleted
        default: change = .updated
        }
        touch(number, change)
    }

    /// Encodes chains in state blobs as rows.
    var stateCoding: StateCoding {
        StateCoding(
            rowOfChain: { (id) throws(StorageError) in try self.chain(id)?.number },
            chainOfRow: { (row) throws(StorageError) in try self.chain(number: row).id })
    }
}

extension ObjectState {
    /// Whether nothing but tags and placements differs. Then no column changes, not even the time of the
    /// last change.
    fileprivate func differsOnlyInTags(from other: ObjectState) -> Bool {
        var retagged = other
        retagged.placements = placements
        retagged.setsChanged = setsChanged
        retagged.sets.removeAll { $0.field == Schema.Thing.tags }
        var own = self
        own.sets.removeAll { $0.field == Schema.Thing.tags }
        return own == retagged
    }
}
