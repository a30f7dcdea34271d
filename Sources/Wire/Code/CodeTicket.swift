import CRDT
package import Primitives
package import Sodium

/// What each side of a meeting by code sends to the other: its ticket, and proof that the ticket's device is at this
/// end of the link. It is sealed and padded to a fixed length, so that neither name nor addresses show.
///
///     signature  64     Ed25519 by the device over "weft code v1" || role u8 || run 32
///     length     u16    of the ticket, 1...4096
///     ticket            its text
///     zeros             up to 4162 in all
package struct CodeTicket: Equatable, Sendable {
    /// The ticket; its certificate is verified when it is decoded.
    package let ticket: Ticket
    private let signature: [UInt8]

    /// Which of the two sides sent it.
    package enum Role: UInt8, Sendable {
        case joiner = 1
        case inviter = 2
    }

    /// The length of a sealed one.
    package static let sealedBytes = plainBytes + Seal.overhead
    private static let plainBytes = 64 + 2 + textBytesMax
    private static let textBytesMax = 4096

    /// Creates the message for a ticket of the device with the key `signing`.
    ///
    /// - Parameter run: identifies this run to both sides: `Derivation.codeRun`.
    package init(_ ticket: Ticket, as role: Role, run: Bytes32, signing: SigningKey) {
        self.ticket = ticket
        signature = signing.sign(Self.signed(role, run))
    }

    /// Seals it under a key that is used for this text alone.
    package func sealed(_ key: Bytes32) -> [UInt8] {
        let text = Array(ticket.text.utf8)
        precondition(text.count <= Self.textBytesMax, "the longest ticket has 4061 bytes")
        var writer = ByteWriter(capacity: Self.plainBytes)
        writer.raw(signature)
        writer.u16(UInt16(text.count))
        writer.raw(text)
        writer.raw([UInt8](repeating: 0, count: Self.textBytesMax - text.count))
        return Seal.seal(writer.bytes, key: key, nonce: Bytes24(words: (0, 0, 0)), additional: [])
    }

    /// Opens and verifies it; nil if the key, role, run or device is wrong, or it contains no ticket.
    package init?(sealed: [UInt8], key: Bytes32, as role: Role, run: Bytes32) {
        guard sealed.count == Self.sealedBytes,
            let plain = Seal.open(
                sealed, key: key, nonce: Bytes24(words: (0, 0, 0)), additional: [])
        else { return nil }
        let length = Int(plain[64]) << 8 | Int(plain[65])
        guard 1...Self.textBytesMax ~= length, plain[(66 + length)...].allSatisfy({ $0 == 0 }),
            let text = String(validating: plain[66..<66 + length], as: UTF8.self),
            let ticket = Ticket(text: text), ticket.text == text
        else { return nil }
        let signature = Array(plain[..<64])
        let device = ticket.certificate.device.key
        guard Signature.verify(signature, of: Self.signed(role, run), by: device) else {
            return nil
        }
        self.ticket = ticket
        self.signature = signature
    }

    private static func signed(_ role: Role, _ run: Bytes32) -> [UInt8] {
        Array("weft code v1".utf8) + [role.rawValue] + run.bytes
    }
}
