package import Primitives

/// What is done with files that things have.
package enum BlobCommand: Equatable, Sendable {
    /// A file is to be put in: answered by the draft into which its bytes go.
    case begin
    /// The next bytes of it, at most `Limits.blobSliceMax`.
    case put([UInt8], into: BlobDraft)
    /// That was all of it: answered by the reference to put into a detail. What is no picture is refused
    /// and forgotten.
    case endPhoto(BlobDraft)
    /// It is not to be put in after all.
    case drop(BlobDraft)
    /// Get all of the file of this name, which is larger than what comes by itself.
    case get(name: Bytes32)
    /// Keep so many bytes of files here at most; what is here stays.
    case setQuota(bytes: Int)
}

/// What can be asked about files.
package enum BlobQuery: Equatable, Sendable {
    /// How much of the file of this name is here.
    case about(name: Bytes32)
    /// At most `count` of its bytes, from `start` on; `Limits.blobSliceMax` at a time.
    case read(name: Bytes32, from: Int, count: Int)
    /// Those that something refers to and that are not all here, at most `Limits.pageMax`; what is
    /// being got first.
    case missing
}

/// What is answered.
package enum BlobAnswer: Equatable, Sendable {
    case draft(BlobDraft)
    /// It was put in.
    case kept(BlobReference)
    case state(BlobState)
    case states([BlobState])
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

    /// All of it is here.
    package var isHere: Bool { bytesHere == reference.size }

    /// All fields, in the order above.
    package init(reference: BlobReference, bytesHere: Int, isWanted: Bool) {
        self.reference = reference
        self.bytesHere = bytesHere
        self.isWanted = isWanted
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
