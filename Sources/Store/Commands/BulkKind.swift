import CRDT
import Domain
import Primitives

extension BulkWork {
    /// The operation to perform on each of many things.
    enum Kind {
        case place(in: AudienceName)
        case withdraw([AudienceName])
        case trash
        case retag(from: [String], to: String?)
        /// The rows are the links that others are merged into.
        case merge
        /// Adds the tags of matching rules.
        case followRules(at: WallTime)
        /// Adds tags where there is room for all of them.
        case tag([String])
        /// Removes tags.
        case untag([String])
        /// Marks things as unread or read.
        case mark(isUnread: Bool)
        /// Sets the tile size of links.
        case resize(TileSize)
        /// Adds the things to the collection in this row, or removes them.
        case collect(in: Int64)
        case takeOut(of: Int64)
        /// The rows are deltas of this act, whose operations are undone.
        case undo(of: Int64)
        /// The same, with operations redone.
        case redo(of: Int64)

        /// Whether its writes may make a thing match a live share.
        var mayMakeMatch: Bool {
            switch self {
            case .retag, .merge, .followRules, .tag, .untag, .mark, .resize: return true
            case .place, .withdraw, .trash, .collect, .takeOut, .undo, .redo: return false
            }
        }

        /// Whether its rows are deltas of an act.
        var isOfDeltas: Bool {
            switch self {
            case .undo, .redo: return true
            case .place, .withdraw, .trash, .retag, .merge, .followRules, .tag, .untag, .mark,
                .resize, .collect, .takeOut:
                return false
            }
        }
    }
}
