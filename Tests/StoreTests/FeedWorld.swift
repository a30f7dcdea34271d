import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Ana's replica with things of many others, put into the tables as a sync would.
final class FeedWorld {
    let ana: WriteReplica
    /// The things, in the order of arrival.
    private(set) var things: [Thing] = []

    struct Thing: Equatable {
        let row: Int64
        let author: Int
        let tag: String?
        let isUnread: Bool
    }

    init() throws {
        ana = try WriteReplica(1, name: "Ana")
    }

    static func person(_ author: Int) throws -> PersonID {
        PersonID(try WriteReplica.bytes([77, UInt8(author)]))
    }

    static func name(_ author: Int) -> String { "friend\(author)" }

    /// Adds a thing of a friend.
    @discardableResult
    func see(
        _ author: Int, tag: String? = nil, isUnread: Bool = false, kind: Kind = .link,
        audience: AudienceKind = .friends
    ) throws -> Int64 {
        let id = ObjectID(Bytes16(high: UInt64(things.count + 1) << 16, low: UInt64(author)))
        let person = try Self.person(author)
        let row = try ana.step { (store) throws(StorageError) in
            if try store.knownNumber(of: person) == nil {
                try store.rename(person, to: Self.name(author))
            }
            let number = try store.number(of: person)
            try store.database.run(
                """
                INSERT INTO objects (object, author, audience, kind, hidden, state)
                VALUES (?, ?, ?, ?, 0, ?)
                """, .blob(id.bytes.bytes), .integer(number), .integer(Int(audience.rawValue)),
                .integer(Int(kind.rawValue)), .blob([]))
            let row = store.database.lastInserted
            try store.database.run(
                """
                INSERT INTO bookmarks
                (object, added, updated, canonical, size, unread, url, title, note, kind)
                VALUES (?, ?, 0, ?, 2, ?, ?, ?, '', ?)
                """, .integer(row), .integer(Int(row) % 7), .integer(row),
                .integer(isUnread ? 1 : 0), .text("https://a.example/\(row)"), .text("\(row)"),
                .integer(Int(kind.rawValue)))
            if let tag {
                try store.database.run(
                    "INSERT OR IGNORE INTO tags (name, folded) VALUES (?, ?)", .text(tag),
                    .text(tag))
                try store.database.run(
                    """
                    INSERT INTO tagged (object, tag) SELECT ?, id FROM tags WHERE name = ?
                    ORDER BY id
                    """, .integer(row), .text(tag))
            }
            return row
        }
        things.append(Thing(row: row, author: author, tag: tag, isUnread: isUnread))
        return row
    }

    func follow(_ what: String, _ attention: Attention = .follow) throws {
        let answer = try ana.perform(.feeds(.attend(.typed(what), attention)))
        guard case .done = answer else { throw WriteReplica.Unexpected(what: "\(answer)") }
    }

    /// Returns one page, with as much work as `effort` allows; the cursor passes through its text
    /// form.
    func page(
        _ request: FeedRequest, effort: Int = 100_000
    ) throws -> (rows: [Int64], cursor: String?) {
        try ana.step { (store) throws(StorageError) in
            var place = FeedPlace.start
            if let cursor = request.cursor {
                guard let named = FeedPlace(cursor: cursor, in: request.scope) else {
                    throw .corrupt
                }
                place = named
            }
            guard case .plan(let plan) = try store.plan(request, now: ana.wall) else {
                throw .corrupt
            }
            let stream = try FeedStream(
                store, behind: place, authors: plan.authors, except: plan.except, list: plan.list)
            var run = try FeedRun(
                plan.plan, of: stream, behind: place, store: store,
                effort: SearchEffort(left: effort))
            let (rows, next) = try run.page(request.limit)
            return (rows, next?.cursor(in: request.scope))
        }
    }

    /// Returns the order that a feed promises, computed plainly.
    static func expected(_ things: [Thing]) -> [Int64] {
        var left = things.sorted { $0.row > $1.row }
        var shown: [Thing] = []
        while !left.isEmpty {
            let last = shown.suffix(2).map(\.author)
            let blocked = last.count == 2 && last[0] == last[1] ? last[0] : nil
            let place = left.firstIndex { $0.author != blocked } ?? 0
            shown.append(left.remove(at: place))
        }
        return shown.map(\.row)
    }
}

extension WriteReplica {
    /// Synchronises both ways.
    func exchange(with other: WriteReplica) throws {
        for _ in 0..<2 {
            try sync(to: other)
            try other.sync(to: self)
        }
        for one in [self, other] { try one.refer() }
    }
}
