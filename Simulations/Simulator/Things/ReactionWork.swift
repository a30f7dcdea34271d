import CRDT
import Domain
import Primitives

@testable import Store

/// In a third of the worlds persons react to things that they see, their own and others'.
///
/// Reactions are drawn apart from everything else: other activity is the same in a world without them.
enum ReactionWork {
    /// Returns requests for every third deed.
    ///
    /// - Parameter word: makes a new word by which a comment is recognised.
    static func requests(
        at machine: SimulatedNode, by stream: Dice, _ word: () -> String
    ) throws(BrokenClaim) -> [Request] {
        var dice = stream.split(42)
        guard dice.roll(below: 3) == 0 else { return [] }
        let (things, comments) = try machine.read { (store) throws(StorageError) in
            (try ids(store, things: true), try ids(store, things: false))
        }
        guard !things.isEmpty else { return [] }
        let thing = Reference.id(things[Workload.favour(dice.roll(below: things.count))])
        let comment = comments.isEmpty ? nil : comments[dice.roll(below: comments.count)]
        switch dice.roll(below: 10) {
        case 0, 1, 2: return [.command(.react(thing, .like))]
        case 3: return [.command(.react(thing, .dislike))]
        case 4: return [.command(.react(thing, nil))]
        case 5: return [.command(.feeds(.attendOpenly(.thing(thing))))]
        case 6:
            guard dice.roll(below: 3) == 0 else {
                return [.command(.feeds(.attendOpenly(.thing(thing))))]
            }
            let follows = try machine.read { (store) throws(StorageError) in
                try store.follows().filter { $0.attention == .follow }.map(\.id.text)
            }
            guard !follows.isEmpty else { return [] }
            let left = follows[dice.roll(below: follows.count)]
            return [.command(.feeds(.leave(left, .follow)))]
        case 7:
            guard let comment else { return [] }
            return dice.roll(below: 2) == 0
                ? [.command(.removeComment(.id(comment)))]
                : [.command(.editComment(.id(comment), text: "edited \(word())"))]
        default:
            let isReply = dice.roll(below: 2) == 0
            return [
                .command(
                    .comment(
                        thing, text: "said \(word())",
                        inReplyTo: isReply ? comment.map { .id($0) } : nil))
            ]
        }
    }

    // What shows, in the order of arrival.
    private static func ids(_ store: Store, things: Bool) throws(StorageError) -> [String] {
        let kinds = things ? Kind.allCases.map(\.rawValue) : [Schema.Comment.kind]
        let list = kinds.map { "\($0)" }.joined(separator: ", ")
        return try store.database.rows(
            "SELECT object FROM objects WHERE kind IN (\(list)) AND hidden = 0 ORDER BY id"
        ) { (row) throws(StorageError) in
            guard let id = Bytes16(row.bytes(0)) else { throw .corrupt }
            return ObjectID(id).text
        }
    }

    /// Whether a reaction may follow `request`. A command that runs in slices is answered after later ones, so which
    /// act came last would be ambiguous.
    static func mayFollow(_ request: Request) -> Bool {
        switch request {
        case .command(.undo), .command(.redo), .command(.remove), .command(.renameTag),
            .command(.share), .command(.unshare), .command(.applyTagRules):
            return false
        default: return true
        }
    }

    /// Returns the words written by a request, and the audiences that see what they are about.
    static func words(
        of request: Request, at machine: SimulatedNode
    ) throws(BrokenClaim) -> (String, [Audience])? {
        switch request {
        case .command(.comment(let thing, let text, let parent, _)):
            return (text, try places(of: parent ?? thing, at: machine))
        case .command(.editComment(let comment, let text, _)):
            return (text, try places(of: comment, at: machine))
        default: return nil
        }
    }

    private static func places(
        of reference: Reference, at machine: SimulatedNode
    ) throws(BrokenClaim) -> [Audience] {
        guard let id = ObjectID(text: reference.text) else { return [] }
        return try machine.read { (store) throws(StorageError) in
            let rows = try store.database.rows(
                "SELECT id FROM objects WHERE object = ? AND hidden = 0 ORDER BY id",
                [.blob(id.bytes.bytes)]
            ) { (row) throws(StorageError) in row.integer(0) }
            var places: [Audience] = []
            for number in rows {
                guard let row = try store.object(row: number) else { continue }
                guard row.place == .private else {
                    places.append(try store.audience(at: row.place))
                    continue
                }
                for (name, _) in row.state.placements where row.state.isPlaced(in: name) {
                    if let audience = try store.audience(named: name) { places.append(audience) }
                }
            }
            return places
        }
    }
}
