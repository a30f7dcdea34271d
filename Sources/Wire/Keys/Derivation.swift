package import CRDT
package import Primitives
package import Sodium

/// All values derived by hashing, in one place, so that no two purposes share an input.
package enum Derivation {
    /// The root key of a person: Ed25519 of the seed BLAKE2b-256(key = seed of the phrase, "weft root").
    package static func root(phraseSeed: Bytes32) -> SigningKey {
        SigningKey(
            seed: SecretKey(Hash.blake2b32(Array("weft root".utf8), key: phraseSeed.bytes)))
    }

    /// The first secret of `private` or `friends`: BLAKE2b-256(key = seed of the phrase, "weft audience" || audience's
    /// number), so that a new device can derive it from the phrase.
    package static func firstSecret(phraseSeed: Bytes32, audience: UInt8) -> Bytes32 {
        Hash.blake2b32(Array("weft audience".utf8) + [audience], key: phraseSeed.bytes)
    }

    /// The permanent id of a chain: BLAKE2b-128(key = first secret (public: the person), device || incarnation).
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

    /// The origin of a copied operation: BLAKE2b-192(key = first secret of the author's `private`, audience || dot of
    /// the `in` || source dot). All own devices derive the same one; nobody else can tell which operation it came from,
    /// or that another copy exists.
    package static func copy(
        privateSecret: Bytes32, audience: AudienceName, placement: Dot, source: Dot
    ) -> Dot {
        let input = audience.bytes + placement.hashInput + source.hashInput
        return .derived(Hash.blake2b24(input, key: privateSecret.bytes))
    }

    /// The reference by which others name a thing without revealing it: BLAKE2b-128("weft reference" || author ||
    /// object). A peer that has the thing finds it by the reference; for others, 80 bits of the object's id are a hash
    /// that cannot be guessed, and the creation time in the id stays hidden.
    package static func reference(to object: ObjectID, of author: PersonID) -> Bytes16 {
        Hash.blake2b16(Array("weft reference".utf8) + author.key.bytes + object.bytes.bytes)
    }

    /// The key for reactions to a thing, for everyone who has it: BLAKE2b-256("weft reactions" || author || object).
    package static func reactionsKey(of object: ObjectID, of author: PersonID) -> Bytes32 {
        Hash.blake2b32(Array("weft reactions".utf8) + author.key.bytes + object.bytes.bytes)
    }

    /// The name of an epoch: the first 16 bytes of BLAKE2b-256 of its rotation as encoded in the payload (kind and
    /// body).
    package static func epochName(of rotation: Rotation) -> Bytes16 {
        guard let name = Bytes16(audienceID(of: rotation).bytes[..<16]) else {
            preconditionFailure("a hash of 32 bytes begins with 16")
        }
        return name
    }

    /// The id of the group or direct audience that begins with `rotation`: all 32 bytes of the hash whose first 16 name
    /// its epoch.
    package static func audienceID(of rotation: Rotation) -> Bytes32 {
        var writer = ByteWriter()
        writer.byte(OperationKind.rotate)
        rotation.write(to: &writer)
        return Hash.blake2b32(writer.bytes)
    }

    /// The check value for a delivered key: BLAKE2b-256(key = K, "weft epoch").
    package static func epochCheck(_ key: Bytes32) -> Bytes32 {
        Hash.blake2b32(Array("weft epoch".utf8), key: key.bytes)
    }

    /// The mark of a member device: BLAKE2b-64(key = K, device || agreement). A holder of K can test whether a peer is
    /// a member, but cannot list members. Both keys are included: the handshake proves the second, so a person who
    /// certifies another's signing key as their own has the wrong agreement key.
    package static func mark(_ device: EpochKey.Recipient, key: Bytes32) -> UInt64 {
        let keys = device.device.key.bytes + device.agreement.bytes
        return number(Hash.blake2b(keys, key: key.bytes, count: 8))
    }

    /// The tag by which two members find a common audience in a session: BLAKE2b-128(key = K of the head (public: the
    /// person), handshake hash || role). Roles: 1 initiator, 2 responder.
    package static func interest(key: Bytes32, handshakeHash: [UInt8], role: UInt8) -> Bytes16 {
        Hash.blake2b16(handshakeHash + [role], key: key.bytes)
    }

    /// The tag by which each side announces support for the messages about files. It is sent among the tags of
    /// audiences; a peer that does not know it takes it for random.
    package static func blobsTag(handshakeHash: [UInt8], role: UInt8) -> Bytes16 {
        interest(
            key: Hash.blake2b32(Array("weft files".utf8)), handshakeHash: handshakeHash, role: role)
    }

    /// The key pair to which every epoch's key is sealed besides the devices, derived from the phrase.
    package static func recoveryKey(phraseSeed: Bytes32) -> AgreementKey {
        AgreementKey(
            seed: SecretKey(Hash.blake2b32(Array("weft recovery".utf8), key: phraseSeed.bytes)))
    }

    /// The key that an invited person proves to know in the handshake, and that the inviter stores: BLAKE2b-256(key =
    /// secret, "weft invite").
    package static func invitationKey(secret: Bytes16) -> Bytes32 {
        Hash.blake2b32(Array("weft invite".utf8), key: secret.bytes)
    }

    /// The id of an invitation in the handshake: BLAKE2b-64(key = secret, "weft invite id"). It reveals nothing about
    /// the key.
    package static func invitationID(secret: Bytes16) -> UInt64 {
        number(Hash.blake2b(Array("weft invite id".utf8), key: secret.bytes, count: 8))
    }

    /// The key by which a person's friends recognise the beacons of a device: BLAKE2b-256(key = K of an epoch of
    /// `friends`, "weft beacon" || device). It changes with each epoch, so that former friends recognise none.
    package static func discoveryKey(epoch key: Bytes32, device: DeviceID) -> Bytes32 {
        Hash.blake2b32(Array("weft beacon".utf8) + device.key.bytes, key: key.bytes)
    }

    /// The key by which the device with the agreement key `receiver` recognises beacons of the one with `sender`:
    /// BLAKE2b-256(key = their X25519 secret, "weft beacon pair" || sender || receiver). The directions have different
    /// keys, so that no device takes its own beacon for the other's.
    package static func beaconPairKey(
        shared: [UInt8], sender: Bytes32, receiver: Bytes32
    ) -> Bytes32 {
        Hash.blake2b32(
            Array("weft beacon pair".utf8) + sender.bytes + receiver.bytes, key: shared)
    }

    /// The tag under which a keeper stores what the device with the agreement key `writer` has written for the one with
    /// `reader`: BLAKE2b-128(key = their X25519 secret, "weft mailbox" || keeper || writer || reader). Only those two
    /// know it, and it differs for each keeper.
    package static func mailboxTag(
        shared: [UInt8], keeper: PersonID, writer: Bytes32, reader: Bytes32
    ) -> Bytes16 {
        Hash.blake2b16(
            Array("weft mailbox".utf8) + keeper.key.bytes + writer.bytes + reader.bytes,
            key: shared)
    }

    /// The name of a stored segment: BLAKE2b-128 of all of it.
    package static func mailboxName(of segment: [UInt8]) -> Bytes16 { Hash.blake2b16(segment) }

    /// The mask of a beacon's field, to be XORed with the port: BLAKE2b-64(key, nonce).
    package static func beaconMask(key: Bytes32, nonce: [UInt8]) -> UInt64 {
        number(Hash.blake2b(nonce, key: key.bytes, count: 8))
    }

    /// The public identifier of a run by a short code, shared by both sides: BLAKE2b-256(key = the run's key, "weft
    /// code run").
    package static func codeRun(_ key: [UInt8]) -> Bytes32 {
        Hash.blake2b32(Array("weft code run".utf8), key: key)
    }

    /// The key under which one side seals its ticket: BLAKE2b-256(key = the run's key, "weft code ticket" || role).
    package static func codeTicketKey(_ key: [UInt8], of role: CodeTicket.Role) -> Bytes32 {
        Hash.blake2b32(Array("weft code ticket".utf8) + [role.rawValue], key: key)
    }

    /// The key under which the inviter seals the details of an invitation: BLAKE2b-256(key = the run's key, "weft code
    /// invitation").
    package static func codeInvitationKey(_ key: [UInt8]) -> Bytes32 {
        Hash.blake2b32(Array("weft code invitation".utf8), key: key)
    }

    /// The bytes that both screens show as four words: BLAKE2b-64(key = the run's key, "weft code words").
    package static func codeWords(_ key: [UInt8]) -> [UInt8] {
        Hash.blake2b(Array("weft code words".utf8), key: key, count: 8)
    }

    /// The key by which the maker of a code recognises a beacon that looks for it: BLAKE2b-256("weft code ask" ||
    /// number u16). Not secret: it can be found by trying all numbers.
    package static func codeAskKey(number: UInt16) -> Bytes32 {
        var writer = ByteWriter()
        writer.raw(Array("weft code ask".utf8))
        writer.u16(number)
        return Hash.blake2b32(writer.bytes)
    }

    /// The key by which the asking device recognises the answer to its beacon with this nonce: BLAKE2b-256("weft code
    /// answer" || number u16 || nonce u64).
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
