import Wire

/// What has come over a link by a code.
enum CodeFrame: Equatable {
    /// It has not fully arrived.
    case missing
    case message(CodeMessage)
    /// Nothing that is said here, whatever follows.
    case wrong
}

extension FrameBuffer {
    /// The next message by a code; a longer frame than any is wrong before it has arrived.
    mutating func nextByCode() -> CodeFrame {
        do throws(WireError) {
            guard let frame = try next(atMost: CodeMessage.bytesMax) else { return .missing }
            return .message(try CodeMessage(bytes: frame))
        } catch {
            return .wrong
        }
    }
}
