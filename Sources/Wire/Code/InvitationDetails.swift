package import CRDT
package import Primitives
import Sodium

/// The part of an `Invitation` that a newcomer fetches from the inviting device, by a short code or by a
/// `ShortInvitation`. It is sealed and padded to a fixed length, so that no name shows.
///
///     secret     16     of the invitation
///     audience   kind u8, id 32
///     founder    32
///     expiry     u64
///     name       length varint, UTF-8
///     addresses  varint count, each a length varint and `host:port`
///     zeros             up to 2560 in all
///
/// The device's certificate is in the ticket that comes with it (`CodeTicket`).
package struct InvitationDetails: Equatable, Sendable {
    /// The secret; zeros for somebody who has it from a line, since the inviter does not keep it.
    package let secret: Bytes16
    package let audience: AudienceName
    package let founder: PersonID
    package let expirySeconds: UInt64
    package let name: String
    package let addresses: [String]

    /// The length of a sealed one.
    package static let sealedBytes = plainBytes + Seal.overhead
    private static let plainBytes = 2560

    /// Creates the details; a name or address over its limit is left out.
    ///
    /// - Parameter audience: an audience with an id; any other traps.
    package init(
        secret: Bytes16, audience: AudienceName, founder: PersonID, expirySeconds: UInt64,
        name: String, addresses: [String]
    ) {
        precondition(audience.id != nil, "nobody is invited into what a person has one of")
        self.secret = secret
        self.audience = audience
        self.founder = founder
        self.expirySeconds = expirySeconds
        self.name = PastedText.name(name)
        self.addresses = PastedText.addresses(addresses)
    }

    /// The whole invitation of the device with this certificate.
    ///
    /// - Parameter secret: the secret where the newcomer has it already.
    package func invitation(by certificate: Certificate, secret: Bytes16?) -> Invitation {
        Invitation(
            audience: audience, founder: founder, certificate: certificate,
            secret: secret ?? self.secret, expirySeconds: expirySeconds, name: name,
            addresses: addresses)
    }

    /// Seals it under a key that is used for these bytes alone.
    package func sealed(_ key: Bytes32) -> [UInt8] {
        var writer = ByteWriter(capacity: Self.plainBytes)
        writer.bytes16(secret)
        writer.audience(audience)
        writer.bytes32(founder.key)
        writer.u64(expirySeconds)
        writer.pastedName(name)
        writer.pastedAddresses(addresses)
        precondition(writer.bytes.count <= Self.plainBytes, "the longest has 2462 bytes")
        writer.raw([UInt8](repeating: 0, count: Self.plainBytes - writer.bytes.count))
        return Seal.seal(writer.bytes, key: key, nonce: Bytes24(words: (0, 0, 0)), additional: [])
    }

    /// Opens it; nil if the key is wrong, or something is over its limit.
    package init?(sealed: [UInt8], key: Bytes32) {
        guard sealed.count == Self.sealedBytes,
            let plain = Seal.open(
                sealed, key: key, nonce: Bytes24(words: (0, 0, 0)), additional: [])
        else { return nil }
        var reader = ByteReader(plain)
        guard let read = try? InvitationDetails(from: &reader),
            plain[reader.offset...].allSatisfy({ $0 == 0 })
        else { return nil }
        self = read
    }

    private init(from reader: inout ByteReader) throws(WireError) {
        secret = try reader.bytes16()
        audience = try reader.audience()
        guard audience.id != nil else { throw .unknownKind(offset: 16) }
        founder = PersonID(try reader.bytes32())
        expirySeconds = try reader.pastedExpiry()
        name = try reader.pastedName()
        addresses = try reader.pastedAddresses()
    }
}
