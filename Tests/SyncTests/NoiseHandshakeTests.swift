import Primitives
import Sodium
import Testing

@testable import Sync

private let psk = Hash.blake2b32([7])
private let patterns: [NoiseHandshake.Pattern] = [.xk, .xkPsk3(psk: psk)]

@Suite struct NoiseHandshakeTests {
    @Test(arguments: patterns, 0...2)
    func `a message changed in any bit is refused`(
        pattern: NoiseHandshake.Pattern, number: Int
    ) throws {
        var pair = NoisePair(anaPattern: pattern)
        try pair.talk(number)
        let message = try pair.write(number, [1, 2, 3])
        var accepted = 0

        for bit in 0..<message.count * 8 {
            var changed = message
            changed[bit / 8] ^= 1 << (bit % 8)
            var reader = pair
            do { _ = try reader.read(number, changed) } catch { continue }
            accepted += 1
        }

        #expect(accepted == 0)
        #expect(try pair.read(number, message) == [1, 2, 3])
    }

    @Test(arguments: patterns, 0...2)
    func `a message cut or lengthened anywhere is refused`(
        pattern: NoiseHandshake.Pattern, number: Int
    ) throws {
        var pair = NoisePair(anaPattern: pattern)
        try pair.talk(number)
        let message = try pair.write(number, [1, 2, 3])
        // A key first, sealed in message 3 only, and the tag of the payload.
        let fixed = number == 2 ? 64 : 48

        for count in 0..<message.count {
            var reader = pair
            let expected: NoiseError = count < fixed ? .truncated : .badTag
            #expect(throws: expected) { try reader.read(number, Array(message.prefix(count))) }
        }
        #expect(throws: NoiseError.badTag) { try pair.read(number, message + [0]) }
    }

    @Test(arguments: [65_534, 65_535, 65_536])
    func `messages end at 65,535 bytes`(count: Int) {
        var pair = NoisePair()

        #expect(throws: count > 65_535 ? NoiseError.tooLong : .badTag) {
            try pair.ben.read(
                AgreementKey.cleo.publicKey.bytes + [UInt8](repeating: 0, count: count - 32))
        }
    }

    @Test(arguments: patterns)
    func `a recorded conversation gets no further than message 1`(
        pattern: NoiseHandshake.Pattern
    ) throws {
        var recorded = NoisePair(anaPattern: pattern)
        let messages = try recorded.talk()
        var again = NoisePair(anaPattern: pattern, benEphemeral: 9)

        _ = try again.read(0, messages[0])
        _ = try again.write(1)

        #expect(throws: NoiseError.badTag) { try again.read(2, messages[2]) }
        #expect(again.ben.remoteStatic == nil)
    }

    @Test func `a recorded answer is refused`() throws {
        var recorded = NoisePair(benEphemeral: 9)
        let messages = try recorded.talk(2)
        var ana = NoisePair(anaKey: .ana).ana
        _ = try ana.write(payload: [8])

        #expect(throws: NoiseError.badTag) { try ana.read(messages[1]) }
    }

    @Test func `who calls itself does not speak`() {
        var pair = NoisePair(anaKey: .ben)

        #expect(throws: NoiseError.reflected) { try pair.write(0) }
    }

    @Test func `who hears its own message is not deceived`() throws {
        var pair = NoisePair()
        let message = try pair.write(0)

        #expect(throws: NoiseError.reflected) { try pair.ana.read(message) }
    }

    /// A forged caller dials ben with ben's own key, past the check on the dialling side.
    @Test func `a caller with our own key is refused`() throws {
        var ben = NoisePair().ben
        let caller = ForgedCaller(ephemeral: .cleo, own: .ben, called: .ben)
        _ = try ben.read(caller.first)
        let answer = try ben.write(payload: [])

        let third = try caller.third(answer: answer)

        #expect(throws: NoiseError.reflected) { try ben.read(third) }
        #expect(ben.remoteStatic == nil)
    }

    @Test func `an ephemeral key of small order is refused`() {
        var pair = NoisePair()

        #expect(throws: NoiseError.badKey) {
            try pair.ben.read([UInt8](repeating: 0, count: 48))
        }
    }

    @Test func `another psk, prologue, pattern or key called is refused`() throws {
        var otherPsk = NoisePair(
            anaPattern: .xkPsk3(psk: psk), benPattern: .xkPsk3(psk: .zero))
        try otherPsk.talk(2)
        let third = try otherPsk.write(2)
        #expect(throws: NoiseError.badTag) { try otherPsk.read(2, third) }

        var others = [
            NoisePair(anaPrologue: "weft", benPrologue: "weft 2"),
            NoisePair(anaPattern: .xk, benPattern: .xkPsk3(psk: psk)),
            NoisePair(anaPattern: .xkPsk3(psk: psk), benPattern: .xk),
            NoisePair(called: .cleo),
        ]
        for index in others.indices {
            let first = try others[index].write(0)
            #expect(throws: NoiseError.badTag) { try others[index].read(0, first) }
        }
    }

    @Test func `the responder may learn from message 1 which psk is meant`() throws {
        var pair = NoisePair(anaPattern: .xkPsk3(psk: psk), benPattern: .xkPsk3(psk: .zero))
        let first = try pair.write(0, [42])

        #expect(try pair.read(0, first) == [42])
        pair.ben.use(psk: psk)
        _ = try pair.read(1, try pair.write(1))
        _ = try pair.read(2, try pair.write(2))

        #expect(pair.ben.isComplete)
    }

    @Test func `an error is final`() throws {
        var pair = NoisePair()
        let first = try pair.write(0)

        #expect(throws: NoiseError.truncated) { try pair.ben.read([]) }

        #expect(throws: NoiseError.truncated) { try pair.ben.read(first) }
    }

    @Test func `a message out of turn is refused`() throws {
        var pair = NoisePair()
        let first = try pair.write(0)
        _ = try pair.read(0, first)

        #expect(throws: NoiseError.outOfOrder) { try pair.read(0, first) }
    }

    @Test func `speaking out of turn stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var pair = NoisePair()
            _ = try pair.ben.write(payload: [])
        }
    }

    @Test func `neither long-term key is in what a listener hears`() throws {
        var pair = NoisePair()

        let heard = try pair.talk().flatMap { $0 }

        for key in [AgreementKey.ana.publicKey.bytes, AgreementKey.ben.publicKey.bytes] {
            let isHeard = (0...heard.count - 32).contains { heard[$0..<$0 + 32].elementsEqual(key) }
            #expect(!isHeard)
        }
    }
}

/// An initiator without its own checks, built from the parts of the handshake.
private struct ForgedCaller {
    let ephemeral: AgreementKey
    let own: AgreementKey
    let first: [UInt8]
    private let state: NoiseSymmetricState

    init(ephemeral: AgreementKey, own: AgreementKey, called: AgreementKey) {
        self.ephemeral = ephemeral
        self.own = own
        var state = NoiseSymmetricState(protocolName: "Noise_XK_25519_ChaChaPoly_SHA512")
        state.mixHash(Array("weft".utf8))
        state.mixHash(called.publicKey.bytes)
        state.mixHash(ephemeral.publicKey.bytes)
        state.mixKey(ephemeral.agree(with: called.publicKey) ?? [])
        first = ephemeral.publicKey.bytes + state.encryptAndHash([])
        self.state = state
    }

    func third(answer: [UInt8]) throws -> [UInt8] {
        var state = state
        let remote = try #require(Bytes32(answer.prefix(32)))
        state.mixHash(remote.bytes)
        state.mixKey(ephemeral.agree(with: remote) ?? [])
        _ = try state.decryptAndHash(answer[32...])
        let sealedKey = state.encryptAndHash(own.publicKey.bytes)
        state.mixKey(own.agree(with: remote) ?? [])
        return sealedKey + state.encryptAndHash([])
    }
}
