import API
import Domain
import HTTPTypes
import HummingbirdCore

/// The target of a request head, as far as the guard on loopback needs it.
struct WebTarget {
    let scope: WebScope
    let path: Substring
    /// An extension of a browser may ask for it.
    let isForExtensions: Bool
    /// A code lets it in, and no token.
    let opensSession: Bool
    /// The token in the query, where one is allowed.
    let token: String?
    /// The token for files of a browser's session, where no header can be sent.
    let filesToken: String?
    /// The ticket behind the question mark of a `GET`.
    let ticket: String?
    private let target: String

    init(_ head: HTTPRequest) {
        target = head.path ?? "/"
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts[0]
        isForExtensions = ExtensionAccess.opens(head.method, path)
        opensSession = head.method == .post && path == OpenSession.path
        // What cannot be read holds no token.
        let query = parts.count > 1 ? try? Parameters(String(parts[1])) : nil
        let isRead = head.method == .get || head.method == .head
        ticket = isRead ? query?.text(Self.ticketName) : nil
        filesToken = isRead && Self.isFile(path) ? query?.text(Self.tokenName) : nil
        if path.hasPrefix("/feeds/") {
            scope = .feeds
            token = query?.text("token")
        } else if path.hasPrefix("/pinboard/") {
            scope = .pinboard
            // As Pinboard has it, `user:TOKEN`.
            token = query?.text("auth_token")?.split(separator: ":").last.map(String.init)
        } else if path == "/save" {
            scope = .keeping
            token = query?.text("token")
        } else if path == SavePage.path {
            scope = .saving
            token = nil
        } else {
            scope = .everything
            token = nil
        }
    }

    /// The tokens that open it in a header, where none is written down by accident.
    var scopes: [WebScope] {
        var scopes = scope == .everything ? [.everything] : [scope, .everything]
        if isForExtensions { scopes.append(.browser) }
        return scopes
    }

    /// The session of a browser opens it: all that the page asks.
    var isForSessions: Bool { scope == .everything || scope == .saving }

    /// Path and query without what lets it in, which is what a ticket is made for.
    var withoutTicket: String {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return target }
        let passes = [Self.ticketName] + (Self.isFile(path) ? [Self.tokenName] : [])
        let kept = parts[1].split(separator: "&").filter { part in
            !passes.contains { part.hasPrefix($0 + "=") }
        }
        return String(parts[0]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }

    /// The request as the service knows it, to which a ticket or a token in the address means nothing.
    static func withoutTicket(_ request: HummingbirdCore.Request) -> HummingbirdCore.Request {
        let target = WebTarget(request.head)
        guard target.ticket != nil || target.filesToken != nil else { return request }
        var head = request.head
        head.path = target.withoutTicket
        return HummingbirdCore.Request(head: head, body: request.body)
    }

    /// Whether a ticket may be made for this: whatever is read, but for events and sessions.
    static func mayHaveTicket(_ target: String) -> Bool {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        return path.hasPrefix("/v1/") && !path.hasPrefix("/v1/web")
            && path != ListenToEvents.path[...] && !target.contains(where: \.isWhitespace)
            && !target.contains(ticketName + "=") && target.utf8.count <= 4096
    }

    private static let ticketName = "ticket"
    private static let tokenName = "token"

    // The bytes of a file, and nothing about it.
    private static func isFile(_ path: Substring) -> Bool {
        let prefix = "/v1/blobs/"
        return path.hasPrefix(prefix) && !path.dropFirst(prefix.count).contains("/")
    }
}
