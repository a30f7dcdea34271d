import CRDT

/// One aspect of one layer of a canvas, as an element of a set: so that two people who change
/// different aspects of one layer at once keep both.
///
///     1f2e3d4c garment 1 0ABC…    what lies there, by its reference; without it there is no layer
///     1f2e3d4c at 2 120 -40       where its middle is, to the right and down from that of the canvas
///     1f2e3d4c scale 2 0.8        how large it is
///     1f2e3d4c turn 2 5           by how many degrees it is turned, clockwise
///     1f2e3d4c z 2 80             its place in the order, a fractional index; the lowest lies lowest
///
/// The number behind the word counts edits of that aspect: of two marks that both stand, the one of
/// the higher number is shown, and of equal ones that with the higher bytes.
package struct CanvasMark: Hashable, Sendable {
    /// Which layer it is of.
    package let layer: LayerID
    /// 1 as it was laid down, then one more than any that was known; at most `Canvas.editMax`.
    package let edit: Int
    /// What it says.
    package let aspect: Aspect

    /// What may be said of a layer.
    package enum Aspect: Hashable, Sendable {
        case garment(ThingReference)
        case at(x: Int, y: Int)
        /// Thousandths.
        case scale(Int)
        case turn(Int)
        case z([UInt8])

        /// As it is written behind the layer.
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

    /// What a layer says of one aspect.
    package init(_ layer: LayerID, _ aspect: Aspect, edit: Int) {
        self.layer = layer
        self.aspect = aspect
        self.edit = edit
    }

    /// The one way to write it.
    package var text: String { "\(layer.text) \(aspect.word) \(edit) \(aspect.value)" }

    /// Reads what `text` writes, and no other spelling of it; nil also if a value is out of range.
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

    /// Of two that both stand for one aspect of one layer this one is not shown.
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

/// Names a layer within its canvas.
package struct LayerID: Hashable, Comparable, Sendable {
    /// Any number.
    package let number: UInt32

    /// The layer with this number.
    package init(_ number: UInt32) {
        self.number = number
    }

    /// Eight digits of base 16, in small letters.
    package var text: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// Reads what `text` writes, and no other spelling of it.
    package init?(text: String) {
        guard text.utf8.count == 8, let number = UInt32(text, radix: 16) else { return nil }
        self.number = number
        guard self.text == text else { return nil }
    }

    package static func < (left: LayerID, right: LayerID) -> Bool { left.number < right.number }
}
