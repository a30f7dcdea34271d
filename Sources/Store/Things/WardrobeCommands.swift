import CRDT
import Domain
import Primitives

// Commands for outfits and closets beyond creating and editing them.
extension Store {
    /// Performs the command, or says why not.
    func perform(_ command: WardrobeCommand, at wall: WallTime) throws(StorageError) -> Answer {
        switch command {
        case .keep(let draft, let things, let audience, _):
            return try keep(draft, of: things, to: audience, at: wall)
        case .arrange(let reference, let changes, _):
            return try arrange(reference, changes, at: wall)
        case .fill(let reference, let add, let remove, _):
            return try fill(reference, add: add, remove: remove, at: wall)
        case .wear(let reference, let day, let isTakenBack, _):
            return try wear(reference, on: day, isTakenBack: isTakenBack, at: wall)
        case .clone(let reference, let name, let audience, _):
            return try clone(reference, name: name, to: audience, at: wall)
        }
    }

    private func keep(
        _ draft: BookmarkDraft, of things: [Reference], to audience: Audience?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        var draft = draft
        let isOutfit = draft.kind == .outfit
        if let problem = Self.tooMany(
            things, isOutfit ? Canvas.layersMax : Limits.closetThingsAtOnceMax)
        {
            return .rejected(problem)
        }
        let parts: [Bookmark.Part]
        switch try self.parts(things, of: isOutfit ? Outfit.kinds : Closet.kinds) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): parts = found
        }
        if isOutfit {
            switch marks(of: parts) {
            case .failure(let problem): return .rejected(problem)
            case .success(let marks): draft.details.append(Detail(.layers, marks.map(\.text)))
            }
        } else if !parts.isEmpty {
            draft.details.append(Detail(.things, parts.map(\.reference.text)))
        }
        draft.details.removeAll(where: \.values.isEmpty)
        return try keep([draft], to: audience, onDuplicate: .skip, act: nil, at: wall)
    }

    private func fill(
        _ reference: Reference, add: [Reference], remove: [Reference], at wall: WallTime
    ) throws(StorageError) -> Answer {
        let row: ObjectRow
        switch try changeable(reference, .closet) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): row = found
        }
        guard let object = row.home, let number = row.number,
            let form = Kind.closet.form(of: .things)
        else { throw .corrupt }
        if let problem = Self.tooMany(add + remove, Limits.closetThingsAtOnceMax) {
            return .rejected(problem)
        }
        let here = (state: row.state, texts: contents(of: row))
        var change = DetailChange(.things)
        switch try parts(add, of: Closet.kinds) {
        case .failure(let problem): return .rejected(problem)
        case .success(let parts): change.add = parts.map(\.reference.text)
        }
        for gone in remove {
            // A thing that is no longer visible is named by its reference.
            if here.texts.contains(gone.text) {
                change.remove.append(gone.text)
                continue
            }
            switch try part(gone, of: Closet.kinds) {
            case .failure(let problem): return .rejected(problem)
            case .success(let part):
                guard here.texts.contains(part.reference.text) else {
                    return .rejected(
                        Problem(
                            .notFound, "\(part.thing.id.short) is not in this closet",
                            fix: "weft closet show \(row.id.short)"))
                }
                change.remove.append(part.reference.text)
            }
        }
        if let problem = row.problem(with: [change], of: .closet) { return .rejected(problem) }
        precondition(form.isList, "a closet holds several things")
        let operations = row.operations(of: [change], of: .closet, at: object)
        if !operations.isEmpty {
            let verb = add.isEmpty ? "emptied" : "filled"
            let act = try act(nil, summary: "\(verb) \(row.id.short)", at: wall)
            try author(operations, at: row.place, act: act, wall: wall)
        }
        guard let closet = try bookmark(row: number) else { throw .corrupt }
        return .bookmark(closet)
    }

    private func wear(
        _ reference: Reference, on day: String, isTakenBack: Bool, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let row: ObjectRow
        switch try changeable(reference, .garment, .outfit) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): row = found
        }
        guard let number = row.number, let thing = try bookmark(row: number) else { throw .corrupt }
        let change =
            isTakenBack ? DetailChange(.worn, remove: [day]) : DetailChange(.worn, add: [day])
        let checked: [DetailChange]
        switch DetailRules.check(changes: [change], of: thing.kind) {
        case .failure(let problem): return .rejected(problem)
        case .success(let changes): checked = changes
        }
        if row.place.isGroup, !isTakenBack { return .rejected(.personal(thing.kind)) }
        var rows = [row]
        for part in try self.rows(of: thing.named) {
            // Only private garments are marked as worn; those of a group are the group's to note.
            guard let garment = try object(row: part), garment.place == .private,
                garment.hidden == .visible, garment.thing == .garment
            else { continue }
            rows.append(garment)
        }
        var work: [(place: Place, operations: [Operation])] = []
        for row in rows {
            guard let kind = row.thing, let object = row.home else { continue }
            if let problem = row.problem(with: checked, of: kind) { return .rejected(problem) }
            let operations = row.operations(of: checked, of: kind, at: object)
            if !operations.isEmpty { work.append((row.place, operations)) }
        }
        if !work.isEmpty {
            let verb = isTakenBack ? "no longer recorded that" : "recorded that"
            let act = try act(nil, summary: "\(verb) \(row.id.short) was worn", at: wall)
            let before = try liveMatches(of: rows.compactMap(\.number), at: wall)
            for part in work {
                try author(part.operations, at: part.place, act: act, wall: wall)
            }
            try placeIfLive(before, act: act, at: wall)
        }
        guard let worn = try bookmark(row: number) else { throw .corrupt }
        return .bookmark(worn)
    }

    // A clone never reveals more than is visible: of an outfit it takes the visible layers, with the same references.
    private func clone(
        _ reference: Reference, name: String?, to audience: Audience?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let row: Int64
        switch try part(reference, of: [.garment, .outfit]) {
        case .failure(let problem): return .rejected(problem)
        case .success(let part):
            guard let found = try self.row(of: part.reference) else { throw .corrupt }
            row = found
        }
        guard let source = try bookmark(row: row) else { throw .corrupt }
        var draft = BookmarkDraft(
            url: source.url, title: name ?? source.title, note: source.note, tags: source.tags,
            kind: source.kind)
        for detail in source.details {
            guard let form = source.kind.form(of: detail.name), !Schema.isPersonal(form.field),
                // The state of the original says nothing about the copy.
                detail.name != .state, detail.name != .layers,
                // A place that is not visible here is left out.
                detail.name != .place || source.namedPlace.flatMap({ source.part($0) }) != nil
            else { continue }
            draft.details.append(detail)
        }
        if source.kind == .outfit {
            let seen = source.canvas.layers.filter { source.part($0.garment) != nil }
            let marks = Canvas.marks(of: seen.prefix(Canvas.layersMax))
            if !marks.isEmpty { draft.details.append(Detail(.layers, marks.map(\.text))) }
        }
        return try keep([draft], to: audience, onDuplicate: .skip, act: nil, at: wall)
    }

    private func parts(
        _ things: [Reference], of kinds: [Kind]
    ) throws(StorageError) -> Result<[Bookmark.Part], Problem> {
        var parts: [Bookmark.Part] = []
        for thing in things {
            switch try part(thing, of: kinds) {
            case .failure(let problem): return .failure(problem)
            case .success(let part): parts.append(part)
            }
        }
        return .success(parts)
    }

    private func contents(of row: ObjectRow) -> [String] {
        Self.details(of: row.state, kind: .closet)[.things]
    }

    private static func tooMany(_ things: [Reference], _ most: Int) -> Problem? {
        guard things.count > most else { return nil }
        return Problem(
            .tooMany, "at most \(most) things at once, not \(things.count)",
            fix: "make it in several steps")
    }
}
