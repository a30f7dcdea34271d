package import CRDT
import Domain
import Primitives
import Wire

// Precedence of the copies of one thing in several audiences. One copy shows: the narrowest of those that
// are live, that is, still receive changes. Copies that do not, because a friendship has ended or a group
// was left, rank behind them.
extension Store {
    /// The precedence of a copy: live copies first, and of these the narrowest.
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

    /// Whether this person has no record of a group. Then a device that was already revoked joined it in
    /// their name, which is void; the objects there show nowhere.
    func isDisowned(_ place: Place) throws(StorageError) -> Bool {
        guard place.isGroup else { return false }
        return !(try groups().contains { $0.audience.place == place })
    }

    /// Updates the copies that rank behind the one in `place`.
    func reshadow(
        _ id: ObjectID, author: Int64, behind place: Place
    ) throws(StorageError) {
        let others = try otherPlaces(of: id, author: author, than: place)
        guard !others.isEmpty else { return }
        let own = try rank(of: place, by: author)
        try reshadow(id, author: author, in: others) { $0 > own }
    }

    /// Updates a copy that has just come to `place`, and all other copies of the same thing.
    ///
    /// - Parameter others: columns of the audiences that hold them.
    func reshadow(
        _ id: ObjectID, author: Int64, at place: Place, besides others: [Int64]
    ) throws(StorageError) {
        guard !others.isEmpty else { return }
        try reshadow(id, author: author, in: others + [place.number]) { _ in true }
    }

    /// Returns the columns of the other audiences in which something of a thing is known, rising.
    ///
    /// The `+` keeps the partial index `objects_of_others` out of the plan. With the index SQLite
    /// compiles the statement again for every value (a third of a first sync, measured).
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

    // Updates copies in the order of rank, so that each one sees the result of those before it.
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

    // Uses the state of the last precedence update, so that all copies are judged by the same state.
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

    // MARK: Live copies

    /// The people and groups whose copies still receive changes, as far as is known here.
    struct Alive: Equatable {
        struct Writer: Hashable, Comparable {
            let place: Place
            let person: PersonID

            static func < (left: Writer, right: Writer) -> Bool {
                (left.place, left.person) < (right.place, right.person)
            }
        }

        /// Friends and this person, without those who are known to have ended the friendship.
        var friends: Set<PersonID>
        /// Members who may write in groups and direct audiences that this person is in.
        var writers: Set<Writer>
        /// The groups and direct audiences that this person has or had.
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

    /// Records what a friend's device shares with this one. If it no longer shares the friend's `friends`
    /// audience, the friend has ended the friendship, which is not announced otherwise.
    ///
    /// - Parameter audiences: rows of the audiences that both sides found.
    /// - Parameter isAll: whether these are all, so that there is none of which only a key is known here
    ///   so far.
    package func noteFriendship(
        of person: PersonID, byWhatHeShares audiences: [Int64], isAll: Bool
    ) throws(StorageError) {
        guard person != owner.person, try isFriend(person) else { return }
        let friends = try audience(.friends, of: person)
        // A friend who shares that audience has admitted this person; a joining is not needed any more.
        if audiences.contains(friends.number) { try endJoining(of: person) }
        // Nothing is held of a person who never shared anything, so nothing can become stale.
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

    /// Updates the precedence of copies that have stopped or resumed receiving changes: a friendship has
    /// ended or begun, a group was left, joined or dissolved, or a role in it has changed.
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

    // Updates the visibility of all objects in a group that this person no longer has, or has again.
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

    // Updates the things of which one copy hides another; the hidden copy is stored as absent.
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
