import API
import ArgumentParser

/// A QR code in characters, two modules above each other in each, with a rim of four light ones.
enum QRDrawing {
    /// The colour behind the characters of a terminal.
    enum Ground: Sendable {
        /// Dark; the light modules are drawn.
        case dark
        /// Light, as paper is; the dark modules are drawn.
        case light
        /// Any: the drawing brings its own colours, black on white.
        case coloured
    }

    /// Light modules on each side: ISO/IEC 18004:2015, section 6.3.8.
    private static let rim = 4
    /// Colours 16 and 231 of the palette of 256, which themes leave alone.
    private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"

    /// Columns of each line.
    static func width(of code: QRCode) -> Int { code.matrix.size + 2 * rim }

    /// The lines of the picture, from above.
    static func lines(of code: QRCode, on ground: Ground) -> [String] {
        let places = -rim..<code.matrix.size + rim
        return stride(from: -rim, to: places.upperBound, by: 2).map { row in
            let line = places.map { column in
                character(
                    isDrawn(code.matrix.isDark(row, column), ground),
                    isDrawn(code.matrix.isDark(row + 1, column), ground))
            }.joined()
            return ground == .coloured ? blackOnWhite + line + "\u{1B}[0m" : line
        }
    }

    private static func isDrawn(_ isDark: Bool, _ ground: Ground) -> Bool {
        ground == .dark ? !isDark : isDark
    }

    private static func character(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): return "█"
        case (true, false): return "▀"
        case (false, true): return "▄"
        case (false, false): return " "
        }
    }
}

/// The options of commands that print something to be carried to another machine.
struct QROptions: ParsableArguments {
    @Flag(help: "Show it also as a QR code.")
    var qr = false

    @Flag(
        help: ArgumentHelp(
            "Draw that code for a light background; where there are colours it fits any."))
    var qrInvert = false

    func validate() throws {
        if qrInvert && !qr { throw ValidationError("--qr-invert goes with --qr.") }
    }

    /// Draws `text`, of which case does not matter, if it was asked for.
    func draw(_ text: String, _ output: Output) {
        guard qr else { return }
        guard let code = QRCode(ofAnyCase: text) else {
            return output.warn("it is too long for a QR code")
        }
        let width = QRDrawing.width(of: code)
        guard output.width.map({ $0 >= width }) ?? true else {
            return output.warn(
                "the QR code takes \(width) columns, and the terminal has \(output.width ?? 0): "
                    + "make it wider, or the letters smaller")
        }
        let ground: QRDrawing.Ground =
            output.colour.onData ? .coloured : qrInvert ? .light : .dark
        let lines = QRDrawing.lines(of: code, on: ground)
        output.raw(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
}
