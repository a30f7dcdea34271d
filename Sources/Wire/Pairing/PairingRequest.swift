package import CRDT
package import Primitives

/// What a new machine shows, to be certified by one of its person's that has the root key. Names no
/// secret; whoever certifies it lets it be this person.
///
///     text   "weft-device:1" and base 32 of the bytes
///     bytes  device 32, agreement 32, name (length varint, UTF-8), check 4: first bytes of
///            BLAKE2b-256 of all before
package struct PairingRequest: Equatable, Sendable {
    /// The new machine's signing key.
    package let device: DeviceID
    /// Its X25519 key.
    package let agreement: Bytes32
    /// What the person calls it; at most 256 bytes.
    package let name: String

    /// A request; a name that exceeds its limit is left out.
    package init(device: DeviceID, agreement: Bytes32, name: String) {
        self.device = device
        self.agreement = agreement
        self.name = PastedText.name(name)
    }

    /// What people carry to the other machine.
    package var text: String {
        var writer = ByteWriter()
        writer.bytes32(device.key)
        writer.bytes32(agreement)
        writer.pastedName(name)
        return PastedText.checked(writer.bytes, prefix: Self.prefix)
    }

    /// Reads what somebody pasted; white space around it does not matter.
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
