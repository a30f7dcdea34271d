import Domain
import Primitives

/// An entry as read from its file: unescaped, but not validated yet.
struct RawLink {
    var line: Int
    var url = RawText()
    var title = RawText()
    var note = RawText()
    var tags: [RawText] = []
    var folders: [RawText] = []
    var size = TileSize.medium
    var isUnread = false
    var added: WallTime?
    /// The text where a date was expected, if it is none; else empty.
    var strangeDate = RawText()
    /// Whether that text could be one of two dates.
    var isDateAmbiguous = false
    var wasShared: Bool?
    var placement: [Audience] = []
    /// The word of the kind; empty for a link.
    var kind = RawText()
    /// The details of the kind, by word, with their values.
    var details: [(name: RawText, values: [RawText])] = []
    /// The reference by which other entries of the file name it.
    var reference = RawText()
    /// The id of its author; empty if the file does not say.
    var author = RawText()
    /// The id under its author; empty if the file does not say.
    var id = RawText()
    /// Whether its folders are those of a collection that we exported, and no tags.
    var isInCollection = false
    /// Whether it occurred in our file before, in another folder and with all its fields.
    var isAgain = false
    /// Whether it is a work of a bibliography with neither an address nor a DOI.
    var isWorkWithoutAddress = false
    /// The passages marked in its page.
    var passages: [RawPassage] = []
    var passageBytes = 0
    /// The number of passages left out because there are too many.
    var passagesBeyond = 0
    /// Whether it is a passage itself, and no entry of the file.
    var isPassage = false
    /// The reason why its reader refuses it; nil if it does not.
    var refusal: String?

    init(line: Int) {
        self.line = line
    }

    /// Sets the time it was added, if `text` is a date.
    mutating func date(_ text: some Sequence<UInt8>, _ order: DayOrder? = nil) {
        let reading = DateText.read(text, order)
        switch reading {
        case .absent: return
        case .time(let time): added = time
        case .dayOrMonth, .unknown:
            strangeDate = RawText(Array(text.prefix(80))[...], bytesMax: 80)
            isDateAmbiguous = reading == .dayOrMonth
        }
    }

    /// Appends `text` to the note.
    mutating func addNote(_ text: RawText) {
        guard !note.bytes.isEmpty else {
            note = text
            return
        }
        note.bytes += [0x0A, 0x0A] + text.bytes
        note.wasCut = note.wasCut || text.wasCut || note.bytes.count > RawText.noteMax
        note.bytes = Array(note.bytes.prefix(RawText.noteMax))
    }

    /// Returns the audiences among `names` that every person has, except `private`, which applies anyway. A group of
    /// the same name need not be the one that was meant.
    static func audiences(_ names: some Sequence<String>) -> [Audience] {
        names.compactMap { Audience(name: $0) }.filter { $0 != .private && $0.kind != nil }
    }
}

/// Bytes to be converted to a string: possibly invalid UTF-8, possibly cut.
///
/// No reader copies more than `bytesMax`, so that an endless title costs nothing.
struct RawText: Equatable {
    var bytes: [UInt8] = []
    var wasCut = false

    init() {}

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Takes the beginning of `source`.
    init(_ source: ArraySlice<UInt8>, bytesMax: Int) {
        bytes = Array(source.prefix(bytesMax))
        wasCut = source.count > bytesMax
    }

    /// The number of bytes copied of each field: its limit, and enough to cut at a whole character.
    static let urlMax = 2 * Limits.urlBytesMax
    static let titleMax = Limits.titleBytesMax + slack
    static let noteMax = Limits.noteBytesMax + slack
    static let tagMax = 16 * Limits.tagBytesMax
    static let detailMax = 16 * Limits.detailBytesMax
    static let folderMax = Limits.nameBytesMax + slack
    /// The maximum number of tags read.
    static let tagCountMax = 4 * Limits.tagsPerObjectMax
    private static let slack = 64

    /// Returns the text, with U+FFFD for invalid UTF-8 and NUL, and whether any was replaced.
    func repaired() -> (text: String, wasBroken: Bool) {
        let valid = wasCut ? Array(bytes[..<wholeScalarsEnd]) : bytes
        if !valid.contains(0), let text = String(validating: valid, as: UTF8.self) {
            return (text, false)
        }
        let repaired = String(decoding: valid, as: UTF8.self)
        return (
            String(
                String.UnicodeScalarView(
                    repaired.unicodeScalars.map {
                        $0 == "\0" ? "\u{FFFD}" : $0
                    })), true
        )
    }

    /// The end of the bytes without a scalar that a cut may have split.
    private var wholeScalarsEnd: Int {
        let last = bytes.indices.suffix(4).last { bytes[$0] & 0xC0 != 0x80 }
        return last ?? bytes.count
    }
}
