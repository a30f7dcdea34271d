import Primitives
import Sodium
import Testing

@testable import Sync

private let plain = Array("weft".utf8)

@Suite struct NoiseCipherStateTests {
    /// Returns a pair of ends with the key 00 01 … 1f whose next message has this number.
    private func ends(at counter: UInt64) throws -> (CipherState, CipherState) {
        let key = try #require(Bytes32((0..<32).map { UInt8($0) }))
        return (CipherState(key: key, counter: counter), CipherState(key: key, counter: counter))
    }

    @Test func `the key is replaced after message 2^20 - 1`() throws {
        // Sealed by another library, with REKEY as written in section 4.2.
        let expected = [
            "68358a5dedd9255d838cbd842e09906a9cde0e65",
            "0f33c48c6b525c7136309d98e3675c515fce7e71",
            "30598d062f107335f53331b3ca1621bab55d3f91",
        ].map { NoiseVector.bytes($0) }
        var (ana, ben) = try ends(at: (1 << 20) - 1)

        let sealed = (0..<3).map { _ in ana.encrypt(plain) }

        #expect(sealed == expected)
        for message in sealed { #expect(try ben.decrypt(message) == plain) }
    }

    @Test func `both ends stay together over two million messages' worth of keys`() throws {
        var (ana, ben) = try ends(at: (1 << 21) - 2)

        for number in 0..<4 as Range<UInt8> {
            #expect(try ben.decrypt(ana.encrypt([number])) == [number])
        }
    }

    @Test func `a key opens nothing from before its beginning`() throws {
        var (before, _) = try ends(at: (1 << 20) - 1)
        var (after, _) = try ends(at: (1 << 20) - 1)
        let old = before.encrypt(plain)
        _ = after.encrypt(plain)

        #expect(throws: NoiseError.badTag) { try after.decrypt(old) }
    }

    @Test func `a repeated, a skipped and an exchanged message are refused`() throws {
        var (ana, ben) = try ends(at: 0)
        let messages = (0..<3 as Range<UInt8>).map { ana.encrypt([$0]) }

        #expect(throws: NoiseError.badTag) { try ben.decrypt(messages[1]) }
        #expect(try ben.decrypt(messages[0]) == [0])
        #expect(throws: NoiseError.badTag) { try ben.decrypt(messages[0]) }
        #expect(throws: NoiseError.badTag) { try ben.decrypt(messages[2]) }
        #expect(try ben.decrypt(messages[1][...]) == [1])
    }

    @Test func `an own message sent back is refused`() throws {
        var pair = NoisePair()
        try pair.talk()
        var ana = pair.ana.split()

        let sealed = ana.sending.encrypt(plain)

        #expect(throws: NoiseError.badTag) { try ana.receiving.decrypt(sealed) }
    }

    @Test func `a message changed in any bit or cut anywhere is refused`() throws {
        var (ana, ben) = try ends(at: 5)
        let sealed = ana.encrypt(plain)

        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: NoiseError.badTag) { try ben.decrypt(changed) }
        }
        for count in sealed.indices {
            #expect(throws: count < 16 ? NoiseError.truncated : .badTag) {
                try ben.decrypt(sealed[..<count])
            }
        }
        #expect(try ben.decrypt(sealed) == plain)
    }

    @Test(arguments: [65_518, 65_519])
    func `up to 65,519 bytes fit in one message`(count: Int) throws {
        var (ana, ben) = try ends(at: 0)
        let long = [UInt8](repeating: 1, count: count)

        #expect(try ben.decrypt(ana.encrypt(long)) == long)
    }

    @Test func `65,536 bytes are refused unread, and 65,520 stop their sender`() async throws {
        var (_, ben) = try ends(at: 0)

        #expect(throws: NoiseError.tooLong) {
            try ben.decrypt([UInt8](repeating: 1, count: 65_536))
        }
        await #expect(processExitsWith: .failure) {
            var state = CipherState(key: .zero)
            _ = state.encrypt([UInt8](repeating: 1, count: 65_520))
        }
    }

    @Test func `the last nonce carries no message`() async throws {
        var (ana, ben) = try ends(at: .max - 1)
        let last = ana.encrypt(plain)

        #expect(try ben.decrypt(last) == plain)
        #expect(throws: NoiseError.exhausted) { try ben.decrypt(last) }
        await #expect(processExitsWith: .failure) {
            var state = CipherState(key: .zero, counter: .max)
            _ = state.encrypt([])
        }
    }
}
