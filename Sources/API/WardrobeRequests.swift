package import Domain

/// `POST /v1/outfits` and `/v1/closets`: what it is called, and what is in it.
package struct NewWardrobeRequest: JSONShape {
    /// What it is.
    package var thing = NewThingRequest()
    package var things: [String] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        thing.visit(fields)
        fields.optional("things", &things, "Ids of garments that lie in it.")
    }

    /// `thing` with these in it.
    package init(_ thing: NewThingRequest, things: [String] = []) {
        self.thing = thing
        self.things = things
    }

    /// What it asks of the node.
    package func command(_ kind: Kind) throws(ProblemJSON) -> Command {
        .wardrobe(
            .keep(
                thing.draft(kind), of: things.map(Reference.init(text:)),
                to: try Word.audience(thing.audience)))
    }
}

/// `POST /v1/outfits/{id}/layout`: what changes about its layers, one after the other.
package struct LayoutRequest: JSONShape {
    package var changes: [ChangeJSON] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("changes", &changes, "Changes, made one after the other, all or none.")
    }

    /// These changes, all or none.
    package init(_ changes: [ChangeJSON]) {
        self.changes = changes
    }

    /// One of them: it has `put`, `take` or `clear`.
    package struct ChangeJSON: JSONShape {
        package var put: String?
        package var take: String?
        package var clear: Bool?
        package var x: Int?
        package var y: Int?
        package var scale: Double?
        package var rotation: Int?
        package var z: Int?
        package var again: Bool?

        package static let shape = "LayoutChange"
        package init() {}
        package mutating func visit(_ fields: Fields) {
            fields.member(
                "put", &put,
                "A layer, or the id of a garment: it is moved, or laid down.")
            fields.member("take", &take, "A layer, or the id of a garment: it is taken off.")
            fields.member("clear", &clear, "Take everything off.")
            fields.member(
                "x", &x, as: .integer(Canvas.placeRange),
                "How far its middle is to the right of that of the canvas.")
            fields.member(
                "y", &y, as: .integer(Canvas.placeRange),
                "How far its middle is below that of the canvas.")
            fields.member("scale", &scale, "How large it is; 1 is a box of 200 by 200.")
            fields.member(
                "rotation", &rotation, as: .integer(Canvas.turnRange),
                "How far it is turned, in degrees clockwise.")
            fields.member(
                "z", &z, as: .integer(1...Int.max),
                "Its place in the order, the lowest is 1.")
            fields.member("again", &again, "Lay the garment down even if it lies there.")
        }

        /// Puts something somewhere; what is left out stays.
        package init(
            put: String, x: Int? = nil, y: Int? = nil, scale: Double? = nil, rotation: Int? = nil,
            z: Int? = nil, again: Bool? = nil
        ) {
            self.put = put
            (self.x, self.y, self.scale) = (x, y, scale)
            (self.rotation, self.z, self.again) = (rotation, z, again)
        }

        /// Takes something off.
        package init(take: String) {
            self.take = take
        }

        /// Takes everything off.
        package static var clearing: ChangeJSON {
            var change = ChangeJSON(take: "")
            (change.take, change.clear) = (nil, true)
            return change
        }

        func change(_ place: Int) throws(ProblemJSON) -> LayoutChange {
            let pointer = "/changes/\(place)"
            let said = [put != nil, take != nil, clear == true].count { $0 }
            guard said == 1 else {
                throw ProblemJSON(
                    .badRequest, "a change has exactly one of put, take and clear, not \(said)",
                    fix: #"{"put": "ID", "x": 120, "y": 40}"#, pointer: pointer)
            }
            if let take { return .take(take) }
            guard let put else { return .clear }
            return .put(put, try pose(pointer), isAgain: again ?? false)
        }

        private func pose(_ pointer: String) throws(ProblemJSON) -> PoseChange {
            var pose = PoseChange(x: x, y: y, turn: rotation)
            pose.height = z.map { .number($0) }
            guard let scale else { return pose }
            // A number of JSON may be any: what no integer holds is refused as the others are.
            let thousandths = (scale * 1000).rounded()
            let highest = Double(Canvas.scaleRange.upperBound)
            pose.scale = thousandths.isNaN ? 0 : Int(min(max(thousandths, 0), highest + 1))
            return pose
        }
    }

    /// What it asks of the node.
    package func command(_ reference: Reference) throws(ProblemJSON) -> Command {
        var changes: [LayoutChange] = []
        for (place, change) in self.changes.enumerated() {
            changes.append(try change.change(place))
        }
        return .wardrobe(.arrange(reference, changes))
    }
}

/// `POST /v1/outfits/{id}/wear`, and of garments.
package struct WearRequest: JSONShape {
    package var day = ""
    package var remove: Bool?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("day", &day, "The day, such as `2026-01-31`.")
        fields.member("remove", &remove, "Take the day out again.")
    }

    /// It was worn on `day`, or was not after all.
    package init(day: String, remove: Bool? = nil) {
        self.day = day
        self.remove = remove
    }

    /// What it asks of the node.
    package func command(_ reference: Reference) -> Command {
        .wardrobe(.wear(reference, on: day, isTakenBack: remove ?? false))
    }
}

/// `POST /v1/outfits/{id}/clone`, and of garments.
package struct CloneRequest: JSONShape {
    package var name: String?
    package var audience: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, "What to call it; absent as it is called there.")
        fields.member(
            "audience", &audience, as: .audience,
            "Where it goes; absent means the default audience.")
    }

    /// A copy of one's own.
    package init(name: String? = nil, audience: String? = nil) {
        self.name = name
        self.audience = audience
    }

    /// What it asks of the node.
    package func command(_ reference: Reference) throws(ProblemJSON) -> Command {
        .wardrobe(.clone(reference, name: name, to: try Word.audience(audience)))
    }
}

/// `POST /v1/closets/{id}/things`.
package struct FillRequest: JSONShape {
    package var add: [String]?
    package var remove: [String]?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("add", &add, "Ids of what comes in.")
        fields.member("remove", &remove, "Ids, or references, of what goes.")
    }

    /// These come, and those go.
    package init(add: [String]? = nil, remove: [String]? = nil) {
        self.add = add
        self.remove = remove
    }

    /// What it asks of the node.
    package func command(_ reference: Reference) -> Command {
        .wardrobe(
            .fill(
                reference, add: (add ?? []).map(Reference.init(text:)),
                remove: (remove ?? []).map(Reference.init(text:))))
    }
}

extension Asking {
    /// What is asked about outfits and closets; nil for everything else.
    func wardrobeQuery() throws(ProblemJSON) -> Query? {
        switch endpoint {
        case .suggestOutfit:
            guard let day = parameters.text("day") else {
                throw ProblemJSON(.badRequest, "day is missing", fix: "?day=2026-01-31")
            }
            return .wardrobe(
                .suggest(
                    OutfitWish(
                        occasion: parameters.text("occasion"), season: parameters.text("season"),
                        day: day)))
        case .showStats: return .wardrobe(.stats(nil))
        case .showClosetStats: return .wardrobe(.stats(reference))
        default: return nil
        }
    }

    /// What is to change about outfits and closets; nil for everything else.
    func wardrobeCommand() throws(ProblemJSON) -> Command? {
        switch endpoint {
        case .addOutfit: return try read(NewWardrobeRequest.self).command(.outfit)
        case .addCloset: return try read(NewWardrobeRequest.self).command(.closet)
        case .editOutfit, .editCloset: return try read(EditThingRequest.self).command(reference)
        case .removeOutfit, .removeCloset: return .remove(.references([reference]))
        case .arrangeOutfit: return try read(LayoutRequest.self).command(reference)
        case .wearOutfit: return try read(WearRequest.self).command(reference)
        case .cloneOutfit, .cloneGarment:
            return try (readIfAny(CloneRequest.self) ?? CloneRequest()).command(reference)
        case .fillCloset: return try read(FillRequest.self).command(reference)
        default: return nil
        }
    }
}
