import API
import Domain

/// One question to the node over HTTP.
struct Call: Sendable {
    var method: String
    /// With its query, percent-encoded.
    var path: String
    var body: [UInt8]?
    /// Goes as the body, part by part; nil if there is none.
    var file: UploadFile?
    var contentType = "application/json"
    var accept = "application/json"
    /// The version of what is changed, with its quotes; of another one nothing is done.
    var ifMatch: String?
    /// The time that the node may say nothing before it is asked whether it is still there; nil for a
    /// stream without end.
    var patience: Duration? = Call.patienceUsual
    /// The longest time for a stream without end; nil until it ends otherwise.
    var span: Duration?
    /// Tells a person who interrupts it what goes on in the node, and what stops that; nil if nothing goes on.
    var afterwards: String?

    /// The `patience` of most calls.
    static let patienceUsual: Duration = .seconds(60)

    /// A part of the path is empty: what was typed for it is.
    var lacksName: Bool {
        let parts = path.prefix { $0 != "?" }
            .split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropFirst().contains { $0.isEmpty || $0.hasPrefix(":") }
    }

    static func get(_ path: String, _ query: [(String, String?)] = []) -> Call {
        Call(method: "GET", path: target(path, query))
    }

    static func post(_ path: String, _ body: [UInt8] = Array("{}".utf8)) -> Call {
        Call(method: "POST", path: path, body: body)
    }

    /// `path` with the parts of `query` that have a value.
    static func target(_ path: String, _ query: [(String, String?)]) -> String {
        let parts = query.compactMap { name, value in
            value.map { "\(name)=\(escaped($0))" }
        }
        return parts.isEmpty ? path : path + "?" + parts.joined(separator: "&")
    }

    /// `text` as one segment of a path or one value of a query (RFC 3986, unreserved characters).
    static func escaped(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            return true
        default:
            return false
        }
    }
}

extension Call {
    /// The call that an endpoint spells.
    init(_ endpoint: some ServedEndpoint) {
        let parts = RequestParts(endpoint)
        method = parts.method.rawValue
        var path = parts.path
        for (name, value) in parts.names {
            path = path.replacing("{\(name)}", with: Self.escaped(value))
        }
        // By their names; what stands there several times keeps its order.
        let query = parts.query.enumerated().sorted {
            ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
        }
        self.path = Self.target(path, query.map { ($0.element.name, $0.element.value) })
        body = parts.body
        afterwards = Self.afterwards(of: type(of: endpoint))
    }

    /// The text of `afterwards` for an endpoint.
    static func afterwards(of endpoint: any ServedEndpoint.Type) -> String? {
        if endpoint is any UndoingEndpoint.Type { return "the node continues undoing" }
        guard endpoint is any UndoableEndpoint.Type else { return nil }
        return "if the node had started, it continues; weft undo stops and reverts it"
    }
}

/// A response of the node.
struct Reply: Equatable, Sendable {
    var status: Int
    /// Empty where the body went to a sink as it came.
    var body: [UInt8]

    var isSuccess: Bool { 200..<300 ~= status }
}
