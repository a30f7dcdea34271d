import CRDT
package import Domain
import Primitives

/// The order of everything that matches a search.
package struct IndexJSON: JSONShape {
    package var total = 0
    package var ids = ""
    package var shapes = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("total", &total, "The number of things that match.")
        fields.member(
            "ids", &ids,
            "Their ids in order, 26 characters each, without anything between; at most "
                + "\(Limits.indexMax) of them.")
        fields.member(
            "shapes", &shapes,
            "A letter each: the size of its tile, `s`, `m` or `l`, in capitals if it has a picture."
        )
    }

    /// The index as a client sees it.
    package init(_ index: ThingIndex) {
        total = index.total
        var ids: [UInt8] = []
        ids.reserveCapacity(index.entries.count * 26)
        for entry in index.entries { Base32.append(entry.id.bytes, to: &ids) }
        self.ids = String(decoding: ids, as: UTF8.self)
        shapes = String(
            decoding: index.entries.map { Self.letter($0.size, $0.hasPicture) }, as: UTF8.self)
    }

    private static func letter(_ size: TileSize, _ hasPicture: Bool) -> UInt8 {
        let letter =
            switch size {
            case .small: UInt8(ascii: "s")
            case .medium: UInt8(ascii: "m")
            case .large: UInt8(ascii: "l")
            }
        // In ASCII a capital is 32 before its small letter.
        return hasPicture ? letter - 32 : letter
    }
}
