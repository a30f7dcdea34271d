import Domain
import Interchange
import Testing

/// Tests removing metadata from pictures. Each fixture was written by an encoder (Pillow 13, pillow-heif 1.8) with Exif
/// that has a position, XMP and comments; each such word begins with `CANARY`. The expected results were checked with
/// the same programs: the same pixels, the same colour profile, the same orientation.
@Suite struct MetadataTests {
    private static let names = [
        "gps.jpg", "gps-progressive.jpg", "gps.png", "gps.webp", "gps.heic", "gps.avif",
    ]

    private func cleaned(_ bytes: [UInt8], by step: Int = .max) throws -> [UInt8] {
        var filter = MetadataFilter()
        var out: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let end = min(bytes.count, place + min(step, bytes.count))
            out += try filter.take(Array(bytes[place..<end]))
            place = end
        }
        return out + (try filter.finish())
    }

    private func holds(_ bytes: [UInt8], _ word: String) -> Bool {
        bytes.firstRange(of: Array(word.utf8)) != nil
    }

    @Test(arguments: names)
    func `nothing that was said of a picture stays in it, and all of it that is seen`(
        name: String
    ) throws {
        let bytes = Fixture.bytes(named: name)
        let expected = Fixture.bytes(named: "cleaned-" + name)

        let out = try cleaned(bytes)

        #expect(holds(bytes, "CANARY-GPS") && holds(bytes, "CANARY-MAKE"))
        #expect(!holds(out, "CANARY") && !holds(out, "2026:01:31"))
        #expect(out == expected && !out.isEmpty)
        #expect(MediaType(beginning: out) == MediaType(beginning: bytes))
        // A clean file stays as it is.
        #expect(try cleaned(out) == out)
    }

    @Test(arguments: names, [1, 2, 3, 7, 64, 1000])
    func `it does not matter in which parts it comes`(name: String, step: Int) throws {
        let bytes = Fixture.bytes(named: name)

        #expect(try cleaned(bytes, by: step) == cleaned(bytes))
    }

    @Test func `a picture that lies on its side goes on doing so`() throws {
        let turned = try cleaned(Fixture.bytes(named: "gps.jpg"))

        #expect(holds(turned, "Exif\0\0MM\0*"))
        #expect(turned.firstRange(of: [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]) != nil)
        #expect(holds(turned, "ICC_PROFILE") && holds(turned, "JFIF"))
    }

    @Test(arguments: names)
    func `one that ends too early is told so, or shows as far as it came`(name: String) throws {
        let bytes = Fixture.bytes(named: name)
        var refused = 0
        for count in 0..<bytes.count {
            do {
                let out = try cleaned(Array(bytes.prefix(count)))
                #expect(!holds(out, "CANARY"), "\(name) of \(count) bytes")
                #expect(out.count <= count)
            } catch let problem as Problem {
                #expect(problem.code == .invalidValue && !problem.fix.isEmpty)
                refused += 1
            }
        }
        #expect(refused > 0)
    }

    @Test(arguments: names)
    func `broken bytes give an answer`(name: String) throws {
        let bytes = Fixture.bytes(named: name)
        var state: UInt64 = 7
        for _ in 0..<400 {
            var broken = bytes
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let place = Int(state >> 33) % broken.count
                broken[place] = UInt8(truncatingIfNeeded: state >> 24)
            }
            do {
                let out = try cleaned(broken)
                // Only the segment with the orientation may be new.
                #expect(out.count <= broken.count + 40)
            } catch let problem as Problem {
                #expect(!problem.detail.isEmpty)
            }
        }
    }

    @Test func `bytes after the end of a picture are removed with its metadata`() throws {
        for name in ["gps.jpg", "gps.png", "gps.webp"] {
            let bytes = Fixture.bytes(named: name)

            let behind = bytes + Array("CANARY and a film".utf8)

            #expect(try cleaned(behind) == cleaned(bytes))
        }
    }

    @Test func `texts that people and programs wrote in a film become free space`() throws {
        let head = box("ftyp", Array("isom\0\0\0\0isommp41".utf8))
        let said = box("udta", box("©xyz", Array("+48.8584+002.2945/ CANARY".utf8)))
        let track = box("trak", box("tkhd", [1, 2, 3]) + said)
        let moov = box("moov", box("mvhd", [4, 5]) + track + said)
        var film: [UInt8] = head + moov
        film += box("uuid", Array("CANARY".utf8))
        film += box("mdat", Array("drawn".utf8))

        let out = try cleaned(film)

        #expect(!holds(out, "CANARY") && !holds(out, "+48.8584"))
        #expect(out.count == film.count)
        #expect(out.suffix(13) == film.suffix(13))
        for name in ["ftyp", "moov", "mvhd", "trak", "tkhd", "free"] { #expect(holds(out, name)) }
        for step in [1, 5, 11] { #expect(try cleaned(film, by: step) == out) }
        // The last box may extend to the end of the file.
        var open: [UInt8] = head
        open += [0, 0, 0, 0]
        open += Array("mdatdrawn on and on".utf8)
        #expect(try cleaned(open) == open)
    }

    /// Box heads in hexadecimal, with the names of some between.
    @Test(arguments: [
        "00000004 free", "00000009 moov 00", "7FFFFFFF mdat", "00000001 mdat FF00000000000000",
        "00000014 moov 00000063 trak 00000000",
    ])
    func `a box that is none is refused`(text: String) {
        let head = box("ftyp", Array("isom\0\0\0\0isommp41".utf8))
        var bytes: [UInt8] = head
        for word in text.split(separator: " ") {
            let digits = Array(word)
            let isName = word.first?.isLowercase == true
            for place in stride(from: 0, to: isName ? 0 : digits.count, by: 2) {
                bytes.append(UInt8(String(digits[place...place + 1]), radix: 16) ?? 0)
            }
            if isName { bytes += Array(word.utf8) }
        }

        #expect(throws: Problem.self) { try cleaned(bytes) }
    }

    /// For a box with a head of 8 bytes, and of 16: version and flags after it are cut off.
    @Test(arguments: [8, 9, 11], [8, 16])
    func `a picture whose box of items is too short for its version is refused`(
        body: Int, head: Int
    ) throws {
        let length = head + body - 8
        var bytes: [UInt8] = box("ftyp", Array("heic\0\0\0\0mif1heicmiaf".utf8))
        bytes += [0, 0, 0, head == 8 ? UInt8(length) : 1] + Array("meta".utf8)
        if head == 16 { bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(length)] }
        bytes += [UInt8](repeating: 0, count: body - 8)

        #expect(throws: Problem.self) { try cleaned(bytes) }
    }

    @Test(arguments: [1, 2, 20])
    func `a JPEG that breaks off in filling is clean after one time`(count: Int) throws {
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 1, 2, 7, 0xFF, 0]

        let out = try cleaned(head + [UInt8](repeating: 0xFF, count: count))

        #expect(out == head)
        #expect(try cleaned(out) == out)
        #expect(try cleaned(head + [0xFF, 0xFF, 0xD9]) == head + [0xFF, 0xD9])
    }

    @Test func `other files pass as they are`() throws {
        let gif = Array("GIF89a and so on and on".utf8)
        let none = [UInt8](repeating: 7, count: 99)
        for bytes in [[], [1], gif, none] as [[UInt8]] {
            #expect(try cleaned(bytes) == bytes)
        }
    }

    private func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let length = 8 + body.count
        // The copyright sign is one byte there.
        let type = name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        var bytes: [UInt8] = [0, 0, UInt8(length >> 8), UInt8(length & 255)]
        bytes += type
        bytes += body
        return bytes
    }
}
