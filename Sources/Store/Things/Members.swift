import CRDT
import Domain
import Primitives

// The members of a manual collection. Each is an element: 48 bytes that name the thing by author and object, then its
// index key in the order. Moving a member removes its element and adds another.
extension ObjectRow {
    /// The name of a thing, and its position.
    struct Member {
        let key: [UInt8]
        let place: [UInt8]
        let dot: Dot

        /// Orders members by index key; equal keys, written by two devices, by dot.
        static func < (left: Member, right: Member) -> Bool {
            if left.place == right.place { return left.dot < right.dot }
            return left.place.lexicographicallyPrecedes(right.place)
        }
    }

    /// The name of the collection.
    var collectionName: String { text(Schema.Collection.name) ?? "" }

    /// The members in order, without duplicates. If two devices moved or added one independently, the higher dot
    /// counts.
    var members: [Member] {
        let additions = state.set(Schema.Collection.members)?.additions ?? []
        var members: [Member] = []
        // The elements are sorted, so all positions of one thing are adjacent.
        for addition in additions where addition.element.count > Self.memberKeyBytes {
            let member = Member(
                key: Array(addition.element.prefix(Self.memberKeyBytes)),
                place: Array(addition.element.dropFirst(Self.memberKeyBytes)), dot: addition.dot)
            if let last = members.last, last.key == member.key {
                if last.dot < member.dot { members[members.count - 1] = member }
            } else {
                members.append(member)
            }
        }
        return members.sorted(by: <)
    }

    /// Returns the operations that remove these members from every position.
    func removals(ofMembers keys: Set<[UInt8]>, at object: ObjectRef) -> [Operation] {
        guard !keys.isEmpty, let set = state.set(Schema.Collection.members) else { return [] }
        var operations: [Operation] = []
        var additions = set.additions[...]
        while let first = additions.first {
            let same = additions.prefix { $0.element == first.element }
            additions = additions.dropFirst(same.count)
            guard keys.contains(Array(first.element.prefix(Self.memberKeyBytes))) else { continue }
            operations.append(
                .remove(
                    ElementRemoval(
                        object: object, field: Schema.Collection.members, element: first.element,
                        dots: same.map(\.dot).sorted())))
        }
        return operations
    }

    /// Returns the operations that place members without a position, or with a new one.
    func operations(to order: MemberOrder, at object: ObjectRef) -> [Operation] {
        let placed = order.placed()
        return removals(ofMembers: Set(placed.map(\.key)), at: object)
            + placed.map { key, place in
                .add(
                    ElementAddition(
                        object: object, field: Schema.Collection.members, element: key + place))
            }
    }

    /// The text that a register shows; nil if it was never written.
    func text(_ field: Field) -> String? {
        state.register(field)?.shown.map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// An author of 32 bytes, and an object of 16.
    static let memberKeyBytes = 48
}

/// The position where a page of members ended. It stays valid when its member is removed.
///
///     place   1 length, then so many bytes
///     dot     as in `Dot.hashInput`
struct MemberCursor {
    private let place: [UInt8]
    private let dot: [UInt8]

    /// Creates the position after this member.
    init(_ member: ObjectRow.Member) {
        place = member.place
        dot = member.dot.hashInput
    }

    /// Parses a cursor from a client; nil if it is invalid.
    init?(_ text: String) {
        guard text.utf8.count <= 200, let bytes = Base32.decode(text), let length = bytes.first,
            length > 0, bytes.count > Int(length) + 1
        else { return nil }
        place = Array(bytes[1...Int(length)])
        dot = Array(bytes.dropFirst(Int(length) + 1))
    }

    /// The opaque cursor for the client, in base 32.
    var text: String { Base32.encode([UInt8(clamping: place.count)] + place + dot) }

    /// Whether this member comes after the position.
    func isBefore(_ member: ObjectRow.Member) -> Bool {
        if place == member.place {
            return dot.lexicographicallyPrecedes(member.dot.hashInput)
        }
        return place.lexicographicallyPrecedes(member.place)
    }
}
