package import CRDT
package import Primitives
package import Sodium

/// The text that certifies a new device, to be typed on it: its person, and the address of another device of theirs.
/// Contains no secret, and is useless on any other device.
///
///     text   "weft-pair:1" and base 32 of the bytes
///     bytes  certificate 160, recovery key 32, name (length varint, UTF-8), companion 160,
///            addresses (varint count, each a length varint and `host:port`), signature 64 by the
///            root key over "weft pairing v1" and all before
package struct PairingAnswer: Equatable, Sendable {
    /// The certificate of the new device.
    package let certificate: Certificate
    /// The key to which epoch keys are sealed besides the devices (`Derivation.recoveryKey`).
    package let recovery: Bytes32
    /// The person's name for themselves; at most 256 bytes.
    package let name: String
    /// The certificate of the device that certified it, of the same person.
    package let companion: Certificate
    /// The addresses of that device, best first; at most 8 of at most 262 bytes.
    package let addresses: [String]
    private let signature: [UInt8]

    /// Creates a signed answer; a name or address over its limit is left out.
    ///
    /// - Parameter companion: the answering device; `root` is its person's root key.
    package static func sign(
        certificate: Certificate, recovery: Bytes32, name: String, companion: Certificate,
        addresses: [String], root: SigningKey
    ) -> PairingAnswer {
        let blank = PairingAnswer(
            certificate: certificate, recovery: recovery,
            name: PastedText.name(name), companion: companion,
            addresses: PastedText.addresses(addresses), signature: [])
        return PairingAnswer(
            certificate: certificate, recovery: recovery, name: blank.name, companion: companion,
            addresses: blank.addresses, signature: root.sign(blank.signedBytes))
    }

    /// The text to carry to the new device.
    package var text: String { Self.prefix + Base32.encode(unsignedBytes + signature) }

    /// Parses pasted text; surrounding whitespace is ignored.
    ///
    /// - Throws: `damaged` if a character is wrong or missing, or if the two certificates and the answer are not all
    ///   signed by one person. `newer` may be the result of a wrong character too, because the answer has no checksum.
    package init(reading text: String) throws(PastedTextError) {
        guard let bytes = PastedText.bytes(of: text, prefix: Self.prefix) else { throw .damaged }
        let answer: PairingAnswer
        do throws(WireError) { answer = try PairingAnswer(bytes: bytes) } catch {
            throw PastedTextError(error)
        }
        guard answer.isGenuine else { throw .damaged }
        self = answer
    }

    /// Parses text like `init(reading:)`, but returns nil on failure.
    package init?(text: String) {
        guard let answer = try? PairingAnswer(reading: text) else { return nil }
        self = answer
    }

    private init(
        certificate: Certificate, recovery: Bytes32, name: String, companion: Certificate,
        addresses: [String], signature: [UInt8]
    ) {
        self.certificate = certificate
        self.recovery = recovery
        self.name = name
        self.companion = companion
        self.addresses = addresses
        self.signature = signature
    }

    private init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        let certificate = try Certificate(from: &reader)
        let recovery = try reader.bytes32()
        let name = try reader.pastedName()
        let companion = try Certificate(from: &reader)
        let addresses = try reader.pastedAddresses()
        let signature = Array(try reader.take(64))
        try reader.finish()
        self.init(
            certificate: certificate, recovery: recovery, name: name, companion: companion,
            addresses: addresses, signature: signature)
    }

    private var isGenuine: Bool {
        certificate.person == companion.person && certificate.isGenuine && companion.isGenuine
            && Signature.verify(signature, of: signedBytes, by: certificate.person.key)
    }

    private var signedBytes: [UInt8] { Array("weft pairing v1".utf8) + unsignedBytes }

    private var unsignedBytes: [UInt8] {
        var writer = ByteWriter()
        certificate.write(to: &writer)
        writer.bytes32(recovery)
        writer.pastedName(name)
        companion.write(to: &writer)
        writer.pastedAddresses(addresses)
        return writer.bytes
    }

    private static let prefix = "weft-pair:1"
}
