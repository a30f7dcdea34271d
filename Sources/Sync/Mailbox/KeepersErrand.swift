import Primitives
import Wire

/// What this node asks of one peer as its keeper: one request at a time.
struct KeepersErrand {
    /// Whether something was asked and is not answered yet, and what was answered last.
    var isAwaited = false
    var answer: MailboxAnswer?
    /// Bytes that are still to come of what was asked for, and those that came since the last step.
    var wanted = 0
    var arrived: [UInt8] = []
    /// What is being put there, and from where on; nil for the offset until the keeper is ready.
    var putting: (bytes: [UInt8], offset: Int?)?
    /// When it is waited for no longer; nil until time was looked at since the last progress.
    var endsAt: Instant?
    /// Something was asked at all; and the peer said that another look would find more.
    var hasAsked = false
    var isRung = false
}

extension Session {
    /// Asks the peer for something; nothing else is awaited of it.
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

    /// The keeper's word.
    func takeAnswer(_ answer: MailboxAnswer) throws(SessionError) {
        if answer == .news {
            guard errand.hasAsked else { throw .peer(.unexpected) }
            errand.isRung = true
            return
        }
        guard errand.isAwaited else { throw .peer(.unexpected) }
        if case .ready(let offset) = answer, let (bytes, begun) = errand.putting {
            // Ready to go on, not done: pieces follow, and another word.
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

    /// A piece of what was asked for.
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

    /// A keeper who says nothing is waited for no longer than `SyncLimits.mailboxPatience`: another device
    /// of his may have what is to be got.
    func endErrand(at now: Instant) throws(SessionError) {
        guard errand.isAwaited else { return }
        guard let endsAt = errand.endsAt else {
            errand.endsAt = now + SyncLimits.mailboxPatience
            return
        }
        if now >= endsAt { throw .peer(.slow) }
    }

    /// Pieces of what is put there.
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
