import CRDT
import Domain
import Primitives
import Wire

// The columns of a thing: the shown part of its state, in tables that can be searched.
extension Store {
    /// Inserts the rows of an object that is not known yet. This is the fast path for the hundred
    /// thousand links of a first sync.
    ///
    /// - Returns: false if the object is known already; then nothing was done.
    func insert(
        _ creation: Creation, id: ObjectID, dot: Dot, carrier: Carrier, author: Int64,
        place: Place
    ) throws(StorageError) -> Bool {
        guard creation.kind == Kind.link.rawValue, creation.isKnownInFull,
            place.isGroup
                ? creation.id == nil : place == (author == (try me) ? .private : Place(.friends))
        else { return false }
        var fields: UInt64 = 0
        for value in creation.values { fields |= 1 << UInt64(value.field.number - 1) }
        for set in creation.elements { fields |= 1 << UInt64(set.field.number - 1) }
        let blob = try stateCoding.simple(dot: dot, carrier: carrier, fields: fields)
        let statement = try database.statement(
            """
            INSERT OR IGNORE INTO objects (object, author, audience, kind, hidden, state)
            VALUES (?, ?, ?, 1, 0, ?)
            """)
        statement.bind(1, blob: id.bytes.bytes)
        statement.bind(2, author)
        statement.bind(3, place.number)
        statement.bind(4, blob: blob)
        try statement.run()
        guard database.changes == 1 else { return false }
        let number = database.lastInserted
        var shown = BookmarkColumns(added: id.created)
        for value in creation.values { shown.set(value.field, value.value) }
        try insertColumns(
            number, shown, updated: carrier.stamp.wall,
            marked: try mark(on: id, of: author, at: place))
        for set in creation.elements {
            for element in set.elements { try tag(number, element) }
        }
        touch(number, .created)
        if place == .private {
            try dropCopies(of: id)
        } else {
            let others = try otherPlaces(of: id, author: author, than: place)
            var isNews = others.isEmpty
            if !isNews { isNews = !(try isInSight(id, author: author, elsewhereThan: place)) }
            if isNews { try noteReceived(from: author, at: place) }
            try reshadow(id, author: author, at: place, besides: others)
        }
        return true
    }

    /// Updates the columns, tags and details of a saved thing from its state.
    func saveBookmark(
        _ number: Int64, _ row: ObjectRow, _ kind: Kind, _ shown: StateCoding.Columns
    ) throws(StorageError) {
        var columns = BookmarkColumns(added: row.id.created)
        for (field, value) in shown.values { columns.set(field, value) }
        try database.run("DELETE FROM bookmarks WHERE object = ?", .integer(number))
        try insertColumns(
            number, columns, of: kind, updated: row.updated,
            marked: try mark(on: row.id, of: row.author, at: row.place))
        try noteConflicts(number, row.state, of: kind)
        try database.run("DELETE FROM tagged WHERE object = ?", .integer(number))
        for element in shown.tags { try tag(number, element) }
        let details = row.state.exists ? Self.details(of: row.state, kind: kind) : []
        try saveFacets(number, details, of: kind)
        try saveNamed(number, details)
        if kind != .link, row.state.exists { try saveReference(number, row) }
        if kind == .place, row.state.exists {
            try savePlaceName(number, String(decoding: columns.title, as: UTF8.self))
        }
    }

    /// Updates the tags of a saved thing when nothing else of its state has changed.
    func saveTags(
        _ number: Int64, _ tags: [[UInt8]], were before: [[UInt8]]
    ) throws(StorageError) {
        for gone in before where !tags.contains(gone) {
            try database.run(
                "DELETE FROM tagged WHERE object = ? AND tag = ?", .integer(number),
                .integer(try tagNumber(gone)))
        }
        for new in tags where !before.contains(new) { try tag(number, new) }
    }

    /// Updates the time of the last change of a saved thing.
    func saveUpdated(_ number: Int64, _ row: ObjectRow) throws(StorageError) {
        try database.run(
            "UPDATE bookmarks SET updated = ? WHERE object = ?",
            .integer(Int64(row.updated.milliseconds)), .integer(number))
    }

    /// Deletes the columns, tags and details of an object that turned out to be something else.
    func dropBookmark(_ number: Int64) throws(StorageError) {
        try database.run("DELETE FROM bookmarks WHERE object = ?", .integer(number))
        try database.run("DELETE FROM tagged WHERE object = ?", .integer(number))
        try database.run("DELETE FROM tallies WHERE object = ?", .integer(number))
        try dropFacets(number)
        try dropNamed(number)
    }

    private func insertColumns(
        _ number: Int64, _ columns: BookmarkColumns, of kind: Kind = .link, updated: WallTime,
        marked: SQLValue
    ) throws(StorageError) {
        let statement = try database.statement(
            """
            INSERT INTO bookmarks
            (object, url, title, note, size, unread, added, updated, canonical, kind, marked)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        statement.bind(1, number)
        statement.bind(2, text: columns.url)
        statement.bind(3, text: columns.title)
        statement.bind(4, text: columns.note)
        statement.bind(5, Int(columns.size.rawValue))
        statement.bind(6, columns.isUnread ? 1 : 0)
        statement.bind(7, Int64(columns.added.milliseconds))
        statement.bind(8, Int64(updated.milliseconds))
        statement.bind(9, CanonicalKey.of(columns.url, columns.title, kind))
        statement.bind(10, Int(kind.rawValue))
        statement.bind(11, marked)
        try statement.run()
    }

    private func tag(_ number: Int64, _ name: [UInt8]) throws(StorageError) {
        let statement = try database.statement(
            "INSERT OR IGNORE INTO tagged (object, tag) VALUES (?, ?)")
        statement.bind(1, number)
        statement.bind(2, try tagNumber(name))
        try statement.run()
    }

    /// Returns the row of a tag's spelling, and creates it if there is none.
    private func tagNumber(_ name: [UInt8]) throws(StorageError) -> Int64 {
        if let known = memory.tags[name] { return known }
        let find = try database.statement("SELECT id FROM tags WHERE name = ? ORDER BY id")
        find.bind(1, text: name)
        var number: Int64?
        if try find.step() {
            number = find.integer(0)
            find.reset()
        }
        if number == nil {
            let folded = TagName.fold(String(decoding: name, as: UTF8.self))
            let insert = try database.statement("INSERT INTO tags (name, folded) VALUES (?, ?)")
            insert.bind(1, text: name)
            insert.bind(2, text: Array(folded.utf8))
            try insert.run()
            number = database.lastInserted
        }
        guard let number else { preconditionFailure("found or made") }
        if memory.tags.count >= limits.tagsAtHand { memory.tags = [:] }
        memory.tags[name] = number
        return number
    }

    /// Updates the rows that say where an object is placed.
    ///
    /// - Parameter before: the state at the last update. A placement may have become void since; then the
    ///   new state no longer mentions that audience.
    func savePlacements(
        _ number: Int64, _ state: ObjectState, was before: ObjectState
    ) throws(StorageError) {
        for (name, _) in before.placements where state.placement(in: name) == nil {
            try database.run(
                "DELETE FROM unplaced WHERE object = ? AND audience = ?", .integer(number),
                .blob(name.bytes))
            guard let place = try place(of: name) else { continue }
            try database.run(
                "DELETE FROM placed WHERE object = ? AND audience = ?", .integer(number),
                .integer(place.number))
        }
        for (name, _) in state.placements {
            guard let place = try place(of: name) else {
                try awaitPlace(name, of: number)
                continue
            }
            try database.run(
                state.isPlaced(in: name)
                    ? "INSERT OR IGNORE INTO placed (object, audience) VALUES (?, ?)"
                    : "DELETE FROM placed WHERE object = ? AND audience = ?",
                .integer(number), .integer(place.number))
        }
    }

    /// Returns the contents of a thing's columns as fields; the inverse of `columns(of:kind:)`.
    func bookmarkColumns(_ number: Int64) throws(StorageError) -> StateCoding.Columns {
        var columns = StateCoding.Columns()
        let found = try database.row(
            """
            SELECT url, title, note, size, unread, added FROM bookmarks
            WHERE object = ? ORDER BY object
            """, [.integer(number)]
        ) { row in
            (
                row.bytes(0), row.bytes(1), row.bytes(2), UInt8(row.integer(3)), row.integer(4),
                UInt64(row.integer(5))
            )
        }
        guard let (url, title, note, size, unread, added) = found else { return columns }
        columns.values = [
            (Schema.Thing.url, url), (Schema.Thing.title, title),
            (Schema.Thing.note, note),
            (Schema.Thing.added, Moment.bytes(WallTime(milliseconds: added))),
            (Schema.Thing.size, [size]), (Schema.Thing.unread, unread == 0 ? [] : [1]),
        ]
        columns.tags = try database.rows(
            """
            SELECT t.name FROM tagged g JOIN tags t ON t.id = g.tag
            WHERE g.object = ? ORDER BY t.name
            """, [.integer(number)]
        ) { (row) throws(StorageError) in row.bytes(0) }
        return columns
    }

    /// Returns the shown values of a state: for each field with a column, the latest surviving value that
    /// is valid in it.
    static func columns(of state: ObjectState, kind: Kind) -> StateCoding.Columns {
        var columns = StateCoding.Columns()
        for (field, register) in state.registers {
            // The deletion, details and fields of newer versions have no column.
            guard (1...7).contains(field.number), let shown = register.shown?.value,
                Schema.shows(shown, in: field, of: kind)
            else { continue }
            columns.values.append((field, shown))
        }
        columns.tags = (state.set(Schema.Thing.tags)?.elements ?? []).filter {
            Schema.shows(element: $0, in: Schema.Thing.tags, of: kind)
        }
        return columns
    }
}

/// The columns of a thing; a field that has no value gets its default.
private struct BookmarkColumns {
    var url: [UInt8] = []
    var title: [UInt8] = []
    var note: [UInt8] = []
    var size = TileSize.medium
    var isUnread = false
    var added: WallTime

    mutating func set(_ field: Field, _ value: [UInt8]) {
        switch field {
        case Schema.Thing.url: url = value
        case Schema.Thing.title: title = value
        case Schema.Thing.note: note = value
        case Schema.Thing.size: size = value.first.flatMap(TileSize.init(rawValue:)) ?? size
        case Schema.Thing.unread: isUnread = !value.isEmpty
        case Schema.Thing.added: added = Moment.time(value) ?? added
        default: break
        }
    }

    init(added: WallTime) {
        self.added = added
    }
}

extension Creation {
    /// Whether every field has a column or is the set of tags, so that the full form is not needed.
    fileprivate var isKnownInFull: Bool {
        values.allSatisfy { (1...7).contains($0.field.number) }
            && elements.allSatisfy { $0.field == Schema.Thing.tags }
            && values.contains { $0.field == Schema.Thing.url }
    }
}
