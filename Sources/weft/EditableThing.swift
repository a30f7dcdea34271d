import API
import Domain

/// A thing that is changed in an editor: its form, and how what was changed there is asked for.
struct EditableThing {
    let form: EditForm
    /// The id as people type it.
    let shortID: String
    private let id: String
    private let etag: String
    private let paths: any KindPaths.Type
    private let tags: [String]

    /// - Throws: if it is of a kind with a command of its own.
    init(_ thing: ThingJSON) throws(Failure) {
        switch thing {
        case .link(let link): self.init(link)
        case .named(let thing):
            guard let kind = Kind(word: thing.type), let paths = kind.paths,
                kind.descriptor.traits.contains(.edited)
            else {
                throw Failure(
                    .usage, "\(thing.shortID) is a \(thing.type)",
                    fix: "weft \(thing.type) edit with the option to change")
            }
            self.init(thing, at: paths)
        }
    }

    private init(_ link: BookmarkJSON) {
        (id, shortID, etag, tags) = (link.id, link.shortID, link.etag, link.tags)
        paths = Links.self
        form = EditForm(
            heading: "\(link.shortID), a link",
            fields: [
                EditForm.Field(name: "url", value: .text(link.url)),
                EditForm.Field(name: "title", value: .text(link.title)),
                EditForm.Field(
                    name: "size", value: .text(link.size),
                    words: TileSize.allCases.map(\.letter)),
                EditForm.Field(
                    name: "unread", value: .text(link.unread ? "yes" : "no"),
                    words: ["yes", "no"]),
                EditForm.Field(name: "tags", value: .list(link.tags)),
            ], note: link.note)
    }

    private init(_ thing: NamedThingJSON, at paths: any KindPaths.Type) {
        (id, shortID, etag, tags) = (thing.id, thing.shortID, thing.etag, thing.tags)
        self.paths = paths
        let details = Self.details(of: paths.kind).map { detail in
            let values = thing.details[detail.name]
            var field = EditForm.Field(
                name: detail.name.word,
                value: detail.isList ? .list(values) : .text(values.first ?? ""))
            if case .choice(let words) = detail.value { field.words = words }
            return field
        }
        form = EditForm(
            heading: "\(thing.shortID), \(paths.kind.named)",
            fields: [
                EditForm.Field(name: "name", value: .text(thing.name)),
                EditForm.Field(name: "url", value: .text(thing.url ?? "")),
                EditForm.Field(name: "tags", value: .list(thing.tags)),
            ] + details, note: thing.note)
    }

    /// The one request that makes these changes, if the thing still is what it was.
    ///
    /// - Throws: if a word is none that the field knows.
    func call(_ changes: EditForm.Changes) throws -> Call {
        var call = paths.kind == .link ? Call(try link(changes)) : named(changes, at: paths)
        call.ifMatch = "\"\(etag)\""
        return call
    }

    private func link(_ changes: EditForm.Changes) throws(Failure) -> EditLink {
        var request = EditLink(id, note: changes.note)
        for field in changes.fields {
            switch (field.name, field.value) {
            case ("url", .text(let text)): request.url = text
            case ("title", .text(let text)): request.title = text
            case ("size", .text(let text)): request.size = text
            case ("unread", .text(let text)):
                guard field.words.contains(text.lowercased()) else {
                    throw Failure(
                        .usage, "unread must be yes or no, not \(text.prefix(80))",
                        fix: "write yes or no")
                }
                request.unread = text.lowercased() == "yes"
            case (_, .list(let names)):
                (request.addTags, request.removeTags) = (coming(names), going(names))
            default: preconditionFailure("a form has no other fields")
            }
        }
        return request
    }

    private func named<Paths: KindPaths>(
        _ changes: EditForm.Changes, at paths: Paths.Type
    ) -> Call {
        var request = EditThing<Paths>(id, note: changes.note)
        for field in changes.fields {
            switch (field.name, field.value) {
            case ("name", .text(let text)): request.name = text
            case ("url", .text(let text)): request.url = text
            case ("tags", .list(let names)):
                (request.addTags, request.removeTags) = (coming(names), going(names))
            case (let word, let value):
                guard
                    let detail = Self.details(of: Paths.kind).first(where: { $0.name.word == word })
                else { preconditionFailure("a form has no other fields") }
                request.details.append(DetailChange(detail.name, values: Self.values(value)))
            }
        }
        return Call(request)
    }

    private static func values(_ value: EditForm.Field.Value) -> [String] {
        switch value {
        case .text(let text): return text.isEmpty ? [] : [text]
        case .list(let texts): return texts
        }
    }

    // The details that people type: files have commands of their own, and a film says itself how long it lasts.
    private static func details(of kind: Kind) -> [DetailForm] {
        kind.details.filter { $0.value.isTyped && !$0.value.isFile && $0.value != .seconds }
    }

    // A tag in another spelling is the same one, and stays as its first writer spelled it.
    private func coming(_ names: [String]) -> [String] {
        let known = tags.map(Self.folded)
        return names.filter { !known.contains(Self.folded($0)) }
    }

    private func going(_ names: [String]) -> [String] {
        let kept = names.map(Self.folded)
        return tags.filter { !kept.contains(Self.folded($0)) }
    }

    private static func folded(_ name: String) -> String {
        guard case .success(let tag) = TagName.normalise(name) else { return name }
        return tag.folded
    }
}
