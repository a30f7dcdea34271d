package import Domain

/// How a file is taken in.
package struct ImportOptions: Equatable, Sendable {
    /// What becomes of the folders of a browser.
    package enum Folders: String, CaseIterable, Sendable {
        /// The path becomes a nested tag: `Papers/Sync`.
        case asTags
        /// The path is told with each link (`ImportedLink.folders`), for a collection.
        case asCollections
        /// They are forgotten.
        case ignored
    }

    /// What parts the tags in an HTML file.
    package enum TagSeparator: String, CaseIterable, Sendable {
        /// Commas; blanks in a file of Shaarli where no comma is.
        case auto
        /// Commas.
        case comma
        /// Blanks.
        case space
    }

    /// What becomes of folders.
    package var folders: Folders
    /// Tags that every link gets.
    package var extraTags: [String]
    /// What parts tags in HTML.
    package var tagSeparator: TagSeparator

    /// The usual: folders become tags.
    package init(
        folders: Folders = .asTags, extraTags: [String] = [], tagSeparator: TagSeparator = .auto
    ) {
        self.folders = folders
        self.extraTags = extraTags
        self.tagSeparator = tagSeparator
    }
}

/// One thing of a file, mostly a link.
package struct ImportedLink: Equatable, Sendable {
    /// The thing, within all `Limits`, tags normalised.
    package var draft: BookmarkDraft
    /// The folders it is in, outermost first, without a browser's own roots; empty unless the
    /// option is `asCollections`.
    package var folders: [String]
    /// The audiences that our own export named; empty for other files.
    package var placement: [Audience]
    /// The line it begins on, from 1.
    package var line: Int
    /// By what other things of the file name it; nil if none can.
    package var reference: ThingReference?
    /// The id of the person whose it was; empty if the file does not say.
    package var author: String
    /// The very thing that it was where the file was written; nil if the file does not say.
    package var origin: ThingOrigin?

    /// Creates a value from all fields, in declaration order.
    package init(
        draft: BookmarkDraft, folders: [String], placement: [Audience], line: Int,
        reference: ThingReference? = nil, author: String = "", origin: ThingOrigin? = nil
    ) {
        self.reference = reference
        self.author = author
        self.origin = origin
        self.draft = draft
        self.folders = folders
        self.placement = placement
        self.line = line
    }
}

/// Something about one entry of a file that a person should know.
package struct ImportRemark: Equatable, Sendable {
    /// The line the entry begins on, from 1.
    package let line: Int
    /// Which entry of the file it is, from 1.
    package let entry: Int
    /// Its address, title or tag, at most 80 characters.
    package let what: String
    /// What is wrong, in one sentence.
    package let why: String
}

/// What an import has come to so far.
package struct ImportReport: Equatable, Sendable {
    /// So many remarks of each kind are kept; beyond that they are only counted.
    package static let remarksMax = 1000

    /// Links handed out.
    package internal(set) var linkCount = 0
    /// Entries that are not taken, at most `remarksMax` of them.
    package internal(set) var refused: [ImportRemark] = []
    /// How many are not taken.
    package internal(set) var refusedCount = 0
    /// Entries that are no links by their kind, and no loss: the searches that Firefox keeps among
    /// its bookmarks, under `place:`.
    package internal(set) var leftOutCount = 0
    /// Entries that are taken with a change, at most `remarksMax` of them.
    package internal(set) var warnings: [ImportRemark] = []
    /// How many warnings there are.
    package internal(set) var warningCount = 0
    /// What the reader said of the file as a whole.
    var fileNotices: [String] = []
    /// Entries whose date is none that is known.
    var strangeDates = ExampleCount()
    /// Entries whose date has day and month in an order that nothing tells.
    var ambiguousDates = ExampleCount()
    /// Programs that a browser keeps among its links.
    var bookmarklets = ExampleCount()
    /// Works of a bibliography that have neither an address nor a DOI.
    var worksWithoutAddress = ExampleCount()

    /// What a person should know of the file as a whole, each in one sentence.
    package var notices: [String] {
        var notices = fileNotices
        if let found = strangeDates.words("date") {
            notices.append("\(found) in no form that is known; what has it counts as added now")
        }
        if let found = ambiguousDates.words("date") {
            notices.append(
                "\(found) with day and month in an order that the file does not tell; what has it "
                    + "counts as added now")
        }
        if bookmarklets.count > 0 {
            notices.append("left out: \(Counted.words(bookmarklets.count, "bookmarklet"))")
        }
        if let found = worksWithoutAddress.words("work") {
            notices.append("\(found) left out: without a URL or DOI it is no link")
        }
        return notices
    }
    /// Where and why the file ended before its end; nil if it was whole.
    package internal(set) var earlyEnd: EarlyEnd?

    /// The place where a file broke off.
    package struct EarlyEnd: Equatable, Sendable {
        /// The line, from 1.
        package let line: Int
        /// In one sentence.
        package let why: String
    }
}

/// How many entries have something, and one of them.
struct ExampleCount: Equatable, Sendable {
    private(set) var count = 0
    private var text = ""
    private var line = 0

    /// One more, on `line`.
    mutating func add(_ text: RawText, line: Int) {
        if count == 0 {
            self.text = text.repaired().text
            self.line = line
        }
        count += 1
    }

    /// Such as `3 dates are, such as "x" on line 2,`; nil if there is none.
    func words(_ noun: String, _ plural: String? = nil) -> String? {
        guard count > 0 else { return nil }
        let verb = count == 1 ? "is" : "are"
        let example =
            count == 1
            ? "\(Problem.quote(text)) on line \(line)"
            : "such as \(Problem.quote(text)) on line \(line)"
        let counted = plural.map { "\(count) \(count == 1 ? noun : $0)" }
        return "\(counted ?? Counted.words(count, noun)), \(example), \(verb)"
    }
}

/// A whole file, read at once.
package struct Reading: Equatable, Sendable {
    /// The format it was read as.
    package let format: Format
    /// Its links, in its order.
    package let entries: [ImportedLink]
    /// What was refused, changed or missing.
    package let report: ImportReport
}

/// Why a file is not read at all.
package enum InterchangeError: Error, Equatable, Sendable {
    /// It is empty, or nothing but blanks.
    case empty
    /// It holds NUL bytes: an image, an archive, a database; not a list of links.
    case binary
    /// It says that it is in an encoding that is not known here.
    case unknownCharset(String)
    /// It is none of the known formats.
    case unknownFormat
    /// It is not what its format promises, such as a list of links where Firefox was named.
    case notThis(Format)
    /// A newer Weft wrote it.
    case newerVersion(Int)
    /// There is no room for a copy of it while it is read: why.
    case noScratch(String)
    /// An archive whose directory or bookmark file is not as it was written.
    case damagedArchive
    /// An archive that asks for a password.
    case encryptedArchive
    /// More would come out of an archive than a file may have.
    case archiveTooLong
    /// An archive in which no bookmark file of Safari's or Readeck's is.
    case noBookmarksInArchive

    /// What and what to do, in one line.
    package var description: String {
        switch self {
        case .empty: return "the file is empty"
        case .binary: return "the file is binary; export the bookmarks as HTML or JSON first"
        case .unknownCharset(let name):
            return
                "the file is in \(Problem.quote(name)), which is not known here; write it anew in UTF-8"
        case .unknownFormat:
            return "no known bookmark file; known are \(names), each by its content"
        case .notThis(let format):
            return "this is no \(format.rawValue) file; leave the format out to have it detected"
        case .newerVersion(let version):
            return "a newer Weft wrote this file (version \(version)); update this one"
        case .noScratch(let why): return "the file cannot be put by while it is read: \(why)"
        case .damagedArchive:
            return "the archive is damaged, or packed in a way that is not known here"
        case .encryptedArchive: return "the archive is encrypted"
        case .archiveTooLong:
            return
                "the archive unpacks to more than \(ZipArchive.unpackedBytesMax >> 20) MiB or "
                + "\(ZipArchive.entriesMax) files"
        case .noBookmarksInArchive:
            return "no bookmark file of Safari or Readeck is in the archive"
        }
    }

    /// What to do instead.
    package var fix: String {
        switch self {
        case .noScratch: return "make room on the disk of the profile, and import the file again"
        case .damagedArchive:
            return "export it anew, or unpack it and import the bookmark file in it"
        case .encryptedArchive, .archiveTooLong, .noBookmarksInArchive:
            return "unpack it and import the bookmark file in it"
        case .empty, .binary, .unknownCharset, .unknownFormat, .notThis, .newerVersion:
            return "export it from its program as HTML, JSON or CSV, then import that"
        }
    }

    private var names: String { Format.allCases.map(\.rawValue).joined(separator: ", ") }
}
