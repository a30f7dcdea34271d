// By what the door on loopback knows who asks. On the socket nothing is needed: so the last of each list
// of what is enough is nothing.
extension OpenAPI {
    static let servers: JSONValue = [
        [
            "url": "http://localhost",
            "description": "The Unix socket, for the user who owns it; no token is looked at",
        ],
        [
            "url": "http://127.0.0.1:{port}",
            "description": "The door on loopback, once it is open; everything needs a token",
            "variables": ["port": ["default": "7434"]],
        ],
    ]

    static let securitySchemes: JSONValue = [
        "bearer": [
            "type": "http", "scheme": "bearer",
            "description": .string(
                "The token of the door, which opens everything; of /feeds, /pinboard, /save and "
                    + "/v1/bookmarks/singlefile also that of theirs, and that of an extension "
                    + "of the browser where one keeps pages"),
        ],
        "basic": [
            "type": "http", "scheme": "basic",
            "description": "The token of /feeds or /pinboard behind any name",
        ],
        "token": [
            "type": "apiKey", "in": "query", "name": "token",
            "description":
                "The token of /feeds, /save, or a browser's files; it opens nothing else",
        ],
        "auth_token": [
            "type": "apiKey", "in": "query", "name": "auth_token",
            "description": "The token of /pinboard behind a name and a colon",
        ],
    ]

    /// The routes that take a token of their own beside the one for everything.
    enum Scope {
        case feeds, files, pinboard, save

        init?(_ route: Route) {
            if route.path.hasPrefix("/feeds/") {
                self = .feeds
            } else if route.path.hasPrefix("/pinboard/") {
                self = .pinboard
            } else if route.path == "/save" {
                self = .save
            } else if route.type == ReadBlob.self {
                self = .files
            } else {
                return nil
            }
        }

        fileprivate var schemes: [String] {
            switch self {
            case .feeds: return ["token", "basic"]
            case .pinboard: return ["auth_token", "basic"]
            case .files, .save: return ["token"]
            }
        }
    }

    /// The tokens that are enough there; nil stands for all other routes.
    static func security(of scope: Scope?) -> JSONValue {
        let schemes = ["bearer"] + (scope?.schemes ?? [])
        return .array(schemes.map { .object([$0: .array([])]) } + [.object([:])])
    }
}
