import CRDT
import Domain
import Interchange

/// Where the things of a file are: what is said beside them names them by the ids that they had there.
struct ImportedThings {
    private enum Place {
        case here(ObjectID)
        /// A dry run would bring it.
        case coming
    }

    /// Where what a reference names is.
    enum Named: Equatable {
        /// By this name.
        case here(ThingReference)
        /// A dry run would bring it.
        case coming
    }

    private var places: [ObjectID: Place] = [:]
    private var names: [ThingReference: Named] = [:]

    /// A thing of the file is here; nil: a dry run would bring it. The first of one id counts.
    mutating func place(_ link: ImportedLink, at id: ObjectID?) {
        if let old = link.origin?.id, places[old] == nil {
            places[old] = id.map { .here($0) } ?? .coming
        }
        if let name = link.reference, names[name] == nil { names[name] = .coming }
    }

    /// What was named so in the file is named so here.
    mutating func name(_ old: ThingReference, _ new: ThingReference) { names[old] = .here(new) }

    /// The id here of a thing; nil if a dry run would bring it. What the file does not have may be here
    /// under its own id: the node knows.
    func here(_ old: ObjectID) -> ObjectID? {
        switch places[old] {
        case .here(let id)?: return id
        case .coming?: return nil
        case nil: return old
        }
    }

    /// What a reference of the file names; nil if nothing in it.
    func named(_ old: ThingReference) -> Named? { names[old] }
}
