import Domain
import FoundationEssentials

/// The one way JSON is written and read here: members sorted, unknown ones ignored.
package enum JSONText {
    /// The UTF-8 text of `value`; the same value gives the same bytes.
    package static func encode(_ value: some Encodable) throws(ProblemJSON) -> [UInt8] {
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
        _ type: Value.Type, from bytes: [UInt8]
    ) throws(ProblemJSON) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw problem(error)
        } catch {
            throw ProblemJSON(.badJSON, "this is not JSON")
        }
    }

    private static func problem(_ error: DecodingError) -> ProblemJSON {
        switch error {
        case .keyNotFound(let key, let context):
            return ProblemJSON(
                .badJSON, "the member \(key.stringValue) is missing",
                pointer: pointer(context.codingPath + [key]))
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return ProblemJSON(
                .badJSON, "the value at \(pointer(context.codingPath)) has the wrong type",
                pointer: pointer(context.codingPath))
        case .dataCorrupted(let context):
            let place = pointer(context.codingPath)
            return ProblemJSON(
                .badJSON, place.isEmpty ? "this is not JSON" : "the value at \(place) is not valid",
                pointer: place)
        @unknown default:
            return ProblemJSON(.badJSON, "this is not JSON")
        }
    }

    private static func pointer(_ path: [any CodingKey]) -> String {
        path.map { key in
            let name = key.intValue.map(String.init) ?? key.stringValue
            return "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
        }.joined()
    }
}
