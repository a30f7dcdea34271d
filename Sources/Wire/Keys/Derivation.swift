package import CRDT
package import Primitives
package import Sodium

/// Everything that is derived by hashing: one place, so that no two purposes share an input.
package enum Derivation {
    /// The person: the root key is Ed25519 of the seed BLAKE2b-256(key = seed of the phrase,
    /// "weft root").
    package static func root(phraseSeed: Bytes32) -> SigningKey {
        SigningKey(
            seed: SecretKey(Hash.blake2b32(Array("weft root".utf8), key: phraseSeed.bytes)))
    }

    /// The first secret of `private` or `friends`: BLAKE2b-256(key = seed of the phrase,
    /// "weft audience" || audience's number), so that a bare machine with the phrase finds it.
    package static func firstSecret(phraseSeed: Bytes32, audience: UInt8) -> Bytes32 {
        Hash.blake2b32(Array("weft audience".utf8) + [audience], key: phraseSeed.bytes)
    }

    /// The id of a chain: BLAKE2b-128(key = first secret (public: the person), device ||
    /// incarnation), for life.
    package static func chain(
        secret: Bytes32, device: DeviceID, incarnation: UInt64
    ) -> ChainID {
        var writer = ByteWriter(capacity: 40)
        writer.bytes32(device.key)
        writer.u64(incarnation)
        return ChainID(Hash.blake2b16(writer.bytes, key: secret.bytes))
    }

    /// The id of an object: 48 bits of its creation's stamp, 80 bits of BLAKE2b-128(origin).
    package static func object(origin: Dot, stamp: HybridTime) -> ObjectID {
        let hash = Hash.blake2b16(origin.hashInput).bytes
        var writer = ByteWriter(capacity: 16)
        for shift in stride(from: 40, through: 0, by: -8) {
            writer.byte(UInt8(truncatingIfNeeded: stamp.wall.milliseconds >> UInt64(shift)))
        }
        writer.raw(hash[..<10])
        guard let bytes = Bytes16(writer.bytes) else { preconditionFailure("6 and 10 are 16") }
        return ObjectID(bytes)
    }

    /// The origin of a copied operation: BLAKE2b-192(key = first secret of the author's `private`,
    /// audience || dot of the `in` || source dot). Two own devices derive the same one; nobody else
    /// can tell which operation it came from, or that another copy exists.
    package static func copy(
        privateSecret: Bytes32, audience: AudienceName, placement: Dot, source: Dot
    ) -> Dot {
        let input = audience.bytes + placement.hashInput + source.hashInput
        return .derived(Hash.blake2b24(input, key: privateSecret.bytes))
    }

    /// How others name a thing without telling which it is: BLAKE2b-128("weft reference" || author ||
    /// object). Who has the thing finds it so; 80 bits of the object's id are a hash that nobody
    /// guesses, and when it was made, which the id says, stays untold.
    package static func reference(to object: ObjectID, of author: PersonID) -> Bytes16 {
        Hash.blake2b16(Array("weft reference".utf8) + author.key.bytes + object.bytes.bytes)
    }

    /// The key of what is said of a thing, for whoever has it: BLAKE2b-256("weft reactions" || author
    /// || object).
    package static func reactionsKey(of object: ObjectID, of author: PersonID) -> Bytes32 {
        Hash.blake2b32(Array("weft reactions".utf8) + author.key.bytes + object.bytes.bytes)
    }

    /// The name of an epoch: the first 16 bytes of BLAKE2b-256 of its rotation as it stands in the
    /// payload (kind and body).
    package static func epochName(of rotation: Rotation) -> Bytes16 {
        guard let name = Bytes16(audienceID(of: rotation).bytes[..<16]) else {
            preconditionFailure("a hash of 32 bytes begins with 16")
        }
        return name
    }

    /// The id of the group or direct audience that begins with `rotation`: all 32 bytes of the hash
    /// whose first 16 name its epoch.
    package static func audienceID(of rotation: Rotation) -> Bytes32 {
        var writer = ByteWriter()
        writer.byte(OperationKind.rotate)
        rotation.write(to: &writer)
        return Hash.blake2b32(writer.bytes)
    }

    /// What a delivered key is checked against: BLAKE2b-256(key = K, "weft epoch").
    package static func epochCheck(_ key: Bytes32) -> Bytes32 {
        Hash.blake2b32(Array("weft epoch".utf8), key: key.bytes)
    }

    /// That a device is a member: BLAKE2b-64(key = K, device || agreement). Who holds K can test a
    /// peer with it, and only test. Both keys enter: a handshake proves the second one, and who
    /// certifies another's first one as his has the wrong second.
    package static func mark(_ device: EpochKey.Recipient, key: Bytes32) -> UInt64 {
        let keys = device.device.key.bytes + device.agreement.bytes
        return number(Hash.blake2b(keys, key: key.bytes, count: 8))
    }

    /// The tag by which two members find a common audience in a session: BLAKE2b-128(key = K of the
    /// head (public: the person), handshake hash || role). Roles: 1 initiator, 2 responder.
    package static func interest(key: Bytes32, handshakeHash: [UInt8], role: UInt8) -> Bytes16 {
        Hash.blake2b16(handshakeHash + [role], key: key.bytes)
    }

    /// By which each side of a session sees that the other knows the messages about files: a tag among
    /// those of audiences, which whoever does not know it takes for chance.
    package static func blobsTag(handshakeHash: [UInt8], role: UInt8) -> Bytes16 {
        interest(
            key: Hash.blake2b32(Array("weft files".utf8)), handshakeHash: handshakeHash, role: role)
    }

    /// The key pair to which every epoch's key is sealed beside the devices: from the phrase.
    package static func recoveryKey(phraseSeed: Bytes32) -> AgreementKey {
        AgreementKey(
            seed: SecretKey(Hash.blake2b32(Array("weft recovery".utf8), key: phraseSeed.bytes)))
    }

    /// What the handshake of an invitation proves to know, and what the inviter keeps:
    /// BLAKE2b-256(key = secret, "weft invite").
    package static func invitationKey(secret: Bytes16) -> Bytes32 {
        Hash.blake2b32(Array("weft invite".utf8), key: secret.bytes)
    }

    /// What names the invitation to its inviter in the handshake: BLAKE2b-64(key = secret,
    /// "weft invite id"). Says nothing about the key.
    package static func invitationID(secret: Bytes16) -> UInt64 {
        number(Hash.blake2b(Array("weft invite id".utf8), key: secret.bytes, count: 8))
    }

    /// By which the friends of a device's person know its beacons: BLAKE2b-256(key = K of an epoch of
    /// `friends`, "weft beacon" || device). Another one with each epoch, so who is a friend no more
    /// knows none.
    package static func discoveryKey(epoch key: Bytes32, device: DeviceID) -> Bytes32 {
        Hash.blake2b32(Array("weft beacon".utf8) + device.key.bytes, key: key.bytes)
    }

    /// By which the device with the agreement key `receiver` knows beacons of that with `sender`:
    /// BLAKE2b-256(key = their X25519 secret, "weft beacon pair" || sender || receiver). Another one
    /// for each direction: nobody takes his own word for the other's.
    package static func beaconPairKey(
        shared: [UInt8], sender: Bytes32, receiver: Bytes32
    ) -> Bytes32 {
        Hash.blake2b32(
            Array("weft beacon pair".utf8) + sender.bytes + receiver.bytes, key: shared)
    }

    /// Under which a keeper keeps what the device with the agreement key `writer` has written for that
    /// with `reader`: BLAKE2b-128(key = their X25519 secret, "weft mailbox" || keeper || writer || reader).
    /// Only the two know it; each keeper's person sees another one.
    package static func mailboxTag(
        shared: [UInt8], keeper: PersonID, writer: Bytes32, reader: Bytes32
    ) -> Bytes16 {
        Hash.blake2b16(
            Array("weft mailbox".utf8) + keeper.key.bytes + writer.bytes + reader.bytes,
            key: shared)
    }

    /// What a segment is called where it is kept: BLAKE2b-128 of all of it.
    package static func mailboxName(of segment: [UInt8]) -> Bytes16 { Hash.blake2b16(segment) }

    /// What a field of a beacon is but for the port: BLAKE2b-64(key, nonce).
    package static func beaconMask(key: Bytes32, nonce: [UInt8]) -> UInt64 {
        number(Hash.blake2b(nonce, key: key.bytes, count: 8))
    }

    /// What both sides of a run by a short code agree on but for its key: BLAKE2b-256(key = the run's
    /// key, "weft code run").
    package static func codeRun(_ key: [UInt8]) -> Bytes32 {
        Hash.blake2b32(Array("weft code run".utf8), key: key)
    }

    /// Under which one of the two seals his ticket: BLAKE2b-256(key = the run's key,
    /// "weft code ticket" || role).
    package static func codeTicketKey(_ key: [UInt8], of role: CodeTicket.Role) -> Bytes32 {
        Hash.blake2b32(Array("weft code ticket".utf8) + [role.rawValue], key: key)
    }

    /// What both screens show of it as four words: BLAKE2b-64(key = the run's key,
    /// "weft code words").
    package static func codeWords(_ key: [UInt8]) -> [UInt8] {
        Hash.blake2b(Array("weft code words".utf8), key: key, count: 8)
    }

    /// By which whoever has made a code knows that somebody asks for it on this network:
    /// BLAKE2b-256("weft code ask" || number u16). No secret: whoever tries all numbers knows it too.
    package static func codeAskKey(number: UInt16) -> Bytes32 {
        var writer = ByteWriter()
        writer.raw(Array("weft code ask".utf8))
        writer.u16(number)
        return Hash.blake2b32(writer.bytes)
    }

    /// By which whoever asked knows the answer to the beacon with this nonce:
    /// BLAKE2b-256("weft code answer" || number u16 || nonce u64).
    package static func codeAnswerKey(number: UInt16, nonce: UInt64) -> Bytes32 {
        var writer = ByteWriter()
        writer.raw(Array("weft code answer".utf8))
        writer.u16(number)
        writer.u64(nonce)
        return Hash.blake2b32(writer.bytes)
    }

    /// Eight bytes as a number, most significant first.
    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
