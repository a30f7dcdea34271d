import CRDT
import Domain
import Primitives

@testable import Store

/// In a quarter of the worlds persons follow friends, tags, places, garments and searches, mute friends and tags, and
/// have tag rules. All of this is private.
///
/// It is drawn apart from everything else: other activity is the same in a world without it.
enum AttentionWork {
    /// The queries that persons search for repeatedly.
    private static let searches = ["edited", "is:untagged", "type:garment color:red", "#code note"]
    private static let tags = ["art", "bike", "code", "day", "ember"]

    /// Returns requests for every fourth deed.
    ///
    /// - Parameter word: makes a new word that must never reach anybody else.
    static func requests(
        at machine: SimulatedNode, by stream: Dice, _ word: () -> String
    ) throws(BrokenClaim) -> [Request] {
        if let noted = try noting(at: machine, by: stream) { return [noted] }
        var dice = stream.split(48)
        guard dice.roll(below: 4) == 0 else { return [] }
        let tag = tags[dice.roll(below: tags.count)]
        let other = tags[dice.roll(below: tags.count)]
        switch dice.roll(below: 14) {
        case 0, 1, 2:
            let friends = try Durability.friends(of: machine)
            guard !friends.isEmpty else { return [] }
            return [follow(.typed("@friend\(friends[dice.roll(below: friends.count)])"))]
        case 3: return [follow(.typed("#\(tag)"))]
        case 4: return [follow(.typed(searches[dice.roll(below: searches.count)]))]
        case 5: return [follow(.typed(word()))]
        case 6: return [.command(.feeds(.attend(.typed("#\(word())"), .mute)))]
        case 11, 12:
            let friends = try Durability.friends(of: machine)
            guard !friends.isEmpty else { return [] }
            let friend = "@friend\(friends[dice.roll(below: friends.count)])"
            return [.command(.feeds(.attend(.typed(friend), .mute)))]
        case 7:
            guard dice.roll(below: 2) == 0 else {
                return [.command(.feeds(.leave("#\(tag)", .follow)))]
            }
            let friends = try Durability.friends(of: machine)
            guard !friends.isEmpty else { return [] }
            let friend = "@friend\(friends[dice.roll(below: friends.count)])"
            return [.command(.feeds(.leave(friend, .mute)))]
        case 8:
            let things = try nameable(at: machine)
            guard !things.isEmpty else { return [] }
            return [follow(.thing(.id(things[dice.roll(below: things.count)])))]
        case 9: return [.command(.addTagRule(query: "#\(tag)", tags: [other]))]
        case 10: return [.command(.addTagRule(query: word(), tags: [tag]))]
        default: return [.command(.removeTagRule("#\(tag)"))]
        }
    }

    // Returns, for every eighth deed, a request that marks a thing of somebody else, or of a group, as unread or read.
    private static func noting(
        at machine: SimulatedNode, by stream: Dice
    ) throws(BrokenClaim) -> Request? {
        var dice = stream.split(51)
        guard dice.roll(below: 8) == 0 else { return nil }
        let things = try machine.read { (store) throws(StorageError) in
            try store.database.rows(
                """
                SELECT object FROM objects WHERE kind \(KindSQL.isThing) AND audience > 1
                AND hidden = 0 ORDER BY id
                """
            ) { (row) throws(StorageError) in
                guard let id = Bytes16(row.bytes(0)) else { throw .corrupt }
                return ObjectID(id).text
            }
        }
        guard !things.isEmpty else { return nil }
        let thing = things[Workload.favour(dice.roll(below: things.count))]
        let change = BookmarkChange(isUnread: dice.roll(below: 3) > 0)
        return .command(.edit(.id(thing), change))
    }

    private static func follow(_ target: FollowTarget) -> Request {
        .command(.feeds(.attend(target, .follow)))
    }

    // Own and others' things, in the order of arrival.
    private static func nameable(at machine: SimulatedNode) throws(BrokenClaim) -> [String] {
        let kinds = Kind.allCases.filter(\.mayBeNamed).map { "\($0.rawValue)" }
        return try machine.read { (store) throws(StorageError) in
            try store.database.rows(
                """
                SELECT object FROM objects WHERE kind IN (\(kinds.joined(separator: ", ")))
                AND hidden = 0 ORDER BY id
                """
            ) { (row) throws(StorageError) in
                guard let id = Bytes16(row.bytes(0)) else { throw .corrupt }
                return ObjectID(id).text
            }
        }
    }
}
