import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

extension WriteReplica {
    /// Creates a replica on a copy of a running replica's database, which cannot tell that it is a
    /// copy.
    convenience init(twinOf original: WriteReplica, at place: TemporaryDatabase) throws {
        try original.store.backup(to: place.path)
        // Two that write in the same millisecond at the same position would make things with the
        // same id.
        let milliseconds =
            original.wall.milliseconds + 100 + Hash.blake2b16(Array(place.path.utf8)).leading
            % 10_000
        try self.init(
            owner: original.owner, wall: WallTime(milliseconds: milliseconds), path: place.path,
            salt: place.path)
    }

    /// Returns the fork proofs of an audience.
    func proofs(_ kind: AudienceKind, of person: WriteReplica) throws -> [ForkProof] {
        let audience = try row(kind, of: person)
        return try step { (store) throws(StorageError) in
            var proofs: [ForkProof] = []
            for fork in try store.forks(of: audience) {
                if let proof = try store.proof(of: fork.chain) { proofs.append(proof) }
            }
            return proofs
        }
    }

    @discardableResult
    func take(
        _ proof: ForkProof, _ kind: AudienceKind, of person: WriteReplica
    ) throws -> Store.Reception {
        let audience = try row(kind, of: person)
        return try step { (store) throws(StorageError) in
            try store.receive(proof, in: audience, wall: wall)
        }
    }

    /// Sends `other` what a session between friends would, proofs first.
    func tell(_ other: WriteReplica, of people: [WriteReplica]) throws {
        for person in people {
            for kind in [AudienceKind.friends, .public] {
                for proof in try proofs(kind, of: person) {
                    try other.take(proof, kind, of: person)
                }
            }
        }
        try sync(to: other)
    }

    /// Sends another own device everything, proofs first.
    func tellAll(_ other: WriteReplica) throws {
        for kind in AudienceKind.own {
            for proof in try proofs(kind, of: self) { try other.take(proof, kind, of: self) }
        }
        try mirror(to: other)
        try other.step { (store) throws(StorageError) in try store.settleKeys(at: other.wall) }
    }

    /// Returns the digest of an audience's frontier, as two nodes compare it.
    func digest(_ kind: AudienceKind, of person: WriteReplica) throws -> Bytes16 {
        let audience = try row(kind, of: person)
        return try step { (store) throws(StorageError) in try store.digest(of: audience) }
    }

    func incarnation() throws -> UInt64 {
        try step { (store) throws(StorageError) in try store.incarnation }
    }

    /// Returns the titles of visible things of `author`.
    func titles(of author: WriteReplica) throws -> [String] {
        try links(of: author).map(\.title)
    }
}

/// Returns a link made from a title.
func link(_ title: String, tags: [String] = []) -> BookmarkDraft {
    BookmarkDraft(
        url: "https://fork.example/\(title.split(separator: " ").joined(separator: "-"))",
        title: title, tags: tags)
}
