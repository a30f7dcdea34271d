import Domain
import Primitives
import Testing

@testable import Interchange

/// Tests that a long file read through a window gives the same as from memory.
@Suite(.timeLimit(.minutes(2))) struct FileBytesTests {
    private static func file(_ bytes: [UInt8]) throws -> OpenFile {
        let scratch = try ScratchFile(in: "/tmp")
        try scratch.append(bytes)
        return scratch.finished()
    }

    private static func read(_ bytes: [UInt8], format: Format? = nil) throws -> Reading {
        var importer = try Importer(try file(bytes), in: "/tmp", format: format)
        var entries: [ImportedLink] = []
        while true {
            let batch = importer.next()
            guard !batch.isEmpty else { break }
            entries += batch
        }
        return Reading(format: importer.format, entries: entries, report: importer.report)
    }

    @Test(arguments: 1...12)
    func `every byte and every piece is where it is in the file`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let count = dice.roll(below: 5 * FileBytes.windowBytes)
        let bytes = (0..<count).map { _ in UInt8(dice.roll(below: 256)) }
        let read = FileBytes(try Self.file(bytes))

        #expect(read.count == count)
        for _ in 0..<400 where count > 0 {
            let start = dice.roll(below: count)
            let end = min(count, start + dice.roll(below: 3 * FileBytes.windowBytes / 2))
            #expect(read[start] == bytes[start], "seed \(seed)")
            #expect(read[start..<end].elementsEqual(bytes[start..<end]), "seed \(seed)")
        }
        let wanted = UInt8(dice.roll(below: 256))
        #expect(read.firstIndex { $0 == wanted } == bytes.firstIndex(of: wanted))
        let part = dice.roll(below: count + 1)
        let rest = read.dropFirst(part)
        #expect(rest[0..<rest.count].elementsEqual(bytes.dropFirst(part)))
        #expect(!read.isUnreadable)
    }

    @Test func `of an endless piece only the beginning is copied`() throws {
        let bytes = [UInt8](repeating: 0x78, count: FileBytes.pieceBytesMax + 1000)
        let read = FileBytes(try Self.file(bytes))

        #expect(read[0..<read.count].count == FileBytes.pieceBytesMax)
    }

    @Test(arguments: BadInputTests.samples)
    func `a long file gives the same as one in memory`(sample: BadInputTests.Sample) throws {
        // Blanks put each entry across the edge of a window.
        let bytes = Array(sample.text.utf8)
        for place in stride(from: 0, to: bytes.count, by: 7) where bytes[place] == 0x0A {
            let blanks = [UInt8](repeating: 0x20, count: FileBytes.windowBytes - place)
            let long = blanks + bytes + blanks

            let memory = try Importer.read(long, format: sample.format)
            #expect(try Self.read(long, format: sample.format) == memory)
        }
    }

    @Test(arguments: Fixture.allCases)
    func `a real file gives the same as one in memory`(fixture: Fixture) throws {
        #expect(try Self.read(fixture.bytes) == Importer.read(fixture.bytes))
    }

    @Test(arguments: ["safari-export.zip", "readeck-export.zip", "zip64.zip", "bomb-page.zip"])
    func `an archive gives the same as one in memory`(name: String) throws {
        let bytes = Fixture.bytes(named: name)

        #expect(try Self.read(bytes) == Importer.read(bytes))
    }

    @Test func `a long list is whole, and the line of a fault in it is right`() throws {
        var text = "url,title\n"
        for number in 0..<20_000 { text += "https://a.example/\(number),\"Größe \(number)\"\n" }
        text += "nothing,N\n"

        let reading = try Self.read(Array(text.utf8))

        #expect(reading.entries.count == 20_000)
        #expect(reading.entries.last?.draft.title == "Größe 19999")
        #expect(reading.report.refused.map(\.line) == [20_002])
        #expect(reading == (try Importer.read(Array(text.utf8))))
    }

    @Test(arguments: [
        ("shift_jis", [0x93, 0xFA, 0x96, 0x7B] as [UInt8], "日本"),
        ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
        ("gb18030", [0x81, 0x30, 0x81, 0x30, 0x95, 0x32, 0x82, 0x36], "\u{80}\u{20000}"),
        ("koi8-r", [0xD4, 0xC1], "та"),
    ])
    func `a character that lies in two parts is decoded as one`(
        label: String, bytes: [UInt8], text: String
    ) throws {
        for shift in 0..<bytes.count {
            let head = "<!DOCTYPE NETSCAPE-Bookmark-file-1><META charset=\(label)><DL>"
            var file = Array((head + String(repeating: " ", count: shift) + "\n").utf8)
            for number in 0..<600 {
                file += "<DT><A HREF=\"https://a.example/\(number)\">".utf8
                for _ in 0..<60 { file += bytes }
                file += "</A>\n".utf8
            }
            file += "</DL>".utf8

            let reading = try Self.read(file)

            let title = String(repeating: text, count: 60)
            #expect(reading.entries.count == 600)
            #expect(reading.entries.allSatisfy { $0.draft.title == title }, "shift \(shift)")
        }
    }

    @Test(arguments: [true, false])
    func `a long file in UTF-16 is decoded`(highFirst: Bool) throws {
        var text = "\u{FEFF}url,title\n"
        for number in 0..<9000 { text += "https://a.example/\(number),\u{1F9F6} \(number)\n" }
        let bytes = text.utf16.flatMap { unit in
            highFirst
                ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }

        let reading = try Self.read(bytes)

        #expect(reading.entries.count == 9000)
        #expect(reading.entries.last?.draft.title == "\u{1F9F6} 8999")
    }

    @Test func `an unreadable end of a file is reported, and the entries before it are kept`()
        throws
    {
        var text = "url,title\n"
        for number in 0..<9000 { text += "https://a.example/\(number),T\n" }
        let scratch = try ScratchFile(in: "/tmp")
        try scratch.append(Array(text.utf8))
        let short = OpenFile(scratch.finished(), from: 0, count: text.utf8.count + 100_000)

        var importer = try Importer(short, in: "/tmp")
        var count = 0
        while true {
            let batch = importer.next()
            guard !batch.isEmpty else { break }
            count += batch.count
        }

        #expect(count == 9000)
        #expect(importer.report.notices == ["the file could not be read to its end"])
    }

    @Test func `a scratch file that cannot be created is an error`() throws {
        #expect(throws: InterchangeError.noScratch("No such file or directory")) {
            try ScratchFile(in: "/nowhere/at/all")
        }
    }
}
