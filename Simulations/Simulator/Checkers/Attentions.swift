import CRDT
import Domain
import Primitives

@testable import Store

/// What a person follows and which rules he has for tags is known to his own machines alone, and to all
/// of them; and his feeds hold what a plain look through everything of others finds.
enum Attentions {
    /// Nobody has what somebody else follows, whatever it is.
    static func checkAlone(_ machine: SimulatedNode) throws(BrokenClaim) {
        let found = try machine.read { (store) throws(StorageError) in
            try store.database.row(
                "SELECT count(*) FROM objects WHERE kind IN (14, 17) AND author <> ?",
                [.integer(try store.me)]
            ) { $0.integer(0) } ?? 0
        }
        guard found == 0 else {
            throw BrokenClaim(
                "what somebody follows is his alone",
                "\(machine.place) has \(found) follows or rules of others")
        }
    }

    /// Own machines that stand follow the same and have the same rules; every feed is whole.
    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard cluster.workload.hasAttention else { return }
        if let person = cluster.devices.options?.person, !cluster.isOutside(person) {
            try checkOwn(cluster.standing(of: person))
        }
        for machine in cluster.honest
        where machine.isPaired && machine.state == .running && machine.decay == nil {
            try checkNames(machine)
            try checkFeeds(machine, in: cluster)
        }
    }

    /// What each thing names is listed as it shows: a feed of what names something is made of that list.
    static func checkNames(_ machine: SimulatedNode) throws(BrokenClaim) {
        let wrong = try machine.read { (store) throws(StorageError) -> ObjectID? in
            guard try store.isNamingComplete else { return nil }
            let rows = try store.database.rows(
                "SELECT object FROM bookmarks WHERE kind > 1 ORDER BY object"
            ) { (row) throws(StorageError) in row.integer(0) }
            for number in rows {
                // Of what is there for nobody nothing is shown.
                guard let thing = try store.bookmarks(rows: [number]).first else { continue }
                let listed = try store.database.rows(
                    "SELECT reference FROM named WHERE object = ? ORDER BY reference",
                    [.integer(number)]
                ) { (row) throws(StorageError) in row.text(0) }
                if listed != thing.named.map(\.text).sorted() { return thing.id }
            }
            return nil
        }
        guard let wrong else { return }
        throw BrokenClaim(
            "what a thing names is listed as it shows",
            "\(machine.place) lists otherwise what \(wrong.text) names")
    }

    private static func checkOwn(_ machines: [SimulatedNode]) throws(BrokenClaim) {
        var first: (place: String, words: [String])?
        for machine in machines where machine.store != nil {
            let words = try words(at: machine)
            guard let known = first else {
                first = (machine.place, words)
                continue
            }
            guard known.words == words else {
                throw BrokenClaim(
                    "a person's machines follow the same",
                    "\(known.place): \(known.words); \(machine.place): \(words)")
            }
        }
    }

    private static func words(at machine: SimulatedNode) throws(BrokenClaim) -> [String] {
        try machine.read { (store) throws(StorageError) in
            let follows = try store.follows().map { "\($0.attention.word) \($0.followed)" }
            let rules = try store.tagRules().map { "\($0.rule.query) puts \($0.rule.tags)" }
            return follows.sorted() + rules.sorted()
        }
    }

    // MARK: Feeds

    private static func checkFeeds(
        _ machine: SimulatedNode, in cluster: Cluster
    ) throws(BrokenClaim) {
        let wall = machine.clock.reading(at: cluster.now)
        // Searches for words wait until the index has caught up, and what it writes is no checker's.
        let isIndexed = try machine.read { (store) throws(StorageError) in
            try store.unindexedCount() == 0
        }
        guard isIndexed else { return }
        let (wanted, rest) = try expected(at: machine, wall)
        for (scope, things) in [(FeedScope.following, wanted), (.discover, rest)] {
            let found = try feed(scope, at: machine, wall)
            guard found == things else {
                let word = scope == .following ? "is followed" : "is not followed"
                throw BrokenClaim(
                    "a feed holds what it is of, each once",
                    "\(machine.place) is shown \(found.count) of \(things.count) things of what "
                        + "\(word); the first that differs: "
                        + "\(zip(found, things).first { $0 != $1 }?.0.text ?? "the last")")
            }
        }
        if !wanted.isEmpty { cluster.reach(.feedRead) }
    }

    // Ids of what others have, asked one by one whether it is followed; rising.
    private static func expected(
        at machine: SimulatedNode, _ wall: WallTime
    ) throws(BrokenClaim) -> (wanted: [ObjectID], rest: [ObjectID]) {
        try machine.read { (store) throws(StorageError) in
            let follows = try store.follows().filter { $0.attention == .follow }.map(\.followed)
            let muted = try store.follows().filter { $0.attention == .mute }.map(\.followed)
            let rows = try store.database.rows(
                """
                SELECT id FROM objects WHERE author <> ? AND audience > 1 AND hidden = 0
                AND kind \(KindSQL.isThing) ORDER BY id
                """, [.integer(try store.me)]
            ) { (row) throws(StorageError) in row.integer(0) }
            var (wanted, rest): ([ObjectID], [ObjectID]) = ([], [])
            for thing in try store.bookmarks(rows: rows)
            where !muted.contains(.person(thing.author.person)) {
                if follows.contains(where: { $0.wants(thing, now: wall) }) {
                    wanted.append(thing.id)
                } else {
                    rest.append(thing.id)
                }
            }
            return (wanted.sorted(), rest.sorted())
        }
    }

    // Page behind page to the end; rising.
    private static func feed(
        _ scope: FeedScope, at machine: SimulatedNode, _ wall: WallTime
    ) throws(BrokenClaim) -> [ObjectID] {
        try machine.read { (store) throws(StorageError) in
            var ids: [ObjectID] = []
            var cursor: String?
            repeat {
                let request = FeedRequest(scope, limit: 9, cursor: cursor)
                guard case .page(let page) = try store.answer(.feed(request), now: wall) else {
                    throw .corrupt
                }
                ids += page.items.map(\.id)
                cursor = page.nextCursor
            } while cursor != nil
            return ids.sorted()
        }
    }
}

extension Followed {
    /// The slow account of what matches.
    fileprivate func wants(_ thing: Bookmark, now wall: WallTime) -> Bool {
        switch self {
        case .person(let person): return thing.author.person == person
        case .tag(let name):
            return thing.tags.map(TagName.fold).contains {
                $0 == name || $0.utf8.starts(with: (name + "/").utf8)
            }
        case .thing(let reference): return thing.named.contains(reference)
        case .search(let text):
            guard case .success(let query) = SearchQuery.parse(text) else { return false }
            return query.matches(thing, now: wall, isIn: { _ in false })
        }
    }
}
