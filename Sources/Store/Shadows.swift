package import CRDT
import Domain
import Primitives
import Wire

// Copies of one thing in several audiences: one of them shows, the narrowest of those that go on
// changing. What comes no more, because a friendship has ended or a group was left, stands behind
// what does.
extension Store {
    /// Which copies show before others: those that live, of these the narrowest.
    private struct Rank: Comparable {
        let isAlive: Bool
        let place: Place

        static func < (left: Rank, right: Rank) -> Bool {
            left.isAlive == right.isAlive ? left.place < right.place : left.isAlive
        }
    }

    /// Whether another copy of the same thing shows instead.
    func isShadowed(_ row: ObjectRow) throws(StorageError) -> Bool {
        guard row.place != .private else { return false }
        let others = try database.rows(
            """
            SELECT audience FROM objects
            WHERE object = ? AND author = ? AND audience <> ? AND hidden < 2 ORDER BY audience
            """,
            [
                .blob(row.id.bytes.bytes), .integer(row.author),
                .integer(row.place.number),
            ]
        ) { (found) throws(StorageError) in found.integer(0) }
        guard !others.isEmpty else { return false }
        let own = try rank(of: row.place, by: row.author)
        for number in others where try rank(of: try Place(column: number), by: row.author) < own {
            return true
        }
        return false
    }

    /// Whether this person has nothing to do with a group: a device that was not his any more came
    /// to it in his name, and of that nothing counts. What lies there shows nowhere.
    func isDisowned(_ place: Place) throws(StorageError) -> Bool {
        guard place.isGroup else { return false }
        return !(try groups().contains { $0.audience.place == place })
    }

    /// Judges the copies that stand behind the one in `place` anew.
    func reshadow(
        _ id: ObjectID, author: Int64, behind place: Place
    ) throws(StorageError) {
        let others = try otherPlaces(of: id, author: author, than: place)
        guard !others.isEmpty else { return }
        let own = try rank(of: place, by: author)
        try reshadow(id, author: author, in: others) { $0 > own }
    }

    /// Judges a copy that has just come to `place`, and all others of the same thing.
    ///
    /// - Parameter others: columns of the audiences where these are.
    func reshadow(
        _ id: ObjectID, author: Int64, at place: Place, besides others: [Int64]
    ) throws(StorageError) {
        guard !others.isEmpty else { return }
        try reshadow(id, author: author, in: others + [place.number]) { _ in true }
    }

    /// Columns of the other audiences in which something of a thing is known, rising.
    ///
    /// The `+` keeps the partial index `objects_of_others` out of the plan: with it SQLite compiles
    /// the statement anew for every value (a third of a first sync, measured).
    func otherPlaces(
        of id: ObjectID, author: Int64, than place: Place
    ) throws(StorageError) -> [Int64] {
        try database.rows(
            """
            SELECT audience FROM objects
            WHERE object = ? AND author = ? AND audience <> +? ORDER BY audience
            """,
            [.blob(id.bytes.bytes), .integer(author), .integer(place.number)]
        ) { (found) throws(StorageError) in found.integer(0) }
    }

    // From the first rank on, so that each finds those before it judged.
    private func reshadow(
        _ id: ObjectID, author: Int64, in places: [Int64], where isMeant: (Rank) -> Bool
    ) throws(StorageError) {
        var ranks: [Rank] = []
        for number in places where number != Place.private.number {
            ranks.append(try rank(of: try Place(column: number), by: author))
        }
        for rank in ranks.sorted() where isMeant(rank) {
            var row = try object(id, author: author, in: rank.place)
            try save(&row, was: row.state)
        }
    }

    private func rank(of place: Place, by author: Int64) throws(StorageError) -> Rank {
        Rank(isAlive: try isAlive(place, of: author), place: place)
    }

    // As it was when shadows were settled last, so that all of them were judged by the same.
    private func isAlive(_ place: Place, of author: Int64) throws(StorageError) -> Bool {
        guard place != .private else { return true }
        let person = try self.author(row: author).person
        let alive: Alive
        if let known = memory.alive { alive = known } else { alive = try whatIsAlive() }
        memory.alive = alive
        return place.isGroup
            ? alive.writers.contains(Alive.Writer(place: place, person: person))
            : alive.friends.contains(person)
    }

    // MARK: What ends and begins again

    /// Whose copies go on changing, as far as is heard here.
    struct Alive: Equatable {
        struct Writer: Hashable, Comparable {
            let place: Place
            let person: PersonID

            static func < (left: Writer, right: Writer) -> Bool {
                (left.place, left.person) < (right.place, right.person)
            }
        }

        /// Also this person himself; nobody who is known to have ended it.
        var friends: Set<PersonID>
        /// Who may write in groups and direct audiences that this person is in.
        var writers: Set<Writer>
        /// The groups and direct audiences that are this person's, or were.
        var groups: Set<Place>
    }

    private func whatIsAlive() throws(StorageError) -> Alive {
        let ended = try whoHasEnded()
        let friends = try contacts().map(\.person).filter { !ended.contains($0) }
        var alive = Alive(friends: Set(friends + [owner.person]), writers: [], groups: [])
        for group in try groups() { alive.groups.insert(group.audience.place) }
        for group in try groups() where try role(in: group.audience) != nil {
            for person in try judgement(of: group.audience).members {
                guard let role = try role(of: person, in: group.audience), role >= .editor else {
                    continue
                }
                alive.writers.insert(
                    Alive.Writer(place: group.audience.place, person: person))
            }
        }
        return alive
    }

    /// Takes note of what a friend's device shares with this one: who shares nothing any more of what
    /// is for his friends has ended the friendship, which he tells nobody.
    ///
    /// - Parameter audiences: rows of those that both found.
    /// - Parameter isAll: there are no others, of which only a key is known here so far.
    package func noteFriendship(
        of person: PersonID, byWhatHeShares audiences: [Int64], isAll: Bool
    ) throws(StorageError) {
        guard person != owner.person, try isFriend(person) else { return }
        let friends = try audience(.friends, of: person)
        // Who shares that needs not let this person in any more.
        if audiences.contains(friends.number) { try endJoining(of: person) }
        // Of who has never shared anything nothing is held that could go stale.
        guard friends.secret != nil else { return }
        var ended = try whoHasEnded()
        let isOver = !audiences.contains(friends.number)
        guard ended.contains(person) != isOver, isAll || !isOver else { return }
        if isOver { ended.append(person) } else { ended.removeAll { $0 == person } }
        try set(Self.endedSetting, to: ended.sorted().flatMap(\.key.bytes))
        memory.areShadowsDue = true
    }

    func whoHasEnded() throws(StorageError) -> [PersonID] {
        let bytes = try setting(Self.endedSetting) ?? []
        return stride(from: 0, to: bytes.count, by: 32).compactMap {
            Bytes32(Array(bytes[$0...].prefix(32))).map { PersonID($0) }
        }
    }

    private static let endedSetting = "ended friendships"

    /// Judges anew what stands before or behind copies that change no more, or do again: a friendship
    /// has ended or begun, a group was left, entered or dissolved, a role in it is another one.
    func settleShadows() throws(StorageError) {
        guard memory.areShadowsDue else { return }
        memory.areShadowsDue = false
        let before = memory.alive
        let now = try whatIsAlive()
        memory.alive = now
        guard let before, before != now else { return }
        for person in before.friends.symmetricDifference(now.friends).sorted() {
            try reshadow(
                """
                SELECT DISTINCT h.object, h.author FROM objects h JOIN objects w
                ON w.object = h.object AND w.author = h.author
                WHERE h.hidden = 2 AND h.author = ? AND w.audience IN (2, 3) ORDER BY h.object
                """, [.integer(try number(of: person))])
        }
        for writer in before.writers.symmetricDifference(now.writers).sorted() {
            try reshadow(
                """
                SELECT DISTINCT h.object, h.author FROM objects h JOIN objects w
                ON w.object = h.object AND w.author = h.author
                WHERE h.hidden = 2 AND h.author = ? AND w.audience = ? ORDER BY h.object
                """, [.integer(try number(of: writer.person)), .integer(writer.place.number)])
        }
        for place in before.groups.symmetricDifference(now.groups).sorted() {
            try showAgain(in: place)
        }
    }

    // A group is this person's no more, or is again.
    private func showAgain(in place: Place) throws(StorageError) {
        let held = try database.rows(
            "SELECT object, author FROM objects WHERE audience = ? ORDER BY id",
            [.integer(place.number)]
        ) { (found) throws(StorageError) in (found.bytes(0), found.integer(1)) }
        for (bytes, author) in held {
            guard let id = Bytes16(bytes) else { throw .corrupt }
            var row = try object(ObjectID(id), author: author, in: place)
            try save(&row, was: row.state)
        }
    }

    // Where one copy hides another, the hidden one is not there.
    private func reshadow(_ sql: String, _ values: [SQLValue]) throws(StorageError) {
        let hidden = try database.rows(sql, values) { (found) throws(StorageError) in
            (found.bytes(0), found.integer(1))
        }
        for (bytes, author) in hidden {
            guard let id = Bytes16(bytes) else { throw .corrupt }
            let places = try database.rows(
                "SELECT audience FROM objects WHERE object = ? AND author = ? ORDER BY audience",
                [.blob(bytes), .integer(author)]
            ) { (found) throws(StorageError) in found.integer(0) }
            guard places.count > 1 else { continue }
            try reshadow(ObjectID(id), author: author, in: places) { _ in true }
        }
    }
}
