import API
import ArgumentParser

/// The address of a thing that somebody names: of a link its own, of all else where it is told of or sold.
struct ThingAddress {
    let url: String
    let name: String

    /// - Throws: if nothing here is called so, or it has no address.
    init(_ reference: String, _ client: Client) throws {
        let (url, shortID): (String?, String)
        switch try client.send(ShowThing<Things>(reference)).0 {
        case .link(let link): (url, name, shortID) = (link.url, link.title, link.shortID)
        case .named(let thing): (url, name, shortID) = (thing.url, thing.name, thing.shortID)
        }
        guard let url, !url.isEmpty else {
            throw Failure(.usage, "\(name) has no address", fix: "weft show \(shortID)")
        }
        self.url = url
    }

    /// A browser is what opens it. Other addresses start other programs, or are files; and they may come
    /// from anybody.
    var isOfBrowser: Bool {
        ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
    }
}

/// Things whose addresses are meant: one or several.
struct AddressArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("IDs, the ends of them, or addresses.", valueName: "ref"))
    var references: [String]

    /// Theirs, in this order.
    ///
    /// - Throws: if one of them is not here, or has none; then nothing was done with the others.
    func addresses(_ client: Client) throws -> [ThingAddress] {
        try references.map { try ThingAddress($0, client) }
    }
}
