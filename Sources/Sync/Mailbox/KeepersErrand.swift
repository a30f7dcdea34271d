import Primitives
import Wire

/// This node's requests to one peer as its mailbox keeper: one at a time.
struct KeepersErrand {
    /// Whether a request is not answered yet, and the last answer.
    var isAwaited = false
    var answer: MailboxAnswer?
    /// The number of requested bytes still to come, and those that came since the last step.
    var wanted = 0
    var arrived: [UInt8] = []
    /// The segment being put there, and the offset of its next piece; nil for the offset until the keeper is
    /// ready.
    var putting: (bytes: [UInt8], offset: Int?)?
    /// When the wait for the peer ends; nil until the clock is first checked after progress.
    var endsAt: Instant?
    /// Whether anything was ever requested, and whether the peer said that another look would find more.
    var hasAsked = false
    var isRung = false
}

extension Session {
    /// Sends a request to the peer; no other one may be outstanding.
    func ask(_ request: MailboxRequest, putting bytes: [UInt8]? = nil, wanting: Int = 0) {
        errand.isAwaited = true
        errand.endsAt = nil
        errand.answer = nil
        errand.hasAsked = true
        errand.wanted = wanting
        errand.arrived = []
        errand.putting = bytes.map { ($0, nil) }
        send(.mailbox(request))
    }

    /// Handles an answer of the keeper.
    func takeAnswer(_ answer: MailboxAnswer) throws(SessionError) {
        if answer == .news {
            guard errand.hasAsked else { throw .peer(.unexpected) }
            errand.isRung = true
            return
        }
        guard errand.isAwaited else { throw .peer(.unexpected) }
        if case .ready(let offset) = answer, let (bytes, begun) = errand.putting {
            // The keeper is ready to continue, not done: pieces follow, and another answer.
            let isPiece = offset % MailboxRequest.pieceBytes == 0 && offset < bytes.count
            guard offset == bytes.count || (begun == nil && isPiece) else {
                throw .peer(.malformed)
            }
            if offset < bytes.count {
                errand.putting = (bytes, offset)
                errand.endsAt = nil
                return
            }
        }
        errand.isAwaited = false
        errand.answer = answer
        errand.wanted = 0
        errand.putting = nil
    }

    /// Handles a piece of the requested segment.
    func takeGotPiece(_ bytes: [UInt8]) throws(SessionError) {
        guard errand.isAwaited, errand.wanted > 0 else { throw .peer(.unexpected) }
        try receivedBytes(bytes.count)
        guard bytes.count == min(MailboxRequest.pieceBytes, errand.wanted) else {
            throw .peer(.malformed)
        }
        errand.endsAt = nil
        errand.arrived += bytes
        errand.wanted -= bytes.count
        if errand.wanted == 0 { errand.isAwaited = false }
    }

    /// Ends the link to a keeper that sends nothing within `SyncLimits.mailboxPatience`: another of its
    /// person's devices may have the segment.
    func endErrand(at now: Instant) throws(SessionError) {
        guard errand.isAwaited else { return }
        guard let endsAt = errand.endsAt else {
            errand.endsAt = now + SyncLimits.mailboxPatience
            return
        }
        if now >= endsAt { throw .peer(.slow) }
    }

    /// Sends pieces of the segment being put there.
    func sendPut(_ budget: inout Int) -> Bool {
        guard let (bytes, begun) = errand.putting, var offset = begun else { return false }
        while offset < bytes.count {
            guard credit > 0, budget > 0 else { break }
            let end = min(offset + MailboxRequest.pieceBytes, bytes.count)
            send(.piece(isPut: true, Array(bytes[offset..<end])))
            credit -= end - offset
            budget -= end - offset
            offset = end
            errand.endsAt = nil
        }
        errand.putting = (bytes, offset)
        return offset < bytes.count && credit > 0
    }
}
