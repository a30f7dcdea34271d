/// A text to pass on as a picture that cameras read, for a client that draws it.
package struct QRJSON: JSONShape {
    package var size = 0
    package var path = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "size", &size, as: .integer(21...177),
            "The number of modules on each side, without the quiet zone of four around it.")
        fields.member(
            "path", &path,
            "The dark modules, as the path of an SVG in which a module is one unit on each side.")
    }

    /// The picture of `text`, of which case does not matter; nil if it is too long for any.
    package init?(_ text: String) {
        guard let code = QRCode(ofAnyCase: text) else { return nil }
        size = code.matrix.size
        path = code.matrix.path
    }
}

extension QRMatrix {
    /// The dark modules as the path of an SVG: a box for each run of them in a row, from above and the left.
    package var path: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                while isDark(row, column) { column += 1 }
                if column > start {
                    path += "M\(start) \(row)h\(column - start)v1h-\(column - start)z"
                }
                column += 1
            }
        }
        return path
    }
}
