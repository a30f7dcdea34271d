import CRDT
package import Domain

/// Paths under which things are found: those of one kind (`/v1/garments`), or of any (`/v1/things`).
///
/// Each endpoint of `ThingEndpoints` exists once, and every set of paths has it. A kind is added by one type below, and
/// by its place in `RouteTopic.all`.
package protocol ThingPaths: Sendable {
    /// The JSON of a thing under these paths.
    associatedtype Representation: ThingRepresentation = NamedThingJSON
    /// The names of the paths, and their summaries.
    static var names: ThingPathNames { get }
}

/// Paths to things of one kind.
package protocol KindPaths: ThingPaths {
    /// The kind.
    static var kind: Kind { get }
}

/// Things of every kind.
package enum Things: ThingPaths {
    package typealias Representation = ThingJSON
    package static let names = ThingPathNames(
        nil, [.list: "Things of every kind that match a search", .show: "One thing of any kind"])
}

/// Links.
package enum Links: KindPaths {
    package typealias Representation = BookmarkJSON
    package static let kind = Kind.link
    package static let names = ThingPathNames(kind, word: "bookmark", add: "Add", edit: "Edit")
}

/// Garments.
package enum Garments: KindPaths {
    package static let kind = Kind.garment
    package static let names = ThingPathNames(kind)
}

/// Outfits, which are made of garments.
package enum Outfits: KindPaths {
    package static let kind = Kind.outfit
    package static let names = ThingPathNames(
        kind,
        [.add: "Create an outfit from garments", .show: "One outfit with its layers"],
        contents: "Ids of garments that lie in it.")
}

/// Closets, which hold garments and outfits.
package enum Closets: KindPaths {
    package static let kind = Kind.closet
    package static let names = ThingPathNames(
        kind,
        [
            .show: "One closet with what hangs in it",
            .remove: "Move a closet to the trash; what hangs in it stays",
        ], contents: "Ids of what hangs in it.")
}

/// Places.
package enum Places: KindPaths {
    package static let kind = Kind.place
    package static let names = ThingPathNames(kind)
}

/// Clips of places.
package enum Clips: KindPaths {
    package static let kind = Kind.clip
    package static let names = ThingPathNames(kind)
}

/// Highlighted passages of pages.
package enum Highlights: KindPaths {
    package static let kind = Kind.highlight
    package static let names = ThingPathNames(
        kind,
        [
            .list: "Highlights that match a search; page:ADDRESS finds those of a page",
            .add: "Highlight a passage of a page: name is the passage, url the page",
        ])
}

/// Papers.
package enum Papers: KindPaths {
    package static let kind = Kind.paper
    package static let names = ThingPathNames(kind)
}

extension Kind {
    /// The paths of its things; nil of a profile, which is no list.
    package var paths: (any KindPaths.Type)? {
        Self.allPaths.first { $0.kind == self }
    }

    /// The paths of each kind that has some.
    static let allPaths: [any KindPaths.Type] = [
        Links.self, Garments.self, Outfits.self, Closets.self, Places.self, Clips.self,
        Highlights.self, Papers.self,
    ]

    /// Checks that a thing is of this kind, whose path somebody used for it.
    ///
    /// - Parameter isEdit: whether it is to be changed, which decides what is suggested instead.
    /// - Throws: `not_found` if it is of another kind.
    package func check(_ thing: Bookmark, isEdit: Bool = false) throws(ProblemJSON) {
        guard thing.kind != self else { return }
        let id = thing.id.short
        let change = thing.kind == .link ? "weft edit \(id)" : "weft \(thing.kind.word) edit \(id)"
        throw ProblemJSON(
            .notFound, "\(id) is \(thing.kind.named), not \(named)",
            fix: isEdit ? change : "weft show \(id)")
    }
}

/// The names of paths to things, of their operations and of their shapes, and their summaries in OpenAPI.
package struct ThingPathNames: Sendable {
    /// An operation that every set of paths has; the raw value begins its id.
    enum Verb: String, CaseIterable {
        case list, add, show, edit, remove
    }

    /// The kind of the things; nil for any.
    package let kind: Kind?
    /// The path of the list, such as `/v1/garments`.
    package let path: String
    /// The names of the shapes of a thing, of a new one and of a change.
    let shape: String
    let newShape: String
    let editShape: String
    /// The description of `things` in the body of a new thing; nil if it has no such member.
    let contents: String?
    private let summaries: [Verb: String]

    /// The words of a kind, nil for any.
    ///
    /// - Parameters:
    ///   - summaries: where the usual one does not say enough.
    ///   - word: the singular of the last part of the path, if it is not the word of the kind.
    ///   - add: the name of the shape of a new thing, if it is not `New` and the word.
    ///   - edit: the name of the shape of a change, if it is not `Edit` and the word.
    init(
        _ kind: Kind?, _ summaries: [Verb: String] = [:], word: String? = nil, add: String? = nil,
        edit: String? = nil, contents: String? = nil
    ) {
        let said = kind?.word ?? "thing"
        let word = word ?? said
        self.kind = kind
        self.contents = contents
        let shape = Self.capitalized(word)
        path = kind?.path ?? "/v1/things"
        self.shape = shape
        newShape = add ?? "New" + shape
        editShape = edit ?? "Edit" + shape
        let named = kind?.named ?? "a thing"
        let usual: [Verb: String] = [
            .list: "\(Self.capitalized(said))s that match a search", .add: "Add \(named)",
            .show: "One \(said)", .edit: "Edit \(named)", .remove: "Move \(named) to the trash",
        ]
        self.summaries = usual.merging(summaries) { $1 }
    }

    /// The id of an operation, such as `listGarments` or `addGarment`.
    func operation(_ verb: Verb) -> OperationID {
        OperationID(verb.rawValue + shape + (verb == .list ? "s" : ""))
    }

    /// The summary of an operation.
    func summary(_ verb: Verb) -> String { summaries[verb] ?? "" }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }
}

/// The JSON of a thing.
package protocol ThingRepresentation: JSONConvertible, Equatable, Sendable {
    /// The thing as a client sees it.
    init(_ thing: Bookmark)
}

extension ThingJSON: ThingRepresentation {}
extension BookmarkJSON: ThingRepresentation {}
extension NamedThingJSON: ThingRepresentation {}
