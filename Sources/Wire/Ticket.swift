package import CRDT
import Primitives

/// The text that a person gives to a friend: who they are and where their node is. Contains no secret; becoming friends
/// takes a ticket in both directions.
///
///     text   "weft:1" and base 32 of the bytes
///     bytes  certificate 160, name (length varint, UTF-8), addresses (varint count, each a length
///            varint and `host:port`), check 4: first bytes of BLAKE2b-256 of all before
package struct Ticket: Equatable, Sendable {
    /// The person and device; the signature is verified when the ticket is parsed.
    package let certificate: Certificate
    /// The person's name for themselves; at most 256 bytes.
    package let name: String
    /// The addresses of the node, best first; at most 8 of at most 262 bytes.
    package let addresses: [String]

    /// Creates a ticket; a name or address over its limit is left out.
    package init(certificate: Certificate, name: String, addresses: [String]) {
        self.certificate = certificate
        self.name = PastedText.name(name)
        self.addresses = PastedText.addresses(addresses)
    }

    /// The text to pass on.
    package var text: String {
        var writer = ByteWriter()
        certificate.write(to: &writer)
        writer.pastedName(name)
        writer.pastedAddresses(addresses)
        return PastedText.checked(writer.bytes, prefix: Self.prefix)
    }

    /// Parses pasted text; surrounding whitespace is ignored.
    ///
    /// - Throws: `damaged` if a character is wrong or missing, or the certificate is not signed by the person it names.
    package init(reading text: String) throws(PastedTextError) {
        let ticket = try PastedText.value(of: text, prefix: Self.prefix, Ticket.init(from:))
        guard ticket.certificate.isGenuine else { throw .damaged }
        self = ticket
    }

    /// Parses text like `init(reading:)`, but returns nil on failure.
    package init?(text: String) {
        guard let ticket = try? Ticket(reading: text) else { return nil }
        self = ticket
    }

    private init(from reader: inout ByteReader) throws(WireError) {
        certificate = try Certificate(from: &reader)
        name = try reader.pastedName()
        addresses = try reader.pastedAddresses()
    }

    private static let prefix = "weft:1"
}
