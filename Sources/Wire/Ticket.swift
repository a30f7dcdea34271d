package import CRDT
import Primitives
import Sodium

/// What a person gives to a friend as text: who he is and where his node is. Names no secret;
/// becoming friends takes a ticket in both directions.
///
///     text   "weft:1" and base 32 of the bytes
///     bytes  certificate 160, name (length varint, UTF-8), addresses (varint count, each a length
///            varint and `host:port`), check 4: first bytes of BLAKE2b-256 of all before
package struct Ticket: Equatable, Sendable {
    /// Person and device; the signature was checked when the ticket was read.
    package let certificate: Certificate
    /// How the person calls himself; at most 256 bytes.
    package let name: String
    /// Where the node listens, best first; at most 8 of at most 262 bytes.
    package let addresses: [String]

    /// A ticket; what exceeds its limits is left out.
    package init(certificate: Certificate, name: String, addresses: [String]) {
        self.certificate = certificate
        self.name = name.utf8.count <= Self.nameBytesMax ? name : ""
        self.addresses = Array(
            addresses.filter { (1...Self.addressBytesMax).contains($0.utf8.count) }
                .prefix(Self.addressesMax))
    }

    /// What people pass on.
    package var text: String {
        var writer = ByteWriter()
        certificate.write(to: &writer)
        writer.lengthed(Array(name.utf8))
        writer.varint(addresses.count)
        for address in addresses { writer.lengthed(Array(address.utf8)) }
        let check = Hash.blake2b32(writer.bytes).bytes[..<4]
        return Self.prefix + Base32.encode(writer.bytes + check)
    }

    /// Reads what somebody pasted; white space around it does not matter.
    ///
    /// - Returns: nil if a character is wrong or missing, or the certificate is not signed by the
    ///   person it names.
    package init?(text: String) {
        let trimmed = text.filter { !$0.isWhitespace }
        guard trimmed.utf8.count <= Self.textBytesMax,
            trimmed.lowercased().hasPrefix(Self.prefix),
            let bytes = Base32.decode(trimmed.dropFirst(Self.prefix.count)), bytes.count > 4,
            Hash.blake2b32(bytes[..<(bytes.count - 4)]).bytes.starts(with: bytes.suffix(4)),
            let ticket = try? Ticket(bytes: Array(bytes.dropLast(4))),
            ticket.certificate.isGenuine
        else { return nil }
        self = ticket
    }

    private init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        let certificate = try Certificate(from: &reader)
        let name = try reader.text(atMost: Self.nameBytesMax)
        var addresses: [String] = []
        for _ in 0..<(try reader.count(bytesEach: 2, most: Self.addressesMax)) {
            let start = reader.offset
            let address = try reader.text(atMost: Self.addressBytesMax)
            guard !address.isEmpty else { throw .notCanonical(offset: start) }
            addresses.append(address)
        }
        try reader.finish()
        self.init(certificate: certificate, name: name, addresses: addresses)
    }

    private static let prefix = "weft:1"
    private static let nameBytesMax = 256
    private static let addressesMax = 8
    private static let addressBytesMax = 262
    private static let textBytesMax = 8192
}

extension ByteReader {
    /// A length and so many bytes of valid UTF-8.
    fileprivate mutating func text(atMost most: Int) throws(WireError) -> String {
        let start = offset
        guard let text = String(validating: try lengthed(atMost: most), as: UTF8.self) else {
            throw .notCanonical(offset: start)
        }
        return text
    }
}
