import CRDT
import Domain

/// Finds the comments of a file that are here already, and the order in which the others can be
/// made: what is answered before its answer, however they stand in the file.
struct ImportedComments {
    /// A comment of the file.
    struct Item {
        let comment: CommentEntry
        let line: Int

        init(_ comment: CommentEntry, _ line: Int) {
            self.comment = comment
            self.line = line
        }
    }

    /// Those that are here were read.
    var hasReadThoseHere = false
    /// The comments here that are equal, by a key that tells others apart.
    private var known: [Key: EqualComments] = [:]
    /// Comments of the file that are here by now, by how it names them.
    private var said: [ThingReference: KnownComment] = [:]
    /// Those on their way.
    private var coming: Set<ThingReference> = []
    /// Replies to what has not come yet, by how the file names that.
    private var waiting: [ThingReference: [Item]] = [:]

    private struct KnownComment {
        let id: ObjectID
        let reference: ThingReference
    }

    private struct EqualComments {
        var all: [KnownComment] = []
        /// The number of them found in the file.
        var found = 0
    }

    private struct Key: Hashable {
        let thing: ObjectID
        let parent: ThingReference?
        // Of eight kilobytes these are enough: with a seed of this process, nobody finds two alike.
        let text: Int
    }

    // MARK: Order

    /// Whether a comment answers one that has not come yet; then it waits for that.
    mutating func waits(_ item: Item) -> Bool {
        guard case .named(let parent)? = item.comment.parent, said[parent] == nil,
            !coming.contains(parent)
        else { return false }
        waiting[parent, default: []].append(item)
        return true
    }

    /// Returns the replies that waited for this comment.
    mutating func answers(to item: Item) -> [Item] {
        (waiting.removeValue(forKey: item.comment.reference) ?? []).reversed()
    }

    /// Returns the replies that still wait at the end of the file, each after its parent if that is in the file:
    /// replies to missing comments, and cycles.
    mutating func unanswered() -> [Item] {
        var groups = waiting.map { (parent: $0.key, items: $0.value) }
        groups.sort {
            ($0.items.first?.line ?? 0, $0.parent) < ($1.items.first?.line ?? 0, $1.parent)
        }
        let names = Set(groups.flatMap { $0.items.map(\.comment.reference) })
        var order: [Item] = []
        for isCircle in [false, true] {
            for group in groups where names.contains(group.parent) == isCircle {
                var ready = Array((waiting.removeValue(forKey: group.parent) ?? []).reversed())
                while let next = ready.popLast() {
                    order.append(next)
                    ready += answers(to: next)
                }
            }
        }
        return order
    }

    // MARK: What is here

    /// A comment is here.
    mutating func know(_ comment: CommentEntry, as id: ObjectID) {
        var parent: ThingReference?
        if case .named(let reference)? = comment.parent { parent = reference }
        known[Self.key(comment, parent), default: EqualComments()].all.append(
            KnownComment(id: id, reference: comment.reference))
    }

    /// Whether a comment of the file is here, each that is here once; else it learns what it answers
    /// here.
    ///
    /// - Parameter isOwn: the file is its person's own, so that what is answered may be here although
    ///   the file does not have it.
    mutating func isKnown(
        _ comment: inout CommentEntry, named name: ThingReference, isOwn: Bool
    ) -> Bool {
        var parents: [ThingReference?] = [nil]
        if case .named(let parent)? = comment.parent {
            if let answered = said[parent] {
                parents = [answered.reference]
                comment.parent = .here(answered.id)
            } else if coming.contains(parent) {
                // Nothing here can answer what is not here.
                return false
            } else if isOwn {
                parents = [parent, nil]
            } else {
                comment.parent = nil
            }
        }
        for parent in parents {
            let key = Self.key(comment, parent)
            guard let alike = known[key], alike.found < alike.all.count else { continue }
            known[key]?.found += 1
            if said[name] == nil { said[name] = alike.all[alike.found] }
            return true
        }
        return false
    }

    private static func key(_ comment: CommentEntry, _ parent: ThingReference?) -> Key {
        Key(thing: comment.thing, parent: parent, text: comment.text.hashValue)
    }

    // MARK: What becomes of one

    /// It is on its way to the node, or would be.
    mutating func willBeSaid(_ name: ThingReference) { coming.insert(name) }

    /// It is here now, under this id, and replies name it so.
    mutating func wasSaid(_ name: ThingReference, _ id: ObjectID, _ reference: ThingReference) {
        coming.remove(name)
        if said[name] == nil { said[name] = KnownComment(id: id, reference: reference) }
    }

    /// It was refused, or left out: what answers it answers nothing here.
    mutating func wasNotSaid(_ name: ThingReference) { coming.remove(name) }
}
