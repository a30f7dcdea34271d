package import CRDT
package import Primitives

/// What is done with files that things have.
package enum BlobCommand: Equatable, Sendable {
    /// A file is to be put in: answered by the draft into which its bytes go.
    case begin
    /// A file that had this reference is to be put in again, byte for byte: answered as `begin` is.
    case restore(BlobReference)
    /// The next bytes of it, at most `Limits.blobSliceMax`.
    case put([UInt8], into: BlobDraft)
    /// That was all of it: answered by the reference to put into a detail. What is not fit for its
    /// use is refused and forgotten.
    case end(BlobDraft, as: BlobUse)
    /// It is not to be put in after all.
    case drop(BlobDraft)
    /// Get all of the file of this name, which is larger than what comes by itself; `as` as in
    /// `BlobQuery`.
    case get(name: Bytes32, as: BlobReference? = nil)
    /// Keep so many bytes of files here at most; what is here stays.
    case setQuota(bytes: Int)
    /// Which files come here without being asked for, from now on.
    case setComing(BlobComing)
}

/// What a file is put in for.
package enum BlobUse: String, CaseIterable, Sendable {
    /// A picture of at most `Limits.photoBytesMax`.
    case photo
    /// A small picture of a photo, of at most `Limits.thumbnailBytesMax`.
    case thumbnail
    /// A film of at most `Limits.blobBytesMax`.
    case clip
    /// A page as one HTML file, of at most `Limits.blobBytesMax`.
    case snapshot

    /// What a file of this type is put in for, if it is not a thumbnail.
    package init(of type: MediaType) {
        self = type.isImage ? .photo : type == .html ? .snapshot : .clip
    }

    /// The largest file that is fit for it.
    package var bytesMax: Int {
        switch self {
        case .photo: return Limits.photoBytesMax
        case .thumbnail: return Limits.thumbnailBytesMax
        case .clip, .snapshot: return Limits.blobBytesMax
        }
    }

    /// So many first bytes of a file tell whether it is fit.
    package var bytesWanted: Int {
        self == .snapshot ? PageHead.bytesWanted : MediaType.bytesWanted
    }

    /// What begins with these bytes, if it is fit.
    ///
    /// - Parameter size: of the file as far as it is known.
    /// - Returns: otherwise why not.
    package func type(beginning head: [UInt8], size: Int) -> Result<MediaType, Problem> {
        guard size > 0 else {
            return .failure(Problem(.invalidValue, "the file is empty", fix: fix))
        }
        let isPage = self == .snapshot && PageHead.isPage(head)
        guard let type = isPage ? .html : MediaType(beginning: head) else {
            return .failure(
                Problem(
                    .invalidValue, "the file is no \(what): it does not begin as one", fix: fix))
        }
        guard isFit(type) else {
            return .failure(
                Problem(
                    .invalidValue, "the file is \(type.rawValue), which is no \(what)", fix: fix))
        }
        guard size <= bytesMax else { return .failure(tooLarge) }
        return .success(type)
    }

    /// What is told of more than `bytesMax`.
    package var tooLarge: Problem {
        switch self {
        case .photo: return .photoTooLarge
        case .thumbnail:
            return Problem(
                .invalidValue, "a thumbnail has at most \(bytesMax >> 10) KiB",
                fix: "make it smaller, or save it with less quality")
        case .clip, .snapshot:
            return Problem(
                .invalidValue, "a file has at most \(bytesMax >> 20) MiB", fix: "make it smaller")
        }
    }

    private func isFit(_ type: MediaType) -> Bool {
        switch self {
        case .photo, .thumbnail: return type.isImage
        case .clip: return type.isFilm
        case .snapshot: return type == .html
        }
    }

    private var what: String {
        switch self {
        case .photo, .thumbnail: return "picture"
        case .clip: return "film"
        case .snapshot: return "page"
        }
    }

    private var fix: String {
        switch self {
        case .photo, .thumbnail: return "take a JPEG, PNG, WebP, GIF, HEIC or AVIF"
        case .clip: return "take an MP4, WebM or QuickTime film"
        case .snapshot: return "take a page as one HTML file, as SingleFile saves it"
        }
    }
}

/// Which files come here without being asked for; the raw value is what people type.
package enum BlobComing: String, CaseIterable, Sendable {
    /// Small ones: thumbnails, and what has at most `Limits.smallBlobBytesMax`.
    case onDemand = "on-demand"
    /// All.
    case always
}

/// What can be asked about files.
///
/// Several things may refer to one file, and anybody can say a wrong size or key of it. Who has
/// read a reference says with `as` that he means this one; else the answer goes by one that fits
/// what is here, and of several by one's own.
package enum BlobQuery: Equatable, Sendable {
    /// How much of the file of this name is here.
    case about(name: Bytes32, as: BlobReference? = nil)
    /// At most `count` of its bytes, from `start` on; `Limits.blobSliceMax` at a time.
    case read(name: Bytes32, from: Int, count: Int, as: BlobReference? = nil)
    /// Those that something refers to and that are not all here, at most `Limits.pageMax`; what is
    /// being got first.
    case missing
    /// Those that something refers to, by name: at most `limit` behind the one of the name `after`.
    case list(after: Bytes32?, limit: Int)
}

/// What is answered.
package enum BlobAnswer: Equatable, Sendable {
    case draft(BlobDraft)
    /// It was put in.
    case kept(BlobReference)
    case state(BlobState)
    case states([BlobState])
    /// Some of all, and the name behind which the next begin; nil if there are no more.
    case page([BlobState], after: Bytes32?)
    case part(BlobPart)
}

/// A file that is being put in.
package struct BlobDraft: Hashable, Sendable {
    package let number: Int64

    /// The draft of this number.
    package init(_ number: Int64) {
        self.number = number
    }
}

/// A file as it stands here.
package struct BlobState: Equatable, Sendable {
    package let reference: BlobReference
    /// Bytes of it that are here, sealed and checked.
    package let bytesHere: Int
    /// It is being got, or will be when somebody who has it is met.
    package let isWanted: Bool
    /// Things in sight that refer to it, the first `thingsMax` of them.
    package let things: [ObjectID]

    /// Most things that are told.
    package static let thingsMax = 8

    /// All of it is here.
    package var isHere: Bool { bytesHere == reference.size }

    /// All fields, in the order above.
    package init(
        reference: BlobReference, bytesHere: Int, isWanted: Bool, things: [ObjectID] = []
    ) {
        self.reference = reference
        self.bytesHere = bytesHere
        self.isWanted = isWanted
        self.things = things
    }
}

/// Bytes of a file.
package struct BlobPart: Equatable, Sendable {
    package let reference: BlobReference
    package let start: Int
    package let bytes: [UInt8]

    /// `bytes` of it, which begin at `start`.
    package init(reference: BlobReference, start: Int, bytes: [UInt8]) {
        self.reference = reference
        self.start = start
        self.bytes = bytes
    }
}

/// What files take here.
package struct BlobUsage: Equatable, Sendable {
    /// Bytes that are here, and that may be.
    package var usedBytes: Int
    package var quotaBytes: Int
    /// Files that are wanted and not all here.
    package var missing: Int
    /// What is missing is not got, because there is no room for it.
    package var isFull: Bool

    /// All fields, in the order above.
    package init(usedBytes: Int, quotaBytes: Int, missing: Int, isFull: Bool) {
        self.usedBytes = usedBytes
        self.quotaBytes = quotaBytes
        self.missing = missing
        self.isFull = isFull
    }

    /// A fifth of a small disk, and thousands of photos.
    package static let quotaBytesUsual = 10 << 30
}
