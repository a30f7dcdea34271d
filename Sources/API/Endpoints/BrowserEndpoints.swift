// The way into the page that the node serves: codes, sessions and tickets.

/// Creates a code that opens the page in one browser. Only the socket answers it.
package struct NewBrowserCode: JSONEndpoint {
    package var typed: Bool?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "typed", &typed,
            "Six letters that a person types, instead of a code in an address.")
    }

    /// A code for an address, or one to type.
    package init(typed: Bool) { self.typed = typed }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "newBrowserCode", .post, "/v1/web/codes",
        "Create a code that opens the page in one browser, once, within a minute",
        [.conflict], statuses: [201], mayLackBody: true)
    package typealias Output = BrowserCodeJSON
}

/// Opens a session of a browser by a code.
package struct OpenSession: JSONEndpoint {
    package var code = ""
    package var name: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("code", &code, "The code, which counts once.")
        fields.member(
            "name", &name, "The name of the browser in the list, such as Firefox on Linux.")
    }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "openBrowserSession", .post, "/v1/web/sessions", "Open a session of a browser by a code",
        [.invalidTicket, .invalidValue], statuses: [201])
    package typealias Output = SessionTokensJSON
}

/// Lists the browsers that may open the page.
package struct ListSessions: JSONEndpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listBrowserSessions", .get, "/v1/web/sessions", "The browsers that may open the page")
    package typealias Output = PageJSON<SessionJSON>
}

/// Ends the session of a browser.
package struct EndSession: JSONEndpoint {
    package var number = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("number", &number, of: "a session", fix: "GET \(ListSessions.path)")
    }

    /// The session of this number.
    package init(_ number: Int) { self.number = number }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "endBrowserSession", .delete, "/v1/web/sessions/{number}", "End the session of a browser",
        [.notFound])
    package typealias Output = DoneJSON
}

/// Creates a ticket that opens one address in a window of its own, where no header can be sent.
package struct NewTicket: JSONEndpoint {
    package var target = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "target", &target, "Path and query of a `GET`, such as a saved copy of a page.")
    }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "newBrowserTicket", .post, "/v1/web/tickets",
        "Create a ticket that opens one address for a minute", [.invalidValue],
        statuses: [201])
    package typealias Output = TicketJSON
}

extension Endpoints {
    static let browsers: [any ServedEndpoint.Type] = [
        NewBrowserCode.self, OpenSession.self, ListSessions.self, EndSession.self, NewTicket.self,
    ]
}
