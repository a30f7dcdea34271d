/// One line of the table that router and OpenAPI share.
package struct Route: Equatable, Sendable {
    /// The type that spells it.
    package let type: any ServedEndpoint.Type
    package let method: Method
    /// Such as `/v1/tags/{name}:rename`: literal segments, and segments that begin with a name.
    package let path: String
    /// One line for the reader of OpenAPI.
    package let summary: String
    /// The parameters behind the question mark, and headers; `names` are those in the path.
    package let parameters: [Parameter]
    /// The body of a request; nil if it has none.
    package let body: Body?
    /// The response of a success.
    package let answer: Answer
    /// The problems that can be answered beside those that `codes` names for every route of its form.
    package let problems: [ProblemJSON.Code]

    /// The name of its endpoint in OpenAPI.
    package var endpoint: OperationID { type.route.id }

    package static func == (one: Route, other: Route) -> Bool { one.endpoint == other.endpoint }

    /// The methods that are served.
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// A part of the request outside its body.
    package struct Parameter: Equatable, Sendable {
        package let name: String
        package let schema: Schema
        package let place: Place
        package let about: String
        /// It may stand there several times.
        package private(set) var isRepeatable = false

        /// Without it nothing is done.
        package private(set) var isRequired = false

        /// The same, and it may stand there several times.
        var repeatable: Parameter {
            var parameter = self
            parameter.isRepeatable = true
            return parameter
        }

        /// The same, and it has to stand there.
        var required: Parameter {
            var parameter = self
            parameter.isRequired = true
            return parameter
        }

        init(name: String, schema: Schema, place: Place, about: String) {
            self.name = name
            self.schema = schema
            self.place = place
            self.about = about
        }

        /// The part of a request that has it.
        package enum Place: String, Sendable {
            case query, header
        }
    }

    /// A request's body.
    package struct Body: Equatable, Sendable {
        package let schema: Schema
        package let mediaTypes: [String]
        package let isRequired: Bool
        package var intake = Intake.whole
        /// The named shapes in `schema`.
        var shapes: [ObjectSchema] = []

        /// The code that reads a body.
        package enum Intake: Sendable {
            /// The gateway checks its type and length, and reads all of it.
            case whole
            /// The gateway checks its type and length; what serves the endpoint reads it as it comes.
            case stream
            /// The code that serves the endpoint checks it, and reads it as it comes.
            case own
        }
    }

    /// The form of a success.
    package struct Answer: Equatable, Sendable {
        /// The status codes, each with the same body.
        package let statuses: [Int]
        package let schema: Schema
        package let mediaTypes: [String]
        /// Its form in JSON, where it is a text in other forms; nil if it is any JSON, or none.
        package var json: Schema?
        /// The named shapes in `schema` and `json`.
        var shapes: [ObjectSchema] = []
        /// It also carries the node's refusals, with the status of the problem.
        package var tellsRefusals = false
        /// It is sent piece by piece, so its length is not known before; then HEAD is not served. That of
        /// a file is.
        package var isStream: Bool {
            !isJSON && !isFile && !isFeed
        }
    }

    /// The names in the path, in order.
    package var names: [String] {
        path.split(separator: "/").compactMap { Segment($0).name }
    }

    /// One segment of a path.
    enum Segment: Equatable {
        case literal(String)
        /// A name, then this text.
        case captured(name: String, suffix: String)

        init(_ text: Substring) {
            guard text.hasPrefix("{"), let close = text.firstIndex(of: "}") else {
                self = .literal(String(text))
                return
            }
            self = .captured(
                name: String(text[text.index(after: text.startIndex)..<close]),
                suffix: String(text[text.index(after: close)...]))
        }

        var name: String? {
            switch self {
            case .literal: return nil
            case .captured(let name, _): return name
            }
        }

        /// The rank of its match: a literal before a suffix before a bare name.
        var exactness: Int {
            switch self {
            case .literal: return 2
            case .captured(_, let suffix): return suffix.isEmpty ? 0 : 1
            }
        }
    }
}
