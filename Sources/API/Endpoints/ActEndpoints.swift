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
    package func request() -> Domain.Request { .query(.acts(limit: limit ?? 50)) }
    package func output(_ answer: Answer) -> PageJSON<ActJSON>? {
        guard case .acts(let all) = answer else { return nil }
        return PageJSON(items: all.map(ActJSON.init))
    }
}

/// Takes back one command.
package struct Undo: Endpoint {
    package var number = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("number", &number, of: "an act", fix: "weft log")
    }

    /// The act of this number.
    package init(_ number: Int) { self.number = number }

    package static let route = EndpointRoute(
        "undo", .post, "/v1/acts/{number}:undo", "Undo a change",
        [.notFound, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> Domain.Request { .command(.undo(act: number)) }
}

/// Does one command again that was taken back.
package struct Redo: Endpoint {
    package var number = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("number", &number, of: "an act", fix: "weft log")
    }

    /// The act of this number.
    package init(_ number: Int) { self.number = number }

    package static let route = EndpointRoute(
        "redo", .post, "/v1/acts/{number}:redo", "Redo an undone change",
        [.notFound, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> Domain.Request { .command(.redo(act: number)) }
}

/// Takes back the newest command.
package struct UndoNewest: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "undoNewest", .post, "/v1/acts:undo", "Undo the latest change",
        [.notFound, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> Domain.Request { .command(.undo(act: nil)) }
}

/// Does again what was taken back last.
package struct RedoLast: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "redoLast", .post, "/v1/acts:redo", "Redo the last undo",
        [.notFound, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> Domain.Request { .command(.redo(act: nil)) }
}
