import CRDT
import Domain
import Primitives

@testable import Store

/// Checks that a person's follows, tag rules and unread marks on others' things are known to all their own devices and
/// to nobody else, and that their feeds contain what a plain scan of others' things finds.
enum Attentions {
    /// Checks that no node has what somebody else follows.
    static func checkAlone(_ machine: SimulatedNode) throws(BrokenClaim) {
        let found = try machine.read { (store) throws(StorageError) in
            try store.database.row(
                "SELECT count(*) FROM objects WHERE kind IN (14, 17, 21) AND author <> ?",
                [.integer(try store.me)]
            ) { $0.integer(0) } ?? 0
        }
        guard found == 0 else {
            throw BrokenClaim(
                "what a person follows stays with them alone",
                "\(machine.place) has \(found) follows, rules or earmarks of others")
        }
    }

    /// Checks that a person's standing devices have the same follows and rules, and that every feed is complete.
    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard cluster.workload.hasAttention else { return }
        if let person = cluster.devices.options?.person, !cluster.isOutside(person) {
            try checkOwn(cluster.standing(of: person))
        }
        for machine in cluster.honest
        where machine.isPaired && machine.state == .running && machine.decay == nil {
            try checkNames(machine)
            try checkUnread(machine, in: cluster)
            try checkFeeds(machine, in: cluster)
        }
    }

    /// Checks that the references of each thing are indexed as it shows: the feed of what names something is made of
    /// that index.
    static func checkNames(_ machine: SimulatedNode) throws(BrokenClaim) {
        let wrong = try machine.read { (store) throws(StorageError) -> ObjectID? in
            guard try store.isNamingComplete else { return nil }
            let rows = try store.database.rows(
                "SELECT object FROM bookmarks WHERE kind > 1 ORDER BY object"
            ) { (row) throws(StorageError) in row.integer(0) }
            for number in rows {
                // A thing that nobody sees shows nothing.
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
            let marks = try privateNotes(in: store).map { mark in
                "\(mark.isUnread ? "to read" : "read"): \(mark.thing.text) of \(mark.author.text)"
            }
            return follows.sorted() + rules.sorted() + marks.sorted()
        }
    }

    // MARK: Unread things

    /// Checks that the unread state is the latest private note for each thing of others, otherwise the state of
    /// the thing itself, and that a search finds exactly those.
    static func checkUnread(
        _ machine: SimulatedNode, in cluster: Cluster
    ) throws(BrokenClaim) {
        let wall = machine.clock.reading(at: cluster.now)
        let (wrong, isNoted) = try machine.read {
            (store) throws(StorageError) -> (String?, Bool) in
            let me = try store.me
            let marks = try privateNotes(in: store)
            var isNoted = false
            let rows = try store.database.rows(
                """
                SELECT id, object, author, audience, hidden FROM objects
                WHERE kind \(KindSQL.isThing) AND hidden < 2 ORDER BY id
                """
            ) { (row) throws(StorageError) in
                guard let id = Bytes16(row.bytes(1)) else { throw .corrupt }
                return (
                    number: row.integer(0), id: ObjectID(id), author: row.integer(2),
                    place: try Place(column: row.integer(3)), hidden: row.integer(4)
                )
            }
            var unread: [ObjectID] = []
            for row in rows {
                guard let object = try store.object(row: row.number),
                    let shown = try store.bookmarks(rows: [row.number]).first
                else { continue }
                var expected =
                    object.state.register(Schema.Thing.unread)?.shown?.value == [1]
                if row.author != me || row.place.isGroup,
                    let mark = marks.last(where: {
                        $0.thing == row.id && $0.author == shown.author.person
                    })
                {
                    expected = mark.isUnread
                    isNoted = true
                }
                if shown.isUnread != expected {
                    return ("\(row.id.text) is \(expected ? "" : "not ")to be read", isNoted)
                }
                if expected, row.hidden == 0 { unread.append(row.id) }
            }
            var found: [ObjectID] = []
            var cursor: String?
            repeat {
                let request = ListRequest(
                    query: "is:unread or (is:muted is:unread)", limit: 50, cursor: cursor)
                guard case .page(let page) = try store.answer(.list(request), now: wall) else {
                    throw .corrupt
                }
                found += page.items.map(\.id)
                cursor = page.nextCursor
            } while cursor != nil
            return (
                found.sorted() == unread.sorted()
                    ? nil : "a search finds \(found.count) to be read, not \(unread.count)",
                isNoted
            )
        }
        if let wrong {
            throw BrokenClaim(
                "what is to be read is what was noted last", "\(machine.place): \(wrong)")
        }
        if isNoted { cluster.reach(.noted) }
    }

    // The slow account: every object that sets a private note, the latest value of each thing last.
    private static func privateNotes(in store: Store) throws(StorageError) -> [PrivateNote] {
        let rows = try store.database.rows(
            "SELECT id FROM objects WHERE kind = 21 AND audience = 1 AND hidden = 0 ORDER BY id"
        ) { (row) throws(StorageError) in row.integer(0) }
        var said: [(stamp: UInt64, mark: PrivateNote)] = []
        for number in rows {
            guard let state = try store.object(row: number)?.state,
                let thing = state.register(Schema.PrivateNote.thing)?.shown?.value,
                let word = state.register(Schema.PrivateNote.unread)?.shown,
                let mark = PrivateNote(thing: thing, unread: word.value)
            else { continue }
            said.append((word.carrier.stamp.rawValue, mark))
        }
        said.sort { left, right in
            if left.stamp != right.stamp { return left.stamp < right.stamp }
            return !left.mark.isUnread && right.mark.isUnread
        }
        var last: [PrivateNote] = []
        for entry in said {
            last.removeAll { $0.thing == entry.mark.thing && $0.author == entry.mark.author }
            last.append(entry.mark)
        }
        return last
    }

    // MARK: Feeds

    private static func checkFeeds(
        _ machine: SimulatedNode, in cluster: Cluster
    ) throws(BrokenClaim) {
        let wall = machine.clock.reading(at: cluster.now)
        // Word searches must wait for the index, and a checker must not write to it.
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

    // The ids of others' things, checked one by one for whether they are followed; ascending.
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

    // Reads the feed page by page to the end; ascending.
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
