package import CRDT
package import Primitives

/// What a member gives to a newcomer as text, so that he can join a group. **Names a secret**:
/// whoever reads it first may join in his place, so it is passed on as a password is.
///
///     text   "weft-join:1" and base 32 of the bytes
///     bytes  audience (kind u8, id 32), founder 32, certificate 160, secret 16, expiry u64, name
///            (length varint, UTF-8), addresses (varint count, each a length varint and
///            `host:port`), check 4: first bytes of BLAKE2b-256 of all before
///
/// The inviter keeps `Derivation.invitationKey` and `invitationID` of the secret, not the secret.
package struct Invitation: Equatable, Sendable {
    /// What is joined. Of any kind that has an id: who reads it refuses what cannot be joined.
    package let audience: AudienceName
    /// Whose group it is; without him the newcomer could not tell a forged one.
    package let founder: PersonID
    /// The inviting machine's, which is called; the signature was checked when this was read.
    package let certificate: Certificate
    /// 16 random bytes of this invitation alone.
    package let secret: Bytes16
    /// From when on it is refused: seconds since 1970, at most `WireLimits.expirySecondsMax`. The
    /// inviter's clock decides.
    package let expirySeconds: UInt64
    /// How the inviter calls the group; at most 256 bytes.
    package let name: String
    /// Where the inviting machine listens, best first; at most 8 of at most 262 bytes.
    package let addresses: [String]

    /// An invitation; a name or address that exceeds its limit is left out.
    ///
    /// - Parameter audience: one of many of its kind; another one stops the program.
    package init(
        audience: AudienceName, founder: PersonID, certificate: Certificate, secret: Bytes16,
        expirySeconds: UInt64, name: String, addresses: [String]
    ) {
        precondition(audience.id != nil, "nobody is invited into what a person has one of")
        self.audience = audience
        self.founder = founder
        self.certificate = certificate
        self.secret = secret
        self.expirySeconds = expirySeconds
        self.name = PastedText.name(name)
        self.addresses = PastedText.addresses(addresses)
    }

    /// What the newcomer is given.
    package var text: String {
        var writer = ByteWriter()
        writer.audience(audience)
        writer.bytes32(founder.key)
        certificate.write(to: &writer)
        writer.bytes16(secret)
        writer.u64(expirySeconds)
        writer.pastedName(name)
        writer.pastedAddresses(addresses)
        return PastedText.checked(writer.bytes, prefix: Self.prefix)
    }

    /// Reads what somebody pasted; white space around it does not matter.
    ///
    /// - Throws: `damaged` if a character is wrong or missing, if the audience is of a kind without
    ///   ids, if it ends too late, or if the certificate is not signed by the person it names.
    package init(reading text: String) throws(PastedTextError) {
        let invitation = try PastedText.value(
            of: text, prefix: Self.prefix, Invitation.init(from:))
        guard invitation.certificate.isGenuine else { throw .damaged }
        self = invitation
    }

    /// The same, where nobody is told why it is not read: nil then.
    package init?(text: String) {
        guard let invitation = try? Invitation(reading: text) else { return nil }
        self = invitation
    }

    private init(from reader: inout ByteReader) throws(WireError) {
        audience = try reader.audience()
        guard audience.id != nil else { throw .unknownKind(offset: 0) }
        founder = PersonID(try reader.bytes32())
        certificate = try Certificate(from: &reader)
        secret = try reader.bytes16()
        expirySeconds = try reader.pastedExpiry()
        name = try reader.pastedName()
        addresses = try reader.pastedAddresses()
    }

    private static let prefix = "weft-join:1"
}
