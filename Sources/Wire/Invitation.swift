package import CRDT
package import Primitives

/// Text that a member gives to a newcomer, who can join a group with it. **Contains a secret**: the first person who
/// uses it joins in the newcomer's place, so it must be passed on like a password.
///
///     text   "weft-join:1" and base 32 of the bytes
///     bytes  audience (kind u8, id 32), founder 32, certificate 160, secret 16, expiry u64, name
///            (length varint, UTF-8), addresses (varint count, each a length varint and
///            `host:port`), check 4: first bytes of BLAKE2b-256 of all before
///
/// The inviter stores `Derivation.invitationKey` and `invitationID` of the secret, not the secret.
package struct Invitation: Equatable, Sendable {
    /// The audience to join. Any kind with ids parses; the caller refuses what cannot be joined.
    package let audience: AudienceName
    /// The founder of the group, without whom the newcomer could not detect a forged group.
    package let founder: PersonID
    /// The certificate of the inviting device, which is dialled; verified when the text is parsed.
    package let certificate: Certificate
    /// 16 random bytes, unique to this invitation.
    package let secret: Bytes16
    /// When it expires, in seconds since 1970, at most `WireLimits.expirySecondsMax`. The inviter's clock decides.
    package let expirySeconds: UInt64
    /// The inviter's name for the group; at most 256 bytes.
    package let name: String
    /// The addresses of the inviting device, best first; at most 8 of at most 262 bytes.
    package let addresses: [String]

    /// Creates an invitation; a name or address over its limit is left out.
    ///
    /// - Parameter audience: an audience with an id; any other traps.
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

    /// The text to give to the newcomer.
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

    /// Parses pasted text; surrounding whitespace is ignored.
    ///
    /// - Throws: `damaged` if a character is wrong or missing, if the audience is of a kind without ids, if the expiry
    ///   is over the limit, or if the certificate is not signed by the person it names.
    package init(reading text: String) throws(PastedTextError) {
        let invitation = try PastedText.value(
            of: text, prefix: Self.prefix, Invitation.init(from:))
        guard invitation.certificate.isGenuine else { throw .damaged }
        self = invitation
    }

    /// Parses text like `init(reading:)`, but returns nil on failure.
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
