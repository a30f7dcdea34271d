package import CRDT
package import Primitives
package import Sodium

/// A message for some devices only, in a place where others read as well.
///
///     ephemeral   32
///     deliveries  varint count, each: tag 4, masked key 32
///     sealed      to the end: XChaCha20-Poly1305
///
/// A fresh key is delivered like that of an epoch (`EpochKey`). The message is sealed under BLAKE2b-256(key = the
/// delivered one, "weft for devices") with the nonce BLAKE2b-192(ephemeral). Its author is bound by the seal, so nobody
/// can pass off another person's message as their own.
package enum DeviceSeal {
    /// The maximum number of recipients: 16 devices of each of 33 people. A message for more is not opened, so that
    /// testing whether it is for a device costs about as much as opening it.
    package static let devicesMax = 528

    /// Seals `plain`, written by `person`, for the devices with these X25519 keys; invalid keys are skipped.
    ///
    /// - Parameter devices: at most `devicesMax` keys.
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

    /// Opens a message; nil if it is not for `device`, is for more than `devicesMax`, was written by another person, or
    /// was modified.
    package static func open(
        _ bytes: [UInt8], by person: PersonID, for device: AgreementKey
    ) -> [UInt8]? {
        var reader = ByteReader(bytes)
        // The reason of a malformed message is not reported: anyone who may write there may write anything, and it
        // stays sealed.
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

    // Four-byte tags collide by chance once in four billion; the limit bounds the work if they are made to collide on
    // purpose.
    private static let candidatesMax = 4

    private static func wordsKey(_ key: Bytes32) -> Bytes32 {
        Hash.blake2b32(Array("weft for devices".utf8), key: key.bytes)
    }

    private static func nonce(_ ephemeral: Bytes32) -> Bytes24 {
        Hash.blake2b24(ephemeral.bytes)
    }
}
