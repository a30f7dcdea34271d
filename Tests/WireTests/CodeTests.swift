import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct CodeTests {
    @Test func `a code comes back however it was typed`() throws {
        let code = ShortCode(chance: 0x0123_4567_89AB_CDEF)

        #expect(code.text.split(separator: "-").count == 3)
        for typed in [
            code.text, code.text.uppercased(), " \(code.text)\n",
            code.text.split(separator: "-").joined(separator: " "),
        ] {
            #expect(try ShortCode(text: typed) == code)
        }
    }

    @Test(arguments: [
        ("", ShortCodeError.form), ("7", .form), ("7-candy", .form),
        ("7-candy-lizard-zoo", .form), ("0-candy-lizard", .number),
        ("07-candy-lizard", .number), ("1000-candy-lizard", .number),
        ("-7-candy", .form), ("seven-candy-lizard", .number), ("+7-candy-lizard", .number),
        ("7-candi-lizard", .unknownWord(place: 1)), ("7-candy-lizzard", .unknownWord(place: 2)),
    ])
    func `what is no code says why`(text: String, error: ShortCodeError) {
        #expect(throws: error) { try ShortCode(text: text) }
    }

    @Test func `all numbers and words are there, each as often`() {
        var dice = Dice(seed: 7)
        var numbers: [Int] = []
        var words: [String] = []
        for _ in 0..<20_000 {
            let parts = ShortCode(chance: dice.next()).text.split(separator: "-")
            numbers.append(Int(parts[0]) ?? 0)
            words += parts.dropFirst().map(String.init)
        }

        #expect(Set(numbers) == Set(1...999))
        #expect(Set(words).count == 2048)
    }

    @Test func `four words stand for the first 44 bits`() {
        let first = ShortCode.words(of: [0, 0, 0, 0, 0, 0x1F, 0xFF, 0xFF])

        #expect(first == ["abandon", "abandon", "abandon", "ability"])
        #expect(
            ShortCode.words(of: [UInt8](repeating: 0xFF, count: 8))
                == ["zoo", "zoo", "zoo", "zoo"])
    }

    @Test(arguments: CodeSample.messages.indices)
    func `every message comes back, and no other length or reason does`(index: Int) throws {
        let message = CodeSample.messages[index]
        let bytes = message.bytes

        #expect(try CodeMessage(bytes: bytes) == message)
        #expect(bytes.count <= CodeMessage.bytesMax)
        for count in bytes.indices {
            #expect(throws: WireError.self) { try CodeMessage(bytes: Array(bytes[..<count])) }
        }
        #expect(throws: WireError.self) { try CodeMessage(bytes: bytes + [0]) }
    }

    @Test func `a hello is as long as nothing else that comes first`() {
        #expect(CodeSample.messages[0].bytes.count == CodeMessage.helloBytes[0])
        #expect(CodeSample.messages[8].bytes.count == CodeMessage.helloBytes[1])
        #expect(!CodeMessage.helloBytes.contains(56))
        #expect(Set(CodeMessage.helloBytes).count == 2)
    }

    @Test func `unknown kinds and reasons are refused`() {
        for kind in [0, 5, 6, 7, 255] as [UInt8] {
            #expect(throws: WireError.self) { try CodeMessage(bytes: [kind]) }
            #expect(throws: WireError.self) { try CodeMessage(bytes: [kind, 1]) }
        }
        #expect(throws: WireError.self) { try CodeMessage(bytes: [4, 0]) }
        #expect(throws: WireError.self) { try CodeMessage(bytes: [4, 6]) }
        #expect(throws: WireError.self) { try CodeMessage(bytes: []) }
    }

    @Test func `a ticket is opened by its key, role, run and device alone`() {
        let sealed = CodeSample.ticket.sealed(CodeSample.key)
        func open(
            _ sealed: [UInt8], _ key: Bytes32 = CodeSample.key,
            _ role: CodeTicket.Role = .joiner, _ run: Bytes32 = CodeSample.run
        ) -> Ticket? {
            CodeTicket(sealed: sealed, key: key, as: role, run: run)?.ticket
        }

        #expect(sealed.count == CodeTicket.sealedBytes)
        #expect(open(sealed) == CodeSample.ticket.ticket)
        #expect(open(sealed, .repeating(1)) == nil)
        #expect(open(sealed, CodeSample.key, .inviter) == nil)
        #expect(open(sealed, CodeSample.key, .joiner, .repeating(1)) == nil)
        for place in stride(from: 0, to: sealed.count, by: 97) {
            var changed = sealed
            changed[place] ^= 1
            #expect(open(changed) == nil)
        }
        #expect(open(Array(sealed.dropLast())) == nil)
        #expect(open([]) == nil)
    }

    @Test func `a ticket of another's device is refused`() {
        let bens = Ticket(certificate: Person.ben.certificate, name: "Ben", addresses: [])
        let forged = CodeTicket(
            bens, as: .joiner, run: CodeSample.run, signing: Person.ana.device
        ).sealed(CodeSample.key)

        let read = CodeTicket(
            sealed: forged, key: CodeSample.key, as: .joiner, run: CodeSample.run)

        #expect(read == nil)
    }

    // Sealed by somebody who knows the key but sends something other than a ticket.
    @Test func `what is sealed is refused unless it is spelled as a writer does`() {
        let text = Array(CodeSample.ticket.ticket.text.utf8)
        let signature = Person.ana.device.sign(
            Array("weft code v1".utf8) + [1] + CodeSample.run.bytes)
        func read(_ length: Int, _ text: [UInt8], filling: UInt8 = 0) -> CodeTicket? {
            let plain = signature + [UInt8(length >> 8), UInt8(length & 0xFF)] + text
            let fill = [UInt8](repeating: filling, count: max(0, 4162 - plain.count))
            return CodeTicket(
                sealed: Seal.seal(
                    plain + fill, key: CodeSample.key, nonce: Bytes24(words: (0, 0, 0)),
                    additional: []), key: CodeSample.key, as: .joiner, run: CodeSample.run)
        }

        #expect(read(text.count, text) == CodeSample.ticket)
        #expect(read(text.count, text, filling: 1) == nil)
        #expect(read(text.count - 1, text) == nil)
        #expect(read(text.count + 1, text) == nil)
        #expect(read(0, []) == nil)
        #expect(read(4097, text) == nil)
        #expect(read(65_535, text) == nil)
        #expect(
            read(text.count, Array(String(decoding: text, as: UTF8.self).lowercased().utf8))
                == nil)
        #expect(read(3, [0xFF, 0xFE, 0xFD]) == nil)
    }

    @Test func `the longest ticket has room`() {
        let ticket = Ticket(
            certificate: Person.ana.certificate, name: String(repeating: "n", count: 256),
            addresses: (0..<8).map { "\($0)" + String(repeating: "a", count: 261) })
        let long = CodeTicket(ticket, as: .inviter, run: CodeSample.run, signing: Person.ana.device)

        let sealed = long.sealed(CodeSample.key)

        #expect(sealed.count == CodeTicket.sealedBytes)
        #expect(
            CodeTicket(sealed: sealed, key: CodeSample.key, as: .inviter, run: CodeSample.run)
                == long)
    }
}

/// Samples for the tests of codes.
enum CodeSample {
    static let key = Bytes32.repeating(0x4B)
    static let run = Bytes32.repeating(0x52)
    static let ticket = CodeTicket(
        Ticket(certificate: Person.ana.certificate, name: "Ana", addresses: ["192.168.1.7:7433"]),
        as: .joiner, run: run, signing: Person.ana.device)
    static let messages: [CodeMessage] = [
        .hello(
            number: 0x0102, session: Bytes16(high: 0x1111_2222_3333_4444, low: 5),
            share: .repeating(0xA1)),
        .answer(share: .repeating(0xB2)),
        .proof(
            confirmation: [UInt8](repeating: 0xC3, count: 64), sealed: ticket.sealed(key)),
        .refusal(.expired), .refusal(.used), .refusal(.burnt), .refusal(.wrong),
        .refusal(.revoked),
        .lineHello(
            id: 0x0102_0304_0506_0708, session: Bytes16(high: 0x1111_2222_3333_4444, low: 5),
            share: .repeating(0xA1)),
        .invitingProof(
            confirmation: [UInt8](repeating: 0xC3, count: 64), sealed: ticket.sealed(key),
            details: details.sealed(.repeating(0x44))),
    ]
    static let details = InvitationDetails(
        secret: Place.secret, audience: Place.group, founder: Person.ben.certificate.person,
        expirySeconds: 1_780_000_000, name: "Quilts", addresses: ["192.168.1.7:7433"])
}
