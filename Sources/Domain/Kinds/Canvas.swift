/// What an outfit looks like: garments in layers, each somewhere, of some size, turned, above others.
/// It is what shows of its marks (`CanvasMark`).
///
/// - Law: the same marks show the same canvas, and of what people did at once each uncontested edit
///   stands (`CanvasLawTests`).
package struct Canvas: Equatable, Sendable {
    /// The lowest first.
    package let layers: [Layer]

    /// A garment on a canvas.
    package struct Layer: Equatable, Sendable {
        /// Its name on this canvas: the same garment may lie there twice.
        package let id: LayerID
        /// What lies there.
        package let garment: ThingReference
        /// How far its middle is to the right of that of the canvas.
        package let x: Int
        /// How far it is below.
        package let y: Int
        /// Its size in thousandths; 1000 is that of a box of `Canvas.boxSide`.
        package let scale: Int
        /// Degrees clockwise.
        package let turn: Int
        /// Its place in the order, a fractional index.
        package let z: [UInt8]
    }

    /// Most layers that a person lays down; binds the writer, never the merge.
    package static let layersMax = 64
    /// Furthest from the middle.
    package static let placeRange = -10_000...10_000
    /// Thousandths.
    package static let scaleRange = 50...20_000
    /// Degrees.
    package static let turnRange = 0...359
    /// Highest count of edits of one aspect: with an edit a second it takes thirty years.
    package static let editMax = 999_999_999
    /// Longest place in the order; layers that would need a longer one are all spread anew.
    package static let zBytesMax = 32
    /// Width and height of a garment at scale 1, in the units of its place.
    package static let boxSide = 200

    /// What shows of `marks`, whatever their order.
    package init(_ marks: [CanvasMark]) {
        layers = CanvasAspects.sorted(marks).compactMap(\.layer).sorted { left, right in
            left.z == right.z ? left.id < right.id : left.z.lexicographicallyPrecedes(right.z)
        }
    }

    /// What shows of a set of texts; those that write no mark are left out.
    package init(texts: [String]) {
        self.init(texts.compactMap { CanvasMark(text: $0) })
    }

    /// The layer of this name.
    package subscript(_ id: LayerID) -> Layer? { layers.first { $0.id == id } }

    /// The layers in which a garment lies, the lowest first.
    package func layers(of garment: ThingReference) -> [Layer] {
        layers.filter { $0.garment == garment }
    }

    /// The marks of a new canvas on which these layers lie, in their order.
    package static func marks(of layers: some Sequence<Layer>) -> [CanvasMark] {
        layers.enumerated().flatMap { index, layer in
            let id = LayerID(UInt32(index + 1))
            var aspects: [CanvasMark.Aspect] = [
                .garment(layer.garment), .at(x: layer.x, y: layer.y),
            ]
            if layer.scale != 1000 { aspects.append(.scale(layer.scale)) }
            if layer.turn != 0 { aspects.append(.turn(layer.turn)) }
            if !layer.z.isEmpty { aspects.append(.z(layer.z)) }
            return aspects.map { CanvasMark(id, $0, edit: 1) }
        }
    }

    /// Reads `0.8` or `12`: at most three digits behind the point.
    package static func thousandths(_ text: String) -> Int? {
        guard text.utf8.count <= 9, !text.utf8.contains(UInt8(ascii: ",")) else { return nil }
        return Price.amount(text).map { Int($0) }
    }
}

/// The marks of one layer that are shown, one of each aspect.
struct CanvasAspects {
    let id: LayerID
    var garment: CanvasMark?
    var at: CanvasMark?
    var scale: CanvasMark?
    var turn: CanvasMark?
    var z: CanvasMark?

    /// Those of every layer that a mark speaks of, rising.
    static func sorted(_ marks: [CanvasMark]) -> [CanvasAspects] {
        var all: [CanvasAspects] = []
        for mark in marks.sorted(by: { $0.layer < $1.layer }) {
            if all.last?.id != mark.layer { all.append(CanvasAspects(id: mark.layer)) }
            all[all.count - 1].note(mark)
        }
        return all
    }

    /// The layer they make; nil if nothing lies there, or not any more.
    var layer: Canvas.Layer? {
        guard case .garment(let garment)? = garment?.aspect else { return nil }
        var (x, y, scale, turn, z) = (0, 0, 1000, 0, [UInt8]())
        if case .at(let shownX, let shownY)? = at?.aspect { (x, y) = (shownX, shownY) }
        if case .scale(let shown)? = self.scale?.aspect { scale = shown }
        if case .turn(let shown)? = self.turn?.aspect { turn = shown }
        if case .z(let shown)? = self.z?.aspect { z = shown }
        return Canvas.Layer(
            id: id, garment: garment, x: x, y: y, scale: scale, turn: turn, z: z)
    }

    private init(id: LayerID) {
        self.id = id
    }

    private mutating func note(_ mark: CanvasMark) {
        func shown(_ known: CanvasMark?) -> CanvasMark {
            guard let known, !known.yields(to: mark) else { return mark }
            return known
        }
        switch mark.aspect {
        case .garment: garment = shown(garment)
        case .at: at = shown(at)
        case .scale: scale = shown(scale)
        case .turn: turn = shown(turn)
        case .z: z = shown(z)
        }
    }
}
