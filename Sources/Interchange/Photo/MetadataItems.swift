/// Where in a picture's file its items of Exif and XMP stand.
///
/// - Source: ISO/IEC 14496-12, sections 8.11.3 (`iloc`) and 8.11.6 (`iinf`).
struct MetadataItems {
    /// What is to be overwritten.
    private(set) var found: [Item] = []

    /// Bytes of an item.
    struct Item {
        /// In the file.
        let range: Range<Int>
        let isExif: Bool

        /// What stands there instead: of Exif a list of nothing, so that readers find it well-formed.
        func byte(at place: Int) -> UInt8 {
            let index = place - range.lowerBound
            guard isExif, range.count >= Self.nothing.count, index < Self.nothing.count else {
                return 0
            }
            return Self.nothing[index]
        }

        /// Where the list begins, and the list (TIFF 6.0, section 2).
        private static let nothing: [UInt8] =
            [0, 0, 0, 0] + Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    }

    private let bytes: [UInt8]
    private let offset: Int
    /// Most items that are looked for: a grid of tiles has hundreds.
    private static let itemsMax = 4096

    /// Reads the box of all items, which begins at `offset` of the file; nil if it cannot be read.
    init?(_ bytes: [UInt8], head: Int, at offset: Int) {
        self.bytes = bytes
        self.offset = offset
        // Behind the head stand four bytes of version and flags.
        guard let children = boxes(head + 4..<bytes.count) else { return nil }
        guard let infos = children.first(where: { $0.name == "iinf" }) else { return }
        guard let ids = ids(in: infos.body) else { return nil }
        guard !ids.isEmpty else { return }
        guard let locations = children.first(where: { $0.name == "iloc" }),
            let items = locate(
                ids, in: locations.body, inside: children.first { $0.name == "idat" }?.body)
        else { return nil }
        found = items
    }

    private struct Box {
        let name: String
        let body: Range<Int>
    }

    private func number(_ place: inout Int, _ width: Int, before end: Int) -> Int? {
        guard place + width <= end else { return nil }
        let value = bytes[place..<place + width].reduce(0) { $0 << 8 | Int($1) }
        place += width
        return value >= 0 ? value : nil
    }

    private func boxes(_ range: Range<Int>) -> [Box]? {
        guard range.upperBound <= bytes.count else { return nil }
        var found: [Box] = []
        var place = range.lowerBound
        while place < range.upperBound {
            let start = place
            guard let length = number(&place, 4, before: range.upperBound), length >= 8,
                place + 4 <= range.upperBound, length <= range.upperBound - start,
                found.count < Self.itemsMax
            else { return nil }
            found.append(
                Box(
                    name: String(decoding: bytes[place..<place + 4], as: UTF8.self),
                    body: place + 4..<start + length))
            place = start + length
        }
        return found
    }

    // Those whose content is metadata.
    private func ids(in body: Range<Int>) -> [(id: Int, isExif: Bool)]? {
        var place = body.lowerBound
        let end = body.upperBound
        guard let version = number(&place, 1, before: end) else { return nil }
        place += 3
        guard number(&place, version == 0 ? 2 : 4, before: end) != nil,
            let infos = boxes(place..<end)
        else { return nil }
        var ids: [(id: Int, isExif: Bool)] = []
        for info in infos where info.name == "infe" {
            var place = info.body.lowerBound
            let end = info.body.upperBound
            guard let version = number(&place, 1, before: end) else { return nil }
            place += 3
            // Older ones have no type.
            guard version >= 2 else { continue }
            guard let id = number(&place, version == 2 ? 2 : 4, before: end),
                number(&place, 2, before: end) != nil, place + 4 <= end
            else { return nil }
            let type = String(decoding: bytes[place..<place + 4], as: UTF8.self)
            if type == "Exif" || type == "mime" { ids.append((id, type == "Exif")) }
        }
        return ids
    }

    private func locate(
        _ ids: [(id: Int, isExif: Bool)], in body: Range<Int>, inside data: Range<Int>?
    ) -> [Item]? {
        var place = body.lowerBound
        let end = body.upperBound
        guard let version = number(&place, 1, before: end), version <= 2 else { return nil }
        place += 3
        guard let widths = number(&place, 2, before: end),
            let count = number(&place, version < 2 ? 2 : 4, before: end), count <= Self.itemsMax
        else { return nil }
        let indexWidth = version == 0 ? 0 : widths & 15
        var items: [Item] = []
        for _ in 0..<count {
            guard let id = number(&place, version < 2 ? 2 : 4, before: end) else { return nil }
            var method = 0
            if version > 0 {
                guard let bits = number(&place, 2, before: end) else { return nil }
                method = bits & 15
            }
            guard number(&place, 2, before: end) != nil,
                let base = number(&place, widths >> 4 & 15, before: end),
                let extents = number(&place, 2, before: end)
            else { return nil }
            for _ in 0..<extents {
                guard number(&place, indexWidth, before: end) != nil,
                    let start = number(&place, widths >> 12 & 15, before: end),
                    let length = number(&place, widths >> 8 & 15, before: end)
                else { return nil }
                guard let known = ids.first(where: { $0.id == id }) else { continue }
                guard let range = range(base, start, length, method, data) else { return nil }
                // Of one in several parts all become zeros.
                items.append(Item(range: range, isExif: known.isExif && extents == 1))
            }
        }
        return items
    }

    // As a range of the file.
    private func range(
        _ base: Int, _ start: Int, _ length: Int, _ method: Int, _ data: Range<Int>?
    ) -> Range<Int>? {
        let (sum, isOver) = base.addingReportingOverflow(start)
        guard !isOver, length > 0, length <= Int.max / 4, sum <= Int.max / 4 else { return nil }
        switch method {
        case 0: return sum..<sum + length
        case 1:
            guard let data, sum + length <= data.count else { return nil }
            let first = offset + data.lowerBound + sum
            return first..<first + length
        default: return nil
        }
    }
}
