import CRDT
import Domain
import Primitives

@testable import Store

/// One object as a replica's tables have it.
struct MergedRow {
    let name: SlowMerge.Name
    private let kind: UInt8
    private let hidden: Int64
    private var url: [UInt8] = []
    private var title: [UInt8] = []
    private var note: [UInt8] = []
    private var size: Int64 = 0
    private var isUnread = false
    private var conflicts: Int64 = 0
    private var tags: [[UInt8]] = []
    private var details: [Facet] = []
    private var placed: [Int64] = []
    /// The rows of the audiences in which the thing may be placed.
    private let places: [AudienceName: Int64]

    /// Whether it shows or is in the trash.
    var isVisible: Bool { hidden < 2 }

    /// Returns every object at `place`, by row.
    static func all(
        at place: Place, of store: Store, in audience: AudienceRecord
    ) throws(StorageError) -> [MergedRow] {
        // In audiences that every person has, only the founder's own objects count.
        let author = audience.kind.hasID ? nil : try store.number(of: audience.founder)
        var places: [AudienceName: Int64] = [:]
        if place == .private {
            for kind in AudienceKind.own {
                places[AudienceName(kind.rawValue)] = Place(kind).number
            }
            for group in try store.groups() {
                places[group.audience.name] = group.audience.place.number
            }
        }
        let found = try store.database.rows(
            """
            SELECT o.id, o.object, o.author, o.kind, o.hidden, b.url, b.title, b.note, b.size,
            b.unread, b.conflicts FROM objects o LEFT JOIN bookmarks b ON b.object = o.id
            WHERE o.audience = ?1 AND (?2 IS NULL OR o.author = ?2) ORDER BY o.id
            """, [.integer(place.number), author.map { SQLValue.integer($0) } ?? .null]
        ) { (row) throws(StorageError) -> (number: Int64, row: MergedRow) in
            guard let id = Bytes16(row.bytes(1)) else { throw .corrupt }
            var merged = MergedRow(
                name: SlowMerge.Name(author: row.integer(2), id: ObjectID(id)),
                kind: UInt8(row.integer(3)), hidden: row.integer(4), places: places)
            (merged.url, merged.title, merged.note) = (row.bytes(5), row.bytes(6), row.bytes(7))
            (merged.size, merged.isUnread) = (row.integer(8), row.integer(9) != 0)
            merged.conflicts = row.integer(10)
            return (row.integer(0), merged)
        }
        var tags = Lists(
            try pairs(
                """
                SELECT g.object, t.name FROM tagged g JOIN tags t ON t.id = g.tag
                JOIN objects o ON o.id = g.object WHERE o.audience = ? ORDER BY g.object, t.name
                """, place, store
            ) { $0.bytes(1) })
        var details = Lists(
            try pairs(
                """
                SELECT f.object, f.detail, f.value FROM facets f JOIN objects o ON o.id = f.object
                WHERE o.audience = ? AND f.detail < 250 ORDER BY f.object, f.detail, f.value
                """, place, store
            ) { Facet(detail: $0.integer(1), value: $0.bytes(2)) })
        var placed = Lists(
            place == .private
                ? try pairs(
                    "SELECT object, audience FROM placed WHERE ?1 = 1 ORDER BY object, audience",
                    place, store
                ) { $0.integer(1) } : [])
        return found.map { number, row in
            var whole = row
            whole.tags = tags.take(number)
            whole.details = details.take(number)
            whole.placed = placed.take(number)
            return whole
        }
    }

    private static func pairs<Value>(
        _ sql: String, _ place: Place, _ store: Store, _ value: (Statement) -> Value
    ) throws(StorageError) -> [(Int64, Value)] {
        try store.database.rows(sql, [.integer(place.number)]) { (row) throws(StorageError) in
            (row.integer(0), value(row))
        }
    }

    private init(
        name: SlowMerge.Name, kind: UInt8, hidden: Int64, places: [AudienceName: Int64]
    ) {
        self.name = name
        self.kind = kind
        self.hidden = hidden
        self.places = places
    }

    // MARK: Comparing

    /// Returns what the tables have differently from `thing`; nil if nothing.
    func difference(from thing: SlowThing) -> String? {
        guard thing.exists else { return isVisible ? "shows, and does not exist" : nil }
        guard kind == thing.kind else { return "is of kind \(kind), not \(thing.kind)" }
        // It may be hidden behind a copy elsewhere.
        if isVisible, (hidden == 1) != thing.isTrashed(by: name.author) {
            return hidden == 1 ? "is in the trash" : "is not in the trash"
        }
        guard let kind = Kind(rawValue: kind) else { return details.isEmpty ? nil : "has details" }
        if hidden == 2, url.isEmpty, title.isEmpty { return "is not there" }
        for (field, value, word) in [
            (Schema.Thing.url, url, "url"), (Schema.Thing.title, title, "title"),
            (Schema.Thing.note, note, "note"),
        ] where value != text(field, of: thing) {
            return "\(word) is \(Self.words(value)), not \(Self.words(text(field, of: thing)))"
        }
        let size = thing.shown(Schema.Thing.size)?.value.first.map { Int64($0) }
        if self.size != size ?? 2 { return "is of size \(self.size)" }
        let isUnread = thing.shown(Schema.Thing.unread)?.value.isEmpty == false
        if self.isUnread != isUnread { return "is \(isUnread ? "" : "not ")unread in the log" }
        let tags = thing.elements(of: Schema.Thing.tags)
        if self.tags.sorted(by: Self.isBefore) != tags {
            return "has tags \(self.tags.map(Self.words)), not \(tags.map(Self.words))"
        }
        let expected = Self.details(of: thing, kind)
        if details != expected { return "has details \(details), not \(expected)" }
        let single = kind.details.filter { !$0.isList }.map(\.field)
        let conflicts = ([Schema.Thing.url, Schema.Thing.title, Schema.Thing.note] + single)
            .reduce(0) { $0 + thing.conflicts(in: $1) }
        if self.conflicts != conflicts {
            return "has \(self.conflicts) conflicts, not \(conflicts)"
        }
        guard !places.isEmpty else { return nil }
        let placed = thing.places.compactMap { places[$0] }.sorted()
        return self.placed == placed ? nil : "is placed in \(self.placed), not \(placed)"
    }

    // The well-formed values of each detail.
    private static func details(of thing: SlowThing, _ kind: Kind) -> [Facet] {
        let said = kind.details.filter(\.value.isTyped).map { form -> [Facet] in
            let values =
                form.isList
                ? thing.elements(of: form.field)
                : thing.shown(form.field).map { [$0.value] } ?? []
            return values.filter { form.value.shows($0) }
                .map { Facet(detail: Int64(form.name.rawValue), value: $0) }
        }
        return said.flatMap { $0 }.sorted {
            $0.detail == $1.detail
                ? isBefore($0.value, $1.value) : $0.detail < $1.detail
        }
    }

    private func text(_ field: Field, of thing: SlowThing) -> [UInt8] {
        thing.shown(field)?.value ?? []
    }

    private static func isBefore(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.lexicographicallyPrecedes(right)
    }

    private static func words(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// A row of a detail.
private struct Facet: Equatable, CustomStringConvertible {
    let detail: Int64
    let value: [UInt8]

    var description: String { "\(detail): \(String(decoding: value, as: UTF8.self))" }
}

/// Lists of values by number, taken out in ascending order of numbers.
private struct Lists<Value> {
    private let pairs: [(number: Int64, value: Value)]
    private var next = 0

    init(_ pairs: [(Int64, Value)]) { self.pairs = pairs.map { ($0.0, $0.1) } }

    mutating func take(_ number: Int64) -> [Value] {
        while next < pairs.count, pairs[next].number < number { next += 1 }
        let begin = next
        while next < pairs.count, pairs[next].number == number { next += 1 }
        return pairs[begin..<next].map(\.value)
    }
}
