import CRDT
import Primitives
import Sodium
import Testing

@testable import Wire

@Suite struct ShortInvitationTests {
    @Test(arguments: [
        ["192.168.1.7:7433"], ["[2001:db8:1:2:3:4:5:6]:7433"], ["home.example.org:7433"],
        ["[2001:db8:1:2:3:4:5:6]:7433", "20.0.0.9:41233", "192.168.1.7:7433"],
    ])
    func `a line has at most 120 characters and comes back`(addresses: [String]) throws {
        let line = try #require(ShortInvitation(secret: Place.secret, addresses: addresses))

        let read = try ShortInvitation(reading: " \(line.text.lowercased()) ")

        #expect(line.text.utf8.count <= ShortInvitation.textBytesMax)
        #expect(read == line)
        #expect(read.addresses == addresses)
        #expect(ShortInvitation.isBegun(by: line.text))
        #expect(!ShortInvitation.isBegun(by: "weft-join:1ABC"))
    }

    @Test func `an address that has no room is left out, and none is no line`() throws {
        let long = String(repeating: "a", count: 40) + ".example:7433"
        let line = try #require(
            ShortInvitation(secret: Place.secret, addresses: [long, "20.0.0.9:7433"]))

        #expect(line.addresses == ["20.0.0.9:7433"])
        #expect(ShortInvitation(secret: Place.secret, addresses: [long]) == nil)
        #expect(ShortInvitation(secret: Place.secret, addresses: []) == nil)
    }

    // 68 bytes have room behind the prefix: 47 for addresses.
    @Test func `the room for addresses is used to the last byte`() throws {
        func line(_ letters: Int) -> ShortInvitation? {
            let name = String(repeating: "a", count: letters - 5) + ":7433"
            return ShortInvitation(secret: Place.secret, addresses: [name])
        }

        #expect(try #require(line(44)).text.utf8.count <= 120)
        #expect(try #require(line(45)).text.utf8.count == 120)
        #expect(line(46) == nil)
    }

    @Test func `a character that is wrong or missing is found`() throws {
        let text = try #require(
            ShortInvitation(secret: Place.secret, addresses: ["20.0.0.9:7433"])
        ).text
        for place in text.indices.dropFirst(11) {
            var wrong = text
            let other: Character = text[place] == "A" ? "B" : "A"
            wrong.replaceSubrange(place...place, with: String(other))
            #expect(throws: PastedTextError.damaged) { try ShortInvitation(reading: wrong) }
        }
        for count in 0..<text.count {
            #expect(throws: PastedTextError.damaged) {
                try ShortInvitation(reading: String(text.prefix(count)))
            }
        }
    }

    @Test func `a line that is spelled in another way is refused`() {
        func text(_ packed: [[UInt8]], count: Int? = nil) -> String {
            var writer = ByteWriter()
            writer.bytes16(Place.secret)
            writer.varint(count ?? packed.count)
            for bytes in packed { writer.raw(bytes) }
            return PastedText.checked(writer.bytes, prefix: "weft-join:2")
        }
        let literal: [UInt8] = [0, 13] + Array("20.0.0.9:7433".utf8)
        let good: [UInt8] = [4, 20, 0, 0, 9, 0x1D, 0x09]

        #expect((try? ShortInvitation(reading: text([good]))) != nil)
        for bad in [
            text([]), text([literal]), text([[0, 0]]), text([[5, 1, 2]]), text([[0, 1, 0xFF]]),
            text([good], count: 2), text([good + [0]]), text(Array(repeating: good, count: 9)),
        ] {
            #expect(throws: PastedTextError.damaged) { try ShortInvitation(reading: bad) }
        }
    }

    @Test(arguments: [
        ("20.0.0.9:7433", 7), ("255.255.255.255:65535", 7), ("[::1]:1", 19),
        ("[2001:db8::7]:7433", 19), ("[1:0:0:2::3]:1", 19), ("[::]:0", 19),
        // These are no literals that their bytes give back.
        ("020.0.0.9:7433", 16), ("20.0.0:7433", 13), ("20.0.0.256:1", 14), ("[2001:DB8::7]:1", 17),
        ("[2001:db8:0::7]:1", 19), ("[fe80::1%2]:1", 15), ("[::1]", 7), ("host:7433", 11),
        ("20.0.0.9:07433", 16), ("[1:2:3:4:5:6:7::8]:1", 22), ("[:::]:1", 9), ("[]:1", 6),
    ])
    func `an address is packed if its bytes give it back`(address: String, count: Int) throws {
        let bytes = PackedAddress.bytes(of: address)
        var reader = ByteReader(bytes)

        #expect(bytes.count == count)
        #expect(try PackedAddress.read(from: &reader) == address)
        try reader.finish()
        for count in bytes.indices {
            var reader = ByteReader(Array(bytes[..<count]))
            #expect(throws: WireError.self) { try PackedAddress.read(from: &reader) }
        }
    }

    @Test func `random addresses of both kinds come back`() throws {
        var dice = Dice(seed: 38)
        for _ in 0..<2000 {
            let port = dice.roll(below: 65_536)
            let groups = (0..<8).map { _ in dice.roll(below: 2) * dice.roll(below: 65_536) }
            var writer = ByteWriter()
            writer.byte(6)
            for group in groups { writer.u16(UInt16(group)) }
            writer.u16(UInt16(port))
            var reader = ByteReader(writer.bytes)
            let text = try PackedAddress.read(from: &reader)
            #expect(PackedAddress.bytes(of: text) == writer.bytes)
        }
    }

    @Test func `details are opened by their key alone, and give the invitation back`() {
        let key = Bytes32.repeating(0x44)
        let details = CodeSample.details
        let sealed = details.sealed(key)

        #expect(sealed.count == InvitationDetails.sealedBytes)
        #expect(InvitationDetails(sealed: sealed, key: key) == details)
        #expect(InvitationDetails(sealed: sealed, key: .repeating(1)) == nil)
        #expect(InvitationDetails(sealed: Array(sealed.dropLast()), key: key) == nil)
        #expect(InvitationDetails(sealed: [], key: key) == nil)
        for place in stride(from: 0, to: sealed.count, by: 61) {
            var changed = sealed
            changed[place] ^= 1
            #expect(InvitationDetails(sealed: changed, key: key) == nil)
        }
        let whole = details.invitation(by: Person.ana.certificate, secret: .zero)
        #expect(whole.secret == .zero)
        #expect(Invitation(text: whole.text) == whole)
        #expect(
            details.invitation(by: Person.ana.certificate, secret: nil).secret == Place.secret)
    }

    @Test func `details behind which something stands, or of no group, are refused`() {
        let key = Bytes32.repeating(0x44)
        func read(_ plain: [UInt8]) -> InvitationDetails? {
            let fill = [UInt8](repeating: 0, count: max(0, 2560 - plain.count))
            let sealed = Seal.seal(
                plain + fill, key: key, nonce: Bytes24(words: (0, 0, 0)), additional: [])
            return InvitationDetails(sealed: sealed, key: key)
        }
        var writer = ByteWriter()
        writer.bytes16(.zero)
        writer.audience(Place.group)
        writer.raw([UInt8](repeating: 7, count: 32))
        writer.u64(1_780_000_000)
        writer.pastedName("Quilts")
        writer.pastedAddresses([])
        let good = writer.bytes

        #expect(read(good) != nil)
        #expect(read(good + [0, 1]) == nil)
        #expect(read(Array(good[..<16]) + [1] + good[17...]) == nil)
        #expect(read([]) == nil)
    }

    @Test func `the longest details have room`() {
        let details = InvitationDetails(
            secret: Place.secret, audience: Place.group, founder: Person.ben.certificate.person,
            expirySeconds: 1, name: String(repeating: "n", count: 256),
            addresses: (0..<8).map { "\($0)" + String(repeating: "a", count: 261) })

        let sealed = details.sealed(CodeSample.key)

        #expect(InvitationDetails(sealed: sealed, key: CodeSample.key) == details)
    }
}
