import CRDT
import Domain
import Primitives

// The members of a collection that is filled by hand. Each is an element of 48 bytes that name a thing,
// its author and its object, and its place in the order behind them. To move one is to take its element
// out and to put in another.
extension ObjectRow {
    /// What names a thing, and where it stands.
    struct Member {
        let key: [UInt8]
        let place: [UInt8]
        let dot: Dot

        /// The order of members: by place; of two devices that put theirs at one place, by dot.
        static func < (left: Member, right: Member) -> Bool {
            if left.place == right.place { return left.dot < right.dot }
            return left.place.lexicographicallyPrecedes(right.place)
        }
    }

    /// What a collection is called.
    var collectionName: String { text(Schema.Collection.name) ?? "" }

    /// The members in order, each once: where two devices moved or added one apart, at the place with the
    /// higher dot.
    var members: [Member] {
        let additions = state.set(Schema.Collection.members)?.additions ?? []
        var members: [Member] = []
        // Sorted by element, so that all places of one thing stand side by side.
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

    /// What takes these members out, wherever devices have put them.
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

    /// What puts members where they have no place yet, or another one.
    func operations(to order: MemberOrder, at object: ObjectRef) -> [Operation] {
        let placed = order.placed()
        return removals(ofMembers: Set(placed.map(\.key)), at: object)
            + placed.map { key, place in
                .add(
                    ElementAddition(
                        object: object, field: Schema.Collection.members, element: key + place))
            }
    }

    /// What a register of texts shows; nil if nothing was written there.
    func text(_ field: Field) -> String? {
        state.register(field)?.shown.map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// An author of 32 bytes, and an object of 16.
    static let memberKeyBytes = 48
}

/// Where a page of members ended: a place in their order, which stays when its member goes.
///
///     place   1 length, then so many bytes
///     dot     what `Dot.hashInput` has
struct MemberCursor {
    private let place: [UInt8]
    private let dot: [UInt8]

    /// Behind this one.
    init(_ member: ObjectRow.Member) {
        place = member.place
        dot = member.dot.hashInput
    }

    /// What a client hands back, read again; nil if it is none.
    init?(_ text: String) {
        guard text.utf8.count <= 200, let bytes = Base32.decode(text), let length = bytes.first,
            length > 0, bytes.count > Int(length) + 1
        else { return nil }
        place = Array(bytes[1...Int(length)])
        dot = Array(bytes.dropFirst(Int(length) + 1))
    }

    /// What a client hands back: opaque, in base 32.
    var text: String { Base32.encode([UInt8(clamping: place.count)] + place + dot) }

    /// Whether this member stands behind it.
    func isBefore(_ member: ObjectRow.Member) -> Bool {
        if place == member.place {
            return dot.lexicographicallyPrecedes(member.dot.hashInput)
        }
        return place.lexicographicallyPrecedes(member.place)
    }
}
