import CRDT
import Primitives
import Store
import Wire

/// The requests of one peer to this node as a mailbox keeper, and their progress.
struct KeepersDesk {
    /// Requests that have not begun, in order of arrival.
    var waiting: [MailboxRequest] = []
    /// The segment that the peer is putting here, and the one it is getting.
    var putting: KeptSegment?
    var giving: (segment: KeptSegment, offset: Int)?
    /// Whether a put was refused while pieces were on their way: they are ignored until the next put.
    var isPassingOver = false
    /// The tags of the peer's last look, and whether it has been told since that another look would find
    /// more.
    var bell: Set<Bytes16> = []
    var hasRung = false
    /// Whether a drop was done out of turn since requests were last answered.
    var hasDropped = false
    /// Whether the peer has received a whole segment.
    var hasGiven = false
    /// Segments that became complete in this step; other peers may be looking for them.
    var isWhole: [KeptSegment] = []
}

// Stores segments of friends, within the quota that this person has set, and gives them to any peer that
// knows one of their tags. A peer that is not a friend gets the answer that a friend gets for whom there is
// nothing.
extension Session {
    /// Queues a request of the peer; one is answered a step.
    func takeRequest(_ request: MailboxRequest) throws(SessionError) {
        if case .drop(let names) = request, desk.waiting.isEmpty, desk.giving == nil,
            !desk.hasDropped
        {
            // At once, one in a step: the peer may be about to leave.
            desk.hasDropped = true
            return try drop(names)
        }
        guard desk.waiting.count < SyncLimits.mailboxRequestsMax else { throw .peer(.tooMuch) }
        desk.waiting.append(request)
    }

    /// Answers the next request.
    func answerRequest(at wall: WallTime) throws(SessionError) {
        desk.hasDropped = false
        guard desk.giving == nil, !desk.waiting.isEmpty, let certificate else { return }
        switch desk.waiting.removeFirst() {
        case .look(let after, let tags):
            send(.kept(.listed(try look(after, tags, certificate))))
        case .put(let name, let length, let tags):
            desk.isPassingOver = false
            let begun = try stored { () throws(StorageError) in
                try store.beginKeeping(name, length: length, under: tags, from: certificate)
            }
            switch begun {
            case .failure(let refusal): send(.kept(.refused(refusal.reason)))
            case .success(let segment):
                desk.putting = segment.held < segment.length ? segment : nil
                send(.kept(.ready(offset: segment.held)))
            }
        case .drop(let names): try drop(names)
        case .get(let tag, let name, let offset):
            guard try isAsker(certificate),
                let segment = try stored({ () throws(StorageError) in
                    try store.keptSegment(name, under: tag)
                }), offset < segment.length
            else { return send(.kept(.refused(.gone))) }
            desk.giving = (segment, offset)
        }
    }

    private func look(
        _ after: Bytes16, _ tags: [Bytes16], _ certificate: Certificate
    ) throws(SessionError) -> MailboxList {
        guard try isAsker(certificate) else {
            return MailboxList(isLast: true, quota: 0, used: 0, own: [], found: [])
        }
        let isFirst = after == .zero
        // Continuations use the same tags. A peer that looks on with other tags for ever is remembered once.
        if isFirst { desk.bell = Set(tags) }
        desk.hasRung = false
        return try stored { () throws(StorageError) in
            let (quota, used) = try store.keptRoom(of: certificate)
            let own = isFirst ? try store.keptNames(of: certificate.peer) : []
            let (found, isLast) = try store.keptSegments(under: tags, after: after)
            return MailboxList(
                isLast: isLast, quota: UInt64(quota), used: UInt64(used), own: own, found: found)
        }
    }

    // Friends and own devices; fellow members of a group are told nothing.
    private func isAsker(_ certificate: Certificate) throws(SessionError) -> Bool {
        guard isFamiliar else { return false }
        return try stored { () throws(StorageError) in try store.mayAsk(certificate) }
    }

    private func drop(_ names: [Bytes16]) throws(SessionError) {
        guard let peer else { return }
        try stored { () throws(StorageError) in try store.drop(names, of: peer) }
        send(.kept(.dropped))
    }

    /// Stores a piece of the segment that the peer is putting here.
    func takePutPiece(_ bytes: [UInt8], at wall: WallTime) throws(SessionError) {
        try receivedBytes(bytes.count)
        guard !desk.isPassingOver else { return }
        guard let segment = desk.putting else { throw .peer(.unexpected) }
        guard bytes.count == min(MailboxRequest.pieceBytes, segment.length - segment.held) else {
            throw .peer(.malformed)
        }
        let kept = try stored { () throws(StorageError) in
            try store.keep(bytes, of: segment, at: wall)
        }
        guard let kept else {
            desk.putting = nil
            desk.isPassingOver = true
            return send(.kept(.refused(.torn)))
        }
        guard kept.held == kept.length else {
            desk.putting = kept
            return
        }
        desk.putting = nil
        desk.isWhole.append(kept)
        send(.kept(.ready(offset: kept.length)))
    }

    /// Sends pieces of what the peer gets from here, and of what it keeps for this node, as far as credit and
    /// `budget` allow.
    ///
    /// - Returns: Whether more could be sent at once.
    func streamPieces(_ budget: inout Int) throws(SessionError) -> Bool {
        while let (segment, offset) = desk.giving {
            guard credit > 0 else { return false }
            guard budget > 0 else { return true }
            let piece = try stored { () throws(StorageError) in
                try store.keptPiece(of: segment, at: offset)
            }
            guard let piece, !piece.isEmpty else {
                desk.giving = nil
                send(.kept(.refused(.gone)))
                break
            }
            send(.piece(isPut: false, piece))
            credit -= piece.count
            budget -= piece.count
            let end = offset + piece.count
            desk.giving = end < segment.length ? (segment, end) : nil
            if desk.giving == nil { desk.hasGiven = true }
        }
        return sendPut(&budget)
    }

    /// Tells the peer, once, that another look would find more.
    func ring() {
        guard phase == .open, isAlive, !desk.bell.isEmpty, !desk.hasRung else { return }
        desk.hasRung = true
        send(.kept(.news))
    }
}
