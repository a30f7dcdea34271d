import Wire

/// The next frame of a link by a code.
enum CodeFrame: Equatable {
    /// The frame has not fully arrived.
    case missing
    case message(CodeMessage)
    /// The frame is not a valid message here, whatever follows.
    case wrong
}

extension FrameBuffer {
    /// The next message by a code. A frame longer than any message is wrong before it has arrived.
    mutating func nextByCode() -> CodeFrame {
        do throws(WireError) {
            guard let frame = try next(atMost: CodeMessage.bytesMax) else { return .missing }
            return .message(try CodeMessage(bytes: frame))
        } catch {
            return .wrong
        }
    }
}
