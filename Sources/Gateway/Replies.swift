import API
import Domain
import FoundationEssentials
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Answers as HTTP.
enum Replies {
    /// JSON of a success.
    static func json(
        _ bytes: [UInt8], status: Int = 200, headers: HTTPFields = [:]
    ) -> Response {
        var fields = headers
        fields[.contentType] = "application/json"
        return reply(bytes, status: status, headers: fields)
    }

    /// JSON that a client may keep and ask after: a thing in its version, or a list.
    ///
    /// The tag is of the bytes; of a thing its version stands before it, for `If-Match`: what others think
    /// of the thing changes the bytes and not the version.
    static func version(_ thing: Bookmark?, _ bytes: [UInt8]) -> Response {
        let version = thing.map { EntityTag.text(of: $0) + "." } ?? ""
        return tagged("\"\(version)\(EntityTag.text(of: bytes))\"", bytes)
    }

    /// The description of what is served.
    static func described(_ text: Description.Text) -> Response { tagged(text.tag, text.bytes) }

    private static func tagged(_ tag: String, _ bytes: [UInt8]) -> Response {
        json(bytes, headers: [.eTag: tag, .cacheControl: "private, no-cache"])
    }

    /// A problem, with the id of the request in the log.
    static func problem(
        _ problem: ProblemJSON, requestID: String, headers: HTTPFields = [:]
    ) -> Response {
        var answer = problem
        answer.requestID = requestID
        var fields = headers
        fields[.contentType] = "application/problem+json"
        // It is not wrong in itself: a moment later it may be answered.
        if answer.status == 503 { fields[.retryAfter] = "1" }
        return reply(JSONText.encode(answer), status: answer.status, headers: fields)
    }

    /// The response to OPTIONS: the methods of a path.
    static func options(_ allowed: [String]) -> Response {
        let fields: HTTPFields = [.allow: allowed.joined(separator: ", ")]
        return Response(status: .noContent, headers: fields)
    }

    /// A body that is written as it comes to be.
    static func stream(
        _ contentType: String,
        _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        let fields: HTTPFields = [
            .contentType: contentType, .cacheControl: "no-store",
            .xContentTypeOptions: "nosniff",
        ]
        return Response(status: .ok, headers: fields, body: ResponseBody(write))
    }

    /// `response` without its body, but with its length.
    static func withoutBody(_ response: Response) -> Response {
        Response(status: response.status, headers: response.headers)
    }

    /// There is no room for one more client, because of `why`.
    static func tooMany(_ why: String) -> Response {
        problem(
            ProblemJSON(.busy, why, fix: "close one, or try again in a moment"), requestID: "none",
            headers: [.connection: "close"])
    }

    /// There is no room for one more client that waits for events.
    static var tooManyListeners: Response {
        tooMany("\(GatewayLimits.listenersMax) clients are already waiting for events")
    }

    /// A text of another kind.
    static func text(
        _ bytes: [UInt8], _ contentType: String, headers: HTTPFields = [:]
    ) -> Response {
        var fields = headers
        fields[.contentType] = contentType
        return reply(bytes, status: 200, headers: fields)
    }

    /// A replay of the stored response to the same request.
    static func again(_ kept: StoredAnswer) -> Response {
        var fields: HTTPFields = [.idempotentReplayed: "true"]
        for field in kept.fields {
            if let name = HTTPField.Name(field.name) { fields[name] = field.value }
        }
        return reply(kept.body, status: kept.status, headers: fields)
    }

    /// The response 304: the client's copy is current.
    static func unchanged(_ tag: String) -> Response {
        Response(
            status: .notModified, headers: [.eTag: tag, .cacheControl: "private, no-cache"])
    }

    /// Bytes of a file.
    static func file(
        _ range: Range<Int>, _ status: HTTPResponse.Status, _ headers: HTTPFields,
        _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        var fields = headers
        fields[.contentLength] = String(range.count)
        return Response(
            status: status, headers: fields, body: ResponseBody(contentLength: range.count, write))
    }

    /// These bytes of a file of `size`, and which they are.
    static func part(
        _ range: Range<Int>, of size: Int, _ headers: HTTPFields,
        _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        var fields = headers
        fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
        return file(range, .partialContent, fields, write)
    }

    /// The header fields of a file, which keep a browser from executing it.
    static func fields(of type: MediaType?, named name: String, tag: String) -> HTTPFields {
        let ending = type.map { "." + $0.ending } ?? ""
        // A browser's reader of PDFs does not work in a sandbox, and a PDF may have scripts.
        let way = type == nil || type == .pdf ? "attachment" : "inline"
        return [
            .contentType: type?.rawValue ?? "application/octet-stream", .eTag: tag,
            .acceptRanges: "bytes", .cacheControl: "private, no-cache",
            .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'; sandbox",
            .contentDisposition:
                "\(way); filename=\"weft-\(name.prefix(12).lowercased())\(ending)\"",
        ]
    }

    /// The header fields of a saved page: nothing in it runs, it belongs to no origin, and it loads only what it
    /// contains.
    ///
    /// - Source: CSP 3, `sandbox` without any word (html.spec.whatwg.org, section 7.1.5): no scripts, no
    ///   forms, no windows, no plugins, no refresh by itself.
    static func pageFields(named name: String, tag: String) -> HTTPFields {
        var fields: HTTPFields = [
            .contentType: MediaType.html.rawValue, .eTag: tag, .acceptRanges: "bytes",
            .cacheControl: "private, no-cache", .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: pagePolicy,
            .contentDisposition: "inline; filename=\"weft-\(name.prefix(12).lowercased()).html\"",
        ]
        for (name, value) in pageFences {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }

    private static let pagePolicy = [
        "sandbox", "default-src 'none'", "img-src data:", "media-src data:", "font-src data:",
        "style-src 'unsafe-inline' data:", "form-action 'none'", "base-uri 'none'",
        "frame-ancestors 'none'",
    ].joined(separator: "; ")

    // The policy says nothing of connections that are opened before anything is asked over them
    // (preconnect); the list of those that are allowed does, where a browser knows it (Chromium 156).
    private static let pageFences = [
        ("Connection-Allowlist", "()"),
        ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("X-DNS-Prefetch-Control", "off"),
    ]

    /// A page with a form, which comes back to where it is from and nowhere else.
    ///
    /// A browser tells where a form is from unless it is to tell nothing of that at all (Fetch, "append a
    /// request `Origin` header"): the guard asks for it.
    static func form(_ bytes: [UInt8], status: Int) -> Response {
        var fields: HTTPFields = [
            .contentType: Routes.pageType, .contentSecurityPolicy: formPolicy,
        ]
        for (name, value) in formFences {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return reply(bytes, status: status, headers: fields)
    }

    private static let formPolicy = [
        "default-src 'none'", "style-src 'unsafe-inline'", "form-action 'self'", "base-uri 'none'",
        "frame-ancestors 'none'",
    ].joined(separator: "; ")

    private static let formFences = [
        ("Referrer-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    private static func reply(_ bytes: [UInt8], status: Int, headers: HTTPFields) -> Response {
        var fields = headers
        fields[.contentLength] = String(bytes.count)
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        fields[.xContentTypeOptions] = "nosniff"
        return Response(
            status: HTTPResponse.Status(code: status), headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
