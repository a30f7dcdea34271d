import API
import CRDT
import Domain
import FoundationEssentials
import HTTPTypes
import HummingbirdCore

/// Stands before the service on loopback, where every program of the machine knocks, and every page
/// in its browsers.
///
/// - A request names one of this machine's three names and the port it came in by: else a name of a
///   stranger's that points here (DNS rebinding) would be as good as ours. If its target names a host as
///   well, as requests to a proxy do, that is the same.
/// - One that a page has made comes from a page of the same host and port.
/// - One without the token gets nothing. What opens only feeds, only what Pinboard clients ask, only the
///   form by which a page is kept, or only sending in pages, opens nothing else, and the last may not
///   stand in the address.
/// - An extension of the browser has an origin that no page has: it may send in pages, and with a token of its
///   own what `ExtensionAccess` says.
struct WebGuard: Sendable {
    let service: Service
    let keys: WebKeys
    private let page: PageDoor
    private let extensionLinks = ExtensionLinks()

    /// - Parameter page: the folder of the page; nil for what is in the program.
    init(service: Service, keys: WebKeys, page: String?) {
        self.service = service
        self.keys = keys
        self.page = PageDoor(folder: page)
    }

    /// The answer, for who came in by loopback.
    func respond(to request: HummingbirdCore.Request, from caller: Caller) async -> Response {
        var response: Response
        if let problem = Self.refusal(ofPlacesIn: request.head, port: caller.port) {
            response = Self.refused(problem, request.head)
        } else if let screen = page.response(to: request.head) {
            response = screen
        } else {
            switch WebTarget(request.head).opensSession ? .success(nil) : session(of: request.head)
            {
            case .failure(let problem): response = Self.refused(problem, request.head)
            case .success where isByExtension(request.head):
                response = await respondToExtension(request, from: caller)
            case .success(let session):
                response = await service.respond(
                    to: WebTarget.withoutTicket(request), from: caller.inSession(session))
            }
        }
        for (name, value) in Self.fences {
            // A page says itself what of it is shown; nothing of it runs either.
            if response.headers[name] == nil { response.headers[name] = value }
        }
        return response
    }

    private static func refused(_ problem: ProblemJSON, _ head: HTTPRequest) -> Response {
        let response = Replies.problem(
            problem, requestID: "none", headers: challenge(problem, head))
        return head.method == .head ? Replies.withoutBody(response) : response
    }

    // It changes what it has kept, and nothing else of its person's.
    private func respondToExtension(
        _ request: HummingbirdCore.Request, from caller: Caller
    ) async -> Response {
        let path = WebTarget(request.head).path
        if request.head.method == .patch, let id = ExtensionAccess.id(in: path),
            await !extensionLinks.has(id)
        {
            let problem = ProblemJSON(
                .notYours, "the extension did not save this since the node started",
                fix: "change it with weft edit \(id.text)")
            return Replies.problem(problem, requestID: "none")
        }
        let response = await service.respond(to: request, from: caller)
        if response.status == .created, let location = response.headers[.location],
            let id = ExtensionAccess.id(in: location[...])
        {
            await extensionLinks.add(id)
        }
        return response
    }

    // It has shown the extension's token, and no other.
    private func isByExtension(_ head: HTTPRequest) -> Bool {
        Self.bearer(of: head).map { keys.opens(.browser, $0) } ?? false
    }

    private static func bearer(of head: HTTPRequest) -> String? {
        let words = head.headerFields[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }

    /// Returns the reason why a request with this head gets nothing; nil if it may be answered.
    func refusal(of head: HTTPRequest, port: Int?) -> ProblemJSON? {
        if let problem = Self.refusal(ofPlacesIn: head, port: port) { return problem }
        guard case .failure(let problem) = session(of: head) else { return nil }
        return problem
    }

    /// The header fields that keep a browser from treating a response as anything but data.
    private static let fences: [(HTTPField.Name, String)] =
        [
            (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'; sandbox"),
            (.xContentTypeOptions, "nosniff"),
        ]
        + [
            ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }

    // MARK: Where a request is for, and from

    private static func refusal(ofPlacesIn head: HTTPRequest, port: Int?) -> ProblemJSON? {
        guard let host = head.authority.flatMap({ LoopbackAddress(host: $0) }),
            Int(host.port) == port, head.headerFields[values: .host].isEmpty
        else {
            return ProblemJSON(
                .wrongOrigin, "the request names another host or port",
                fix: "use http://127.0.0.1:\(port.map(String.init) ?? "PORT")")
        }
        if let origin = head.headerFields[.origin], origin != "http://" + host.spelled {
            // No page can have such an origin: a part of the browser itself has asked.
            let isExtension = extensions.contains { origin.hasPrefix($0) }
            if isExtension, WebTarget(head).isForExtensions { return nil }
            return .fromElsewhere(host.spelled)
        }
        let site = fetch("Site", of: head) ?? "none"
        guard site == "none" || site == "same-origin" || isBookmark(head) else {
            return .fromElsewhere(host.spelled)
        }
        return nil
    }

    // A bookmark runs in the page that is shown, and opens a window with the form: nothing is kept by
    // that, and the page sees nothing of it. Its token opens a form; what sends one stands in the form.
    // A link anywhere may lead to the page of this node, which fills in a form at most.
    private static func isBookmark(_ head: HTTPRequest) -> Bool {
        head.method == .get
            && (WebTarget(head).scope == .keeping || PageDoor.isScreen(WebTarget(head).path))
            && fetch("Mode", of: head) == "navigate"
            && fetch("Dest", of: head) == "document"
    }

    // What a browser says of how it came to ask (W3C, Fetch Metadata Request Headers).
    private static func fetch(
        _ word: String, of head: HTTPRequest
    ) -> String? {
        HTTPField.Name("Sec-Fetch-" + word).flatMap { head.headerFields[$0] }
    }

    // What extensions of browsers are addressed by.
    private static let extensions = [
        "chrome-extension://", "moz-extension://", "safari-web-extension://",
    ]

    // MARK: Who asks

    // The number of the browser's session whose token the head shows, nil for another token that opens the target; why
    // it gets nothing if it shows none.
    private func session(of head: HTTPRequest) -> Result<Int?, ProblemJSON> {
        let target = WebTarget(head)
        let words = head.headerFields[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
        let given = words.count == 2 ? String(words[1]) : ""
        switch words.first?.lowercased() {
        case "bearer":
            if target.scopes.contains(where: { keys.opens($0, given) }) { return .success(nil) }
            if target.isForSessions, let number = service.browsers.session(of: given) {
                return .success(number)
            }
        case "basic" where target.scope == .feeds || target.scope == .pinboard:
            if let token = Self.password(given), keys.opens(target.scope, token) {
                return .success(nil)
            }
        default:
            if let token = target.token, keys.opens(target.scope, token) { return .success(nil) }
            if let files = target.filesToken, service.browsers.opensFiles(files) {
                return .success(nil)
            }
            if let ticket = target.ticket,
                service.browsers.opens(target.withoutTicket, with: ticket)
            {
                return .success(nil)
            }
        }
        return .failure(
            ProblemJSON(
                .tokenRequired, "the token is missing, wrong, or for another purpose",
                fix: "weft web lists the tokens and their purposes"))
    }

    // What `user:password` holds behind the colon (RFC 7617).
    private static func password(_ text: String) -> String? {
        guard let bytes = Data(base64Encoded: text) else { return nil }
        let pair = String(decoding: bytes, as: UTF8.self)
        return pair.firstIndex(of: ":").map { String(pair[pair.index(after: $0)...]) }
    }

    private static func challenge(
        _ problem: ProblemJSON, _ head: HTTPRequest
    ) -> HTTPFields {
        guard problem.status == 401 else { return [:] }
        let isBasic = [.feeds, .pinboard].contains(WebTarget(head).scope)
        return [.wwwAuthenticate: (isBasic ? "Basic" : "Bearer") + " realm=\"weft\""]
    }
}

extension ProblemJSON {
    /// A page of another host than `host` has asked, or of another port.
    fileprivate static func fromElsewhere(_ host: String) -> ProblemJSON {
        ProblemJSON(
            .wrongOrigin, "the request comes from a page of another site",
            fix: "send it from a page of http://\(host), or from a program other than a browser")
    }
}

extension LoopbackAddress {
    /// The host and port of a `Host` header; the default port is that of HTTP.
    fileprivate init?(host text: String) {
        let isBare = Host(rawValue: text.lowercased()) != nil
        self.init(isBare ? text + ":80" : text)
    }

    /// As the browser writes it in an `Origin`.
    fileprivate var spelled: String { port == 80 ? host.rawValue : text }
}

extension HTTPField.Name {
    /// A second one of these: the first is the authority.
    fileprivate static let host = HTTPField.Name("Host") ?? .accept
}
