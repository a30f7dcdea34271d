package import CRDT
import Domain

/// Reads the links of a file, in batches of the requested size.
///
/// Once begun, an import does not fail: an invalid entry is refused with its line, a truncated end is reported, and
/// valid entries are kept.
package struct Importer {
    /// The format in which the file is read.
    package let format: Format
    private var reader: any LinkReader
    private var intake: Intake
    /// The notices about an archive around the file, and about the file's encoding.
    private let notices: [String]
    /// The text to read.
    private let text: FileBytes
    /// The marked passages of the last link that are still to be returned.
    private var marked: ArraySlice<RawLink> = []
    /// The reader of our JSON's sections; nil until all things were read, and for other formats.
    private var entries: EntryReader?

    /// Begins to read `bytes`.
    ///
    /// - Parameter format: the format; nil to detect it (`Format.detect`).
    /// - Throws: if the whole file is no list of links; never for a single entry.
    package init(
        _ bytes: [UInt8], fileName: String = "", format: Format? = nil,
        options: ImportOptions = ImportOptions()
    ) throws(InterchangeError) {
        try self.init(
            FileBytes(bytes), in: nil, fileName: fileName, format: format, options: options)
    }

    /// Begins to read `file`, of which only a window is in memory.
    ///
    /// - Parameter folder: the directory for a decoded copy of a file that is not UTF-8; nil to decode in memory.
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
            reader = try BibTeXReader(text, as: options.works)
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

    /// Reads all of `bytes`, for small files and tests.
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

    /// The result so far; complete once `next` has returned nothing.
    package var report: ImportReport { intake.report }

    /// The maximum size of a batch, because the caller stores each link several times while importing it.
    private static let batchBytesMax = 1 << 20

    /// Returns the next links, at most `count`, fewer where they are long; none at the end.
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

    /// The person whose list it is, if the file says so.
    package var person: PersonID? { reader.person }

    /// Returns the entries after the things, at most `count`, once `next` has returned nothing; none at the end.
    package mutating func nextEntries(_ count: Int = Limits.batchMax) -> [SectionItem] {
        var batch: [SectionItem] = []
        while batch.count < count, let item = entries?.next() { batch.append(item) }
        if let end = entries?.earlyEnd { intake.report.earlyEnd = end }
        return batch
    }
}

/// A reader of one format.
protocol LinkReader {
    /// Returns the next entry; nil at the end. Always advances.
    mutating func next() -> RawLink?
    /// The place where the file broke off, if it did; known when `next` returned nil.
    var earlyEnd: ImportReport.EarlyEnd? { get }
    /// The person whose list it is, if the format and the file say so.
    var person: PersonID? { get }
    /// The notices about the whole file, one sentence each; known when `next` returned nil.
    var notices: [String] { get }
    /// The reader of what follows the list, once `next` returned nil; nil if the format has nothing there, or the file
    /// broke off.
    var entries: EntryReader? { get }
}

extension LinkReader {
    var person: PersonID? { nil }
    var notices: [String] { [] }
    var entries: EntryReader? { nil }
}
