package import CRDT
package import Primitives
package import Sodium

/// Creates and opens the sealed parts of rotations and admissions.
package enum EpochKey {
    /// The part of a rotation that only members can read.
    ///
    ///     audience      u8, owner 32: the audience of the epoch
    ///     first secret  32
    ///     follows       varint count, each: name 16, key 32, strictly ascending by name
    ///     marks         8 each, to the end, strictly ascending
    package struct Secrets: Equatable, Sendable {
        package let audience: UInt8
        package let owner: Bytes32
        package let firstSecret: Bytes32
        package let follows: [Followed]
        package let marks: [UInt64]

        /// Creates the secrets of a rotation; both lists may be unordered and contain duplicates.
        ///
        /// - Parameter audience: the number of the audience's kind in Domain.
        /// - Parameter owner: the person; for a group or direct audience its id, but in its first rotation, from which
        ///   the id is derived, the founder.
        package init(
            audience: UInt8, owner: Bytes32, firstSecret: Bytes32, follows: [Followed],
            marks: [UInt64]
        ) {
            self.audience = audience
            self.owner = owner
            self.firstSecret = firstSecret
            self.follows = follows.sorted { $0.name < $1.name }.reduce(into: []) { unique, next in
                if unique.last?.name != next.name { unique.append(next) }
            }
            self.marks = EpochKey.rising(marks)
        }
    }

    /// An epoch that another one follows: newcomers read the history with its key.
    package struct Followed: Equatable, Sendable {
        package let name: Bytes16
        package let key: Bytes32

        /// Creates the epoch `name` with `key`.
        package init(name: Bytes16, key: Bytes32) {
            self.name = name
            self.key = key
        }
    }

    /// A device that receives a key: the signing key that is marked, and the agreement key for delivery.
    package struct Recipient: Equatable, Sendable {
        package let device: DeviceID
        package let agreement: Bytes32

        /// Creates the recipient `device` with its X25519 key `agreement`.
        package init(device: DeviceID, agreement: Bytes32) {
            self.device = device
            self.agreement = agreement
        }

        /// Creates the recipient for the device in `certificate`.
        package init(_ certificate: Certificate) {
            self.init(device: certificate.device, agreement: certificate.agreement)
        }
    }

    /// Creates a rotation to the epoch of `key` for `members`, and for the holder of the recovery phrase.
    ///
    /// - Parameter secrets: the part for members; its marks are replaced by those of `members`.
    package static func rotation(
        key: Bytes32, secrets: Secrets, members: [Recipient], recovery: Bytes32,
        entropy: inout Entropy,
        dice: inout Dice
    ) -> Rotation {
        let ephemeral = AgreementKey(seed: entropy.secretKey())
        let targets = members.map(\.agreement) + [recovery]
        let deliveries = targets.compactMap { deliver(key, to: $0, from: ephemeral) }
        let marked = Secrets(
            audience: secrets.audience, owner: secrets.owner, firstSecret: secrets.firstSecret,
            follows: secrets.follows, marks: members.map { Derivation.mark($0, key: key) })
        return Rotation(
            check: Derivation.epochCheck(key), ephemeral: ephemeral.publicKey,
            deliveries: dice.shuffle(deliveries),
            sealed: seal(marked.bytes, key: key, ephemeral: ephemeral.publicKey))
    }

    /// Creates an admission of `members` to the epoch `name` of `key`.
    package static func admission(
        to name: Bytes16, key: Bytes32, members: [Recipient], entropy: inout Entropy,
        dice: inout Dice
    ) -> Admission {
        let ephemeral = AgreementKey(seed: entropy.secretKey())
        let deliveries = members.compactMap { deliver(key, to: $0.agreement, from: ephemeral) }
        var marks = ByteWriter()
        for mark in rising(members.map { Derivation.mark($0, key: key) }) {
            marks.u64(mark)
        }
        return Admission(
            epoch: name, ephemeral: ephemeral.publicKey, deliveries: dice.shuffle(deliveries),
            sealed: seal(marks.bytes, key: key, ephemeral: ephemeral.publicKey))
    }

    /// Finds the key delivered to `device`.
    ///
    /// - Returns: nil when no delivery is for it, or none matches `check`.
    package static func find(
        in deliveries: [KeyDelivery], ephemeral: Bytes32, check: Bytes32, for device: AgreementKey
    ) -> Bytes32? {
        candidates(in: deliveries, ephemeral: ephemeral, for: device)
            .first { Derivation.epochCheck($0) == check }
    }

    /// Returns the keys that may have been delivered to `device`: more than one if tags collide, which happens by
    /// chance once in four billion.
    static func candidates(
        in deliveries: [KeyDelivery], ephemeral: Bytes32, for device: AgreementKey
    ) -> [Bytes32] {
        guard let shared = device.agree(with: ephemeral) else { return [] }
        let (mask, tag) = pad(shared: shared, ephemeral: ephemeral, target: device.publicKey)
        return deliveries.filter { $0.tag == tag }.map { xor($0.masked, mask) }
    }

    /// Opens the part of a rotation for members.
    ///
    /// - Returns: nil when `key` is not this epoch's, or the sealed part is malformed: such a rotation makes no epoch.
    package static func secrets(of rotation: Rotation, key: Bytes32) -> Secrets? {
        guard Derivation.epochCheck(key) == rotation.check,
            let plain = open(rotation.sealed, key: key, ephemeral: rotation.ephemeral)
        else { return nil }
        return Secrets(bytes: plain)
    }

    /// Opens the marks of an admission; nil if `key` is wrong or the marks are malformed.
    package static func marks(of admission: Admission, key: Bytes32) -> [UInt64]? {
        guard let plain = open(admission.sealed, key: key, ephemeral: admission.ephemeral)
        else { return nil }
        var reader = ByteReader(plain)
        return try? reader.marks()
    }

    // A device named twice is marked once, because readers refuse marks that do not ascend.
    fileprivate static func rising(_ marks: [UInt64]) -> [UInt64] {
        marks.sorted().reduce(into: []) { unique, next in
            if unique.last != next { unique.append(next) }
        }
    }

    /// Masks `key` with a pad that only `target` and the holder of `ephemeral` can compute; nil if `target` is not a
    /// valid key.
    static func deliver(
        _ key: Bytes32, to target: Bytes32, from ephemeral: AgreementKey
    ) -> KeyDelivery? {
        guard let shared = ephemeral.agree(with: target) else { return nil }
        let (mask, tag) = pad(shared: shared, ephemeral: ephemeral.publicKey, target: target)
        return KeyDelivery(tag: tag, masked: xor(key, mask))
    }

    // 36 bytes of BLAKE2b over the shared secret and both public keys: the mask, then the tag. The masked key needs no
    // authentication: `check` verifies it, and in a segment the content that it opens.
    private static func pad(
        shared: [UInt8], ephemeral: Bytes32, target: Bytes32
    ) -> (mask: Bytes32, tag: UInt32) {
        let input = Array("weft key".utf8) + ephemeral.bytes + target.bytes
        let bytes = Hash.blake2b(input, key: shared, count: 36)
        guard let mask = Bytes32(bytes[..<32]) else { preconditionFailure("36 begin with 32") }
        return (mask, bytes[32...].reduce(0) { $0 << 8 | UInt32($1) })
    }

    private static func xor(_ left: Bytes32, _ right: Bytes32) -> Bytes32 {
        guard let result = Bytes32(zip(left.bytes, right.bytes).map { $0 ^ $1 }) else {
            preconditionFailure("32 and 32 are 32")
        }
        return result
    }

    // No key seals two texts under one nonce, because each ephemeral key is used once.
    private static func seal(_ plain: [UInt8], key: Bytes32, ephemeral: Bytes32) -> [UInt8] {
        Seal.seal(plain, key: partKey(key), nonce: nonce(ephemeral), additional: [])
    }

    private static func open(
        _ sealed: [UInt8], key: Bytes32, ephemeral: Bytes32
    ) -> [UInt8]? {
        Seal.open(sealed, key: partKey(key), nonce: nonce(ephemeral), additional: [])
    }

    private static func partKey(_ key: Bytes32) -> Bytes32 {
        Hash.blake2b32(Array("weft rotation".utf8), key: key.bytes)
    }

    private static func nonce(_ ephemeral: Bytes32) -> Bytes24 {
        Hash.blake2b24(ephemeral.bytes)
    }
}

extension EpochKey.Secrets {
    fileprivate var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.byte(audience)
        writer.bytes32(owner)
        writer.bytes32(firstSecret)
        writer.varint(follows.count)
        for followed in follows {
            writer.bytes16(followed.name)
            writer.bytes32(followed.key)
        }
        for mark in marks { writer.u64(mark) }
        return writer.bytes
    }

    fileprivate init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        do throws(WireError) {
            let audience = try reader.byte()
            let owner = try reader.bytes32()
            let firstSecret = try reader.bytes32()
            let count = try reader.count(bytesEach: 48, most: WireLimits.chainsMax)
            var follows: [EpochKey.Followed] = []
            for _ in 0..<count {
                let followed = EpochKey.Followed(
                    name: try reader.bytes16(), key: try reader.bytes32())
                guard follows.last.map({ $0.name < followed.name }) ?? true else { return nil }
                follows.append(followed)
            }
            self.init(
                audience: audience, owner: owner, firstSecret: firstSecret, follows: follows,
                marks: try reader.marks())
        } catch {
            return nil
        }
    }
}

extension ByteReader {
    /// Reads marks of eight bytes each to the end, strictly ascending.
    fileprivate mutating func marks() throws(WireError) -> [UInt64] {
        var marks: [UInt64] = []
        while !isAtEnd {
            let start = offset
            let mark = try u64()
            if let last = marks.last, last >= mark { throw .notCanonical(offset: start) }
            marks.append(mark)
        }
        return marks
    }
}
