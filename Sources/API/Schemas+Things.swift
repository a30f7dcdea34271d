import Domain

extension Schemas {
    static let things: [ObjectSchema] =
        Kind.allPaths.flatMap { schemas(of: $0) } + [
            ObjectSchema("Thing", of: anyThing), ObjectSchema(ThingCountJSON.self),
        ]

    // The schemas of a kind whose things have a name: a thing, a new one and a change.
    private static func schemas<Paths: KindPaths>(of paths: Paths.Type) -> [ObjectSchema] {
        let kind = Paths.kind
        guard kind != .link else { return [] }
        return [
            ObjectSchema(Paths.words.shape, of: shown(kind)), AddThing<Paths>.bodySchema,
            EditThing<Paths>.bodySchema,
        ]
    }

    typealias Member = ObjectSchema.Member

    private static let common = ObjectSchema(NamedThingJSON.self).members

    private static let typeAbout =
        "The word of its kind, such as `garment`; of a link `bookmark`."

    private static func shown(_ kind: Kind) -> [Member] {
        let details = kind.typedDetails.map {
            Member(
                name: $0.name.member, schema: $0.schema, isRequired: $0.isList,
                about: $0.name.about)
        }
        return common
            + [Member(name: "type", schema: .word([kind.word]), isRequired: true, about: typeAbout)]
            + details + parts(kind) + naming(kind) + distance(kind)
    }

    // The members of things that others may refer to.
    private static func naming(_ kind: Kind) -> [Member] {
        guard kind.mayBeNamed else { return [] }
        return [
            Member(
                name: "named_by", schema: .list(.named("Part")), isRequired: false,
                about:
                    "What names it, the last that came first; absent if nothing does, and in lists."
            )
        ]
    }

    // The members of things that may have a position.
    private static func distance(_ kind: Kind) -> [Member] {
        guard kind.form(of: .position) != nil || kind.form(of: .place) != nil else { return [] }
        return [
            Member(
                name: "distance_m", schema: .count, isRequired: false,
                about: "How far it is from the point that the search names, in metres.")
        ]
    }

    // The details that have a shape of their own.
    private static func parts(_ kind: Kind) -> [Member] {
        kind.details.compactMap { form in
            switch form.value {
            case .mark:
                Member(
                    name: form.name.member, schema: .list(.named("Layer")), isRequired: true,
                    about: form.name.about)
            case .reference:
                Member(
                    name: form.name.member, schema: .list(.named("ClosetThing")), isRequired: true,
                    about: form.name.about)
            case .place:
                Member(
                    name: "place_thing", schema: .named("Part"), isRequired: false,
                    about: "That place; absent if it cannot be seen here.")
            case .text, .path, .choice, .price, .barcode, .day, .photo, .position, .hours, .film,
                .seconds, .theme, .page, .document, .names, .year, .doi, .citationKey:
                nil
            }
        }
    }

    // The members of a thing of any kind; required are those that all have.
    private static let anyThing: [Member] = {
        let link = answers.first { $0.name == "Bookmark" }?.members ?? []
        let all = [link] + Kind.allCases.filter { $0 != .link }.map(shown)
        var members: [Member] = []
        for member in all.joined() where !members.contains(where: { $0.name == member.name }) {
            let isCommon = all.allSatisfy { kind in
                kind.contains { $0.name == member.name && $0.isRequired }
            }
            members.append(
                Member(
                    name: member.name, schema: member.schema, isRequired: isCommon,
                    about: member.about))
        }
        let words = Kind.allCases.map { $0 == .link ? BookmarkJSON.type : $0.word }
        let type = Member(
            name: "type", schema: .word(words), isRequired: true, about: typeAbout)
        return members.filter { $0.name != type.name } + [type]
    }()
}
