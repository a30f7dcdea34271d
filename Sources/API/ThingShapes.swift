import Domain

extension ThingPathNames {
    /// The shape of a thing under these paths.
    var thing: ObjectSchema {
        switch kind {
        case nil: ObjectSchema(shape, of: ThingMembers.any)
        case .link?: ObjectSchema(BookmarkJSON.self)
        case let kind?: ObjectSchema(shape, of: ThingMembers.all(of: kind))
        }
    }
}

/// The members of things in OpenAPI, by the tables of their kinds.
private enum ThingMembers {
    typealias Member = ObjectSchema.Member

    private static let common = ObjectSchema(NamedThingJSON.self).members

    private static let typeAbout =
        "The word of its kind, such as `garment`; of a link `bookmark`."

    /// The members of a thing of a kind whose things have a name.
    static func all(of kind: Kind) -> [Member] {
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
                "named_by", [PartJSON]?.self,
                "The things that name it, the last that came first; absent if nothing does, and in lists."
            )
        ]
    }

    // The members of things that may have a position.
    private static func distance(_ kind: Kind) -> [Member] {
        guard kind.form(of: .position) != nil || kind.form(of: .place) != nil else { return [] }
        return [
            Member(
                "distance_m", Int?.self,
                "Its distance from the point that the search names, in metres.")
        ]
    }

    // The details that have a shape of their own.
    private static func parts(_ kind: Kind) -> [Member] {
        kind.details.compactMap { form in
            switch form.value {
            case .mark: Member(form.name.member, [LayerJSON].self, form.name.about)
            case .reference: Member(form.name.member, [ClosetThingJSON].self, form.name.about)
            case .place:
                Member(
                    "place_thing", PartJSON?.self,
                    "That place; absent if it cannot be seen here.")
            case .text, .path, .choice, .price, .barcode, .day, .photo, .position, .hours, .film,
                .seconds, .theme, .page, .document, .names, .year, .doi, .citationKey:
                nil
            }
        }
    }

    /// The members of a thing of any kind; required are those that all have.
    static let any: [Member] = {
        let all =
            [ObjectSchema(BookmarkJSON.self).members]
            + Kind.allCases.filter { $0 != .link }.map(all(of:))
        var members: [Member] = []
        for member in all.joined() where !members.contains(where: { $0.name == member.name }) {
            let isCommon = all.allSatisfy { kind in
                kind.contains { $0.name == member.name && $0.isRequired }
            }
            members.append(
                Member(
                    name: member.name, schema: member.schema, isRequired: isCommon,
                    about: member.about, type: member.type))
        }
        let words = Kind.allCases.map { $0 == .link ? BookmarkJSON.type : $0.word }
        let type = Member(
            name: "type", schema: .word(words), isRequired: true, about: typeAbout)
        return members.filter { $0.name != type.name } + [type]
    }()
}
