import CRDT
import Primitives
import Sodium
import Testing
import Wire

@testable import Sync

private let secret = Bytes16(high: 0x5EC2, low: 7)
private let id = Derivation.invitationID(secret: secret)
private let key = Derivation.invitationKey(secret: secret)
private let kept = [id: key, 99: Hash.blake2b32([99])]

@Suite struct SecureChannelTests {
    @Test func `a plain link carries messages both ways, though the other has invited somebody`()
        throws
    {
        var call = Call(kept: kept)

        try call.shakeHands()

        #expect(try call.converse() == call.conversation)
        #expect(call.ana.invitation == nil && call.ben.invitation == nil)
    }

    @Test func `a link by invitation carries messages both ways, and both know by which`() throws {
        var call = Call(by: (id, key), kept: kept)

        try call.shakeHands()

        #expect(try call.converse() == call.conversation)
        #expect(call.ana.invitation == id && call.ben.invitation == id)
        #expect(call.ana.hash == call.ben.hash && call.ana.hash.count == 64)
        #expect(call.ben.remoteKey == AgreementKey.ana.publicKey)
    }

    @Test func `the invitation counts only when the handshake is complete`() throws {
        var call = Call(by: (id, key), kept: kept)

        let second = try call.ben.receive(call.ana.begin(nonce: 1)).reply

        #expect(call.ana.invitation == nil && call.ben.invitation == nil)
        let third = try call.ana.receive(second).reply
        #expect(call.ana.invitation == id && call.ben.invitation == nil)
        _ = try call.ben.receive(third)
        #expect(call.ben.invitation == id)
    }

    @Test func `a listener cannot tell the one from the other by length`() throws {
        var plain = Call()
        var invited = Call(by: (id, key), kept: kept)

        try plain.shakeHands()
        try invited.shakeHands()

        #expect(plain.said.map(\.count) == [2 + 56, 2 + 48, 2 + 64])
        #expect(invited.said.map(\.count) == plain.said.map(\.count))
        #expect(zip(plain.said, invited.said).allSatisfy { $0 != $1 })
    }

    @Test func `a plain caller hears the same bytes whether or not somebody is invited`() throws {
        var without = Call()
        var with = Call(kept: kept)

        for index in 0...1 {
            try without.shakeHands()
            try with.shakeHands()
            #expect(without.heard() == with.heard(), "\(index)")
            without = Call(nonce: id)
            with = Call(nonce: id, kept: kept)
        }
    }

    @Test func `a plain call whose random bytes are an invitation's id stays plain`() throws {
        var call = Call(nonce: id, kept: kept)

        try call.shakeHands()

        #expect(call.ben.invitation == nil)
    }

    @Test func `who is not invited hears nothing, for the same reason as after garbage`() throws {
        let garbage = FrameBuffer.frame([UInt8](repeating: 7, count: 56))
        var refusals: [CloseReason?] = []
        for invitation in [(id &+ 1, key), (id &+ 1, .zero), (0, .zero)] as [SecureChannel.Invited]
        {
            var call = Call(by: invitation, kept: kept)
            refusals.append(try call.benRefuses(call.ana.begin(nonce: 1)))
        }
        var uninvited = Call(by: (id, key))
        refusals.append(try uninvited.benRefuses(uninvited.ana.begin(nonce: 1)))
        for kept in [[:], kept] {
            var call = Call(kept: kept)
            refusals.append(try call.benRefuses(garbage))
        }

        #expect(refusals == Array(repeating: .badHandshake, count: 6))
    }

    @Test(arguments: [Bytes32.zero, Hash.blake2b32([98]), Hash.blake2b32([99])])
    func `a known id with another key fails at message 3`(wrong: Bytes32) throws {
        var call = Call(by: (id, wrong), kept: kept)
        let second = try call.ben.receive(call.ana.begin(nonce: 1)).reply

        let third = try call.ana.receive(second).reply

        #expect(second.count == 50)
        #expect(try call.benRefuses(third) == .badHandshake)
        #expect(call.ben.invitation == nil && call.ben.remoteKey == nil)
    }

    @Test func `a recorded call by invitation gets no further than message 1`() throws {
        var recorded = Call(by: (id, key), kept: kept)
        try recorded.shakeHands()
        var again = Call(by: (id, key), kept: kept, benEphemeral: 9)

        _ = try again.ben.receive(recorded.said[0])

        #expect(try again.benRefuses(recorded.said[2]) == .badHandshake)
        #expect(again.ben.invitation == nil)
    }

    @Test func `a call by invitation that is changed in any bit is refused`() throws {
        let call = Call(by: (id, key), kept: kept)
        var ana = call.ana
        let first = try ana.begin(nonce: 1)

        for bit in 16..<first.count * 8 {
            var changed = first
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            var other = call
            #expect(try other.benRefuses(changed) == .badHandshake, "\(bit)")
        }
    }

    @Test(arguments: [0, 7, 9])
    func `an invitation is named by eight bytes`(count: Int) throws {
        var call = Call(kept: [0: key])
        var caller = NoiseHandshake(
            role: .initiator, pattern: .xkPsk3(psk: key), prologue: SecureChannel.prologue,
            staticKey: .ana, remoteStatic: AgreementKey.ben.publicKey,
            ephemeralSeed: Hash.blake2b32([3]))

        let first = try caller.write(payload: [UInt8](repeating: 0, count: count))

        #expect(try call.benRefuses(FrameBuffer.frame(first)) == .badHandshake)
    }

    @Test(arguments: [1, 50, 52, 55, 57, 200, 512])
    func `a first frame that can be no message 1 ends the link without a byte`(count: Int) throws {
        var call = Call(kept: kept)
        let junk = [UInt8](repeating: 7, count: count)
        #expect(try call.benRefuses(FrameBuffer.frame(junk)) == .badHandshake)
    }

    @Test func `one's own machine is not called, by invitation or without`() throws {
        for invitation in [nil, (id, key)] as [SecureChannel.Invited?] {
            var call = Call(by: invitation, kept: kept, anaKey: .ben)
            #expect(throws: CloseReason.self) { try call.ana.begin(nonce: 1) }
        }
    }

    @Test func `the handshake comes in any pieces`() throws {
        var call = Call(by: (id, key), kept: kept)
        var toBen = try call.ana.begin(nonce: 1)
        var toAna: [UInt8] = []

        while !toBen.isEmpty || !toAna.isEmpty {
            if !toBen.isEmpty { toAna += try call.ben.receive([toBen.removeFirst()]).reply }
            if !toAna.isEmpty { toBen += try call.ana.receive([toAna.removeFirst()]).reply }
        }

        #expect(try call.converse() == call.conversation)
    }
}

/// A connection dialled by ana to ben.
private struct Call {
    var ana: SecureChannel
    var ben: SecureChannel
    /// The three messages of the handshake as they were sent.
    private(set) var said: [[UInt8]] = []
    private let nonce: UInt64

    init(
        by invitation: SecureChannel.Invited? = nil, nonce: UInt64 = 1,
        kept: [UInt64: Bytes32] = [:], anaKey: AgreementKey = .ana, benEphemeral: UInt8 = 4
    ) {
        ana = SecureChannel(
            role: .initiator, key: anaKey, remoteKey: AgreementKey.ben.publicKey,
            ephemeralSeed: Hash.blake2b32([3]),
            invitation: invitation)
        ben = SecureChannel(
            role: .responder, key: .ben, remoteKey: nil,
            ephemeralSeed: Hash.blake2b32([benEphemeral]), invitations: kept)
        self.nonce = nonce
    }

    /// What ana, then ben sends.
    let conversation: [Message] = [.introduction(text: "weft:1"), .close(.notInvited)]

    /// Exchanges all three messages; then both know that the handshake is complete.
    mutating func shakeHands() throws {
        let first = try ana.begin(nonce: nonce)
        let atBen = try ben.receive(first)
        let atAna = try ana.receive(atBen.reply)
        let last = try ben.receive(atAna.reply)
        said = [first, atBen.reply, atAna.reply]
        #expect(atBen.arrivals.isEmpty && last.reply.isEmpty)
        #expect(atAna.arrivals == [.complete] && last.arrivals == [.complete])
    }

    /// Exchanges the conversation; returns what arrived.
    mutating func converse() throws -> [Message] {
        let arrived =
            try ben.receive(ana.seal(conversation[0])).arrivals
            + ana.receive(ben.seal(conversation[1])).arrivals
        return arrived.compactMap { arrival in
            guard case .message(let message) = arrival else { return nil }
            return message
        }
    }

    /// Returns every byte that ben has sent, and two more messages from ben.
    mutating func heard() -> [[UInt8]] {
        [said[1], ben.seal(.credit(1)), ben.seal(.close(.done))]
    }

    /// Gives ben `bytes`, and then a valid handshake: ben must answer neither.
    ///
    /// - Returns: why ben refuses the first; nil if it is accepted.
    mutating func benRefuses(_ bytes: [UInt8]) throws -> CloseReason? {
        var good = Call().ana
        do throws(CloseReason) {
            _ = try ben.receive(bytes)
            return nil
        } catch {
            let after = try ben.receive(good.begin(nonce: 1))
            #expect(after.arrivals.isEmpty && after.reply.isEmpty)
            return error
        }
    }
}
