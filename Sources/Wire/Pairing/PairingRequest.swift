package import CRDT
package import Primitives

/// The text that a new device shows, to be certified by one of its person's devices that has the root key. Contains no
/// secret, but certifying it makes the device act for the person.
///
///     text   "weft-device:1" and base 32 of the bytes
///     bytes  device 32, agreement 32, name (length varint, UTF-8), check 4: first bytes of
///            BLAKE2b-256 of all before
package struct PairingRequest: Equatable, Sendable {
    /// The new device's signing key.
    package let device: DeviceID
    /// The new device's X25519 key.
    package let agreement: Bytes32
    /// The person's name for it; at most 256 bytes.
    package let name: String

    /// Creates a request; a name over its limit is left out.
    package init(device: DeviceID, agreement: Bytes32, name: String) {
        self.device = device
        self.agreement = agreement
        self.name = PastedText.name(name)
    }

    /// The text to carry to the other device.
    package var text: String {
        var writer = ByteWriter()
        writer.bytes32(device.key)
        writer.bytes32(agreement)
        writer.pastedName(name)
        return PastedText.checked(writer.bytes, prefix: Self.prefix)
    }

    /// Parses pasted text; surrounding whitespace is ignored.
    ///
    /// - Returns: nil if a character is wrong or missing.
    package init?(text: String) {
        guard
            let request = try? PastedText.value(
                of: text, prefix: Self.prefix, PairingRequest.init(from:))
        else { return nil }
        self = request
    }

    private init(from reader: inout ByteReader) throws(WireError) {
        device = DeviceID(try reader.bytes32())
        agreement = try reader.bytes32()
        name = try reader.pastedName()
    }

    private static let prefix = "weft-device:1"
}
