package import CRDT
package import Primitives
package import Sodium

/// Words for some devices alone, in a place where others read as well.
///
///     ephemeral   32
///     deliveries  varint count, each: tag 4, masked key 32
///     sealed      to the end: XChaCha20-Poly1305
///
/// The key is drawn for these words and delivered as that of an epoch is (`EpochKey`); they are sealed
/// under BLAKE2b-256(key = the delivered one, "weft for devices"), their nonce is BLAKE2b-192(ephemeral).
/// Who wrote them is sealed in: nobody passes off another's as his own.
package enum DeviceSeal {
    /// Devices for which words may be: of 33 people, 16 each. With more of them nobody opens them, so that
    /// looking whether they are for a device costs about what opening them does.
    package static let devicesMax = 528

    /// `plain`, written by `person`, for the devices with these X25519 keys; what is no key is passed
    /// over.
    ///
    /// - Parameter devices: `devicesMax` at most.
    package static func seal(
        _ plain: [UInt8], for devices: [Bytes32], by person: PersonID, entropy: inout Entropy,
        dice: inout Dice
    ) -> [UInt8] {
        precondition(devices.count <= devicesMax, "so many read words for some devices")
        let ephemeral = AgreementKey(seed: entropy.secretKey())
        let key = entropy.bytes32()
        let deliveries = devices.compactMap { EpochKey.deliver(key, to: $0, from: ephemeral) }
        var writer = ByteWriter(capacity: 64 + 36 * deliveries.count + plain.count)
        writer.bytes32(ephemeral.publicKey)
        writer.deliveries(dice.shuffle(deliveries))
        writer.raw(
            Seal.seal(
                plain, key: wordsKey(key), nonce: nonce(ephemeral.publicKey),
                additional: person.key.bytes))
        return writer.bytes
    }

    /// What was sealed; nil if it is not for `device`, if it is for more than `devicesMax`, if another
    /// person wrote it, or if a bit of it is another one.
    package static func open(
        _ bytes: [UInt8], by person: PersonID, for device: AgreementKey
    ) -> [UInt8]? {
        var reader = ByteReader(bytes)
        // Where and how bytes are no words for devices is nothing to anybody: whoever may write there may
        // write what he likes, and it stays shut.
        guard let ephemeral = try? reader.bytes32(),
            let deliveries = try? reader.deliveries(most: devicesMax)
        else { return nil }
        let sealed = reader.takeRest()
        let keys = EpochKey.candidates(in: deliveries, ephemeral: ephemeral, for: device)
        for key in keys.prefix(candidatesMax) {
            let plain = Seal.open(
                sealed, key: wordsKey(key), nonce: nonce(ephemeral), additional: person.key.bytes)
            if let plain { return plain }
        }
        return nil
    }

    // Tags of four bytes meet by chance once in four billion; whoever makes them meet on purpose makes
    // nobody try for long.
    private static let candidatesMax = 4

    private static func wordsKey(_ key: Bytes32) -> Bytes32 {
        Hash.blake2b32(Array("weft for devices".utf8), key: key.bytes)
    }

    private static func nonce(_ ephemeral: Bytes32) -> Bytes24 {
        Hash.blake2b24(ephemeral.bytes)
    }
}
