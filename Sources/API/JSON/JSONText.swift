/// The one way JSON is written and read here: members sorted, unknown ones ignored.
package enum JSONText {
    /// Returns the UTF-8 text of `value`; the same value gives the same bytes.
    package static func encode(_ value: some JSONConvertible) -> [UInt8] {
        let buffer = JSONBuffer()
        value.write(to: buffer)
        return buffer.bytes
    }

    /// The meaning of a text that is read.
    package enum Purpose {
        /// An answer of the node.
        case answer
        /// The body of a request: null is as if the member were left out.
        case request
        /// The body of a PATCH, where null takes away what is there.
        case change
    }

    /// Returns the value that `bytes` spell.
    ///
    /// - Parameter rawRequest: the request that they are the body of.
    /// - Throws: `bad_json` with a JSON pointer (RFC 6901) to the place.
    package static func decode<Value: JSONConvertible>(
        _ type: Value.Type, from bytes: [UInt8], as purpose: Purpose = .answer,
        of rawRequest: RawRequest? = nil
    ) throws(ProblemJSON) -> Value {
        try read(type, from: parse(bytes), JSONPlace.Reading(purpose, rawRequest))
    }

    static func parse(_ bytes: [UInt8]) throws(ProblemJSON) -> JSONValue {
        do {
            return try JSONParser.parse(bytes)
        } catch {
            switch error {
            case .notJSON: throw wrong("this is not JSON")
            case .notUnicode: throw wrong("a text in it is not valid Unicode")
            case .tooDeep: throw wrong("lists and objects in it lie too deep in each other")
            }
        }
    }

    static func read<Value: JSONConvertible>(
        _ type: Value.Type, from json: JSONValue, _ reading: JSONPlace.Reading
    ) throws(ProblemJSON) -> Value {
        let value = Value.read(json, at: JSONPlace(reading))
        if let problem = reading.problem { throw problem }
        guard let value else { throw wrong("this is not JSON") }
        return value
    }

    /// The problem of a body in the wrong form.
    static func wrong(_ detail: String, at place: String = "") -> ProblemJSON {
        ProblemJSON(
            .badJSON, detail, fix: "GET /v1/openapi.json has the schema of what is expected",
            pointer: place)
    }
}
