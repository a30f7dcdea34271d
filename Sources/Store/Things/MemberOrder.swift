import CRDT
import Domain

/// The members of a collection in a wanted order, and the index keys that produce it.
///
/// A member that does not move keeps its key. Two members that two devices gave the same key are separated, so that
/// others can be placed between them. Keys grow when members are inserted at the same gap repeatedly; if one grows
/// too long, all are made again.
struct MemberOrder {
    /// A member; `place` is nil if it needs a new key.
    private struct Member {
        let key: [UInt8]
        var place: [UInt8]?
    }

    private var members: [Member]

    /// Starts with the current order: no duplicates, keys ascending. Invalid keys are dropped.
    init(_ members: [ObjectRow.Member]) {
        self.members = members.map {
            Member(key: $0.key, place: FractionalIndex.isValid($0.place) ? $0.place : nil)
        }
    }

    /// The members' keys in order.
    var keys: [[UInt8]] { members.map(\.key) }

    /// Appends these, which are not members yet.
    mutating func append(_ keys: [[UInt8]]) {
        members += keys.map { Member(key: $0, place: nil) }
    }

    /// The target of a move.
    enum Target {
        case first
        case last
        case before([UInt8])
        case after([UInt8])
    }

    /// Moves these members there, in this order.
    ///
    /// - Returns: false, and nothing changes, if the member to go beside is not among the others.
    mutating func move(_ keys: [[UInt8]], to target: Target) -> Bool {
        let moved = Set(keys)
        var rest = members.filter { !moved.contains($0.key) }
        let index: Int?
        switch target {
        case .first: index = 0
        case .last: index = rest.count
        case .before(let key): index = rest.firstIndex { $0.key == key }
        case .after(let key): index = rest.firstIndex { $0.key == key }.map { $0 + 1 }
        }
        guard let index else { return false }
        rest.insert(contentsOf: keys.map { Member(key: $0, place: nil) }, at: index)
        members = rest
        return true
    }

    /// Returns the members that get a new index key, in order.
    func placed() -> [(key: [UInt8], place: [UInt8])] {
        let near = changed(in: members)
        guard near.contains(where: { $0.place.count > Limits.memberPlaceBytesMax }) else {
            return near
        }
        return changed(in: members.map { Member(key: $0.key, place: nil) })
    }

    private func changed(in members: [Member]) -> [(key: [UInt8], place: [UInt8])] {
        var changed: [(key: [UInt8], place: [UInt8])] = []
        var last: [UInt8]?
        var waiting: [[UInt8]] = []
        let give = { (upper: [UInt8]?) in
            changed += zip(waiting, Self.places(waiting.count, last, upper)).map { ($0, $1) }
            waiting = []
        }
        for member in members {
            guard let place = member.place, Self.rises(last, place) else {
                waiting.append(member.key)
                continue
            }
            give(place)
            last = place
        }
        give(nil)
        return changed
    }

    private static func rises(_ last: [UInt8]?, _ place: [UInt8]) -> Bool {
        last.map { $0.lexicographicallyPrecedes(place) } ?? true
    }

    // A few at an open end grow by one byte in 255 insertions; many are spread evenly, and so stay short.
    private static func places(
        _ count: Int, _ lower: [UInt8]?, _ upper: [UInt8]?
    ) -> [[UInt8]] {
        guard count > fewMax || (lower != nil && upper != nil) else {
            var places: [[UInt8]] = []
            var (low, high) = (lower, upper)
            for _ in 0..<count {
                guard let place = FractionalIndex.between(low, high) else { break }
                places.append(place)
                if high == nil { low = place } else { high = place }
            }
            precondition(places.count == count, "places rise, so there is room between them")
            return upper == nil ? places : places.reversed()
        }
        guard let places = FractionalIndex.spread(count, between: lower, and: upper) else {
            preconditionFailure("places rise, so there is room between them")
        }
        return places
    }

    /// Members at one end that get their places one after the other; more get them evenly spread.
    private static let fewMax = 64
}
