package import Primitives

/// An invitation into a group as a line of at most 120 characters. It contains the secret and where the inviter's device
/// is; the rest of an `Invitation` is fetched from there (`InvitationDetails`), so the device has to be up when the line
/// is used. **Contains a secret**, as an invitation does.
///
///     text   "weft-join:2" and base 32 of the bytes
///     bytes  secret 16, addresses (varint count, each a `PackedAddress`), check 4: first bytes of
///            BLAKE2b-256 of all before
package struct ShortInvitation: Equatable, Sendable {
    /// The same 16 random bytes as in the invitation.
    package let secret: Bytes16
    /// The addresses of the inviting device, best first; at most 8, and at least one.
    package let addresses: [String]

    /// The longest text that `text` gives.
    package static let textBytesMax = 120
    /// The bytes that its characters after the prefix have room for: five bits each.
    private static let bytesMax = (textBytesMax - prefix.utf8.count) * 5 / 8
    private static let prefix = "weft-join:2"

    /// Creates the line with as many addresses as it has room for, best first.
    ///
    /// - Returns: nil if it has room for none of them, or there are none.
    package init?(secret: Bytes16, addresses: [String]) {
        var kept: [String] = []
        var room = Self.bytesMax - 16 - 1 - 4
        for address in PastedText.addresses(addresses) {
            let length = PackedAddress.bytes(of: address).count
            guard length <= room else { continue }
            room -= length
            kept.append(address)
        }
        guard !kept.isEmpty else { return nil }
        self.secret = secret
        self.addresses = kept
    }

    /// The text to give to the newcomer.
    package var text: String {
        var writer = ByteWriter()
        writer.bytes16(secret)
        writer.varint(addresses.count)
        for address in addresses { writer.raw(PackedAddress.bytes(of: address)) }
        return PastedText.checked(writer.bytes, prefix: Self.prefix)
    }

    /// Parses pasted text; surrounding whitespace is ignored.
    ///
    /// - Throws: `damaged` if a character is wrong or missing, or no address is in it.
    package init(reading text: String) throws(PastedTextError) {
        self = try PastedText.value(of: text, prefix: Self.prefix, ShortInvitation.init(from:))
    }

    /// Whether a pasted text is to be read as such a line, damaged or not.
    package static func isBegun(by text: String) -> Bool {
        text.drop(while: \.isWhitespace).prefix(prefix.utf8.count).lowercased() == prefix
    }

    private init(from reader: inout ByteReader) throws(WireError) {
        secret = try reader.bytes16()
        let start = reader.offset
        var addresses: [String] = []
        for _ in 0..<(try reader.count(bytesEach: 2, most: PastedText.addressesMax)) {
            addresses.append(try PackedAddress.read(from: &reader))
        }
        guard !addresses.isEmpty else { throw .notCanonical(offset: start) }
        self.addresses = addresses
    }
}
