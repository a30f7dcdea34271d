import API
import Testing

@testable import weft

struct QRDrawingTests {
    @Test func `a drawing has a rim, and either colour in front`() throws {
        let code = try #require(QRCode("weft"))

        let dark = QRDrawing.lines(of: code, on: .dark)
        let light = QRDrawing.lines(of: code, on: .light)
        let coloured = QRDrawing.lines(of: code, on: .coloured)

        #expect(dark.count == 15)
        #expect(dark.allSatisfy { $0.count == 29 } && light.allSatisfy { $0.count == 29 })
        #expect(dark.prefix(2).allSatisfy { $0 == String(repeating: "█", count: 29) })
        #expect(light[0] == String(repeating: " ", count: 29))
        #expect(light[2].hasPrefix("    █▀▀▀▀▀█ "))
        #expect(dark[2].hasPrefix("████ ▄▄▄▄▄ █"))
        #expect(coloured[2] == "\u{1B}[38;5;16;48;5;231m" + light[2] + "\u{1B}[0m")
    }
}
