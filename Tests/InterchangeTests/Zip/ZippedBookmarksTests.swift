import Domain
import Primitives
import Testing

@testable import Interchange

/// Tests archives of other programs. The fixtures were made with Python's `zipfile` after the
/// programs' documentation; what must not be read in them says SECRET.
@Suite struct ZippedBookmarksTests {
    private func bytes(_ name: String) -> [UInt8] { Fixture.bytes(named: name) }

    private func words(_ reading: Reading) -> String {
        String(describing: reading.entries) + String(describing: reading.report)
            + reading.report.notices.joined()
    }

    @Test func `of Safari's archive the bookmarks alone are read`() throws {
        let reading = try Importer.read(bytes("safari-export.zip"), fileName: "Safari Export.zip")

        let links = reading.entries.map(\.draft)
        #expect(reading.format == .netscape)
        #expect(
            links.map(\.url) == [
                "https://c35.example/favourite", "https://c35.example/trains?a=1&b=2",
                "https://c35.example/later",
            ])
        #expect(links.map(\.title) == ["Favourite", "Trains & ferries", "Later"])
        #expect(links.map(\.tags) == [[], ["Travel"], []])
        #expect(links.map(\.isUnread) == [false, false, true])
        #expect(reading.report.notices.isEmpty)
        #expect(!words(reading).contains("SECRET"))
        #expect(!words(reading).lowercased().contains("passw"))
    }

    @Test func `of Readeck's archive the bookmarks alone are read`() throws {
        let reading = try Importer.read(bytes("readeck-export.zip"))

        let links = reading.entries.map(\.draft).filter { $0.kind == .link }
        #expect(reading.format == .readeck)
        #expect(links.map(\.url) == ["https://c35.example/kiln", "https://c35.example/glaze"])
        #expect(links.map(\.title) == ["Kiln \u{2603}\nfire", "Glaze"])
        #expect(links.map(\.note) == ["What it is", ""])
        #expect(links.map(\.tags) == [["clay", "slow fire"], []])
        #expect(links.map(\.isUnread) == [true, false])
        #expect(links.map(\.added?.milliseconds) == [1_714_558_830_123, 1_682_936_430_000])
        #expect(reading.report.refused.map(\.line) == [3, 4])
        #expect(
            reading.report.refused.map(\.why) == [
                "it is not an object", "it is not a link: it has no address",
            ])
        #expect(reading.report.notices.isEmpty)
        #expect(reading.entries.last?.draft.kind == .highlight)
        #expect(reading.entries.last?.draft.title == "marked")
        #expect(!words(reading).contains("SECRET"))
    }

    @Test func `an archive of ZIP64 is read`() throws {
        #expect(try Importer.read(bytes("zip64.zip")).entries.count == 3)
    }

    @Test(arguments: [
        ("safari", "safari-export.zip", true), ("netscape", "safari-export.zip", true),
        ("readeck", "readeck-export.zip", true), ("readeck", "safari-export.zip", false),
        ("safari", "readeck-export.zip", false), ("csv", "safari-export.zip", false),
    ])
    func `a program that was named has to be that of the archive`(
        name: String, file: String, isRead: Bool
    ) throws {
        let bytes = bytes(file)
        let format = try #require(Format(name: name, bytes: bytes))

        if isRead {
            #expect(try Importer.read(bytes, format: format).format == format)
        } else {
            #expect(throws: InterchangeError.notThis(format)) {
                try Importer.read(bytes, format: format)
            }
        }
    }

    @Test func `a bomb stops at the bound`() throws {
        let bytes = bytes("bomb-page.zip")
        #expect(bytes.count < 16 << 10)

        #expect(throws: InterchangeError.archiveTooLong) {
            try ZippedBookmarks(FileBytes(bytes), unpackedBytesMax: 10 << 20)
        }
        #expect(
            try ZippedBookmarks(FileBytes(bytes), unpackedBytesMax: 10 << 20 + 35).text.count
                == 10_485_795)
    }

    @Test func `files that lie upon each other are no archive`() {
        #expect(throws: InterchangeError.damagedArchive) {
            try Importer.read(self.bytes("bomb-overlap.zip"))
        }
    }

    @Test func `an archive that is too long is refused with a fix`() {
        #expect(ZipArchive.unpackedBytesMax == 256 << 20)
        #expect(
            InterchangeError.archiveTooLong.description
                == "the archive unpacks to more than 256 MiB or 200000 files")
        #expect(
            InterchangeError.archiveTooLong.fix == "unpack it and import the bookmark file in it")
    }

    @Test func `a password is told`() throws {
        var bytes = bytes("safari-export.zip")
        let directory = try #require(bytes.lastIndex(of: Array("PK\u{1}\u{2}".utf8), count: 2))
        bytes[directory + 8] |= 1

        #expect(throws: InterchangeError.encryptedArchive) { try Importer.read(bytes) }
    }

    @Test func `an archive of something else is told`() throws {
        var bytes = bytes("safari-export.zip")
        for index in bytes.indices where bytes[index...].starts(with: "Lesezeichen.html".utf8) {
            bytes.replaceSubrange(index..<(index + 16), with: "Lesezeichen.json".utf8)
        }

        #expect(throws: InterchangeError.noBookmarksInArchive) { try Importer.read(bytes) }
    }

    @Test(arguments: ["safari-export.zip", "readeck-export.zip"])
    func `an archive that breaks off is damaged`(name: String) {
        let bytes = bytes(name)

        for end in stride(from: 4, to: bytes.count, by: 7) {
            #expect(throws: InterchangeError.damagedArchive) {
                try Importer.read(Array(bytes[..<end]))
            }
        }
    }

    @Test(arguments: ["safari-export.zip", "readeck-export.zip", "zip64.zip"])
    func `one wrong byte ends in an answer, and tells no secret`(name: String) {
        let whole = bytes(name)

        for index in whole.indices {
            for flip in [UInt8(0xFF), 1, 0x80] {
                var bytes = whole
                bytes[index] ^= flip
                guard let reading = try? Importer.read(bytes) else { continue }
                #expect(!words(reading).contains("SECRET"))
            }
        }
    }
}

extension [UInt8] {
    /// Returns where the `count`th occurrence of `pattern` from the end begins.
    fileprivate func lastIndex(of pattern: [UInt8], count: Int) -> Int? {
        let places = indices.filter { self[$0...].starts(with: pattern) }
        return places.count < count ? nil : places[places.count - count]
    }
}
