import CRDT
import Domain
import Primitives

@testable import Store

/// What a node shows at one look, with the writes behind it, and for each audience its verdict and what is dead.
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

    /// What may change what shows without a write to it.
    struct Fate: Equatable {
        let verdict: Judgement
        /// The dead ranges of the chains.
        let dead: [DeadRanges]
    }

    private(set) var things: [Name: Thing] = [:]
    /// The names of all things, by row.
    private(set) var names: [Name] = []
    /// By row of the audience.
    private(set) var fates: [Int64: Fate] = [:]
    private var blobs: [Name: [UInt8]] = [:]
    private var audiences: [AudiencePlace: AudienceRecord] = [:]
    /// The things written, hidden or shown since the last look, in ascending order.
    private(set) var changed: [Name] = []
    private(set) var me: Int64 = 0
    /// Groups that only a revoked device joined in the person's name: nothing in them shows.
    private var disowned: Set<Int64> = []

    private struct AudiencePlace: Hashable {
        let place: Int64
        /// Zero where several persons write.
        let author: Int64
    }

    init() {}

    /// Examines `store`; reuses from `before` what has not changed.
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

    /// Returns the audience of a thing; nil if none of it is held.
    func audience(of name: Name) -> AudienceRecord? {
        audiences[AudiencePlace(place: name.place, author: name.author)]
            ?? audiences[AudiencePlace(place: name.place, author: 0)]
    }

    /// Returns the verdict and the dead ranges of a thing's audience.
    func fate(of name: Name) -> Fate? { audience(of: name).flatMap { fates[$0.number] } }

    /// Whether the thing is in a group that only a revoked device joined in the person's name.
    func isDisowned(_ name: Name) -> Bool { disowned.contains(name.place) }

    /// Whether another copy of the same thing shows.
    func isShownElsewhere(_ name: Name) -> Bool {
        let places = Set(audiences.keys.map(\.place)).sorted()
        return places.contains { place in
            let other = Name(place: place, author: name.author, id: name.id)
            return place != name.place && (things[other]?.hidden ?? 2) < 2
        }
    }
}
