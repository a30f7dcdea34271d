import Foundation
import Testing

/// Tests QR codes printed as characters, read by zbarimg as a camera would.
@Suite(.serialized) struct PictureTests {
    private static let reader = "/usr/bin/zbarimg"

    /// Returns the text that zbarimg finds in a picture drawn in characters; nil without zbarimg.
    ///
    /// - Parameter ink: the brightness of foreground and background.
    private func read(
        _ lines: some Sequence<Substring>, ink: (front: UInt8, back: UInt8), in house: Household
    ) throws -> String? {
        guard FileManager.default.isExecutableFile(atPath: Self.reader) else {
            print("left out: \(Self.reader) is not installed")
            return nil
        }
        let scale = 4
        var rows: [[UInt8]] = []
        for line in lines {
            for upper in [true, false] {
                let row = line.flatMap { character -> [UInt8] in
                    let isDrawn = character == "█" || character == (upper ? "▀" : "▄")
                    return Array(repeating: isDrawn ? ink.front : ink.back, count: scale)
                }
                rows += Array(repeating: row, count: scale)
            }
        }
        let path = "\(house.path)/picture.pgm"
        let head = "P5\n\(rows.first?.count ?? 0) \(rows.count)\n255\n"
        try (Data(head.utf8) + Data(rows.joined())).write(to: URL(fileURLWithPath: path))
        let process = Process()
        let out = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.reader)
        process.arguments = ["--raw", "-q", path]
        process.standardOutput = out
        try process.run()
        let text = out.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    @Test func `a ticket and an invitation are read from the screen`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("group", "new", "lab").succeeds()

        // The short line has a code of fewer rows.
        let texts = [
            (["id"], 30), (["group", "invite", "lab", "--long"], 30),
            (["group", "invite", "lab"], 14),
        ]
        for (words, rows) in texts {
            let dark = try ana.weft(words + ["--qr"], input: "").succeeds().out.split(
                separator: "\n")
            let light = try ana.weft(words + ["--qr", "--qr-invert"], input: "").succeeds().out
                .split(separator: "\n")
            let onDark = try read(dark.dropLast(), ink: (255, 0), in: house)
            let onLight = try read(light.dropLast(), ink: (0, 255), in: house)

            #expect(dark.count > rows && dark[0].allSatisfy { $0 == "█" })
            if let onDark, let onLight {
                #expect(onDark == dark.last?.uppercased())
                #expect(onLight == light.last?.uppercased())
            }
        }
        // In capitals, as scanned, it works like the typed text.
        let ben = try house.node("ben")
        try ben.weft("friend", "add", ana.ticket().uppercased()).succeeds()
        try ana.weft("id", "--qr-invert").fails(2, saying: "--qr-invert goes with --qr")
    }
}
