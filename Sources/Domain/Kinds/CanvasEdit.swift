import CRDT

/// An edit of a canvas.
package enum CanvasEdit: Equatable, Sendable {
    /// Adds a garment as a new layer, on top unless the pose says otherwise.
    case put(LayerID, ThingReference, PoseChange)
    /// Moves, resizes, rotates or restacks a layer.
    case change(LayerID, PoseChange)
    /// Removes a layer.
    case take(LayerID)
    /// Removes all layers.
    case clear
}

/// A change to the pose of a layer; nil leaves a value as it is.
package struct PoseChange: Equatable, Sendable {
    /// The horizontal distance from the centre; positive is to the right.
    package var x: Int?
    /// The vertical distance; positive is below.
    package var y: Int?
    /// The size in thousandths.
    package var scale: Int?
    /// The rotation in degrees clockwise.
    package var turn: Int?
    /// The new position in the stacking order.
    package var height: Height?

    /// A position in the stacking order.
    package enum Height: Equatable, Sendable {
        case top
        case bottom
        /// The position counted from the lowest layer, which is 1; beyond the last it is the top.
        case number(Int)
    }

    /// Creates a change; values that are left out stay as they are.
    package init(
        x: Int? = nil, y: Int? = nil, scale: Int? = nil, turn: Int? = nil, height: Height? = nil
    ) {
        self.x = x
        self.y = y
        self.scale = scale
        self.turn = turn
        self.height = height
    }

    /// The reason why the pose is invalid; nil if it is valid.
    package var problem: Problem? {
        if let far = [x, y].compactMap({ $0 }).first(where: { !Canvas.placeRange.contains($0) }) {
            return Problem(
                .invalidValue, "\(far) is outside the canvas",
                fix: "use a coordinate from -10000 to 10000")
        }
        if let scale, !Canvas.scaleRange.contains(scale) {
            return Problem(
                .invalidValue, "the scale \(Price.spelled(trimming: scale)) is out of range",
                fix: "use a scale from 0.05 to 20")
        }
        if let turn, !Canvas.turnRange.contains(turn) {
            return Problem(
                .invalidValue, "the rotation \(turn) is out of range", fix: "use 0 to 359 degrees")
        }
        if case .number(let number) = height, number < 1 {
            return Problem(
                .invalidValue, "there is no layer \(number)", fix: "the lowest layer is 1")
        }
        return nil
    }
}

/// The marks of a canvas during an edit: computes which marks to add to the set, and which to remove.
package struct CanvasDraft: Sendable {
    /// The current marks.
    package private(set) var marks: [CanvasMark]
    /// The remembered removed marks: if a layer's garment mark was removed and none is present, the layer is deleted.
    private let removed: [CanvasMark]
    private let before: [CanvasMark]

    /// Creates a draft of the canvas with these marks.
    ///
    /// - Parameter removed: marks that were removed from the set.
    package init(_ marks: [CanvasMark], removed: [CanvasMark] = []) {
        self.marks = marks
        self.removed = removed
        before = marks
    }

    /// The canvas as it is now.
    package var canvas: Canvas { Canvas(marks) }

    /// The marks to remove, in order.
    package var gone: [CanvasMark] {
        let kept = Set(marks)
        return before.filter { !kept.contains($0) }
    }

    /// The marks to add, in order.
    package var come: [CanvasMark] {
        let known = Set(before)
        return marks.filter { !known.contains($0) }
    }

    /// Makes an edit, and clears the remaining marks of removed layers.
    ///
    /// - Returns: why the edit is impossible, in which case nothing changes; nil on success.
    package mutating func make(_ edit: CanvasEdit) -> Problem? {
        let canvas = canvas
        switch edit {
        case .put(let id, let garment, let pose):
            if let problem = pose.problem { return problem }
            guard canvas.layers.count < Canvas.layersMax else {
                return Problem(
                    .tooMany, "an outfit can have at most \(Canvas.layersMax) layers",
                    fix: "remove one first")
            }
            precondition(!speaks(of: id), "a new layer has a new name")
            marks.append(CanvasMark(id, .garment(garment), edit: 1))
            marks.append(CanvasMark(id, .at(x: pose.x ?? 0, y: pose.y ?? 0), edit: 1))
            if let scale = pose.scale { marks.append(CanvasMark(id, .scale(scale), edit: 1)) }
            if let turn = pose.turn { marks.append(CanvasMark(id, .turn(turn), edit: 1)) }
            raise(id, to: pose.height ?? .top, among: canvas.layers)
        case .change(let id, let pose):
            if let problem = pose.problem { return problem }
            guard let layer = canvas[id] else { return Self.unknown(id) }
            change(layer, pose, among: canvas.layers)
        case .take(let id):
            guard canvas[id] != nil else { return Self.unknown(id) }
            marks.removeAll { $0.layer == id }
        case .clear: marks.removeAll()
        }
        clearAway()
        return nil
    }

    /// Whether a present or removed mark names this layer.
    package func speaks(of id: LayerID) -> Bool {
        marks.contains { $0.layer == id } || removed.contains { $0.layer == id }
    }

    private static func unknown(_ id: LayerID) -> Problem {
        Problem(
            .notFound, "no layer has the id \(id.text)", fix: "weft outfit show lists the layers")
    }

    private mutating func change(
        _ layer: Canvas.Layer, _ pose: PoseChange, among layers: [Canvas.Layer]
    ) {
        let (x, y) = (pose.x ?? layer.x, pose.y ?? layer.y)
        if (x, y) != (layer.x, layer.y) { say(.at(x: x, y: y), of: layer.id) }
        if let scale = pose.scale, scale != layer.scale { say(.scale(scale), of: layer.id) }
        if let turn = pose.turn, turn != layer.turn { say(.turn(turn), of: layer.id) }
        guard let height = pose.height else { return }
        let others = layers.filter { $0.id != layer.id }
        // A layer that is in place already gets no mark, so that nothing conflicts with a concurrent edit of it.
        let place = Self.index(of: height, among: others)
        guard layers.firstIndex(where: { $0.id == layer.id }) != place else { return }
        raise(layer.id, to: height, among: others)
    }

    // Replaces every known mark of this aspect.
    private mutating func say(_ aspect: CanvasMark.Aspect, of id: LayerID) {
        let isSame = { (mark: CanvasMark) in mark.layer == id && mark.aspect.word == aspect.word }
        let last = (marks + removed).filter(isSame).map(\.edit).max() ?? 0
        marks.removeAll(where: isSame)
        // Edit number 1 is reserved for the state in which a layer was added, whether or not it has a mark.
        marks.append(CanvasMark(id, aspect, edit: min(max(last, 1) + 1, Canvas.editMax)))
    }

    private static func index(of height: PoseChange.Height, among others: [Canvas.Layer]) -> Int {
        switch height {
        case .top: return others.count
        case .bottom: return 0
        case .number(let number): return min(max(number, 1) - 1, others.count)
        }
    }

    // Moves a layer between its new neighbours. Layers above it that share the position of the one below it move up; if
    // positions become too long, all layers are respaced.
    private mutating func raise(
        _ id: LayerID, to height: PoseChange.Height, among others: [Canvas.Layer]
    ) {
        let index = Self.index(of: height, among: others)
        let low = index > 0 ? others[index - 1].z : nil
        var moving = [id]
        var next = index
        while next < others.count, let low, others[next].z == low || others[next].z.isEmpty {
            moving.append(others[next].id)
            next += 1
        }
        let high = next < others.count ? others[next].z : nil
        if let places = Self.places(moving.count, between: low, high) {
            for (layer, place) in zip(moving, places) { order(layer, place, isNew: layer == id) }
            return
        }
        var order = others.map(\.id)
        order.insert(id, at: index)
        let places = Self.places(order.count, between: nil, nil) ?? []
        for (layer, place) in zip(order, places) { self.order(layer, place, isNew: layer == id) }
    }

    // A layer that has this position already gets no mark, so that nothing conflicts with a concurrent edit of it.
    private mutating func order(_ id: LayerID, _ place: [UInt8], isNew: Bool) {
        guard canvas[id]?.z != place else { return }
        let isLaidDown =
            isNew
            && !marks.contains { mark in
                if case .z = mark.aspect { return mark.layer == id }
                return false
            }
        if isLaidDown, !before.contains(where: { $0.layer == id }) {
            marks.append(CanvasMark(id, .z(place), edit: 1))
        } else {
            say(.z(place), of: id)
        }
    }

    private static func places(_ count: Int, between low: [UInt8]?, _ high: [UInt8]?) -> [[UInt8]]?
    {
        var places: [[UInt8]] = []
        // A layer that a peer wrote without a position is the lowest; nothing can go below it.
        if let high, high.isEmpty { return nil }
        var last = low.flatMap { $0.isEmpty ? nil : $0 }
        for _ in 0..<count {
            guard let place = FractionalIndex.between(last, high),
                place.count <= Canvas.zBytesMax
            else { return nil }
            places.append(place)
            last = place
        }
        return places
    }

    // Removes marks written concurrently with the removal of their layer. A layer whose garment mark has not arrived
    // yet was never removed, and keeps its marks.
    private mutating func clearAway() {
        let shown = Set(canvas.layers.map(\.id))
        let over = Set(
            (removed + before).filter { mark in
                guard case .garment = mark.aspect else { return false }
                return !shown.contains(mark.layer)
            }.map(\.layer))
        marks.removeAll { over.contains($0.layer) }
    }
}
