package import Domain

// Keeping and changing things that have a name: those of every kind but links.

/// Keeps a thing.
package struct AddThing<Paths: KindPaths>: CreatingEndpoint {
    package var name = ""
    package var url: String?
    package var note: String?
    package var tags: [String]?
    package var audience: String?
    /// Each is a member by itself, as in the answer.
    package var details: [Detail] = []
    /// The ids of its contents; only of kinds that hold others.
    package var things: [String] = []

    package static var shape: String { Paths.names.newShape }
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, as: .text(1...Limits.titleBytesMax), "Its name.")
        fields.member(
            "url", &url, as: .text(0...Limits.urlBytesMax),
            "Its address; of what has none absent.")
        fields.member("note", &note, as: .note, "The author's note on it.")
        fields.member("tags", &tags, as: .tags, "Its tags, as they are spelled here.")
        fields.audience(&audience)
        fields.details(said: &details, of: Paths.kind)
        guard let contents = Paths.names.contents else { return }
        fields.optional("things", &things, contents)
    }

    /// A thing of this name.
    package init(
        name: String, url: String? = nil, note: String? = nil, tags: [String]? = nil,
        audience: String? = nil, details: [Detail] = [], things: [String] = []
    ) {
        self.name = name
        self.url = url
        self.note = note
        self.tags = tags
        self.audience = audience
        self.details = details
        self.things = things
    }

    package static var route: EndpointRoute {
        EndpointRoute(
            Paths.names.operation(.add), .post, Paths.names.path, Paths.names.summary(.add),
            Routes.keeping, statuses: [201])
    }
    package func request() throws(ProblemJSON) -> TypedRequest<AdditionReport> {
        let draft = BookmarkDraft(
            url: url ?? "", title: name, note: note ?? "", tags: tags ?? [],
            kind: Paths.kind, details: details)
        let audience = try ParameterWord.audience(audience)
        guard Paths.names.contents != nil else {
            return .command {
                .addBookmarks([draft], to: audience, onDuplicate: .skip, act: nil, $0)
            }
        }
        return .command {
            .wardrobe(.keep(draft, of: things.map(Reference.init(text:)), to: audience, $0))
        }
    }
}

/// Changes a thing; what is absent stays as it is.
package struct EditThing<Paths: KindPaths>: ThingChange {
    package var id = ""
    package var name: String?
    package var url: String?
    package var note: String?
    package var addTags: [String]?
    package var removeTags: [String]?
    /// A member by itself says what is to stand there; of a list, `add_` and `remove_` before its
    /// name what comes and goes.
    package var details: [DetailChange] = []

    package static var shape: String { Paths.names.editShape }
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.ifMatch()
        fields.member("name", &name, "Its name.")
        let about = "Its address; of what has none absent."
        if Paths.kind.isPassage {
            // A passage has the address of its page, which cannot go.
            fields.lasting("url", &url, about)
        } else {
            fields.clearable("url", &url, nothing: "", about)
        }
        fields.clearable("note", &note, as: .note, nothing: "", "The author's note on it.")
        fields.tagChanges(&addTags, &removeTags)
        fields.details(changes: &details, of: Paths.kind)
    }

    /// Creates a change of the thing with this reference; omitted members stay as they are.
    package init(
        _ id: String, name: String? = nil, url: String? = nil, note: String? = nil,
        addTags: [String] = [], removeTags: [String] = [], details: [DetailChange] = []
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.note = note
        self.addTags = addTags.isEmpty ? nil : addTags
        self.removeTags = removeTags.isEmpty ? nil : removeTags
        self.details = details
    }

    package static var kind: Kind? { Paths.kind }
    package static var route: EndpointRoute {
        EndpointRoute(
            Paths.names.operation(.edit), .patch, Paths.names.path + "/{id}",
            Paths.names.summary(.edit), Routes.changing)
    }
    package static var outputForm: AnswerForm { .one(Paths.names.thing) }
    package func request() -> TypedRequest<Bookmark> {
        .command {
            .edit(
                Reference(text: id),
                BookmarkChange(
                    url: url, title: name, note: note, addTags: addTags ?? [],
                    removeTags: removeTags ?? [], details: details), $0)
        }
    }
    package func output(_ thing: Bookmark) -> Paths.Representation { Paths.Representation(thing) }
}
