import CRDT

/// One aspect of one layer of a canvas, as an element of a set, so that concurrent changes to different aspects of one
/// layer are both kept.
///
///     1f2e3d4c garment 1 0ABC…    the garment, by its reference; without it there is no layer
///     1f2e3d4c at 2 120 -40       its centre, right of and below the canvas's centre
///     1f2e3d4c scale 2 0.8        its size
///     1f2e3d4c turn 2 5           its rotation in degrees clockwise
///     1f2e3d4c z 2 80             its position in the stacking order, a fractional index, lowest first
///
/// The number after the word counts edits of that aspect: of two marks that are present, the one with the higher number
/// is shown; of equal numbers, the one with the higher bytes.
package struct CanvasMark: Hashable, Sendable {
    /// The layer it belongs to.
    package let layer: LayerID
    /// 1 when the layer is added, then one more than any known number; at most `Canvas.editMax`.
    package let edit: Int
    /// The aspect and its value.
    package let aspect: Aspect

    /// An aspect of a layer.
    package enum Aspect: Hashable, Sendable {
        case garment(ThingReference)
        case at(x: Int, y: Int)
        /// The size in thousandths.
        case scale(Int)
        case turn(Int)
        case z([UInt8])

        /// The word after the layer's name.
        package var word: String {
            switch self {
            case .garment: return "garment"
            case .at: return "at"
            case .scale: return "scale"
            case .turn: return "turn"
            case .z: return "z"
            }
        }

        fileprivate var value: String {
            switch self {
            case .garment(let reference): return reference.text
            case .at(let x, let y): return "\(x) \(y)"
            case .scale(let thousandths): return Price.spelled(trimming: thousandths)
            case .turn(let degrees): return "\(degrees)"
            case .z(let place): return place.map(Self.hex).joined()
            }
        }

        private static func hex(_ byte: UInt8) -> String {
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }

    /// Creates a mark for one aspect of a layer.
    package init(_ layer: LayerID, _ aspect: Aspect, edit: Int) {
        self.layer = layer
        self.aspect = aspect
        self.edit = edit
    }

    /// The canonical text form.
    package var text: String { "\(layer.text) \(aspect.word) \(edit) \(aspect.value)" }

    /// Parses the canonical form only; nil also if a value is out of range.
    package init?(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard (4...5).contains(parts.count), let layer = LayerID(text: parts[0]),
            let edit = Self.number(parts[2], in: 1...Canvas.editMax),
            let aspect = Self.aspect(parts[1], Array(parts[3...]))
        else { return nil }
        self.init(layer, aspect, edit: edit)
        guard self.text.utf8.elementsEqual(text.utf8) else { return nil }
    }

    /// Whether `other`, a mark of the same aspect and layer, is shown instead of this one.
    package func yields(to other: CanvasMark) -> Bool {
        if edit != other.edit { return edit < other.edit }
        return aspect.value.utf8.lexicographicallyPrecedes(other.aspect.value.utf8)
    }

    private static func aspect(_ word: String, _ values: [String]) -> Aspect? {
        switch (word, values.count) {
        case ("garment", 1): return ThingReference(text: values[0]).map { .garment($0) }
        case ("at", 2):
            guard let x = number(values[0], in: Canvas.placeRange),
                let y = number(values[1], in: Canvas.placeRange)
            else { return nil }
            return .at(x: x, y: y)
        case ("scale", 1):
            return Canvas.thousandths(values[0])
                .flatMap { Canvas.scaleRange.contains($0) ? .scale($0) : nil }
        case ("turn", 1): return number(values[0], in: Canvas.turnRange).map { .turn($0) }
        case ("z", 1):
            guard let place = bytes(values[0]), place.count <= Canvas.zBytesMax,
                FractionalIndex.isValid(place)
            else { return nil }
            return .z(place)
        default: return nil
        }
    }

    private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.count <= 10, let number = Int(text), range.contains(number) else {
            return nil
        }
        return number
    }

    private static func bytes(_ hex: String) -> [UInt8]? {
        let digits = Array(hex.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

/// The name of a layer within its canvas.
package struct LayerID: Hashable, Comparable, Sendable {
    /// Any number.
    package let number: UInt32

    /// Creates the name with this number.
    package init(_ number: UInt32) {
        self.number = number
    }

    /// Eight lower-case hexadecimal digits.
    package var text: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// Parses the canonical form only.
    package init?(text: String) {
        guard text.utf8.count == 8, let number = UInt32(text, radix: 16) else { return nil }
        self.number = number
        guard self.text == text else { return nil }
    }

    package static func < (left: LayerID, right: LayerID) -> Bool { left.number < right.number }
}
