import Domain

/// Words of a page that somebody has marked with another service, as its file has them: what becomes a
/// highlight of the page.
struct RawPassage: Equatable {
    var words = RawText()
    var note = RawText()
    var colors: [RawText] = []
    var tags: [RawText] = []
    /// When it was marked; empty if the file does not say.
    var time = RawText()

    /// The thing that it becomes beside its link. Where the file does not say when it was marked, it is
    /// as old as the link. Words that are too long for a name stand whole in the note.
    func thing(of link: RawLink) -> RawLink {
        var thing = RawLink(line: link.line)
        thing.isPassage = true
        thing.kind = RawText(Kind.highlight.word)
        thing.url = link.url
        thing.title = words
        thing.note = note
        thing.tags = tags
        if !colors.isEmpty { thing.details = [(RawText(DetailName.color.word), colors)] }
        thing.date(time.bytes)
        if thing.added == nil, thing.strangeDate.bytes.isEmpty { thing.added = link.added }
        guard words.bytes.count > Limits.titleBytesMax else { return thing }
        var draft = BookmarkDraft(url: "", title: words.repaired().text, kind: .highlight)
        draft = draft.withPassageInLine
        guard draft.title.utf8.count > Limits.titleBytesMax else { return thing }
        thing.title = RawText(draft.title.cut(toBytes: Limits.titleBytesMax))
        thing.note = words
        if !note.isBlank { thing.addNote(note) }
        return thing
    }
}

extension RawLink {
    /// More words and notes of one page are not read.
    static let passageBytesMax = 8 << 20

    /// Adds what was marked in its page. A note without words is one on the page.
    mutating func mark(_ passage: RawPassage) {
        guard !passage.words.isBlank else {
            if !passage.note.isBlank { addNote(passage.note) }
            return
        }
        passageBytes += passage.words.bytes.count + passage.note.bytes.count
        if passageBytes <= Self.passageBytesMax {
            passages.append(passage)
        } else {
            passagesBeyond += 1
        }
    }
}

extension RawText {
    /// It has nothing but blanks.
    var isBlank: Bool { !bytes.contains { $0 > 0x20 } }
}
