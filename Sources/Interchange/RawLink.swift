import Domain
import Primitives

/// An entry as its file has it: escapes undone, nothing checked yet.
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
    /// What stood where its date was expected and is none; empty if nothing did.
    var strangeDate = RawText()
    /// What stood there could be one of two dates.
    var isDateAmbiguous = false
    var wasShared: Bool?
    var placement: [Audience] = []
    /// The word of what it is; empty of a link.
    var kind = RawText()
    /// What its kind has beside: the word of each detail, and its values.
    var details: [(name: RawText, values: [RawText])] = []
    /// By what other entries of the file name it.
    var reference = RawText()
    /// The id of whose it was; empty if the file does not say.
    var author = RawText()
    /// By what its author knew it; empty if the file does not say.
    var id = RawText()
    /// Its folders are those of a collection of ours, and no tags.
    var isInCollection = false
    /// It stands in our file before, in another folder, and said more there.
    var isAgain = false
    /// It is a work of a bibliography that has neither an address nor a DOI.
    var isWorkWithoutAddress = false
    /// What was marked in its page.
    var passages: [RawPassage] = []
    var passageBytes = 0
    /// How many of them are left out, because there are so many.
    var passagesBeyond = 0
    /// It is one of those, and no entry of the file.
    var isPassage = false
    /// Why its own reader refuses it; nil if it does not.
    var refusal: String?

    init(line: Int) {
        self.line = line
    }

    /// Takes `text` for when it was added, if that is a date.
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

    /// Puts `text` below what is its note already.
    mutating func addNote(_ text: RawText) {
        guard !note.bytes.isEmpty else {
            note = text
            return
        }
        note.bytes += [0x0A, 0x0A] + text.bytes
        note.wasCut = note.wasCut || text.wasCut || note.bytes.count > RawText.noteMax
        note.bytes = Array(note.bytes.prefix(RawText.noteMax))
    }

    /// The audiences among `names` that every person has; `private` is where a link is anyhow, and
    /// a group of that name need not be the one that was meant.
    static func audiences(_ names: some Sequence<String>) -> [Audience] {
        names.compactMap { Audience(name: $0) }.filter { $0 != .private && $0.kind != nil }
    }
}

/// Bytes on their way to a string: perhaps not UTF-8, perhaps only the beginning.
///
/// No reader copies more than `bytesMax` of anything, so that an endless title costs nothing.
struct RawText: Equatable {
    var bytes: [UInt8] = []
    var wasCut = false

    init() {}

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The beginning of `source`.
    init(_ source: ArraySlice<UInt8>, bytesMax: Int) {
        bytes = Array(source.prefix(bytesMax))
        wasCut = source.count > bytesMax
    }

    /// How much of each field is copied: its limit and enough to cut at a whole character.
    static let urlMax = 2 * Limits.urlBytesMax
    static let titleMax = Limits.titleBytesMax + slack
    static let noteMax = Limits.noteBytesMax + slack
    static let tagMax = 16 * Limits.tagBytesMax
    static let detailMax = 16 * Limits.detailBytesMax
    static let folderMax = Limits.nameBytesMax + slack
    /// More tags than this are not even read.
    static let tagCountMax = 4 * Limits.tagsPerObjectMax
    private static let slack = 64

    /// The text, with U+FFFD for what is not UTF-8 and for NUL; whether that was needed.
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

    /// Without the scalar at the end that a cut may have halved.
    private var wholeScalarsEnd: Int {
        let last = bytes.indices.suffix(4).last { bytes[$0] & 0xC0 != 0x80 }
        return last ?? bytes.count
    }
}
