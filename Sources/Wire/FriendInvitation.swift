package import CRDT
package import Primitives

/// What a person gives to somebody as text, so that the two become friends in one go. **Names a
/// secret**: whoever reads it first may come in his place, so it is passed on as a password is.
///
///     text   "weft:i1" and base 32 of the bytes
///     bytes  certificate 160, secret 16, expiry u64, name (length varint, UTF-8), addresses (varint
///            count, each a length varint and `host:port`), check 4: first bytes of BLAKE2b-256 of
///            all before
///
/// Whoever made it keeps `Derivation.invitationKey` and `invitationID` of the secret, as of an
/// `Invitation`, and decides: nothing of it is signed or told to anybody.
package struct FriendInvitation: Equatable, Sendable {
    /// The inviting machine's, which is called; the signature was checked when this was read.
    package let certificate: Certificate
    /// 16 random bytes of this invitation alone.
    package let secret: Bytes16
    /// From when on it is refused: seconds since 1970, at most `WireLimits.expirySecondsMax`. The
    /// inviter's clock decides.
    package let expirySeconds: UInt64
    /// How the inviter calls himself; at most 256 bytes.
    package let name: String
    /// Where the inviting machine listens, best first; at most 8 of at most 262 bytes.
    package let addresses: [String]

    /// An invitation; a name or address that exceeds its limit is left out.
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

    /// What the other one is given.
    package var text: String {
        var writer = ByteWriter()
        certificate.write(to: &writer)
        writer.bytes16(secret)
        writer.u64(expirySeconds)
        writer.pastedName(name)
        writer.pastedAddresses(addresses)
        return PastedText.checked(writer.bytes, prefix: Self.prefix)
    }

    /// Reads what somebody pasted; white space around it does not matter.
    ///
    /// - Throws: `damaged` if a character is wrong or missing, if it ends too late, or if the certificate
    ///   is not signed by the person it names.
    package init(reading text: String) throws(PastedTextError) {
        let invitation = try PastedText.value(
            of: text, prefix: Self.prefix, FriendInvitation.init(from:))
        guard invitation.certificate.isGenuine else { throw .damaged }
        self = invitation
    }

    /// The same, where nobody is told why it is not read: nil then.
    package init?(text: String) {
        guard let invitation = try? FriendInvitation(reading: text) else { return nil }
        self = invitation
    }

    /// Who invites, as his ticket says it.
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
