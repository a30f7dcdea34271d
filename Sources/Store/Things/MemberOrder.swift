import CRDT
import Domain

/// The members of a collection in the order that somebody wants, and the places that make it so.
///
/// A member that goes nowhere keeps its place. Two that two devices put at one place are parted, so
/// that others can come between. Places grow where things are put at one gap again and again: one
/// that grows too long has all of them made anew.
struct MemberOrder {
    /// A member; `place` is nil where it is to get another one.
    private struct Member {
        let key: [UInt8]
        var place: [UInt8]?
    }

    private var members: [Member]

    /// The order that stands: each key once, places not falling. What is no place is none.
    init(_ members: [ObjectRow.Member]) {
        self.members = members.map {
            Member(key: $0.key, place: FractionalIndex.isValid($0.place) ? $0.place : nil)
        }
    }

    /// The keys in their order.
    var keys: [[UInt8]] { members.map(\.key) }

    /// Puts these, which are no members yet, at the end.
    mutating func append(_ keys: [[UInt8]]) {
        members += keys.map { Member(key: $0, place: nil) }
    }

    /// Where members go.
    enum Target {
        case first
        case last
        case before([UInt8])
        case after([UInt8])
    }

    /// Puts these members there, in this order.
    ///
    /// - Returns: false, and nothing is changed, if the one they are to go beside is none of the others.
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

    /// The members that get another place than they had, and which; in their order.
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

    // A few at an open end cost a byte in 255 times; many are spread, and so stay short.
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

    private static let fewMax = 64
}
