import Domain
import FoundationEssentials
import Primitives
import Testing

@testable import Interchange

/// Tests pictures embedded in drawings and pages.
@Suite struct EmbeddedPictureTests {
    @Test(arguments: [
        ("gps.jpg", "image/jpeg"), ("gps-progressive.jpg", "image/jpeg"),
        ("gps.png", "image/png"), ("gps.webp", "image/webp"), ("cleaned-gps.jpg", "image/jpeg"),
        ("cleaned-gps.webp", "image/webp"),
    ])
    func `a real picture stands there as it is, and says how large it is`(
        name: String, type: String
    ) throws {
        let bytes = Fixture.bytes(named: name)

        let picture = try #require(EmbeddedPicture(bytes))

        let head = "data:\(type);base64,"
        #expect(picture.address.hasPrefix(head) && picture.size == bytes.count)
        let inside = Data(base64Encoded: String(picture.address.dropFirst(head.count)))
        #expect(inside.map { Array($0) } == bytes)
        let known = try #require(MediaType(beginning: Array(bytes.prefix(16))))
        let size = try #require(PictureSize(bytes, known))
        #expect(size.width == 40 && size.height == 24)
    }

    @Test func `a picture that not every program draws is not taken`() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>"
        let others = [
            [], Array(svg.utf8), Array("<?xml version=\"1.0\"?>\(svg)".utf8),
            Array("<html>".utf8), Fixture.bytes(named: "gps.heic"),
            Fixture.bytes(named: "gps.avif"), [0xFF, 0xD8, 0xFF],
        ]

        for bytes in others { #expect(EmbeddedPicture(bytes) == nil) }
    }

    @Test(arguments: ["gps.jpg", "gps-progressive.jpg", "gps.png", "gps.webp"])
    func `one that breaks off before it says how large it is is not taken`(name: String) {
        let bytes = Fixture.bytes(named: name)

        for end in 0..<min(bytes.count, 600) {
            let part = Array(bytes[..<end])
            if let picture = EmbeddedPicture(part) { #expect(picture.size == end) }
        }
        #expect(EmbeddedPicture(Array(bytes[..<20])) == nil)
    }

    private func png(_ width: UInt32, _ height: UInt32, count: Int = 64) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        let head: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        return head + bytes(width) + bytes(height) + [UInt8](repeating: 0, count: count - 24)
    }

    @Test func `a small file of very many pixels is not taken`() {
        #expect(EmbeddedPicture(png(4096, 4096)) != nil)
        #expect(EmbeddedPicture(png(4096, 4097)) == nil)
        #expect(EmbeddedPicture(png(.max, .max)) == nil)
        #expect(EmbeddedPicture(png(0, 7)) == nil)
        for (count, isTaken) in [(262_143, true), (262_144, true), (262_145, false)] {
            #expect((EmbeddedPicture(png(8, 8, count: count)) != nil) == isTaken)
        }
    }

    @Test func `a JPEG of many segments, or with none that says its size, ends`() {
        let start: [UInt8] = [0xFF, 0xD8]
        let many = (0..<60_000).flatMap { _ -> [UInt8] in [0xFF, 0xE1, 0, 2] }
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 9, 0, 7, 1, 1]

        #expect(PictureSize(start + many + frame, .jpeg)?.width == 7)
        #expect(PictureSize(start + many + frame, .jpeg)?.height == 9)
        for rest: [UInt8] in [[], [0xFF], [0xFF, 0xE1, 0, 0], [0xFF, 0xDA, 0, 2], [1, 2, 3, 4]] {
            #expect(PictureSize(start + rest, .jpeg) == nil)
        }
        #expect(PictureSize(start + [UInt8](repeating: 0xFF, count: 100_000), .jpeg) == nil)
    }

    @Test(
        arguments: [
            ("GIF89a", [7, 1, 9, 0], MediaType.gif, 263, 9),
            ("RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0", [6, 1, 0, 8, 0, 0], .webp, 263, 9),
            ("RIFF\0\0\0\0WEBPVP8L\0\0\0\0/", [0x06, 0x01, 0x02, 0x00], .webp, 263, 9),
            ("RIFF\0\0\0\0WEBPVP8 \0\0\0\0abcdef", [7, 1, 9, 0x40], .webp, 263, 9),
        ] as [(String, [UInt8], MediaType, Int, Int)])
    func `sizes are read as the formats write them`(
        head: String, rest: [UInt8], type: MediaType, width: Int, height: Int
    ) {
        let size = PictureSize(Array(head.utf8) + rest, type)

        #expect(size?.width == width && size?.height == height)
    }

    @Test func `the thumbnail goes in, and a photo without one if it is small`() throws {
        func photo(_ size: Int, _ type: MediaType = .jpeg) -> BlobReference {
            BlobReference(place: [0x80], type: type, size: size, name: .zero, key: .zero)
        }
        var large = photo(300_000)
        #expect(EmbeddedPicture.file(of: large) == nil)
        large.thumbnail = BlobReference.Thumbnail(photo(9000, .webp))
        #expect(EmbeddedPicture.file(of: large)?.size == 9000)
        #expect(EmbeddedPicture.file(of: photo(262_144)) != nil)
        #expect(EmbeddedPicture.file(of: photo(262_145)) == nil)
        #expect(EmbeddedPicture.file(of: photo(9, .html)) == nil)
        #expect(EmbeddedPicture.file(of: photo(9, .mp4)) == nil)
    }
}
