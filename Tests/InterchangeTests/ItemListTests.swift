import Domain
import Interchange
import Primitives
import Testing

/// Tests item lists in pictures that no program writes: each ends in a result, and soon.
@Suite struct ItemListTests {
    /// Returns a HEIC of these boxes after its `ftyp`.
    private func picture(_ boxes: [UInt8]) -> [UInt8] {
        box("ftyp", Array("heic\0\0\0\0mif1heicmiaf".utf8)) + boxes
    }

    private func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
        big(8 + body.count, 4) + Array(name.utf8) + body
    }

    private func big(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * (width - 1 - $0))) }
    }

    /// Returns a list in which these items are Exif, with these item locations.
    private func items(_ ids: [Int], places: [UInt8], more: [UInt8] = []) -> [UInt8] {
        let infos = ids.flatMap { id in
            box("infe", [2, 0, 0, 0] + big(id, 2) + [0, 0] + Array("Exif".utf8))
        }
        let list = box("iinf", [0, 0, 0, 0] + big(ids.count, 2) + infos)
        return box("meta", [0, 0, 0, 0] + list + box("iloc", places) + more)
    }

    /// Returns `iloc` of version 0, with offsets and lengths of four bytes.
    private func places(_ places: [(id: Int, start: Int, length: Int)]) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 0, 0x44, 0] + big(places.count, 2)
        for place in places {
            bytes += big(place.id, 2) + [0, 0] + big(1, 2) + big(place.start, 4)
            bytes += big(place.length, 4)
        }
        return bytes
    }

    private func cleaned(_ bytes: [UInt8]) throws -> [UInt8] {
        var filter = MetadataFilter()
        let out = try filter.take(bytes)
        return out + (try filter.finish())
    }

    @Test func `parts without bytes are passed over at once`() throws {
        // 4096 items that are no metadata, each of 65,535 extents that the list does not describe.
        var places: [UInt8] = [0, 0, 0, 0, 0, 0] + big(4096, 2)
        for id in 0..<4096 { places += big(5000 + id, 2) + [0, 0] + big(65_535, 2) }
        let bytes = picture(items(Array(1...4000), places: places))

        #expect(try cleaned(bytes) == bytes)
    }

    @Test func `items that share bytes become zeros together`() throws {
        let head = picture(items([1, 2], places: places([(1, 0, 0), (2, 0, 0)])))
        let start = head.count + 8
        let list = items([1, 2], places: places([(1, start + 2, 30), (2, start + 12, 30)]))
        let data = box("mdat", [UInt8](repeating: 7, count: 50))

        let out = try cleaned(picture(list) + data)

        let wiped: [UInt8] = [7, 7] + [UInt8](repeating: 0, count: 40)
        #expect(Array(out.suffix(50)) == wiped + [UInt8](repeating: 7, count: 8))
        #expect(try cleaned(out) == out)
    }

    @Test func `an item is not the list that names it`() throws {
        let length = picture(items([1], places: places([(1, 0, 0)]))).count
        for start in 36..<length {
            let bytes = picture(items([1], places: places([(1, start, 2)])))

            #expect(throws: Problem.self, "\(start)") { try cleaned(bytes) }
        }
    }

    @Test func `a picture has one list of items`() {
        let list = items([], places: places([]))

        #expect(throws: Never.self) { try cleaned(picture(list)) }
        #expect(throws: Problem.self) { try cleaned(picture(list + list)) }
    }

    @Test func `Exif in a box that becomes free room is an empty list there`() throws {
        let head = picture(items([1], places: places([(1, 0, 0)])))
        let list = items([1], places: places([(1, head.count + 8, 20)]))

        let out = try cleaned(picture(list) + box("uuid", [UInt8](repeating: 7, count: 30)))

        #expect(out.count == head.count + 38)
        #expect(try cleaned(out) == out)
    }
}
