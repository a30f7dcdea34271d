import CRDT
import Domain
import Primitives
import Sodium
import Testing

@testable import Store

/// Ana's replica in memory, filled through its commands, and the time of its tests.
final class ReadingWorld {
    static let day: UInt64 = 86_400_000
    let now = WallTime(milliseconds: 20_000 * day)
    let store: Store
    let ana: Owner

    init() throws {
        ana = try Self.owner(1, name: "Ana")
        store = try Store(
            path: ":memory:", owner: ana, place: [1],
            entropy: .seeded(try #require(Bytes32([UInt8](repeating: 7, count: 32)))),
            dice: Dice(seed: 1), at: now)
    }

    static func owner(_ number: UInt8, name: String) throws -> Owner {
        var entropy = Entropy.seeded(
            try #require(Bytes32([UInt8](repeating: number, count: 32))))
        return Owner(
            phraseSeed: entropy.bytes32(),
            signing: SigningKey(seed: entropy.secretKey()),
            agreement: AgreementKey(seed: entropy.secretKey()),
            name: name)
    }

    /// Runs `body` in a transaction.
    func step<Result>(_ body: (Store) throws(StorageError) -> Result) throws -> Result {
        try store.transaction { () throws(StorageError) in try body(store) }
    }

    @discardableResult
    func perform(_ command: Command) throws -> Answer? {
        try step { (store) throws(StorageError) in
            switch try store.perform(command, at: now) {
            case .answered(let answer): return answer
            case .notMine: return nil
            case .long(var work):
                while true {
                    if let answer = try store.proceed(&work, at: now) { return answer }
                }
            }
        }
    }

    /// Stores drafts and returns their ids.
    @discardableResult
    func keep(
        _ drafts: [BookmarkDraft], in audience: Audience = .private
    ) throws -> [ObjectID] {
        let answer = try perform(
            .addBookmarks(drafts, to: audience, onDuplicate: .skip, act: nil))
        guard case .kept(let report) = answer else { return [] }
        return report.outcomes.compactMap {
            if case .added(let id) = $0 { return id }
            return nil
        }
    }

    func page(_ request: ListRequest) throws -> ListPage {
        let outcome = try step { (store) throws(StorageError) in try store.list(request, now: now) }
        guard case .page(let page) = outcome else {
            throw Unexpected(what: "\(outcome)")
        }
        return page
    }

    /// Returns every link, including the trash, by row.
    func everything() throws -> [(row: Int64, bookmark: Bookmark)] {
        try step { (store) throws(StorageError) in
            let rows = try store.database.rows(
                "SELECT object FROM bookmarks ORDER BY object"
            ) { (row) throws(StorageError) in row.integer(0) }
            var found: [(row: Int64, bookmark: Bookmark)] = []
            for row in rows {
                if let bookmark = try store.bookmark(row: row) { found.append((row, bookmark)) }
            }
            return found
        }
    }

    /// Puts somebody else's link into the tables, as a sync would.
    func see(
        _ title: String, by name: String, in audience: AudienceKind, number: UInt8
    ) throws {
        let person = PersonID(try #require(Bytes32([UInt8](repeating: 200, count: 32))))
        try step { (store) throws(StorageError) in
            try store.rename(person, to: name)
            let url = Array("https://\(name).example.org/\(number)".utf8)
            try store.database.run(
                """
                INSERT INTO objects (object, author, audience, kind, hidden, state)
                VALUES (?, ?, ?, 1, 0, ?)
                """, .blob([UInt8](repeating: number, count: 16)),
                .integer(try store.number(of: person)), .integer(Int(audience.rawValue)), .blob([]))
            try store.database.run(
                """
                INSERT INTO bookmarks
                (object, added, updated, canonical, size, unread, url, title, note)
                VALUES (?, ?, ?, ?, 2, 0, ?, ?, '')
                """, .integer(store.database.lastInserted), .integer(Int(number) * 1000),
                .integer(Int(number) * 1000), .integer(CanonicalKey.of(url, [], .link)),
                .text(String(decoding: url, as: UTF8.self)), .text(title))
        }
    }

    struct Unexpected: Error {
        let what: String
    }
}
