import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct TicketTests {
    private let ticket = Ticket(
        certificate: Person.ana.certificate, name: "Ana",
        addresses: ["192.168.1.7:4711", "[2001:db8::7]:4711"])

    @Test func `a ticket comes back however it was pasted`() {
        let text = ticket.text
        let broken = String(text.enumerated().flatMap { $0 % 60 == 59 ? [$1, "\n", " "] : [$1] })

        for pasted in [text, " \(text)\n", text.lowercased(), text.uppercased(), broken] {
            #expect(Ticket(text: pasted) == ticket)
        }
    }

    @Test func `every changed character is refused`() {
        let text = Array(ticket.text)

        for index in text.indices {
            for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ:-!" where other != text[index] {
                if "weft".contains(text[index]), text[index].uppercased() == String(other) {
                    continue
                }
                var changed = text
                changed[index] = other
                #expect(Ticket(text: String(changed)) == nil, "\(index) \(other)")
            }
        }
    }

    @Test func `every truncation is refused`() {
        let text = ticket.text

        for count in 0..<text.count { #expect(Ticket(text: String(text.prefix(count))) == nil) }
        #expect(Ticket(text: text + "0") == nil)
        #expect(Ticket(text: text + text) == nil)
    }

    @Test func `a certificate that its person did not sign is refused`() {
        let certificate = Certificate(
            person: Person.ben.id, device: Person.ana.deviceID,
            agreement: Person.ana.agreement.publicKey,
            signature: Person.ana.certificate.signature)

        let forged = Ticket(certificate: certificate, name: "Ben", addresses: [])

        #expect(Ticket(text: forged.text) == nil)
    }

    @Test(arguments: [(255, 255), (256, 256), (257, 0)])
    func `a name has at most 256 bytes`(count: Int, kept: Int) {
        let name = String(repeating: "n", count: count)

        let ticket = Ticket(certificate: Person.ana.certificate, name: name, addresses: [])

        #expect(ticket.name.utf8.count == kept)
        #expect(Ticket(text: ticket.text) == ticket)
    }

    @Test(arguments: [(7, 7), (8, 8), (9, 8)])
    func `there are at most eight addresses`(count: Int, kept: Int) {
        let addresses = (0..<count).map { "h\($0):1" }

        let ticket = Ticket(certificate: Person.ana.certificate, name: "", addresses: addresses)

        #expect(ticket.addresses.count == kept)
        #expect(Ticket(text: ticket.text) == ticket)
    }

    @Test(arguments: [(0, false), (1, true), (262, true), (263, false)])
    func `an address has 1 to 262 bytes`(count: Int, isKept: Bool) {
        let address = String(repeating: "a", count: count)

        let ticket = Ticket(certificate: Person.ana.certificate, name: "", addresses: [address])

        #expect(ticket.addresses == (isKept ? [address] : []))
        #expect(Ticket(text: ticket.text) == ticket)
    }
}
