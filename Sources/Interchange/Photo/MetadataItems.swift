import Primitives

/// Locates the Exif and XMP items in a picture's file.
///
/// - Source: ISO/IEC 14496-12, sections 8.11.3 (`iloc`) and 8.11.6 (`iinf`).
struct MetadataItems {
    /// The ranges to overwrite, ascending and without overlaps.
    private(set) var found: [Item] = []

    /// The bytes of an item.
    struct Item {
        /// The range in the file.
        let range: Range<Int>
        let isExif: Bool

        /// Returns the replacement byte: an empty list for Exif, so that readers find it well-formed; else zero.
        func byte(at place: Int) -> UInt8 {
            let index = place - range.lowerBound
            guard isExif, range.count >= Self.nothing.count, index < Self.nothing.count else {
                return 0
            }
            return Self.nothing[index]
        }

        /// The offset of the list, and the list (TIFF 6.0, section 2).
        private static let nothing: [UInt8] =
            [0, 0, 0, 0] + Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    }

    private let bytes: [UInt8]
    private let offset: Int
    /// The maximum number of items and extents examined: a grid of tiles has hundreds.
    private static let itemsMax = 4096

    /// Reads the box of all items, which begins at `offset` of the file; nil if it cannot be parsed.
    init?(_ bytes: [UInt8], head: Int, at offset: Int) {
        self.bytes = bytes
        self.offset = offset
        // The header is followed by four bytes of version and flags.
        guard let inside = Range(from: head + 4, to: bytes.count), let children = boxes(inside)
        else {
            return nil
        }
        guard let infos = children.first(where: { $0.name == "iinf" }) else { return }
        guard let ids = ids(in: infos.body) else { return nil }
        guard !ids.isEmpty else { return }
        guard let locations = children.first(where: { $0.name == "iloc" }),
            let items = locate(
                ids, in: locations.body, inside: children.first { $0.name == "idat" }?.body)
        else { return nil }
        found = Self.merged(items)
    }

    // Merges overlapping items, which become zeros, so that each byte is overwritten once, whatever the list says.
    private static func merged(_ items: [Item]) -> [Item] {
        var merged: [Item] = []
        for item in items.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard let last = merged.last, item.range.lowerBound < last.range.upperBound else {
                merged.append(item)
                continue
            }
            let end = max(last.range.upperBound, item.range.upperBound)
            guard let both = Range(from: last.range.lowerBound, to: end) else { continue }
            merged[merged.count - 1] = Item(range: both, isExif: false)
        }
        return merged
    }

    private struct Box {
        let name: String
        let body: Range<Int>
    }

    private func number(_ place: inout Int, _ width: Int, before end: Int) -> Int? {
        guard place + width <= end, let value = bytes.number(at: place, width: width) else {
            return nil
        }
        place += width
        return value
    }

    private func name(at place: Int) -> String? {
        bytes.slice(from: place, count: 4).map { String(decoding: $0, as: UTF8.self) }
    }

    private func boxes(_ range: Range<Int>) -> [Box]? {
        guard range.upperBound <= bytes.count else { return nil }
        var found: [Box] = []
        var place = range.lowerBound
        while place < range.upperBound {
            let start = place
            guard let length = number(&place, 4, before: range.upperBound),
                length <= range.upperBound - start, let name = name(at: place),
                let body = Range(from: place + 4, to: start + length), found.count < Self.itemsMax
            else { return nil }
            found.append(Box(name: name, body: body))
            place = start + length
        }
        return found
    }

    // Returns the ids of items that contain metadata.
    private func ids(in body: Range<Int>) -> [(id: Int, isExif: Bool)]? {
        var place = body.lowerBound
        let end = body.upperBound
        guard let version = number(&place, 1, before: end) else { return nil }
        place += 3
        guard number(&place, version == 0 ? 2 : 4, before: end) != nil,
            let inside = Range(from: place, to: end), let infos = boxes(inside)
        else { return nil }
        var ids: [(id: Int, isExif: Bool)] = []
        for info in infos where info.name == "infe" {
            var place = info.body.lowerBound
            let end = info.body.upperBound
            guard let version = number(&place, 1, before: end) else { return nil }
            place += 3
            // Older versions have no type.
            guard version >= 2 else { continue }
            guard let id = number(&place, version == 2 ? 2 : 4, before: end),
                number(&place, 2, before: end) != nil, place + 4 <= end, let type = name(at: place)
            else { return nil }
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
        let (startWidth, lengthWidth) = (widths >> 12 & 15, widths >> 8 & 15)
        var items: [Item] = []
        for _ in stride(from: 0, to: count, by: 1) {
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
            guard let known = ids.first(where: { $0.id == id }) else {
                // Skipped in one step: extents may have no width, so the data would not bound a loop over them.
                place += extents * (indexWidth + startWidth + lengthWidth)
                guard place <= end else { return nil }
                continue
            }
            for _ in stride(from: 0, to: extents, by: 1) {
                guard number(&place, indexWidth, before: end) != nil,
                    let start = number(&place, startWidth, before: end),
                    let length = number(&place, lengthWidth, before: end),
                    let range = range(base, start, length, method, data),
                    items.count < Self.itemsMax
                else { return nil }
                // An item in several extents becomes zeros.
                items.append(Item(range: range, isExif: known.isExif && extents == 1))
            }
        }
        return items
    }

    // Returns the range in the file. Inside the box of items only the content of `idat` may be overwritten, so that the
    // list is unchanged when it is read again.
    private func range(
        _ base: Int, _ start: Int, _ length: Int, _ method: Int, _ data: Range<Int>?
    ) -> Range<Int>? {
        guard length > 0 else { return nil }
        switch method {
        case 0:
            guard let range = Range(from: base + start, count: length) else { return nil }
            let isOutside =
                range.upperBound <= offset || range.lowerBound >= offset + bytes.count
            let isData =
                data.map {
                    range.lowerBound >= offset + $0.lowerBound
                        && range.upperBound <= offset + $0.upperBound
                } ?? false
            return isOutside || isData ? range : nil
        case 1:
            guard let data, base + start + length <= data.count else { return nil }
            return Range(from: offset + data.lowerBound + base + start, count: length)
        default: return nil
        }
    }
}
