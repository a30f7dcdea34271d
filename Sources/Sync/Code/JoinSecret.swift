import Primitives
import Wire

/// The secret that both sides of a run by code or line know, as CPace takes it.
struct CodePassword: Equatable {
    let bytes: [UInt8]

    /// The number and both words of a short code.
    init(_ code: ShortCode) { bytes = Array(code.text.utf8) }

    /// The key of an invitation, which the inviter keeps and the bearer of a line derives.
    init(invitationKey key: Bytes32) { bytes = key.bytes }
}

/// The secret by which this node calls somebody: a code that was read out, or a line that was passed on.
enum JoinSecret: Equatable {
    case code(ShortCode)
    case line(ShortInvitation)

    /// The code; nil for a line, which is not looked for on the local network and may be used again.
    var code: ShortCode? {
        guard case .code(let code) = self else { return nil }
        return code
    }

    var password: CodePassword {
        switch self {
        case .code(let code): CodePassword(code)
        case .line(let line):
            CodePassword(invitationKey: Derivation.invitationKey(secret: line.secret))
        }
    }

    /// The first message of a run.
    func hello(session: Bytes16, share: Bytes32) -> CodeMessage {
        switch self {
        case .code(let code): .hello(number: code.number, session: session, share: share)
        case .line(let line):
            .lineHello(
                id: Derivation.invitationID(secret: line.secret), session: session, share: share)
        }
    }
}
