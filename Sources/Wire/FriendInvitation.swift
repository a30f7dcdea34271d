package import CRDT
package import Primitives

/// Text that a person gives to another so that the two become friends in one step. **Contains a secret**: the first
/// person who uses it takes the place of the invited one, so it must be passed on like a password.
///
///     text   "weft:i1" and base 32 of the bytes
///     bytes  certificate 160, secret 16, expiry u64, name (length varint, UTF-8), addresses (varint
///            count, each a length varint and `host:port`), check 4: first bytes of BLAKE2b-256 of
///            all before
///
/// As with an `Invitation`, the inviter stores `Derivation.invitationKey` and `invitationID` of the secret and decides
/// who is admitted: nothing of it is signed or sent to anyone.
package struct FriendInvitation: Equatable, Sendable {
    /// The certificate of the inviting device, which is dialled; verified when the text is parsed.
    package let certificate: Certificate
    /// 16 random bytes, unique to this invitation.
    package let secret: Bytes16
    /// When it expires, in seconds since 1970, at most `WireLimits.expirySecondsMax`. The inviter's clock decides.
    package let expirySeconds: UInt64
    /// The inviter's name for themselves; at most 256 bytes.
    package let name: String
    /// The addresses of the inviting device, best first; at most 8 of at most 262 bytes.
    package let addresses: [String]

    /// Creates an invitation; a name or address over its limit is left out.
    package init(
        certificate: Certificate, secret: Bytes16, expirySeconds: UInt64, name: String,
        addresses: [String]
    ) {
        self.certificate = certificate
        self.secret = secret
        self.expirySeconds = expirySeconds
        self.name = PastedText.name(name)
        self.addresses = PastedText.addresses(addresses)
    }

    /// The text to give to the other person.
    package var text: String {
        var writer = ByteWriter()
        certificate.write(to: &writer)
        writer.bytes16(secret)
        writer.u64(expirySeconds)
        writer.pastedName(name)
        writer.pastedAddresses(addresses)
        return PastedText.checked(writer.bytes, prefix: Self.prefix)
    }

    /// Parses pasted text; surrounding whitespace is ignored.
    ///
    /// - Throws: `damaged` if a character is wrong or missing, if the expiry is over the limit, or if the certificate
    ///   is not signed by the person it names.
    package init(reading text: String) throws(PastedTextError) {
        let invitation = try PastedText.value(
            of: text, prefix: Self.prefix, FriendInvitation.init(from:))
        guard invitation.certificate.isGenuine else { throw .damaged }
        self = invitation
    }

    /// Parses text like `init(reading:)`, but returns nil on failure.
    package init?(text: String) {
        guard let invitation = try? FriendInvitation(reading: text) else { return nil }
        self = invitation
    }

    /// The inviter's ticket.
    package var ticket: Ticket {
        Ticket(certificate: certificate, name: name, addresses: addresses)
    }

    private init(from reader: inout ByteReader) throws(WireError) {
        certificate = try Certificate(from: &reader)
        secret = try reader.bytes16()
        expirySeconds = try reader.pastedExpiry()
        name = try reader.pastedName()
        addresses = try reader.pastedAddresses()
    }

    private static let prefix = "weft:i1"
}
