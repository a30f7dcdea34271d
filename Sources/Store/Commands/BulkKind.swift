import CRDT
import Domain
import Primitives

extension BulkWork {
    /// What is done to each of many things.
    enum Kind {
        case place(in: AudienceName)
        case withdraw([AudienceName])
        case trash
        case retag(from: [String], to: String?)
        /// The rows are the links that others go into.
        case merge
        /// Tags come onto what rules match.
        case followRules(at: WallTime)
        /// Tags come on where all of them have room.
        case tag([String])
        /// Tags go off.
        case untag([String])
        /// Things are to be read, or not any more.
        case mark(isUnread: Bool)
        /// Links get tiles of this size.
        case resize(TileSize)
        /// They become members of the collection in this row, or are members no more.
        case collect(in: Int64)
        case takeOut(of: Int64)
        /// The rows are deltas of this act, whose operations are taken back.
        case undo(of: Int64)
        /// The same, whose operations are done again.
        case redo(of: Int64)

        /// What it writes may make a thing match a live share.
        var mayMakeMatch: Bool {
            switch self {
            case .retag, .merge, .followRules, .tag, .untag, .mark, .resize: return true
            case .place, .withdraw, .trash, .collect, .takeOut, .undo, .redo: return false
            }
        }

        /// It concerns the deltas of an act.
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
