package import CRDT
package import Primitives
package import Sodium

/// What certifies a new machine, to be typed on it: whose it is now, and where another one of the
/// same person's is found. Names no secret; to any other machine it is of no use.
///
///     text   "weft-pair:1" and base 32 of the bytes
///     bytes  certificate 160, recovery key 32, name (length varint, UTF-8), companion 160,
///            addresses (varint count, each a length varint and `host:port`), signature 64 by the
///            root key over "weft pairing v1" and all before
package struct PairingAnswer: Equatable, Sendable {
    /// The new machine's.
    package let certificate: Certificate
    /// To which its epochs' keys are sealed beside the devices (`Derivation.recoveryKey`).
    package let recovery: Bytes32
    /// How the person calls himself; at most 256 bytes.
    package let name: String
    /// The machine that certified it; of the same person.
    package let companion: Certificate
    /// Where that one listens, best first; at most 8 of at most 262 bytes.
    package let addresses: [String]
    private let signature: [UInt8]

    /// Signs an answer; a name or address that exceeds its limit is left out.
    ///
    /// - Parameter companion: the machine that answers; its person's root key is `root`.
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

    /// What people carry to the new machine.
    package var text: String { Self.prefix + Base32.encode(unsignedBytes + signature) }

    /// Reads what somebody pasted; white space around it does not matter.
    ///
    /// - Throws: `damaged` if a character is wrong or missing, or if one person did not sign all of it:
    ///   both certificates and the answer itself. `newer` may be a wrong character too, for the answer
    ///   carries no check.
    package init(reading text: String) throws(PastedTextError) {
        guard let bytes = PastedText.bytes(of: text, prefix: Self.prefix) else { throw .damaged }
        let answer: PairingAnswer
        do throws(WireError) { answer = try PairingAnswer(bytes: bytes) } catch {
            throw PastedTextError(error)
        }
        guard answer.isGenuine else { throw .damaged }
        self = answer
    }

    /// The same, where nobody is told why it is not read: nil then.
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
