package import Primitives

/// The messages of two nodes on a link opened by a short code or by a `ShortInvitation`, each in a frame; each form has a
/// fixed length.
///
///     kind u8, then
///     1 hello     number u16, session 16, share 32      first of all, by the joiner
///     2 answer    share 32
///     3 proof     confirmation 64, sealed `CodeTicket`  by the joiner, then by the inviter
///     4 refusal   reason u8                             instead of an answer or a proof
///     5 hello     id u64, session 16, share 32          first of all, by whoever has a `ShortInvitation`
///     6 proof     as 3, sealed `InvitationDetails`      by the inviter, where the code or line leads into a group
///
/// A hello is distinguished by its length from the first message of a handshake, which has 56 bytes.
package enum CodeMessage: Equatable, Sendable {
    case hello(number: UInt16, session: Bytes16, share: Bytes32)
    case answer(share: Bytes32)
    case proof(confirmation: [UInt8], sealed: [UInt8])
    case refusal(CodeRefusal)
    case lineHello(id: UInt64, session: Bytes16, share: Bytes32)
    case invitingProof(confirmation: [UInt8], sealed: [UInt8], details: [UInt8])

    /// The lengths of the two kinds of hello: by a code, and by a line.
    package static let helloBytes = [51, 57]
    /// The length of a proof with details, the longest message.
    package static let bytesMax =
        1 + confirmationBytes + CodeTicket.sealedBytes + InvitationDetails.sealedBytes
    private static let confirmationBytes = 64

    /// The encoded message, as in a frame.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .hello(let number, let session, let share):
            writer.byte(1)
            writer.u16(number)
            writer.bytes16(session)
            writer.bytes32(share)
        case .answer(let share):
            writer.byte(2)
            writer.bytes32(share)
        case .proof(let confirmation, let sealed):
            writer.byte(3)
            writer.raw(confirmation)
            writer.raw(sealed)
        case .refusal(let reason):
            writer.byte(4)
            writer.byte(reason.rawValue)
        case .lineHello(let id, let session, let share):
            writer.byte(5)
            writer.u64(id)
            writer.bytes16(session)
            writer.bytes32(share)
        case .invitingProof(let confirmation, let sealed, let details):
            writer.byte(6)
            writer.raw(confirmation)
            writer.raw(sealed)
            writer.raw(details)
        }
        return writer.bytes
    }

    /// Decodes a message from the content of a frame.
    package init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        switch try reader.byte() {
        case 1:
            self = .hello(
                number: try reader.u16(), session: try reader.bytes16(),
                share: try reader.bytes32())
        case 2: self = .answer(share: try reader.bytes32())
        case 3:
            self = .proof(
                confirmation: Array(try reader.take(Self.confirmationBytes)),
                sealed: Array(try reader.take(CodeTicket.sealedBytes)))
        case 4:
            guard let reason = CodeRefusal(rawValue: try reader.byte()) else {
                throw .unknownKind(offset: 1)
            }
            self = .refusal(reason)
        case 5:
            self = .lineHello(
                id: try reader.u64(), session: try reader.bytes16(), share: try reader.bytes32())
        case 6:
            self = .invitingProof(
                confirmation: Array(try reader.take(Self.confirmationBytes)),
                sealed: Array(try reader.take(CodeTicket.sealedBytes)),
                details: Array(try reader.take(InvitationDetails.sealedBytes)))
        default: throw .unknownKind(offset: 0)
        }
        try reader.finish()
    }
}

/// Why the maker of a code refuses to continue.
package enum CodeRefusal: UInt8, CaseIterable, Sendable {
    /// The code has expired.
    case expired = 1
    /// The code was used already.
    case used = 2
    /// A wrong guess has burnt the code.
    case burnt = 3
    /// The words were wrong, which burnt the code.
    case wrong = 4
    /// The inviter has revoked the invitation that the line is for.
    case revoked = 5
}
