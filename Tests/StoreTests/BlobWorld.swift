import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// A picture that is valid as far as its first bytes go.
enum Photo {
    static func bytes(_ count: Int) -> [UInt8] {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return (0..<count).map { $0 < head.count ? head[$0] : UInt8(truncatingIfNeeded: $0 &* 7) }
    }
}

extension WriteReplica {
    func begin() throws -> BlobDraft {
        let answer = try perform(.blob(.begin()))
        guard case .blob(.draft(let draft)) = answer else { throw Unexpected(what: "\(answer)") }
        return draft
    }

    func put(_ bytes: [UInt8], slice: Int = Limits.blobSliceMax) throws -> BlobReference {
        let draft = try begin()
        for start in stride(from: 0, to: bytes.count, by: slice) {
            let part = Array(bytes[start..<min(start + slice, bytes.count)])
            try perform(.blob(.put(part, into: draft)))
        }
        let answer = try perform(.blob(.end(draft, as: .photo)))
        guard case .blob(.kept(let reference)) = answer else {
            throw Unexpected(what: "\(answer)")
        }
        return reference
    }

    @discardableResult
    func keepShirt(_ photos: BlobReference..., in audience: Audience? = nil) throws -> ObjectID {
        let draft = BookmarkDraft(
            url: "", title: "shirt", kind: .garment,
            details: [Detail(.photo, photos.map(\.text))])
        return try #require(keep(draft, in: audience).first)
    }

    func ask(_ query: BlobQuery) throws -> Answer {
        try step { (store) throws(StorageError) in try store.answer(query) }
    }

    func part(_ reference: BlobReference, from start: Int, count: Int) throws -> [UInt8] {
        let answer = try ask(.read(name: reference.name, from: start, count: count))
        guard case .blob(.part(let part)) = answer else { throw Unexpected(what: "\(answer)") }
        return part.bytes
    }

    func read(_ reference: BlobReference) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < reference.size {
            bytes += try part(reference, from: bytes.count, count: Limits.blobSliceMax)
        }
        return bytes
    }

    func state(of reference: BlobReference) throws -> BlobState {
        let answer = try ask(.about(name: reference.name))
        guard case .blob(.state(let state)) = answer else { throw Unexpected(what: "\(answer)") }
        return state
    }

    func isSeen(_ reference: BlobReference, in audience: Int64) throws -> Bool {
        try step { (store) throws(StorageError) in
            try store.isReferenced(reference.name, in: audience)
        }
    }

    /// Returns the sizes of wanted files, in order.
    func wanted() throws -> [Int] {
        try step { (store) throws(StorageError) in
            try store.wantedBlobs(after: nil, atMost: 100).map(\.blob.shape.size)
        }
    }

    /// Transfers pieces from another node.
    func give(_ file: BlobReference, from other: WriteReplica, pieces: Range<Int>) throws {
        let shape = try #require(BlobShape(size: UInt64(file.size)))
        for piece in pieces {
            let found = try other.step { (store) throws(StorageError) in
                guard let blob = try store.blob(file.name, shape) else { throw .corrupt }
                return try store.sealedPiece(piece, of: blob)
            }
            let (sealed, hash) = try #require(found)
            try step { (store) throws(StorageError) in
                guard let blob = try store.blob(file.name, shape),
                    let laid = try store.lay(
                        sealed, hash, at: piece, of: blob.number, named: file.name, shape)
                else { throw .corrupt }
                try store.keep([laid], of: file.name, shape)
            }
        }
    }

    func sweep() throws {
        for _ in 0..<10_000 {
            let isMore = try step { (store) throws(StorageError) in
                try store.sweepSomeBlobs(at: wall)
            }
            if !isMore { return }
        }
        Issue.record("there is always more to erase")
    }

    func pass(days: UInt64) {
        wall = WallTime(milliseconds: wall.milliseconds + days * 24 * 60 * 60 * 1000)
    }

    func pieces() throws -> Int { try count("blob_pieces") }

    func sums() throws -> Int { try count("blob_sums") }

    func blobRows() throws -> Int { try count("blobs") }

    private func count(_ table: String) throws -> Int {
        try step { (store) throws(StorageError) in
            try store.database.row("SELECT count(*) FROM \(table) ORDER BY 1") {
                Int($0.integer(0))
            } ?? -1
        }
    }
}
