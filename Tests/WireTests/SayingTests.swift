import CRDT
import Primitives
import Sodium
import Testing

@testable import Wire

@Suite struct SayingTests {
    private let ana = PersonID(Hash.blake2b32([1]))
    private let bob = PersonID(Hash.blake2b32([2]))
    private let thing = ObjectID(Hash.blake2b16([3]))

    private var saying: Saying { Saying(of: thing, of: ana) }

    // Computed with H and XChaCha20-Poly1305 of Python's hashlib and PyNaCl.
    @Test func `a reference, a reaction and a comment are these bytes`() {
        let comment =
            "2301c562ea0df35717a7708fdb2dd4b7afc849e9385fa6308acc9956416b9e9bbf"
            + "15d1e27337d5ff447104aa61"
        #expect(
            Derivation.reference(to: thing, of: ana).bytes.hex
                == "5089805340bfb01c76eff680d193e5da")
        #expect(saying.reaction(1, by: bob).hex == "9239228a47acfa71")
        #expect(saying.seal(Array("hello".utf8), by: bob).hex == comment)
    }

    @Test func `who has the thing reads what was said`() {
        for value in UInt8(0)...2 {
            let said = saying.reaction(value, by: bob)
            #expect(saying.value(of: said, by: bob, among: 0...2) == value)
        }
        for count in [0, 1, 8192] {
            let text = [UInt8](repeating: 0x61, count: count)
            #expect(saying.open(saying.seal(text, by: bob), by: bob) == text)
        }
    }

    @Test func `in another's mouth, of another thing or changed on the way it says nothing`() {
        let like = saying.reaction(1, by: bob)
        let sealed = saying.seal(Array("hello".utf8), by: bob)
        let others = [
            Saying(of: ObjectID(Hash.blake2b16([4])), of: ana), Saying(of: thing, of: bob),
        ]

        #expect(saying.value(of: like, by: ana, among: 0...2) == nil)
        #expect(saying.value(of: Array(like.dropLast()), by: bob, among: 0...2) == nil)
        #expect(saying.value(of: saying.reaction(3, by: bob), by: bob, among: 0...2) == nil)
        #expect(saying.open(sealed, by: ana) == nil)
        for other in others {
            #expect(other.value(of: like, by: bob, among: 0...2) == nil)
            #expect(other.open(sealed, by: bob) == nil)
        }
        for length in 0..<sealed.count {
            #expect(saying.open(Array(sealed[..<length]), by: bob) == nil)
        }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(saying.open(changed, by: bob) == nil)
        }
    }
}
