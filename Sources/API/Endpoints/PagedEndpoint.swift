/// An endpoint that answers a page of items, with a cursor for the next.
package protocol PagedEndpoint<Item>: Endpoint where Output == PageJSON<Item> {
    /// An item of a page.
    associatedtype Item: JSONConvertible & Equatable & Sendable

    /// Items on a page; nil for as many as the endpoint answers by itself.
    var limit: Int? { get set }
    /// `next_cursor` of the page before; nil for the first page.
    var cursor: String? { get set }
}

extension ShowMembers: PagedEndpoint {
    package typealias Item = ThingJSON

    /// The members of the collection with this name.
    package init(of name: String) {
        self.init()
        self.name = name
    }
}
