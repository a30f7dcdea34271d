import CRDT
import Domain
import Primitives
import Sodium
import Wire

// Changes the layout of an outfit: layers are added, changed and removed as marks, the elements of one set.
extension Store {
    func arrange(
        _ reference: Reference, _ changes: [LayoutChange], at wall: WallTime
    ) throws(StorageError) -> Answer {
        let row: ObjectRow
        switch try changeable(reference, .outfit) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): row = found
        }
        guard let object = row.home, let number = row.number else { throw .corrupt }
        guard changes.count <= Self.changesMax else {
            return .rejected(
                Problem(
                    .tooMany, "at most \(Self.changesMax) changes at once, not \(changes.count)",
                    fix: "make them in several steps"))
        }
        var work = Arrangement(
            CanvasDraft(row.marks, removed: row.removedMarks), salt: try salt(row, at: wall))
        for change in changes {
            if let problem = try make(change, &work) { return .rejected(problem) }
        }
        let draft = work.draft
        let operations =
            row.removals(of: draft.gone.map(\.text), in: ObjectRow.layers, at: object)
            + draft.come.map { mark -> Operation in
                .add(
                    ElementAddition(
                        object: object, field: ObjectRow.layers, element: Array(mark.text.utf8)))
            }
        if !operations.isEmpty {
            let act = try act(nil, summary: "rearranged \(row.id.short)", at: wall)
            try author(operations, at: row.place, act: act, wall: wall)
        }
        guard let outfit = try bookmark(row: number) else { throw .corrupt }
        return .bookmark(outfit)
    }

    /// Returns the marks of a new outfit with these garments, in their order, each near where it is worn.
    func marks(of garments: [Bookmark.Part]) -> Result<[CanvasMark], Problem> {
        var draft = CanvasDraft([])
        for (index, garment) in garments.enumerated() {
            let place = GarmentSlot(garment.thing).place
            let put = CanvasEdit.put(
                LayerID(UInt32(index + 1)), garment.reference,
                PoseChange(x: place.x, y: place.y))
            if let problem = draft.make(put) { return .failure(problem) }
        }
        return .success(draft.marks)
    }

    /// Resolves a thing to refer to, if it is of one of these kinds.
    func part(
        _ text: Reference, of kinds: [Kind]
    ) throws(StorageError) -> Result<Bookmark.Part, Problem> {
        switch try resolve(text) {
        case .failure(let problem): return .failure(problem)
        case .success(let row):
            guard let thing = try bookmarks(rows: [row]).first, let object = try object(row: row)
            else {
                return .failure(
                    Problem(.notFound, "nothing here is called \(Problem.quote(text.text))"))
            }
            guard kinds.contains(thing.kind) else {
                let wanted = kinds.map(\.named).joined(separator: " or ")
                return .failure(
                    Problem(
                        .invalidValue, "\(thing.id.short) is \(thing.kind.named), not \(wanted)",
                        fix: "weft \(kinds[0].word) ls shows the ids"))
            }
            guard !thing.isTrashed else {
                return .failure(try problem(withTrashed: object))
            }
            let name = try reference(to: object.id, of: object.author)
            return .success(Bookmark.Part(reference: name, thing: thing))
        }
    }

    /// Resolves a thing of one of these kinds that this person may change.
    func changeable(
        _ reference: Reference, _ kind: Kind...
    ) throws(StorageError) -> Result<ObjectRow, Problem> {
        switch try changeable(reference) {
        case .failure(let problem): return .failure(problem)
        case .success(let row):
            guard let thing = row.thing, kind.contains(thing) else {
                let wanted = kind.map(\.named).joined(separator: " or ")
                let found = row.thing?.named ?? "a thing of another kind"
                return .failure(
                    Problem(
                        .notFound, "\(row.id.short) is \(found), not \(wanted)",
                        fix: "weft \(kind[0].word) ls"))
            }
            return .success(row)
        }
    }

    // Twice the most layers, so that all can be removed and others added.
    private static let changesMax = 2 * Canvas.layersMax

    // Returns a salt for layer names that no other device uses, nor this one at any other time.
    private func salt(_ row: ObjectRow, at wall: WallTime) throws(StorageError) -> [UInt8] {
        var writer = ByteWriter(capacity: 80)
        writer.bytes32(owner.device.key)
        writer.u64(try incarnation)
        writer.u64(wall.milliseconds)
        writer.raw(row.id.bytes.bytes)
        return writer.bytes
    }

    /// A canvas under change, which also names new layers.
    private struct Arrangement {
        var draft: CanvasDraft
        private let salt: [UInt8]
        private var made: UInt64 = 0

        init(_ draft: CanvasDraft, salt: [UInt8]) {
            self.draft = draft
            self.salt = salt
        }

        mutating func newLayer() -> LayerID {
            while true {
                made += 1
                var writer = ByteWriter(capacity: 96)
                writer.raw(salt)
                writer.u64(made)
                let id = LayerID(
                    UInt32(truncatingIfNeeded: Hash.blake2b16(writer.bytes).leading >> 32))
                if !draft.speaks(of: id) { return id }
            }
        }
    }

    private func make(
        _ change: LayoutChange, _ work: inout Arrangement
    ) throws(StorageError) -> Problem? {
        let canvas = work.draft.canvas
        switch change {
        case .clear: return work.draft.make(.clear)
        case .take(let text):
            let layers: [Canvas.Layer]
            switch try self.layers(text, of: canvas) {
            case .failure(let problem): return problem
            case .success(let found): layers = found
            }
            guard !layers.isEmpty else { return Self.notThere(text) }
            for layer in layers {
                if let problem = work.draft.make(.take(layer.id)) { return problem }
            }
            return nil
        case .put(let text, let pose, let isAgain):
            if let id = LayerID(text: text), canvas[id] != nil {
                return work.draft.make(.change(id, pose))
            }
            let garment: Bookmark.Part
            switch try self.garment(text) {
            case .failure(let problem): return problem
            case .success(let found): garment = found
            }
            let there = canvas.layers(of: garment.reference)
            guard isAgain || there.isEmpty else {
                guard there.count == 1 else { return Self.several(garment.thing, there) }
                return work.draft.make(.change(there[0].id, pose))
            }
            var pose = pose
            let place = GarmentSlot(garment.thing).place
            pose.x = pose.x ?? place.x
            pose.y = pose.y ?? place.y
            return work.draft.make(.put(work.newLayer(), garment.reference, pose))
        }
    }

    // Finds layers by layer name, by the reference of the garment there, or by what names that garment.
    private func layers(
        _ text: String, of canvas: Canvas
    ) throws(StorageError) -> Result<[Canvas.Layer], Problem> {
        if let id = LayerID(text: text), let layer = canvas[id] { return .success([layer]) }
        if let name = ThingReference(text: text), !canvas.layers(of: name).isEmpty {
            return .success(canvas.layers(of: name))
        }
        return try garment(text).map { canvas.layers(of: $0.reference) }
    }

    // Text in the form of a layer name that names no garment is reported as a missing layer.
    private func garment(_ text: String) throws(StorageError) -> Result<Bookmark.Part, Problem> {
        let found = try part(Reference(text: text), of: [.garment])
        if case .failure = found, LayerID(text: text) != nil {
            return .failure(Self.notThere(text))
        }
        return found
    }

    private static func notThere(_ text: String) -> Problem {
        Problem(
            .notFound, "\(Problem.quote(text)) is not in this outfit",
            fix: "weft outfit show lists the layers")
    }

    private static func several(_ garment: Bookmark, _ layers: [Canvas.Layer]) -> Problem {
        Problem(
            .ambiguous, "\(Problem.quote(garment.title)) is in this outfit \(layers.count) times",
            fix: "name the layer: \(layers.prefix(5).map(\.id.text).joined(separator: ", "))")
    }
}

extension ObjectRow {
    /// The field with the layers of an outfit.
    static let layers = Field(45)

    /// The current marks.
    var marks: [CanvasMark] { Self.marks(state.set(Self.layers)?.elements ?? []) }

    /// The removed marks, as far as known.
    var removedMarks: [CanvasMark] {
        Self.marks((state.set(Self.layers)?.removed ?? []).map(\.element))
    }

    private static func marks(_ elements: [[UInt8]]) -> [CanvasMark] {
        elements.compactMap { bytes in
            guard bytes.count <= Limits.detailBytesMax else { return nil }
            return CanvasMark(text: String(decoding: bytes, as: UTF8.self))
        }
    }
}
