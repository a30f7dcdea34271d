import API
import CRDT
import Domain
import HTTPTypes

/// The requests that a browser extension may make with its token: check whether a page is saved, save it, suggest tags,
/// and change links that it saved itself.
enum ExtensionAccess {
    /// Whether its token opens this, as far as method and path tell.
    static func opens(_ method: HTTPRequest.Method, _ path: Substring) -> Bool {
        switch (method, path) {
        case (.get, "/v1/bookmarks/check"), (.get, "/v1/tags"), (.get, "/v1/suggest"),
            (.post, "/v1/bookmarks"), (.post, "/v1/bookmarks/singlefile"):
            return true
        default: return method == .patch && id(in: path) != nil
        }
    }

    /// The link that a path names, by its whole id: nobody else's is guessed by its end.
    static func id(in path: Substring) -> ObjectID? {
        guard path.hasPrefix(prefix) else { return nil }
        let text = path.dropFirst(prefix.count)
        return text.utf8.count == 26 ? ObjectID(text: String(text)) : nil
    }

    private static let prefix = "/v1/bookmarks/"
}

/// The links that the extension has kept since the node started; the newest, for its window is open for a
/// minute or two.
actor ExtensionLinks {
    private var ids: [ObjectID] = []

    /// It has kept this.
    func add(_ id: ObjectID) {
        ids.append(id)
        if ids.count > GatewayLimits.extensionLinksMax { ids.removeFirst() }
    }

    /// Whether it has kept this.
    func has(_ id: ObjectID) -> Bool { ids.contains(id) }
}
