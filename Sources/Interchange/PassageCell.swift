/// Parses the passages in one cell of a table, as Raindrop writes them.
///
///     Highlight:moss needs no mowing
///     Note:nor much water
///
///     Highlight:another passage,
///     whose second line has no mark
enum PassageCell {
    private static let wordsMark = Array("Highlight:".utf8)
    private static let noteMark = Array("Note:".utf8)

    /// Returns the passages; a cell without marks is one passage.
    static func passages(of cell: RawText) -> [RawPassage] {
        var passages: [RawPassage] = []
        var words: [UInt8] = []
        var note: [UInt8] = []
        var isNote = false
        func close() {
            let passage = RawPassage(
                words: RawText(words.trimmed, bytesMax: RawText.noteMax),
                note: RawText(note.trimmed, bytesMax: RawText.noteMax))
            if !passage.words.isBlank || !passage.note.isBlank { passages.append(passage) }
            (words, note, isNote) = ([], [], false)
        }
        for line in cell.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            var rest = line
            if line.starts(with: wordsMark) {
                close()
                rest = line.dropFirst(wordsMark.count)
            } else if !isNote, line.starts(with: noteMark) {
                isNote = true
                rest = line.dropFirst(noteMark.count)
            }
            if isNote { note += rest + [0x0A] } else { words += rest + [0x0A] }
        }
        close()
        if cell.wasCut, let last = passages.indices.last { passages[last].words.wasCut = true }
        return passages
    }
}
