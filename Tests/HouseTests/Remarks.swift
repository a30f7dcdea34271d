/// Remarks that are reported without failing: judgements, not rules.
enum Remarks {
    private static let fileLines = 400
    private static let lineColumns = 100

    static func longFiles(_ files: [SourceFile]) -> [String] {
        files.filter { $0.lines.count - 1 > fileLines }
            .map { "\($0.path): \($0.lines.count - 1) lines" }
    }

    static func longLines(_ files: [SourceFile]) -> [String] {
        files.flatMap { file in
            file.lines.enumerated().filter { $1.count > lineColumns }
                .map { "\(file.path):\($0 + 1): \($1.count) columns" }
        }
    }

    /// Returns undocumented declarations. Plain fields and operators are exempt: their names say
    /// all.
    static func undocumented(_ files: [SourceFile]) -> [String] {
        files.flatMap { file in
            file.places(of: "package").filter { place in
                file.declaresMore(place) && !file.hasDocComment(above: file.tokens[place].line)
            }.map { place in
                let line = file.tokens[place].line
                let text = file.lines[line - 1].drop { $0 == " " }
                return "\(file.path):\(line): \(text)"
            }
        }
    }
}

extension SourceFile {
    private static let selfEvident = ["import", "let", "var", "extension", "("]

    /// Whether the access level at `place` belongs to more than a field, an import or an operator.
    fileprivate func declaresMore(_ place: Int) -> Bool {
        let isOperator = text(place + 2) == "func" && tokens[place + 3].kind == .mark
        return Declaration.openers.contains(text(place + 1))
            && !Self.selfEvident.contains(text(place + 1)) && !isOperator
    }

    /// Whether `///` or the end of a block comment is above the line and its attributes.
    fileprivate func hasDocComment(above line: Int) -> Bool {
        let above = lines[..<(line - 1)].reversed().map { $0.drop { $0 == " " } }
        let first = above.first { !$0.hasPrefix("@") } ?? ""
        return first.hasPrefix("///") || first.hasSuffix("*/")
    }
}
