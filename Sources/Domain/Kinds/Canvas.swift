/// The picture of an outfit: garments in layers, each with a position, size, rotation and stacking order. It is derived
/// from the marks that are in the set (`CanvasMark`).
///
/// - Law: the same marks give the same canvas, and each uncontested edit among concurrent edits is kept
///   (`CanvasLawTests`).
package struct Canvas: Equatable, Sendable {
    /// The layers, the lowest first.
    package let layers: [Layer]

    /// A garment on a canvas.
    package struct Layer: Equatable, Sendable {
        /// The name of the layer on this canvas: the same garment may be there twice.
        package let id: LayerID
        /// The garment in this layer.
        package let garment: ThingReference
        /// The horizontal distance of its centre from the canvas's centre; positive is to the right.
        package let x: Int
        /// The vertical distance; positive is below.
        package let y: Int
        /// The size in thousandths; at 1000 it fills a box of `Canvas.boxSide`.
        package let scale: Int
        /// The rotation in degrees clockwise.
        package let turn: Int
        /// The stacking order, a fractional index.
        package let z: [UInt8]
    }

    /// The maximum number of layers that a person may put down; enforced when writing, never when merging.
    package static let layersMax = 64
    /// The range of positions.
    package static let placeRange = -10_000...10_000
    /// The range of scales, in thousandths.
    package static let scaleRange = 50...20_000
    /// The range of rotations, in degrees.
    package static let turnRange = 0...359
    /// The maximum edit number of an aspect; at one edit per second it is reached after thirty years.
    package static let editMax = 999_999_999
    /// The maximum length of a stacking position in bytes; if a layer would need a longer one, all layers are respaced.
    package static let zBytesMax = 32
    /// The width and height of a garment at scale 1, in position units.
    package static let boxSide = 200

    /// Derives the canvas from `marks`, whatever their order.
    package init(_ marks: [CanvasMark]) {
        layers = CanvasAspects.sorted(marks).compactMap(\.layer).sorted { left, right in
            left.z == right.z ? left.id < right.id : left.z.lexicographicallyPrecedes(right.z)
        }
    }

    /// Derives the canvas from the texts of marks; invalid texts are ignored.
    package init(texts: [String]) {
        self.init(texts.compactMap { CanvasMark(text: $0) })
    }

    /// The layer with this name.
    package subscript(_ id: LayerID) -> Layer? { layers.first { $0.id == id } }

    /// The layers with this garment, the lowest first.
    package func layers(of garment: ThingReference) -> [Layer] {
        layers.filter { $0.garment == garment }
    }

    /// Returns the marks of a new canvas with these layers, in order.
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

    /// Parses `0.8` or `12` as thousandths; at most three decimals.
    package static func thousandths(_ text: String) -> Int? {
        guard text.utf8.count <= 9, !text.utf8.contains(UInt8(ascii: ",")) else { return nil }
        return Price.amount(text).map { Int($0) }
    }
}

/// The visible marks of one layer, one for each aspect.
struct CanvasAspects {
    let id: LayerID
    var garment: CanvasMark?
    var at: CanvasMark?
    var scale: CanvasMark?
    var turn: CanvasMark?
    var z: CanvasMark?

    /// Returns the visible marks of every layer, sorted by layer.
    static func sorted(_ marks: [CanvasMark]) -> [CanvasAspects] {
        var all: [CanvasAspects] = []
        for mark in marks.sorted(by: { $0.layer < $1.layer }) {
            if all.last?.id != mark.layer { all.append(CanvasAspects(id: mark.layer)) }
            all[all.count - 1].note(mark)
        }
        return all
    }

    /// The layer they describe; nil if it has no garment, or was removed.
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
