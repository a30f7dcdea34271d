/// Rows whose columns stand under each other.
struct Table {
    /// Heads of the columns; none means that the rows explain themselves.
    var heads: [String] = []
    /// The column that gives way when a row is wider than the terminal; nil if none may.
    var elastic: Int?
    private(set) var rows: [[TerminalText]] = []

    init(heads: [String] = [], elastic: Int? = nil) {
        self.heads = heads
        self.elastic = elastic
    }

    mutating func add(_ row: [TerminalText]) {
        rows.append(row)
    }

    /// The lines in the form that `output` has.
    func print(to output: Output) {
        output.lines(output.form == .plain ? tabbed() : aligned(width: output.width))
    }

    /// Cells parted by tabs; a tab inside a cell was escaped when the cell was made.
    func tabbed() -> [TerminalText] {
        rows.map { row in
            TerminalText(pieces: [.init(text: row.map(\.plain).joined(separator: "\t"), style: nil)]
            )
        }
    }

    /// Cells two blanks apart, in at most `width` columns if the elastic one can give that much.
    func aligned(width: Int?) -> [TerminalText] {
        let headRow = heads.map { TerminalText(pieces: [.init(text: $0, style: .faint)]) }
        let all = heads.isEmpty || rows.isEmpty ? rows : [headRow] + rows
        let count = all.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            all.map { $0.count > column ? Terminal.width(of: $0[column].plain) : 0 }.max() ?? 0
        }
        if let width, let elastic, elastic < count {
            let excess = Self.excess(of: widths, over: width)
            if excess > 0 { Self.narrow(&widths[elastic], by: excess, to: Self.elasticMin) }
            shrink(&widths, to: width, sparing: elastic)
            let rest = Self.excess(of: widths, over: width)
            if rest > 0 { Self.narrow(&widths[elastic], by: rest, to: Self.narrowMin * 2) }
        }
        return all.map { line($0, widths) }
    }

    /// A title of fewer columns says nothing.
    private static let elasticMin = 16

    // Where the elastic column cannot give enough, the others give too, from the last on, but for the first,
    // which is what is typed again.
    private func shrink(_ widths: inout [Int], to width: Int, sparing elastic: Int) {
        for column in widths.indices.reversed() where column != elastic && column > 0 {
            let excess = Self.excess(of: widths, over: width)
            guard excess > 0 else { return }
            Self.narrow(&widths[column], by: excess, to: Self.narrowMin)
        }
    }

    // What is narrower already stays as it is.
    private static func narrow(_ width: inout Int, by excess: Int, to least: Int) {
        width = max(min(width, least), width - excess)
    }

    private static func excess(of widths: [Int], over width: Int) -> Int {
        widths.reduce(0, +) + 2 * (widths.lastIndex { $0 > 0 } ?? 0) - width
    }

    // The first letters of a tag or a name.
    private static let narrowMin = 4

    private func line(_ row: [TerminalText], _ widths: [Int]) -> TerminalText {
        var pieces: [TerminalText.Piece] = []
        for (column, cell) in row.enumerated() {
            let cell = elastic == nil ? cell : cut(cell, to: widths[column])
            pieces += cell.pieces
            guard row[(column + 1)...].contains(where: { !$0.plain.isEmpty }) else { break }
            let blanks = widths[column] - Terminal.width(of: cell.plain) + 2
            pieces.append(.init(text: String(repeating: " ", count: max(0, blanks)), style: nil))
        }
        return TerminalText(pieces: pieces)
    }

    private func cut(_ cell: TerminalText, to columns: Int) -> TerminalText {
        guard Terminal.width(of: cell.plain) > columns else { return cell }
        let text = Terminal.cut(cell.plain, to: columns)
        return TerminalText(pieces: [.init(text: text, style: cell.pieces.first?.style)])
    }
}

extension Output {
    /// Names with their values, a line each; in JSON an object.
    func pairs(_ pairs: [(String, String)]) {
        guard form != .json else {
            let members = pairs.map {
                "\(VersionedJSON.quoted($0.0)):\(VersionedJSON.quoted($0.1))"
            }
            return json(Array("{\(members.joined(separator: ","))}".utf8))
        }
        var table = Table()
        for (name, value) in pairs { table.add(["\(name, .faint)", "\(value)"]) }
        table.print(to: self)
    }
}
