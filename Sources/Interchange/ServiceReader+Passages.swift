// Marked passages in the JSON of services.
extension ServiceReader {
    /// Reads an element of a list of passages, by the member names that services use; a plain text is the words.
    /// wallabag uses `quote` for the words and `text` for the note; for others `text` is the words.
    func passage(_ value: JSONValue) -> RawPassage {
        var passage = RawPassage()
        guard case .object(let members) = value else {
            passage.words = scanner.text(value, RawText.noteMax)
            return passage
        }
        var text = RawText()
        var notes = RawLink(line: 0)
        for (key, value) in members {
            let name = String(decoding: scanner.bytes[key].prefix(32), as: UTF8.self)
            switch name.lowercased().filter({ $0 != "_" }) {
            case "quote", "exact": passage.words = scanner.text(value, RawText.noteMax)
            case "text": text = scanner.text(value, RawText.noteMax)
            case "note", "annotation", "comment":
                let note = scanner.text(value, RawText.noteMax)
                if !note.isBlank { notes.addNote(note) }
            case "color":
                let color = scanner.text(value, RawText.detailMax)
                if !color.isBlank, !color.bytes.elementsEqual("none".utf8) {
                    passage.colors = [color]
                }
            case "tags", "labels": passage.tags = tags(value)
            case "created", "createdat", "highlightedat":
                if passage.time.bytes.isEmpty { passage.time = scanner.text(value, 80) }
            default: continue
            }
        }
        if passage.words.isBlank {
            passage.words = text
        } else if !text.isBlank {
            notes.addNote(text)
        }
        passage.note = notes.note
        return passage
    }
}
