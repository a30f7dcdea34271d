import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct PairingTests {
    private static let request = PairingRequest(
        device: Person.ben.deviceID, agreement: Person.ben.agreement.publicKey, name: "laptop")
    private static let certificate = Certificate.sign(
        device: Person.ben.deviceID, agreement: Person.ben.agreement, root: Person.ana.root)
    private static let answer = answered()

    private static func answered(
        name: String = "Ana", companion: Certificate = Person.ana.certificate,
        addresses: [String] = ["192.168.1.7:4711", "[2001:db8::7]:4711"],
        root: SigningKey = Person.ana.root
    ) -> PairingAnswer {
        PairingAnswer.sign(
            certificate: certificate, recovery: .repeating(7), name: name, companion: companion,
            addresses: addresses, root: root)
    }

    private static func isRead(_ text: String) -> Bool {
        PairingRequest(text: text) != nil || PairingAnswer(text: text) != nil
    }

    private static var texts: [String] { [request.text, answer.text] }

    @Test func `a request comes back however it was pasted`() {
        let text = Self.request.text
        let broken = String(text.enumerated().flatMap { $0 % 40 == 39 ? [$1, "\n", " "] : [$1] })

        for pasted in [text, " \(text)\n", text.lowercased(), text.uppercased(), broken] {
            #expect(PairingRequest(text: pasted) == Self.request)
        }
        #expect(text.hasPrefix("weft-device:1"))
    }

    @Test func `an answer comes back however it was pasted`() {
        let text = Self.answer.text
        let broken = String(text.enumerated().flatMap { $0 % 60 == 59 ? [$1, "\n", " "] : [$1] })

        for pasted in [text, " \(text)\n", text.lowercased(), text.uppercased(), broken] {
            #expect(PairingAnswer(text: pasted) == Self.answer)
        }
        #expect(text.hasPrefix("weft-pair:1"))
        #expect(PairingAnswer(text: text)?.companion == Person.ana.certificate)
    }

    @Test func `every truncation is refused, and whatever follows`() {
        for text in Self.texts {
            for count in 0..<text.count { #expect(!Self.isRead(String(text.prefix(count)))) }
            #expect(!Self.isRead(text + "0"))
            #expect(!Self.isRead(text + "00"))
            #expect(!Self.isRead(text + text))
        }
    }

    @Test func `every changed character is refused`() {
        for text in Self.texts {
            let characters = Array(text)
            for index in characters.indices {
                for other in "08G!" where other != characters[index] {
                    var changed = characters
                    changed[index] = other
                    #expect(!Self.isRead(String(changed)), "\(index) \(other)")
                }
            }
        }
    }

    @Test func `an answer that the person did not sign is refused`() {
        #expect(PairingAnswer(text: Self.answered(root: Person.ben.root).text) == nil)
    }

    @Test func `a companion of somebody else is refused`() {
        let answer = Self.answered(companion: Person.cleo.certificate)

        #expect(PairingAnswer(text: answer.text) == nil)
    }

    @Test func `a certificate that the person did not sign is refused`() {
        let forged = Certificate(
            person: Person.ana.id, device: Person.ben.deviceID,
            agreement: Person.cleo.agreement.publicKey, signature: Self.certificate.signature)
        let answer = PairingAnswer.sign(
            certificate: forged, recovery: .repeating(7), name: "Ana",
            companion: Person.ana.certificate, addresses: [], root: Person.ana.root)

        #expect(PairingAnswer(text: answer.text) == nil)
    }

    @Test(arguments: [(255, 255), (256, 256), (257, 0)])
    func `a name has at most 256 bytes`(count: Int, kept: Int) {
        let name = String(repeating: "n", count: count)

        let request = PairingRequest(
            device: Person.ben.deviceID, agreement: Person.ben.agreement.publicKey, name: name)
        let answer = Self.answered(name: name)

        #expect(PairingRequest(text: request.text)?.name.utf8.count == kept)
        #expect(PairingAnswer(text: answer.text)?.name.utf8.count == kept)
    }

    @Test(arguments: [(7, 7), (8, 8), (9, 8)])
    func `there are at most eight addresses`(count: Int, kept: Int) {
        let answer = Self.answered(addresses: (0..<count).map { "h\($0):1" })

        #expect(PairingAnswer(text: answer.text)?.addresses.count == kept)
    }

    @Test(arguments: [(0, 0), (1, 1), (262, 1), (263, 0)])
    func `an address has 1 to 262 bytes`(count: Int, kept: Int) {
        let answer = Self.answered(addresses: [String(repeating: "a", count: count)])

        #expect(PairingAnswer(text: answer.text)?.addresses.count == kept)
    }

    @Test func `the one is never read as the other, nor as a ticket`() {
        #expect(PairingAnswer(text: Self.request.text) == nil)
        #expect(PairingRequest(text: Self.answer.text) == nil)
        #expect(Ticket(text: Self.answer.text) == nil)
    }
}
