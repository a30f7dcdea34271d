import Primitives
import Testing

@testable import Domain

@Suite struct BlobReferenceTests {
    private static let name = Bytes32(words: (1, 2, 3, 4))
    private static let key = Bytes32(words: (5, 6, 7, 8))

    private static func text(
        place: String = "019e01", type: String = "image/jpeg", size: String = "48213",
        name: String = Base32.encode(name.bytes), key: String = Base32.encode(key.bytes)
    ) -> String {
        "\(place) \(type) \(size) \(name) \(key)"
    }

    @Test func `a reference is read as it is written`() throws {
        let reference = BlobReference(
            place: [1, 0x9E, 1], type: .jpeg, size: 48_213, name: Self.name, key: Self.key)

        #expect(reference.text == Self.text())
        #expect(BlobReference(Self.text()) == reference)
        #expect(BlobReference(Self.text().lowercased()) == reference)
    }

    @Test(arguments: [
        "", " ", text(place: ""), text(place: "0"), text(place: "00"), text(place: "0100"),
        text(place: "zz"), text(place: String(repeating: "01", count: 17)),
        text(type: "image/tiff"), text(type: ""), text(size: "0"), text(size: "-1"),
        text(size: "+5"), text(size: "05"), text(size: "67108865"), text(size: "1e3"),
        text(name: "ABC"), text(name: ""), text(key: "U"), text() + " ", " " + text(),
        text() + " more", text(key: Base32.encode([UInt8](repeating: 1, count: 33))),
    ])
    func `any other spelling is no reference`(text: String) {
        #expect(BlobReference(text) == nil)
    }

    @Test func `a place has 1 to 16 bytes, a size 1 to 64 MiB`() {
        for (count, isGood) in [(15, true), (16, true), (17, false)] {
            let place = String(repeating: "01", count: count)
            #expect((BlobReference(Self.text(place: place)) != nil) == isGood)
        }
        for (size, isGood) in [
            ("1", true), ("67108863", true), ("67108864", true), ("67108865", false),
        ] {
            #expect((BlobReference(Self.text(size: size)) != nil) == isGood)
        }
        let longest = Self.text(
            place: String(repeating: "01", count: 16), type: "video/quicktime", size: "67108864")
        #expect(longest.utf8.count <= BlobReference.textBytesMax)
        #expect(BlobReference(longest) != nil)
    }

    @Test func `a photo is a picture of 32 MiB at most, in one way of writing`() throws {
        for (size, isGood) in [("33554431", true), ("33554432", true), ("33554433", false)] {
            let result = DetailValue.photo.canonical(Self.text(size: size), of: "photo")
            #expect(((try? result.get()) != nil) == isGood)
        }
        let clip = DetailValue.photo.canonical(Self.text(type: "video/mp4"), of: "photo")
        let none = DetailValue.photo.canonical("shirt.jpg", of: "photo")
        for case .failure(let problem) in [clip, none] { #expect(!problem.fix.isEmpty) }
        #expect((try? clip.get()) == nil && (try? none.get()) == nil)
        #expect(DetailValue.photo.shows(Array(Self.text().utf8)))
        #expect(!DetailValue.photo.shows(Array(Self.text().lowercased().utf8)))
    }

    @Test func `a thumbnail stands behind its photo, and is a small picture`() throws {
        let small =
            " image/png 900 \(Base32.encode(Self.key.bytes)) \(Base32.encode(Self.name.bytes))"
        let text = Self.text() + small
        let reference = try #require(BlobReference(text))

        #expect(reference.text == text)
        #expect(reference.thumbnail?.size == 900 && reference.thumbnail?.type == .png)
        #expect(reference.thumbnailReference?.text == "019e01" + small)
        #expect(DetailValue.photo.folded(text) == DetailValue.photo.folded(Self.text()))
        for (size, isGood) in [("32767", true), ("32768", true), ("32769", false), ("0", false)] {
            let found = BlobReference(text.replacing(" 900 ", with: " \(size) "))
            #expect((found != nil) == isGood)
        }
        for wrong in [
            text.replacing("image/png", with: "video/mp4"), text + " ", text + small,
            Self.text() + " image/png", Self.text() + small.dropLast(),
        ] {
            #expect(BlobReference(wrong) == nil)
        }
        let longest =
            Self.text(
                place: String(repeating: "01", count: 16), type: "image/jpeg", size: "33554432")
            + small.replacing("image/png 900", with: "image/jpeg 32768")
        #expect(longest.utf8.count <= BlobReference.textBytesMax)
        #expect(DetailValue.photo.shows(Array(longest.utf8)))
    }

    @Test func `one file is one value wherever it stands, and its key is not told`() {
        let (one, two) = (Self.text(), Self.text(place: "02"))
        let key = Base32.encode(Self.key.bytes)

        #expect(DetailValue.photo.folded(one) == DetailValue.photo.folded(two))
        #expect(!DetailValue.photo.folded(one).contains(key))
        #expect(!DetailValue.photo.told(one).contains(key))
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), (Array("\u{89}PNG".utf8), nil),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
            (Array("RIFF....WEBPVP8 ".utf8), .webp), (Array("RIFF....WAVEfmt ".utf8), nil),
            (Array("GIF89a".utf8), .gif), (Array("GIF87a".utf8), .gif), (Array("GIF88a".utf8), nil),
            ([0, 0, 0, 24] + Array("ftypheic".utf8), .heic),
            ([0, 0, 0, 24] + Array("ftypavif".utf8), .avif),
            ([0, 0, 0, 24] + Array("ftypisom".utf8), .mp4),
            ([0, 0, 0, 20] + Array("ftypqt  ".utf8), .quickTime),
            ([0, 0, 0, 20] + Array("ftyp????".utf8), nil),
            ([0, 0, 0, 20] + Array("ftyp".utf8), nil),
            ([0x1A, 0x45, 0xDF, 0xA3], .webm), ([], nil), ([0xFF, 0xD8], nil),
            (Array("<svg xmlns=".utf8), nil), (Array("%PDF-1.7".utf8), .pdf),
        ] as [([UInt8], MediaType?)])
    func `a file is what its first bytes say`(bytes: [UInt8], type: MediaType?) {
        #expect(MediaType(beginning: bytes) == type)
        #expect(MediaType(beginning: bytes + [UInt8](repeating: 0, count: 99)) == type)
    }
}
