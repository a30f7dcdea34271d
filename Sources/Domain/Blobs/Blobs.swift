package import CRDT
package import Primitives

/// A command about files.
package enum BlobCommand: Equatable, Sendable {
    /// Starts an upload; the answer is the draft that takes the bytes.
    case begin(AnswerType<BlobDraft> = AnswerType())
    /// Starts a byte-for-byte upload of the file that had this reference; answered as `begin` is.
    case restore(BlobReference, AnswerType<BlobDraft> = AnswerType())
    /// Appends bytes to a draft, at most `Limits.blobSliceMax` at a time.
    case put([UInt8], into: BlobDraft, AnswerType<BlobDraft> = AnswerType())
    /// Completes an upload; the answer is the reference to put into a detail. A file unfit for its use is refused and
    /// discarded.
    case end(BlobDraft, as: BlobUse, AnswerType<BlobReference> = AnswerType())
    /// Discards a draft.
    case drop(BlobDraft, AnswerType<DoneReport> = AnswerType())
    /// Fetches the whole file of this name, beyond what is fetched automatically; `as` as in `BlobQuery`.
    case get(name: Bytes32, as: BlobReference? = nil, AnswerType<BlobState> = AnswerType())
    /// Limits the bytes of files stored here; files that are here already stay.
    case setQuota(bytes: Int, AnswerType<DoneReport> = AnswerType())
    /// Sets which files are fetched automatically from now on.
    case setComing(BlobFetchPolicy, AnswerType<DoneReport> = AnswerType())
}

/// The use that a file is uploaded for.
package enum BlobUse: String, CaseIterable, Sendable {
    /// A picture of at most `Limits.photoBytesMax`.
    case photo
    /// A small picture of a photo, of at most `Limits.thumbnailBytesMax`.
    case thumbnail
    /// A film of at most `Limits.blobBytesMax`.
    case clip
    /// A page as one HTML file, of at most `Limits.blobBytesMax`.
    case snapshot
    /// A PDF of at most `Limits.blobBytesMax`.
    case document

    /// The use of a file of this type that is not a thumbnail.
    package init(of type: MediaType) {
        switch type {
        case .html: self = .snapshot
        case .pdf: self = .document
        default: self = type.isImage ? .photo : .clip
        }
    }

    /// The maximum size of a file for this use, in bytes.
    package var bytesMax: Int {
        switch self {
        case .photo: return Limits.photoBytesMax
        case .thumbnail: return Limits.thumbnailBytesMax
        case .clip, .snapshot, .document: return Limits.blobBytesMax
        }
    }

    /// The number of leading bytes that decide whether a file is fit.
    package var bytesWanted: Int {
        self == .snapshot ? PageHead.bytesWanted : MediaType.bytesWanted
    }

    /// Returns the media type of a file that begins with these bytes, or why it is unfit for this use.
    ///
    /// - Parameter size: the size of the file as far as it is known.
    package func type(beginning head: [UInt8], size: Int) -> Result<MediaType, Problem> {
        guard size > 0 else {
            return .failure(Problem(.invalidValue, "the file is empty", fix: fix))
        }
        let isPage = self == .snapshot && PageHead.isPage(head)
        guard let type = isPage ? .html : MediaType(beginning: head) else {
            return .failure(
                Problem(
                    .invalidValue, "the file is not \(what): its first bytes do not match", fix: fix
                ))
        }
        guard isFit(type) else {
            return .failure(
                Problem(
                    .invalidValue, "the file is \(type.rawValue), not \(what)", fix: fix))
        }
        guard size <= bytesMax else { return .failure(tooLarge) }
        return .success(type)
    }

    /// The problem reported for a file larger than `bytesMax`.
    package var tooLarge: Problem {
        switch self {
        case .photo: return .photoTooLarge
        case .thumbnail:
            return Problem(
                .invalidValue, "a thumbnail can have at most \(bytesMax >> 10) KiB",
                fix: "make it smaller, or lower its quality")
        case .clip, .snapshot, .document:
            return Problem(
                .invalidValue, "a file can have at most \(bytesMax >> 20) MiB",
                fix: "make it smaller")
        }
    }

    private func isFit(_ type: MediaType) -> Bool {
        switch self {
        case .photo, .thumbnail: return type.isImage
        case .clip: return type.isFilm
        case .snapshot: return type == .html
        case .document: return type == .pdf
        }
    }

    private var what: String {
        switch self {
        case .photo, .thumbnail: return "an image"
        case .clip: return "a video"
        case .snapshot: return "a web page"
        case .document: return "a PDF"
        }
    }

    private var fix: String {
        switch self {
        case .photo, .thumbnail: return "use a JPEG, PNG, WebP, GIF, HEIC or AVIF"
        case .clip: return "use an MP4, WebM or QuickTime video"
        case .snapshot: return "use a page saved as one HTML file, for example with SingleFile"
        case .document: return "use a PDF, unpacked"
        }
    }
}

/// The files that are fetched without being requested. The raw value is what people type.
package enum BlobFetchPolicy: String, CaseIterable, Sendable {
    /// Small files: thumbnails, and files of at most `Limits.smallBlobBytesMax`.
    case onDemand = "on-demand"
    /// All files.
    case always
}

/// A query about files.
///
/// Several things may refer to one file, and anyone can state a wrong size or key for it. A caller that has read a
/// reference passes it as `as`; otherwise the answer uses a reference that fits the stored bytes, preferably one of
/// this person's own.
package enum BlobQuery: Equatable, Sendable {
    /// The stored part of the file of this name.
    case about(name: Bytes32, as: BlobReference? = nil, AnswerType<BlobState> = AnswerType())
    /// At most `count` bytes from `start` on; `Limits.blobSliceMax` at a time.
    case read(
        name: Bytes32, from: Int, count: Int, as: BlobReference? = nil,
        AnswerType<BlobPart> = AnswerType())
    /// Files that are referred to but not complete here, at most `Limits.pageMax`; those being fetched come first.
    case missing(AnswerType<[BlobState]> = AnswerType())
    /// Files that are referred to, by name: at most `limit` after the name `after`.
    case list(after: Bytes32?, limit: Int, AnswerType<BlobPage> = AnswerType())
}

/// The answer to a `BlobCommand` or `BlobQuery`.
package enum BlobAnswer: Equatable, Sendable {
    case draft(BlobDraft)
    /// The upload is complete.
    case kept(BlobReference)
    case state(BlobState)
    case states([BlobState])
    case page(BlobPage)
    case part(BlobPart)
}

/// A page of files.
package struct BlobPage: Equatable, Sendable {
    package let states: [BlobState]
    /// The name after which the next page begins; nil on the last page.
    package let last: Bytes32?

    /// A page that ends with the name `last`.
    package init(_ states: [BlobState], after last: Bytes32?) {
        self.states = states
        self.last = last
    }
}

/// A file that is being uploaded.
package struct BlobDraft: Hashable, Sendable {
    package let number: Int64

    /// Creates the draft with this number.
    package init(_ number: Int64) {
        self.number = number
    }
}

/// The state of a file on this node.
package struct BlobState: Equatable, Sendable {
    package let reference: BlobReference
    /// The number of bytes stored here, sealed and verified.
    package let bytesHere: Int
    /// Whether it is being fetched, or will be once a peer that has it is connected.
    package let isWanted: Bool
    /// Visible things that refer to it, the first `thingsMax` of them.
    package let things: [ObjectID]

    /// The maximum number of things listed.
    package static let thingsMax = 8

    /// Whether the whole file is here.
    package var isHere: Bool { bytesHere == reference.size }

    /// Creates a value from all fields, in declaration order.
    package init(
        reference: BlobReference, bytesHere: Int, isWanted: Bool, things: [ObjectID] = []
    ) {
        self.reference = reference
        self.bytesHere = bytesHere
        self.isWanted = isWanted
        self.things = things
    }
}

/// A range of a file's bytes.
package struct BlobPart: Equatable, Sendable {
    package let reference: BlobReference
    package let start: Int
    package let bytes: [UInt8]

    /// Creates a part of the file from `bytes`, which begin at `start`.
    package init(reference: BlobReference, start: Int, bytes: [UInt8]) {
        self.reference = reference
        self.start = start
        self.bytes = bytes
    }
}

/// The storage used by files on this node.
package struct BlobUsage: Equatable, Sendable {
    /// The bytes stored here, and the most that may be.
    package var usedBytes: Int
    package var quotaBytes: Int
    /// The number of files that are wanted but incomplete.
    package var missing: Int
    /// Whether missing files are not fetched because there is no room.
    package var isFull: Bool

    /// Creates a value from all fields, in declaration order.
    package init(usedBytes: Int, quotaBytes: Int, missing: Int, isFull: Bool) {
        self.usedBytes = usedBytes
        self.quotaBytes = quotaBytes
        self.missing = missing
        self.isFull = isFull
    }

    /// The default quota: a fifth of a small disk, and thousands of photos.
    package static let quotaBytesUsual = 10 << 30
}
