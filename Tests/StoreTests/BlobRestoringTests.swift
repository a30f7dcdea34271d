import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests importing a file again under the name and key that it had.
@Suite struct BlobRestoringTests {
    private func photo(_ size: Int) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0] + (4..<size).map { UInt8($0 &* 11 % 253) }
    }

    private func put(
        _ bytes: [UInt8], as reference: BlobReference?, at replica: WriteReplica
    ) throws -> Answer {
        let begin = reference.map { BlobCommand.restore($0) } ?? .begin()
        guard case .blob(.draft(let draft)) = try replica.perform(.blob(begin)) else {
            throw WriteReplica.Unexpected(what: "no draft")
        }
        for start in stride(from: 0, to: bytes.count, by: Limits.blobSliceMax) {
            let part = Array(bytes[start...].prefix(Limits.blobSliceMax))
            try replica.perform(.blob(.put(part, into: draft)))
        }
        return try replica.perform(.blob(.end(draft, as: .photo)))
    }

    private func kept(_ answer: Answer) throws -> BlobReference {
        guard case .blob(.kept(let reference)) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return reference
    }

    private func isHere(_ reference: BlobReference, at replica: WriteReplica) throws -> Bool {
        let answer = try replica.step { (store) throws(StorageError) in
            try store.answer(.blob(.about(name: reference.name)), now: replica.wall)
        }
        guard case .blob(.state(let state))? = answer else { return false }
        return state.isHere
    }

    @Test func `the same bytes have the same name, at sizes around a piece and a leaf`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        for size in [16, 16_383, 16_384, 16_385, 32_767, 32_768, 32_769, 200_000] {
            let first = try kept(try put(photo(size), as: nil, at: ana))
            let again = try kept(try put(photo(size), as: first, at: bob))
            #expect(again.name == first.name && again.key == first.key)
            let fresh = try kept(try put(photo(size), as: nil, at: bob))
            #expect(fresh.name != first.name)
        }
    }

    @Test func `other bytes are refused, and what is missing of a known file comes in`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let bytes = photo(400_000)
        let reference = try kept(try put(bytes, as: nil, at: ana))
        try ana.keep(
            BookmarkDraft(
                url: "", title: "hat", kind: .garment, details: [Detail(.photo, [reference.text])]),
            in: .friends)
        try ana.exchange(with: bob)
        #expect(try !isHere(reference, at: bob))

        var wrong = bytes
        wrong[300_000] ^= 1
        for other in [wrong, Array(bytes.dropLast()), bytes + [0]] {
            guard case .rejected(let problem) = try put(other, as: reference, at: bob) else {
                Issue.record("other bytes were taken")
                continue
            }
            #expect(problem.code == .invalidValue && !problem.fix.isEmpty)
        }
        #expect(try !isHere(reference, at: bob))
        #expect(try kept(try put(bytes, as: reference, at: bob)).name == reference.name)
        #expect(try isHere(reference, at: bob))
        #expect(try kept(try put(bytes, as: reference, at: bob)).name == reference.name)
        #expect(try isHere(reference, at: bob))
    }
}
