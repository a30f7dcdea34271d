import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct InvitationTests {
    private static let invitation = invited()

    private static func invited(
        to audience: AudienceName = Place.group, by certificate: Certificate? = nil,
        expirySeconds: UInt64 = 1_780_000_000, name: String = "Quilts",
        addresses: [String] = ["192.168.1.7:4711", "[2001:db8::7]:4711"]
    ) -> Invitation {
        Invitation(
            audience: audience, founder: Person.ana.id,
            certificate: certificate ?? Person.ben.certificate, secret: Place.secret,
            expirySeconds: expirySeconds, name: name, addresses: addresses)
    }

    @Test func `an invitation comes back however it was pasted`() {
        let text = Self.invitation.text
        let broken = String(text.enumerated().flatMap { $0 % 60 == 59 ? [$1, "\n", " "] : [$1] })

        for pasted in [text, " \(text)\n", text.lowercased(), text.uppercased(), broken] {
            #expect(Invitation(text: pasted) == Self.invitation)
        }
        #expect(text.hasPrefix("weft-join:1"))
    }

    @Test func `every changed character is refused`() {
        let text = Array(Self.invitation.text)

        for index in text.indices {
            for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ:-!" where other != text[index] {
                if text[index].isLowercase, text[index].uppercased() == String(other) { continue }
                var changed = text
                changed[index] = other
                #expect(Invitation(text: String(changed)) == nil, "\(index) \(other)")
            }
        }
    }

    @Test func `every missing or doubled character is refused`() {
        let text = Array(Self.invitation.text)

        for index in text.indices {
            var shorter = text
            shorter.remove(at: index)
            #expect(Invitation(text: String(shorter)) == nil, "\(index)")
            var longer = text
            longer.insert(text[index], at: index)
            #expect(Invitation(text: String(longer)) == nil, "\(index)")
        }
    }

    @Test func `every truncation is refused, and whatever follows`() {
        let text = Self.invitation.text

        for count in 0..<text.count { #expect(Invitation(text: String(text.prefix(count))) == nil) }
        #expect(Invitation(text: text + "0") == nil)
        #expect(Invitation(text: text + "00") == nil)
        #expect(Invitation(text: text + text) == nil)
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func `an audience without an id is refused, every other is read`(kind: UInt8) throws {
        let text = Self.invitation.text
        var bytes = try #require(Base32.decode(text.dropFirst("weft-join:1".count)))
        bytes[0] = kind
        bytes.replaceSubrange(
            (bytes.count - 4)..., with: Hash.blake2b32(bytes[..<(bytes.count - 4)]).bytes[..<4])

        let read = Invitation(text: "weft-join:1" + Base32.encode(bytes))

        #expect(read?.audience.kind == (kind >= 4 ? kind : nil))
    }

    @Test func `a certificate that its person did not sign is refused`() {
        let certificate = Certificate(
            person: Person.cleo.id, device: Person.ben.deviceID,
            agreement: Person.ben.agreement.publicKey,
            signature: Person.ben.certificate.signature)

        #expect(Invitation(text: Self.invited(by: certificate).text) == nil)
    }

    @Test(arguments: [0, 1, WireLimits.expirySecondsMax - 1, WireLimits.expirySecondsMax])
    func `an expiry up to the year 2200 comes back`(seconds: UInt64) {
        let invitation = Self.invited(expirySeconds: seconds)

        #expect(Invitation(text: invitation.text)?.expirySeconds == seconds)
    }

    @Test(arguments: [WireLimits.expirySecondsMax + 1, UInt64.max / 1000 + 1, UInt64.max])
    func `a later one is refused`(seconds: UInt64) {
        #expect(Invitation(text: Self.invited(expirySeconds: seconds).text) == nil)
    }

    @Test(arguments: [(255, 255), (256, 256), (257, 0)])
    func `a name has at most 256 bytes`(count: Int, kept: Int) {
        let invitation = Self.invited(name: String(repeating: "n", count: count))

        #expect(invitation.name.utf8.count == kept)
        #expect(Invitation(text: invitation.text) == invitation)
    }

    @Test(arguments: [(7, 7), (8, 8), (9, 8)])
    func `there are at most eight addresses`(count: Int, kept: Int) {
        let invitation = Self.invited(addresses: (0..<count).map { "h\($0):1" })

        #expect(invitation.addresses.count == kept)
        #expect(Invitation(text: invitation.text) == invitation)
    }

    @Test(arguments: [(0, 0), (1, 1), (262, 1), (263, 0)])
    func `an address has 1 to 262 bytes`(count: Int, kept: Int) {
        let invitation = Self.invited(addresses: [String(repeating: "a", count: count)])

        #expect(invitation.addresses.count == kept)
        #expect(Invitation(text: invitation.text) == invitation)
    }

    @Test func `the longest invitation can be pasted`() {
        let invitation = Self.invited(
            name: String(repeating: "n", count: 256),
            addresses: Array(repeating: String(repeating: "a", count: 262), count: 8))

        #expect(Invitation(text: invitation.text) == invitation)
    }

    @Test func `it is never read as a ticket or a text of pairing`() {
        let text = Self.invitation.text

        #expect(Ticket(text: text) == nil)
        #expect(PairingRequest(text: text) == nil && PairingAnswer(text: text) == nil)
    }

    @Test func `another secret has another id and key, and neither is the other's beginning`() {
        let other = Bytes16(high: 0x5EC2_0000_0000_0001, low: 0x7F)
        let keys = [Place.secret, other].map { Derivation.invitationKey(secret: $0) }
        let ids = [Place.secret, other].map { Derivation.invitationID(secret: $0) }

        #expect(keys[0] != keys[1])
        #expect(ids[0] != ids[1])
        #expect(keys[0].words.0 != ids[0])
    }
}
