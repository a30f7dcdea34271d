package import CRDT
import Domain

/// Reads the links of a file, as many at a time as are asked for.
///
/// Nothing in a file makes it fail once it has begun: a bad entry is refused with its line, a
/// broken end is told in the report, and what was good is kept.
package struct Importer {
    /// The format the file is read as.
    package let format: Format
    private var reader: any LinkReader
    private var intake: Intake
    /// What is to be told of an archive around the file, and of the file's encoding.
    private let notices: [String]
    /// The text that is read.
    private let text: FileBytes
    /// What was marked in the page of the last link, and has still to be handed out.
    private var marked: ArraySlice<RawLink> = []
    /// Nil until all things were read, and of other formats.
    private var entries: EntryReader?

    /// Begins to read `bytes`.
    ///
    /// - Parameter format: nil to find it out (`Format.detect`).
    /// - Throws: if the file as a whole is not a list of links; never for one of its entries.
    package init(
        _ bytes: [UInt8], fileName: String = "", format: Format? = nil,
        options: ImportOptions = ImportOptions()
    ) throws(InterchangeError) {
        try self.init(
            FileBytes(bytes), in: nil, fileName: fileName, format: format, options: options)
    }

    /// Begins to read `file`, of which no more than a window is in memory.
    ///
    /// - Parameter folder: where one that is not in UTF-8 may lie when it is decoded; nil: in memory.
    package init(
        _ file: OpenFile, in folder: String?, fileName: String = "", format: Format? = nil,
        options: ImportOptions = ImportOptions()
    ) throws(InterchangeError) {
        try self.init(
            FileBytes(file), in: folder, fileName: fileName, format: format, options: options)
    }

    private init(
        _ bytes: FileBytes, in folder: String?, fileName: String, format: Format?,
        options: ImportOptions
    ) throws(InterchangeError) {
        let unpacked =
            ZipArchive.begins(bytes.prefix(4)) ? try ZippedBookmarks(bytes, in: folder) : nil
        let (text, encoding) = try FileText.decode(unpacked?.text ?? bytes, in: folder)
        self.text = text
        let found =
            unpacked?.format
            ?? Format.detect(Array(text.prefix(OpenFile.headBytes)), fileName: fileName)
        guard let chosen = format ?? found else { throw .unknownFormat }
        guard unpacked == nil || chosen == found else { throw .notThis(chosen) }
        self.format = chosen
        notices = [unpacked?.notice, encoding].compactMap { $0 }
        intake = Intake(options: options)
        switch chosen {
        case .netscape:
            reader = try NetscapeReader(text, separator: options.tagSeparator)
        case .firefox, .chromium:
            reader = try BookmarkTreeReader(text, format: chosen)
        case .pinboard, .weft:
            reader = try RecordReader(text, format: chosen)
        case .omnivore, .wallabag, .karakeep, .linkding, .linkwarden, .readeck:
            guard let shape = ServiceShape.of(chosen) else { throw .unknownFormat }
            reader = try ServiceReader(text, format: chosen, shape: shape)
        case .xbel:
            reader = try XBELReader(text)
        case .pinboardXML:
            reader = try PinboardXMLReader(text)
        case .bibtex:
            reader = try BibTeXReader(text)
        case .ris:
            reader = try RISReader(text)
        case .csljson:
            reader = try CSLReader(text)
        case .csv:
            reader = try CSVReader(text)
        case .urls:
            reader = URLListReader(text)
        }
    }

    /// The whole of `bytes`, for small files and tests.
    package static func read(
        _ bytes: [UInt8], fileName: String = "", format: Format? = nil,
        options: ImportOptions = ImportOptions()
    ) throws(InterchangeError) -> Reading {
        var importer = try Importer(bytes, fileName: fileName, format: format, options: options)
        var entries: [ImportedLink] = []
        while true {
            let batch = importer.next()
            guard !batch.isEmpty else { break }
            entries += batch
        }
        return Reading(format: importer.format, entries: entries, report: importer.report)
    }

    /// What has come of the file so far; complete once `next` returned nothing.
    package var report: ImportReport { intake.report }

    /// Links with more text than this are not handed out together, because who takes them in holds each
    /// several times.
    private static let batchBytesMax = 1 << 20

    /// The next links, at most `count`, and fewer where they are long; none at the end.
    package mutating func next(_ count: Int = Limits.batchMax) -> [ImportedLink] {
        var batch: [ImportedLink] = []
        var bytes = 0
        var isAtEnd = false
        while batch.count < count, bytes < Self.batchBytesMax {
            if let passage = marked.popFirst() {
                if let thing = intake.admit(passage) {
                    bytes += thing.draft.note.utf8.count
                    batch.append(thing)
                }
                continue
            }
            guard let entry = reader.next() else {
                isAtEnd = true
                break
            }
            guard let link = intake.admit(entry) else { continue }
            bytes += link.draft.note.utf8.count
            batch.append(link)
            marked = entry.passages.map { $0.thing(of: entry) }[...]
        }
        if isAtEnd {
            intake.report.fileNotices = notices + reader.notices
            intake.report.earlyEnd = reader.earlyEnd
            if text.isUnreadable {
                intake.report.fileNotices.append("the file could not be read to its end")
            }
            entries = entries ?? reader.entries
        }
        return batch
    }

    /// Whose list it is, if it says so.
    package var person: PersonID? { reader.person }

    /// What the list says beside the things, at most `count` of it, once `next` has returned nothing;
    /// none at the end.
    package mutating func nextEntries(_ count: Int = Limits.batchMax) -> [SectionItem] {
        var batch: [SectionItem] = []
        while batch.count < count, let item = entries?.next() { batch.append(item) }
        if let end = entries?.earlyEnd { intake.report.earlyEnd = end }
        return batch
    }
}

/// One format's way through a file.
protocol LinkReader {
    /// The next entry; nil at the end. Always moves forward.
    mutating func next() -> RawLink?
    /// Where the file broke off, if it did; known when `next` returned nil.
    var earlyEnd: ImportReport.EarlyEnd? { get }
    /// Whose list it is, if the format says so and the file does.
    var person: PersonID? { get }
    /// What a person should know of the file as a whole, each in one sentence; known when `next`
    /// returned nil.
    var notices: [String] { get }
    /// What stands behind the list, once `next` returned nil; nil if the format has nothing there, or
    /// the file broke off.
    var entries: EntryReader? { get }
}

extension LinkReader {
    var person: PersonID? { nil }
    var notices: [String] { [] }
    var entries: EntryReader? { nil }
}
