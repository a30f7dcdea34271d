import Domain
import FoundationEssentials

/// The one way JSON is written and read here: members sorted, unknown ones ignored.
package enum JSONText {
    /// The UTF-8 text of `value`; the same value gives the same bytes.
    package static func encode(_ value: some Encodable) throws(ProblemJSON) -> [UInt8] {
        if let value = value as? any FieldValue {
            let buffer = JSONBuffer()
            value.write(to: buffer)
            return buffer.bytes
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            throw ProblemJSON(.internalError, "an answer could not be written as JSON")
        }
    }

    /// The value that `bytes` hold.
    ///
    /// - Throws: `bad_json` with a JSON pointer (RFC 6901) to the place.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], as use: Use = .answer
    ) throws(ProblemJSON) -> Value {
        if let shape = Value.self as? any FieldValue.Type {
            guard let value = try read(shape, from: bytes, as: use) as? Value else {
                throw wrong("this is not JSON")
            }
            return value
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw problem(error, in: bytes)
        } catch let problem as ProblemJSON {
            throw problem
        } catch {
            throw wrong("this is not JSON")
        }
    }

    /// What a text is read as.
    package enum Use {
        /// What the node has answered.
        case answer
        /// The body of a request: null is as if the member were left out.
        case request
        /// The body of a PATCH, where null takes away what is there.
        case change
    }

    private static func read<Value: FieldValue>(
        _ type: Value.Type, from bytes: [UInt8], as use: Use
    ) throws(ProblemJSON) -> Value {
        let json: JSONValue
        do {
            json = try JSONParser.parse(bytes)
        } catch {
            switch error {
            case .notJSON: throw wrong("this is not JSON")
            case .notUnicode: throw wrong("a text in it is not valid Unicode")
            case .tooDeep: throw wrong("lists and objects in it lie too deep in each other")
            }
        }
        let reading = JSONPlace.Reading(use)
        let value = Value.read(json, at: JSONPlace(reading))
        if let problem = reading.problem { throw problem }
        guard let value else { throw wrong("this is not JSON") }
        return value
    }

    private static func problem(_ error: DecodingError, in bytes: [UInt8]) -> ProblemJSON {
        switch error {
        case .keyNotFound(let key, let context):
            return wrong(
                "the member \(key.stringValue) is missing",
                at: pointer(context.codingPath + [key]))
        case .typeMismatch(let type, let context):
            let place = pointer(context.codingPath)
            return wrong("\(value(at: place)) is to be \(expected(type))", at: place)
        case .valueNotFound(let type, let context):
            let place = pointer(context.codingPath)
            return wrong(
                "\(value(at: place)) is null, and is to be \(expected(type))", at: place)
        case .dataCorrupted(let context):
            let place = pointer(context.codingPath)
            guard isUnicode(bytes) else {
                return wrong("a text in it is not valid Unicode", at: place)
            }
            guard place.isEmpty else {
                return wrong("the value at \(place) is not valid", at: place)
            }
            let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
            return oddNumber(in: bytes, reason) ?? wrong("this is not JSON")
        @unknown default:
            return wrong("this is not JSON")
        }
    }

    /// That a body is not as it is to be.
    static func wrong(_ detail: String, at place: String = "") -> ProblemJSON {
        ProblemJSON(
            .badJSON, detail, fix: "GET /v1/openapi.json has the schema of what is expected",
            pointer: place)
    }

    private static func value(at place: String) -> String {
        place.isEmpty ? "the body" : "the value at \(place)"
    }

    private static func expected(_ type: any Any.Type) -> String {
        let name = "\(type)"
        if name.hasPrefix("Array") || name.hasPrefix("Unkeyed") { return "a list" }
        if name.hasPrefix("Dictionary") || name.hasPrefix("Keyed") { return "an object" }
        if name.hasPrefix("Int") || name.hasPrefix("UInt") { return "a whole number" }
        switch name {
        case "String": return "a text"
        case "Double", "Float": return "a number"
        case "Bool": return "true or false"
        default: return "of another type"
        }
    }

    // It is UTF-8, and no half of a pair of escapes (`\ud83d`) stands alone in it.
    private static func isUnicode(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
            let unit = escapedUnit(rest[start...])
            rest = rest[start...].dropFirst(unit == nil ? 2 : 6)
            switch unit {
            case .some(0xD800...0xDBFF):
                guard let next = escapedUnit(rest), 0xDC00...0xDFFF ~= next else { return false }
                rest = rest.dropFirst(6)
            case .some(0xDC00...0xDFFF): return false
            default: break
            }
        }
        return true
    }

    // The unit of UTF-16 that the escape at the beginning of `text` is; nil if there is no such escape.
    private static func escapedUnit(_ text: ArraySlice<UInt8>) -> UInt16? {
        guard text.starts(with: "\\u".utf8), text.count >= 6 else { return nil }
        return UInt16(String(decoding: text.dropFirst(2).prefix(4), as: UTF8.self), radix: 16)
    }

    // Of a number that does not fit the decoder tells the number, and not its place.
    private static func oddNumber(in bytes: [UInt8], _ reason: String) -> ProblemJSON? {
        guard bytes.count <= searchedBytesMax,
            let found = try? JSONDecoder().decode(NumberPlaces.self, from: Data(bytes)).fractions
        else { return nil }
        let named = found.filter { reason.contains("\($0.number)") }
        let meant = named.isEmpty ? found : named
        guard meant.count == 1 else {
            return wrong("a number in it is to be a whole one, or is too large")
        }
        let place = pointer(meant[0].path)
        return wrong("\(value(at: place)) is to be a whole number", at: place)
    }

    /// In longer texts nobody looks for the place.
    private static let searchedBytesMax = 64 * 1024

    private static func pointer(_ path: [any CodingKey]) -> String {
        path.map(\.pointed).joined()
    }
}

extension CodingKey {
    /// As a step of a JSON pointer. - Source: RFC 6901.
    var pointed: String {
        let name = intValue.map(String.init) ?? stringValue
        return "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

/// Any JSON, of which only those numbers are kept that are not whole, or too large.
private struct NumberPlaces: Decodable {
    var fractions: [(path: [any CodingKey], number: Double)] = []

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: MemberName.self) {
            for key in members.allKeys {
                fractions += try members.decode(NumberPlaces.self, forKey: key).fractions
            }
        } else if var items = try? decoder.unkeyedContainer() {
            while !items.isAtEnd { fractions += try items.decode(NumberPlaces.self).fractions }
        } else {
            let value = try decoder.singleValueContainer()
            // What is neither is text, true, false or null, and in order.
            guard let number = try? value.decode(Double.self),
                (try? value.decode(Int.self)) == nil
            else { return }
            fractions = [(decoder.codingPath, number)]
        }
    }
}
