package import Domain

// Commands that can be undone.

/// Lists the newest commands that can be undone.
package struct ListActs: Endpoint {
    package var limit: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.limit(&limit)
    }

    /// At most so many.
    package init(limit: Int) { self.limit = limit }

    package static let route = EndpointRoute(
        "listActs", .get, "/v1/acts", "Latest changes that can be undone")
    package func request() -> TypedRequest<[Act]> { .query { .acts(limit: limit ?? 50, $0) } }
    package func output(_ all: [Act]) -> PageJSON<ActJSON> {
        PageJSON(items: all.map(ActJSON.init))
    }
}

/// Takes back one command.
package struct Undo: ActEndpoint {
    package var number = 0

    package init() {}

    package static let route = EndpointRoute(
        "undo", .post, "/v1/acts/{number}:undo", "Undo a change",
        [.notFound, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .undo(act: number, $0) } }
}

/// Does one command again that was taken back.
package struct Redo: ActEndpoint {
    package var number = 0

    package init() {}

    package static let route = EndpointRoute(
        "redo", .post, "/v1/acts/{number}:redo", "Redo an undone change",
        [.notFound, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .redo(act: number, $0) } }
}

/// Takes back the newest command.
package struct UndoNewest: Endpoint, UndoingEndpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "undoNewest", .post, "/v1/acts:undo", "Undo the latest change",
        [.notFound, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .undo(act: nil, $0) } }
}

/// Does again what was taken back last.
package struct RedoLast: Endpoint, UndoingEndpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "redoLast", .post, "/v1/acts:redo", "Redo the last undo",
        [.notFound, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .redo(act: nil, $0) } }
}

/// An endpoint that undoes one act or does it again.
package protocol ActEndpoint: Endpoint, UndoingEndpoint {
    /// The number of the act.
    var number: Int { get set }
}

extension ActEndpoint {
    package mutating func visit(_ fields: Fields) {
        fields.path("number", &number, of: "an act", fix: "weft log")
    }

    /// The act of this number.
    package init(_ number: Int) {
        self.init()
        self.number = number
    }
}
