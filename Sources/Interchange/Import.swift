package import Domain

/// The options of an import.
package struct ImportOptions: Equatable, Sendable {
    /// The use of a browser's folders.
    package enum Folders: String, CaseIterable, Sendable {
        /// The path becomes a nested tag: `Papers/Sync`.
        case asTags
        /// The path is returned with each link (`ImportedLink.folders`), for a collection.
        case asCollections
        /// Folders are ignored.
        case ignored
    }

    /// The separator of tags in an HTML file.
    package enum TagSeparator: String, CaseIterable, Sendable {
        /// Commas; in a file of Shaarli without any comma, spaces.
        case auto
        /// Commas.
        case comma
        /// Spaces.
        case space
    }

    /// The use of folders.
    package var folders: Folders
    /// Tags to add to every link.
    package var extraTags: [String]
    /// The separator of tags in HTML.
    package var tagSeparator: TagSeparator
    /// The kind that works of a BibTeX file are read as: papers, or links.
    package var works: Kind

    /// Creates options; by default folders become tags.
    package init(
        folders: Folders = .asTags, extraTags: [String] = [], tagSeparator: TagSeparator = .auto,
        works: Kind = .link
    ) {
        self.works = works
        self.folders = folders
        self.extraTags = extraTags
        self.tagSeparator = tagSeparator
    }
}

/// An imported thing, usually a link.
package struct ImportedLink: Equatable, Sendable {
    /// The thing, within all `Limits`, with normalised tags.
    package var draft: BookmarkDraft
    /// Its folders, outermost first, without a browser's own roots; empty unless the option is `asCollections`.
    package var folders: [String]
    /// The audiences named in our own export; empty for other files.
    package var placement: [Audience]
    /// The line on which it begins, from 1.
    package var line: Int
    /// The reference by which other things of the file name it; nil if there is none.
    package var reference: ThingReference?
    /// The id of its author; empty if the file does not say.
    package var author: String
    /// The thing it was when the file was written; nil if the file does not say.
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

/// A remark to the person about one entry of a file.
package struct ImportRemark: Equatable, Sendable {
    /// The line on which the entry begins, from 1.
    package let line: Int
    /// The number of the entry in the file, from 1.
    package let entry: Int
    /// The address, title or tag, at most 80 characters.
    package let what: String
    /// The remark, one sentence.
    package let why: String
}

/// The result of an import so far.
package struct ImportReport: Equatable, Sendable {
    /// The maximum number of stored remarks of each kind; further ones are only counted.
    package static let remarksMax = 1000

    /// The number of links returned.
    package internal(set) var linkCount = 0
    /// The refused entries, at most `remarksMax`.
    package internal(set) var refused: [ImportRemark] = []
    /// The number of refused entries.
    package internal(set) var refusedCount = 0
    /// The number of entries that are no links and no loss: the searches that Firefox stores among its bookmarks, as
    /// `place:`.
    package internal(set) var leftOutCount = 0
    /// The entries imported with a change, at most `remarksMax`.
    package internal(set) var warnings: [ImportRemark] = []
    /// The number of warnings.
    package internal(set) var warningCount = 0
    /// The reader's notices about the whole file.
    var fileNotices: [String] = []
    /// Entries with a date in an unknown form.
    var strangeDates = ExampleCount()
    /// Entries whose date has day and month in an undetermined order.
    var ambiguousDates = ExampleCount()
    /// Scripts that a browser stores among its links.
    var bookmarklets = ExampleCount()
    /// Works of a bibliography with neither an address nor a DOI.
    var worksWithoutAddress = ExampleCount()

    /// The notices about the whole file, one sentence each.
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
            notices.append("\(found) left out: it has no URL or DOI")
        }
        return notices
    }
    /// The place and reason of a truncation or damage; nil if the file was whole.
    package internal(set) var earlyEnd: EarlyEnd?

    /// The place where a file breaks off.
    package struct EarlyEnd: Equatable, Sendable {
        /// The line, from 1.
        package let line: Int
        /// The reason, one sentence.
        package let why: String
    }
}

/// A count of entries, with one example.
struct ExampleCount: Equatable, Sendable {
    private(set) var count = 0
    private var text = ""
    private var line = 0

    /// Counts one more, on `line`.
    mutating func add(_ text: RawText, line: Int) {
        if count == 0 {
            self.text = text.repaired().text
            self.line = line
        }
        count += 1
    }

    /// Formats the count, such as `3 dates are, such as "x" on line 2,`; nil if it is 0.
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
    /// The links, in the order of the file.
    package let entries: [ImportedLink]
    /// The remarks and counts.
    package let report: ImportReport
}

/// The reason why a whole file cannot be imported.
package enum InterchangeError: Error, Equatable, Sendable {
    /// It is empty or blank.
    case empty
    /// It contains NUL bytes, so it is an image, an archive or a database rather than a list of links.
    case binary
    /// It declares an unknown encoding.
    case unknownCharset(String)
    /// It is in no known format.
    case unknownFormat
    /// It is not in the requested format, such as a list of links where Firefox was named.
    case notThis(Format)
    /// It was written by a newer version of Weft.
    case newerVersion(Int)
    /// There is no room for a temporary copy; says why.
    case noScratch(String)
    /// An archive has a damaged directory or bookmark file.
    case damagedArchive
    /// An archive is encrypted.
    case encryptedArchive
    /// An archive would unpack to more than a file may have.
    case archiveTooLong
    /// An archive contains no bookmark file of Safari or Readeck.
    case noBookmarksInArchive

    /// The problem and the remedy, in one line.
    package var description: String {
        switch self {
        case .empty: return "the file is empty"
        case .binary: return "the file is binary; export the bookmarks as HTML or JSON first"
        case .unknownCharset(let name):
            return
                "the file is in \(Problem.quote(name)), which is not supported; save it as UTF-8"
        case .unknownFormat:
            return "not a known bookmark file; supported formats, detected by content: \(names)"
        case .notThis(let format):
            return "this is not a \(format.rawValue) file; leave out the format to have it detected"
        case .newerVersion(let version):
            return "this file was written by a newer Weft (version \(version)); update this one"
        case .noScratch(let why): return "cannot store the file while it is read: \(why)"
        case .damagedArchive:
            return "the archive is damaged, or uses an unsupported compression"
        case .encryptedArchive: return "the archive is encrypted"
        case .archiveTooLong:
            return
                "the archive unpacks to more than \(ZipArchive.unpackedBytesMax >> 20) MiB or "
                + "\(ZipArchive.entriesMax) files"
        case .noBookmarksInArchive:
            return "no bookmark file of Safari or Readeck is in the archive"
        }
    }

    /// The remedy.
    package var fix: String {
        switch self {
        case .noScratch:
            return "free some space on the disk of the profile, and import the file again"
        case .damagedArchive:
            return "export it again, or unpack it and import the bookmark file in it"
        case .encryptedArchive, .archiveTooLong, .noBookmarksInArchive:
            return "unpack it and import the bookmark file in it"
        case .empty, .binary, .unknownCharset, .unknownFormat, .notThis, .newerVersion:
            return "export it from its program as HTML, JSON or CSV, then import that"
        }
    }

    private var names: String { Format.allCases.map(\.rawValue).joined(separator: ", ") }
}
