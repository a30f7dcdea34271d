import API
import Domain
import HTTPTypes
import HummingbirdCore

// The way into the page: codes, sessions and tickets of browsers.
extension Service {
    /// Makes a code. Who came by the socket is this person; whoever came by loopback has a way in already.
    func browserCode(_ wanted: NewBrowserCode, _ caller: Caller) async throws -> Response {
        guard caller.port == nil else {
            throw ProblemJSON(
                .notYours, "only the node's socket makes codes", fix: "weft open")
        }
        guard let address = await web.address else {
            throw ProblemJSON(
                .conflict, "no address is open for browsers: web is off", fix: "weft open")
        }
        let isTyped = wanted.typed == true
        let (code, until) = browsers.makeCode(typed: isTyped)
        let made = BrowserCodeJSON(
            code: code, url: "http://\(address.text)/" + (isTyped ? "" : "#k=\(code)"),
            expiresAt: Timestamp.text(until))
        return Replies.json(
            JSONText.encode(made), status: 201, headers: [.cacheControl: "no-store"])
    }

    /// Opens a session by a code.
    func openSession(_ wanted: OpenSession) throws -> Response {
        let tokens = try browsers.open(by: wanted.code, named: wanted.name ?? "a browser")
        return Replies.json(
            JSONText.encode(tokens), status: 201, headers: [.cacheControl: "no-store"])
    }

    /// Lists the sessions.
    func sessions(besides caller: Caller) -> Response {
        let page = PageJSON(items: browsers.all(besides: caller.session), nextCursor: nil)
        return Replies.version(nil, JSONText.encode(page))
    }

    /// Ends a session.
    func endSession(_ wanted: EndSession) throws -> Response {
        let name = try browsers.end(wanted.number)
        let report = DoneReport(
            count: 1, act: nil, summary: "\(name) may not open the page any more")
        return Replies.json(JSONText.encode(DoneJSON(report)))
    }

    /// Makes a ticket.
    func ticket(_ wanted: NewTicket) throws -> Response {
        guard WebTarget.mayHaveTicket(wanted.target) else {
            throw ProblemJSON(
                .invalidValue, "no ticket opens \(wanted.target.prefix(80))",
                fix: "path and query of what a GET reads, such as /v1/bookmarks/ID/snapshot",
                pointer: "/target")
        }
        let (url, until) = browsers.makeTicket(for: wanted.target)
        let made = TicketJSON(url: url, expiresAt: Timestamp.text(until))
        return Replies.json(
            JSONText.encode(made), status: 201, headers: [.cacheControl: "no-store"])
    }
}
