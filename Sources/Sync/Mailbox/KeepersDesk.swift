import CRDT
import Primitives
import Store
import Wire

/// What one peer asks of this node as a keeper of segments, and how far that is.
struct KeepersDesk {
    /// Not begun yet, in the order in which it came.
    var waiting: [MailboxRequest] = []
    /// What the peer is putting here, and what it is given.
    var putting: KeptSegment?
    var giving: (segment: KeptSegment, offset: Int)?
    /// A put was refused while pieces of it were under way: they are passed over until the next put.
    var isPassingOver = false
    /// Tags of its last look; the peer has heard since then that another one would find more.
    var bell: Set<Bytes16> = []
    var hasRung = false
    /// Something was dropped out of turn since requests were last answered.
    var hasDropped = false
    /// The peer has got all of one.
    var hasGiven = false
    /// Became whole in this step: others may be looking for it.
    var isWhole: [KeptSegment] = []
}

// A friend's segments are kept, as far as this person has allowed, and given to whoever knows a tag of
// them. Who is no friend is told what a friend is for whom there is nothing.
extension Session {
    /// The peer asks for something: answered in its turn, one request a step.
    func takeRequest(_ request: MailboxRequest) throws(SessionError) {
        if case .drop(let names) = request, desk.waiting.isEmpty, desk.giving == nil,
            !desk.hasDropped
        {
            // At once, of one in a step: the peer may be about to go.
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
        // What follows looks by the same tags: who looks on by others for ever is remembered once.
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

    // Friends and own devices; fellow members of a group are told of nothing.
    private func isAsker(_ certificate: Certificate) throws(SessionError) -> Bool {
        guard isFamiliar else { return false }
        return try stored { () throws(StorageError) in try store.mayAsk(certificate) }
    }

    private func drop(_ names: [Bytes16]) throws(SessionError) {
        guard let peer else { return }
        try stored { () throws(StorageError) in try store.drop(names, of: peer) }
        send(.kept(.dropped))
    }

    /// A piece of what the peer puts here.
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

    /// Pieces of what the peer gets from here, and of what it keeps for this node, as far as credit and
    /// `budget` go.
    ///
    /// - Returns: true if more could be sent at once.
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

    /// Tells the peer that another look would find more, once.
    func ring() {
        guard phase == .open, isAlive, !desk.bell.isEmpty, !desk.hasRung else { return }
        desk.hasRung = true
        send(.kept(.news))
    }
}
