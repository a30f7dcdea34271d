import CRDT
import Domain
import Primitives

@testable import Store

/// What a node shows at one look, by the writes that say so, and what has befallen its audiences: who
/// counts there, and what is dead.
struct ShownThings {
    /// An object in one audience.
    struct Name: Hashable, Comparable {
        let place: Int64
        let author: Int64
        let id: Bytes16

        static func < (left: Name, right: Name) -> Bool {
            (left.place, left.author, left.id) < (right.place, right.author, right.id)
        }
    }

    /// What is known of it.
    struct Thing {
        let row: Int64
        let hidden: Int64
        let state: ObjectState

        var isVisible: Bool { hidden == 0 }
    }

    /// What may change what shows, though nobody writes.
    struct Fate: Equatable {
        let verdict: Judgement
        /// Chains and what of them is dead.
        let dead: [DeadRanges]
    }

    private(set) var things: [Name: Thing] = [:]
    /// Of all things, by row.
    private(set) var names: [Name] = []
    /// By row of the audience.
    private(set) var fates: [Int64: Fate] = [:]
    private var blobs: [Name: [UInt8]] = [:]
    private var audiences: [AudiencePlace: AudienceRecord] = [:]
    /// Those of which something was written, or hidden, or shown since the look before, rising.
    private(set) var changed: [Name] = []
    private(set) var me: Int64 = 0
    /// Places of groups with which the person has nothing to do: what he held of them does not show.
    private var disowned: Set<Int64> = []

    private struct AudiencePlace: Hashable {
        let place: Int64
        /// 0 where many write.
        let author: Int64
    }

    init() {}

    /// Looks at `store`; what is as it was `before` is not read again.
    init(_ store: Store, after before: ShownThings) throws(StorageError) {
        me = try store.me
        for audience in try HeldLog.audiences(of: store) {
            let founder = audience.kind.hasID ? 0 : try store.number(of: audience.founder)
            let place = AudiencePlace(place: audience.place.number, author: founder)
            audiences[place] = audience
            if try store.isDisowned(audience.place) { disowned.insert(audience.place.number) }
            var dead: [DeadRanges] = []
            for chain in try store.chains(of: audience) { dead.append(try store.dead(of: chain)) }
            fates[audience.number] = Fate(
                verdict: try store.judgement(of: audience), dead: dead)
        }
        let rows = try store.database.rows(
            "SELECT id, object, author, audience, hidden, state FROM objects ORDER BY id"
        ) { (row) throws(StorageError) in
            guard let id = Bytes16(row.bytes(1)) else { throw .corrupt }
            let name = Name(place: row.integer(3), author: row.integer(2), id: id)
            return (number: row.integer(0), name: name, hidden: row.integer(4), blob: row.bytes(5))
        }
        for (number, name, hidden, blob) in rows {
            blobs[name] = blob
            names.append(name)
            if let known = before.things[name], before.blobs[name] == blob, known.row == number {
                things[name] = Thing(row: number, hidden: hidden, state: known.state)
                if known.hidden != hidden { changed.append(name) }
                continue
            }
            guard let object = try store.object(row: number) else { throw .corrupt }
            things[name] = Thing(row: number, hidden: hidden, state: object.state)
            changed.append(name)
        }
        changed += before.things.keys.sorted().filter { things[$0] == nil }
        changed.sort()
    }

    /// The audience in which a thing stands; nil if nothing is held of it.
    func audience(of name: Name) -> AudienceRecord? {
        audiences[AudiencePlace(place: name.place, author: name.author)]
            ?? audiences[AudiencePlace(place: name.place, author: 0)]
    }

    /// Who counts, and what is dead, where a thing stands.
    func fate(of name: Name) -> Fate? { audience(of: name).flatMap { fates[$0.number] } }

    /// The group in which a thing stands is its person's no more.
    func isDisowned(_ name: Name) -> Bool { disowned.contains(name.place) }

    /// Another copy of the same thing shows.
    func isShownElsewhere(_ name: Name) -> Bool {
        let places = Set(audiences.keys.map(\.place)).sorted()
        return places.contains { place in
            let other = Name(place: place, author: name.author, id: name.id)
            return place != name.place && (things[other]?.hidden ?? 2) < 2
        }
    }
}
