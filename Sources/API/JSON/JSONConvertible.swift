/// A value that has a place in a JSON text.
package protocol JSONConvertible: SendableMetatype {
    /// Its form in OpenAPI, where a member says nothing else.
    static var schema: Schema { get }
    /// The named shapes in `schema`, without those that their members name.
    static var shapes: [ObjectSchema] { get }
    /// The value of a member that is absent; nil if the member is required.
    static var absent: Self? { get }
    /// Whether a member of this value is left out.
    var isAbsent: Bool { get }
    /// Reads a value; nil if it is of another type, which the place has been told then.
    static func read(_ json: JSONValue, at place: JSONPlace) -> Self?
    /// Writes the value.
    func write(to buffer: JSONBuffer)
}

extension JSONConvertible {
    package static var shapes: [ObjectSchema] { [] }
    package static var absent: Self? { nil }
    package var isAbsent: Bool { false }
}

/// The place of a value that is read, and the problems found so far.
package struct JSONPlace {
    /// The problems found in one text, and the way in which it is read.
    final class Reading {
        /// The first thing that was wrong.
        var problem: ProblemJSON?
        /// Whether the text is the body of a request, and of one that changes a thing (PATCH).
        let purpose: JSONText.Purpose
        /// The request that is read; nil of what is no request.
        let rawRequest: RawRequest?

        init(_ purpose: JSONText.Purpose, _ rawRequest: RawRequest?) {
            self.purpose = purpose
            self.rawRequest = rawRequest
        }
    }

    let reading: Reading
    private let base: String
    private let step: String?

    init(_ reading: Reading) {
        self.reading = reading
        base = ""
        step = nil
    }

    private init(_ reading: Reading, _ base: String, _ step: String) {
        self.reading = reading
        self.base = base
        self.step = step
    }

    /// The place as a JSON pointer. - Source: RFC 6901.
    var pointer: String {
        guard let step else { return base }
        return base + "/" + step.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// Returns the place of a member or an item of the value at `pointer`, which is this place's.
    func member(_ name: String, of pointer: String) -> JSONPlace {
        JSONPlace(reading, pointer, name)
    }

    /// Notes that something is wrong; only the first thing counts.
    package func refuse(_ problem: @autoclosure () -> ProblemJSON) {
        if reading.problem == nil { reading.problem = problem() }
    }

    /// Notes that the value here is of another type, or null.
    func expected(_ words: String, isNull: Bool = false) {
        let pointer = pointer
        let place = pointer.isEmpty ? "the body" : "the value at \(pointer)"
        let what = isNull ? "is null, and is to be" : "is to be"
        refuse(JSONText.wrong("\(place) \(what) \(words)", at: pointer))
    }
}

extension String: JSONConvertible {
    package static var schema: Schema { .string }
    package static func read(_ json: JSONValue, at place: JSONPlace) -> String? {
        if case .string(let text) = json { return text }
        place.expected("a text")
        return nil
    }
    package func write(to buffer: JSONBuffer) { buffer.string(self) }
}

extension Bool: JSONConvertible {
    package static var schema: Schema { .boolean }
    package static func read(_ json: JSONValue, at place: JSONPlace) -> Bool? {
        if case .boolean(let truth) = json { return truth }
        place.expected("true or false")
        return nil
    }
    package func write(to buffer: JSONBuffer) { buffer.boolean(self) }
}

extension Int: JSONConvertible {
    package static var schema: Schema { .count }
    package static func read(_ json: JSONValue, at place: JSONPlace) -> Int? {
        switch json {
        case .number(let number): return number
        case .fraction(let number):
            if let whole = Int(exactly: number) { return whole }
        default: break
        }
        place.expected("a whole number")
        return nil
    }
    package func write(to buffer: JSONBuffer) { buffer.number(self) }
}

extension UInt64: JSONConvertible {
    package static var schema: Schema { .count }
    package static func read(_ json: JSONValue, at place: JSONPlace) -> UInt64? {
        switch json {
        case .number(let number):
            if let whole = UInt64(exactly: number) { return whole }
        case .fraction(let number):
            if let whole = UInt64(exactly: number) { return whole }
        default: break
        }
        place.expected("a whole number")
        return nil
    }
    package func write(to buffer: JSONBuffer) { buffer.number(self) }
}

extension Double: JSONConvertible {
    package static var schema: Schema { .fraction }
    package static func read(_ json: JSONValue, at place: JSONPlace) -> Double? {
        switch json {
        case .number(let number): return Double(number)
        case .fraction(let number): return number
        default:
            place.expected("a number")
            return nil
        }
    }
    package func write(to buffer: JSONBuffer) { buffer.fraction(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    package static var schema: Schema { .list(Element.schema) }
    package static var shapes: [ObjectSchema] { Element.shapes }
    package static func read(_ json: JSONValue, at place: JSONPlace) -> [Element]? {
        guard case .array(let items) = json else {
            place.expected("a list")
            return nil
        }
        let pointer = place.pointer
        var values: [Element] = []
        values.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            guard let value = Element.read(item, at: place.member("\(index)", of: pointer)) else {
                return nil
            }
            values.append(value)
        }
        return values
    }
    package func write(to buffer: JSONBuffer) {
        buffer.array(self) { $0.write(to: buffer) }
    }
}

extension Dictionary: JSONConvertible where Key == String, Value == Int {
    package static var schema: Schema { .counts }
    package static func read(_ json: JSONValue, at place: JSONPlace) -> [String: Int]? {
        guard case .object(let members) = json else {
            place.expected("an object")
            return nil
        }
        let pointer = place.pointer
        var values: [String: Int] = [:]
        for (name, member) in members {
            values[name] = Int.read(member, at: place.member(name, of: pointer))
        }
        return values
    }
    package func write(to buffer: JSONBuffer) {
        buffer.object(keys.sorted()) { self[$0]?.write(to: buffer) }
    }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    package static var schema: Schema { Wrapped.schema }
    package static var shapes: [ObjectSchema] { Wrapped.shapes }
    package static var absent: Wrapped?? { .some(nil) }
    package var isAbsent: Bool { self == nil }
    package static func read(_ json: JSONValue, at place: JSONPlace) -> Wrapped?? {
        Wrapped.read(json, at: place).map { .some($0) }
    }
    package func write(to buffer: JSONBuffer) {
        if let self { self.write(to: buffer) } else { buffer.null() }
    }
}
