import CRDT
import Domain
import Interchange
import Primitives

/// The ids here of a file's things. Comments and other entries name them by their ids in the file.
struct ImportedThings {
    /// The thing that a reference leads to.
    enum Location: Equatable {
        /// By this name.
        case here(ThingReference)
        /// A dry run would bring it.
        case coming
    }

    /// By the ids that they had; the empty id of what a dry run would bring. A file has many, so these
    /// are as small as can be.
    private var places: [ObjectID: ObjectID] = [:]
    /// References of what a dry run has looked for.
    private var coming: Set<ThingReference> = []
    /// The references in the file, and the same things' references here.
    private var names: [ThingReference: ThingReference] = [:]

    private static let nowhere = ObjectID(.zero)

    /// A thing of the file is here. The first of one id counts.
    mutating func place(_ link: ImportedLink, at id: ObjectID) {
        if let old = link.origin?.id, places[old] == nil { places[old] = id }
    }

    /// A dry run has looked for a thing of the file; nil: it would bring it.
    mutating func look(for link: ImportedLink, foundAt id: ObjectID?) {
        place(link, at: id ?? Self.nowhere)
        if let name = link.reference { coming.insert(name) }
    }

    /// The same, with what is named in the file and here.
    func knowing(_ names: [ThingReference: ThingReference]) -> ImportedThings {
        var things = self
        things.names = names
        return things
    }

    /// The id here of a thing; nil if a dry run would bring it. What the file does not have may be here
    /// under its own id: the node knows.
    func here(_ old: ObjectID) -> ObjectID? {
        guard let place = places[old] else { return old }
        return place == Self.nowhere ? nil : place
    }

    /// Returns the thing that a reference of the file names; nil if the file has no such thing.
    func named(_ old: ThingReference) -> Location? {
        if let name = names[old] { return .here(name) }
        return coming.contains(old) ? .coming : nil
    }
}
