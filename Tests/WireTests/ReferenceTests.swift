import CRDT
import Primitives
import Testing

@testable import Wire

/// Tests how things refer to each other.
@Suite struct ReferenceTests {
    /// Computed from docs/reference/wire.md by another program: BLAKE2b of Python's hashlib.
    @Test func `a reference is the hash that is written down`() throws {
        let author = PersonID(try #require(Bytes32(Array(0..<32))))
        let object = ObjectID(try #require(Bytes16(Array(100..<116))))

        let reference = Derivation.reference(to: object, of: author)

        #expect(Base32.encode(reference.bytes) == "WH2S42CBVK943BZ13E3827M7H0")
    }

    @Test func `another author or another object has another one`() throws {
        let (one, other) = (Bytes16(high: 1, low: 2), Bytes16(high: 1, low: 3))
        let (ana, ben) = (Bytes32(words: (1, 2, 3, 4)), Bytes32(words: (1, 2, 3, 5)))

        let all = [(ana, one), (ana, other), (ben, one), (ben, other)].map {
            Derivation.reference(to: ObjectID($0.1), of: PersonID($0.0))
        }

        #expect(Set(all).count == 4)
    }
}
