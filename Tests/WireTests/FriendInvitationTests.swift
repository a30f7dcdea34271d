import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct FriendInvitationTests {
    private static let invitation = made()

    private static func made(
        by certificate: Certificate? = nil, expirySeconds: UInt64 = 1_780_000_000,
        name: String = "Ben", addresses: [String] = ["192.168.1.7:4711", "[2001:db8::7]:4711"]
    ) -> FriendInvitation {
        FriendInvitation(
            certificate: certificate ?? Person.ben.certificate, secret: Place.secret,
            expirySeconds: expirySeconds, name: name, addresses: addresses)
    }

    @Test func `an invitation comes back however it was pasted`() {
        let text = Self.invitation.text
        let broken = String(text.enumerated().flatMap { $0 % 60 == 59 ? [$1, "\n", " "] : [$1] })

        for pasted in [text, " \(text)\n", text.lowercased(), text.uppercased(), broken] {
            #expect(FriendInvitation(text: pasted) == Self.invitation)
        }
        #expect(text.hasPrefix("weft:i1"))
    }

    @Test func `every truncation is refused, and whatever follows`() {
        let text = Self.invitation.text

        for count in 0..<text.count {
            #expect(FriendInvitation(text: String(text.prefix(count))) == nil)
        }
        #expect(FriendInvitation(text: text + "0") == nil)
        #expect(FriendInvitation(text: text + text) == nil)
    }

    @Test func `bytes that end anywhere are refused, though their check is right`() throws {
        let prefix = "weft:i1"
        let bytes = try #require(Base32.decode(Self.invitation.text.dropFirst(prefix.count)))
            .dropLast(4)

        for count in 0..<bytes.count {
            let cut = Array(bytes.prefix(count))
            let text = prefix + Base32.encode(cut + Hash.blake2b32(cut).bytes[..<4])
            #expect(FriendInvitation(text: text) == nil, "\(count)")
        }
    }

    @Test func `every changed character is refused`() {
        let text = Array(Self.invitation.text)

        for index in text.indices {
            for other in "07GZ:-!" where String(other) != text[index].uppercased() {
                var changed = text
                changed[index] = other
                #expect(FriendInvitation(text: String(changed)) == nil, "\(index) \(other)")
            }
        }
    }

    @Test func `a certificate that its person did not sign is refused`() {
        let certificate = Certificate(
            person: Person.cleo.id, device: Person.ben.deviceID,
            agreement: Person.ben.agreement.publicKey,
            signature: Person.ben.certificate.signature)

        #expect(FriendInvitation(text: Self.made(by: certificate).text) == nil)
    }

    @Test(arguments: [0, 1, WireLimits.expirySecondsMax - 1, WireLimits.expirySecondsMax])
    func `an expiry up to the year 2200 comes back`(seconds: UInt64) {
        let invitation = Self.made(expirySeconds: seconds)

        #expect(FriendInvitation(text: invitation.text)?.expirySeconds == seconds)
    }

    @Test(arguments: [WireLimits.expirySecondsMax + 1, UInt64.max / 1000 + 1, UInt64.max])
    func `a later one is refused`(seconds: UInt64) {
        #expect(FriendInvitation(text: Self.made(expirySeconds: seconds).text) == nil)
    }

    @Test func `the longest comes back, and what exceeds a limit is left out`() {
        let longest = Self.made(
            name: String(repeating: "n", count: 256),
            addresses: Array(repeating: String(repeating: "a", count: 262), count: 8))
        let longer = Self.made(
            name: String(repeating: "n", count: 257),
            addresses: Array(repeating: String(repeating: "a", count: 263), count: 1))

        #expect(FriendInvitation(text: longest.text) == longest)
        #expect(longer.name.isEmpty && longer.addresses.isEmpty)
    }

    @Test func `it is never read as another text, and none is read as it`() {
        let ticket = Self.invitation.ticket

        #expect(Ticket(text: Self.invitation.text) == nil)
        #expect(Invitation(text: Self.invitation.text) == nil)
        #expect(FriendInvitation(text: ticket.text) == nil)
        #expect(ticket.name == "Ben" && ticket.addresses.count == 2)
    }
}
