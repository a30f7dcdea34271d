import Domain
import Primitives
import Testing

@testable import weft

/// Tests how an archive's list describes its files.
@Suite struct ArchiveListTests {
    private static func photo(
        name: UInt64 = 1, size: Int = 900, key: UInt64 = 1, place: UInt8 = 1
    ) -> BlobReference {
        BlobReference(
            place: [place], type: .jpeg, size: size, name: Bytes32(words: (name, 0, 0, 0)),
            key: Bytes32(words: (key, 0, 0, 0)))
    }

    /// A garment with this photo.
    private static func line(_ photo: BlobReference, by person: String) -> String {
        """
        {"type": "garment", "author": {"person": "\(person)"}, "title": "hat", "url": "",
         "details": {"photo": ["\(photo.text)"]}}
        """
    }

    private func files(
        _ lines: [String], of person: String? = nil
    ) throws(Failure) -> [Archive.File] {
        let text =
            "{\"format\": \"weft bookmarks\", \"version\": 1, \"bookmarks\": [\n"
            + lines.joined(separator: ",\n") + "\n]}"
        return try Archive.files(in: Array(text.utf8), of: person)
    }

    @Test func `a file that is told of alike is told of once, wherever it stands`() throws {
        var small = Self.photo(name: 2, size: 90)
        var large = Self.photo()
        large.thumbnail = BlobReference.Thumbnail(small)
        small.place = [7]

        let files = try files([
            Self.line(large, by: "ana"), Self.line(Self.photo(place: 9), by: "ben"),
            Self.line(small, by: "ben"),
        ])

        #expect(files.map(\.nameText) == [large.nameText, small.nameText])
        #expect(files.map(\.references.count) == [1, 1])
        #expect(files[0].references[0].isSameFile(as: large))
        #expect(files[0].tried == [0])
        #expect(files[0].entryName(0) == "files/\(large.nameText)")
    }

    @Test(arguments: [0, 1, 15, 16, 17, 300])
    func `another person's statement about a file does not replace one's own`(
        lies: Int
    ) throws {
        let lines = (0..<lies).map { Self.line(Self.photo(key: UInt64($0) + 2), by: "mallory") }
        let own = Self.line(Self.photo(), by: "ana")

        let files = try files(lines + [own], of: "ana")
        let others = try self.files(lines + [own], of: "ben")

        #expect(files.count == 1)
        #expect(files[0].references.count == lies + 1)
        #expect(files[0].tried.first == lies)
        #expect(files[0].tried.count == min(lies + 1, Archive.triedMax))
        #expect(Set(files[0].tried).count == files[0].tried.count)
        #expect(others[0].tried == Array(0..<min(lies + 1, Archive.triedMax)))
        let name = files[0].entryName(lies)
        #expect(name == "files/\(files[0].nameText)" + (lies == 0 ? "" : ".\(lies + 1)"))
    }

    @Test func `an invalid list is refused with the reason`() throws {
        for text in ["", "[]", "{\"format\": \"other\"}", "\u{0}"] {
            let failure = #expect(throws: Failure.self) {
                try Archive.files(in: Array(text.utf8))
            }
            #expect(failure?.what.hasPrefix("things.json is not a list of things: ") == true)
            #expect(failure?.fix.isEmpty == false)
        }
    }
}
