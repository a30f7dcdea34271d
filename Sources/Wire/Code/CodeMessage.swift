package import Primitives

/// What two nodes say on a link by a short code, each in a frame; every form has one length.
///
///     kind u8, then
///     1 hello     number u16, session 16, share 32     first of all, by who joins
///     2 answer    share 32
///     3 proof     confirmation 64, sealed `CodeTicket`  by who joins, then by the other
///     4 refusal   reason u8                             instead of an answer or a proof
///
/// A hello is told from the first message of a handshake, which has 56 bytes, by its length.
package enum CodeMessage: Equatable, Sendable {
    case hello(number: UInt16, session: Bytes16, share: Bytes32)
    case answer(share: Bytes32)
    case proof(confirmation: [UInt8], sealed: [UInt8])
    case refusal(CodeRefusal)

    /// Bytes of a hello.
    package static let helloBytes = 51
    /// Bytes of a proof, the longest of them.
    package static let bytesMax = 1 + confirmationBytes + CodeTicket.sealedBytes
    private static let confirmationBytes = 64

    /// As it stands in a frame.
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
        }
        return writer.bytes
    }

    /// Reads what a frame held.
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
        default: throw .unknownKind(offset: 0)
        }
        try reader.finish()
    }
}

/// Why whoever has made a code does not go on.
package enum CodeRefusal: UInt8, CaseIterable, Sendable {
    /// Its time is over.
    case expired = 1
    /// Somebody has come by it.
    case used = 2
    /// A wrong guess has ended it.
    case burnt = 3
    /// These were the wrong words: with that it is burnt.
    case wrong = 4
}
