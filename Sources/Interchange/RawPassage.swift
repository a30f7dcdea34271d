import Domain

/// A passage of a page that somebody marked with another service, as read from its file; it becomes a highlight.
struct RawPassage: Equatable {
    var words = RawText()
    var note = RawText()
    var colors: [RawText] = []
    var tags: [RawText] = []
    /// The time when it was marked; empty if the file does not say.
    var time = RawText()

    /// Returns the thing that it becomes besides its link. Without a time of its own it gets that of the link. Words
    /// too long for a title are also written in full in the note.
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
    /// The maximum size of the passages of one page.
    static let passageBytesMax = 8 << 20

    /// Adds a passage of the page. A note without words is added to the link's note.
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
    /// Whether it is blank.
    var isBlank: Bool { !bytes.contains { $0 > 0x20 } }
}
