import Primitives
import Store
import Wire

/// The exchange of files over one link: what the peer requested, and what was requested from it.
struct BlobTalk {
    /// Whether the peer knows the messages about files.
    var isKnown = false
    /// The peer's requests that are not fully answered yet, in the order in which they came.
    var serving: [Serving] = []
    /// The hash tree of the file served last.
    var tree: (number: Int64, tree: BlobTree)?
    /// The requests to the peer, in the order in which it answers.
    var fetching: [Fetch] = []
    /// Received pieces that are not written yet, all of the file that a piece came of last.
    var laid: Laid?
    /// Files that the peer lacked, and when it may be asked again.
    var rests: [Rest] = []
    /// When the wait for the peer ends; nil until the clock is first checked after progress.
    var endsAt: Instant?
    /// Whether there is room for another request since the last check.
    var isFree = true
    /// The row of the file of which the peer sent a wrong leaf.
    var wrong: Int64?

    /// A part of a file that the peer requested.
    struct Serving {
        let want: BlobWant
        /// The next piece to send; nil until the peer is found to be entitled to the file.
        var next: Int?
    }

    /// A part of a file that was requested from the peer.
    struct Fetch {
        /// The file's row.
        let number: Int64
        let name: Bytes32
        let shape: BlobShape
        /// The number of the next piece, and one past the last.
        var next: Int
        let end: Int
    }

    /// Received pieces of one file that are not written yet.
    struct Laid {
        /// The file's row.
        let number: Int64
        let name: Bytes32
        let shape: BlobShape
        var pieces: [BlobPiece] = []
        /// The ranges of the file's pieces that they cover.
        var ranges: [Range<Int>] = []
        /// When the pieces are written even if they are few; nil until the clock is checked.
        var dueAt: Instant?

        /// Appends a piece after those that came before.
        mutating func append(_ piece: BlobPiece) {
            pieces.append(piece)
            if let last = ranges.last, last.upperBound == piece.number {
                ranges[ranges.count - 1] = last.lowerBound..<piece.number + 1
            } else {
                ranges.append(piece.number..<piece.number + 1)
            }
        }
    }

    /// A file that the peer lacked, and its back-off.
    struct Rest {
        let number: Int64
        var until: Instant
        var tries: Int
    }

    /// Pieces that are on their way from the peer, or received and not written yet. No other peer is asked
    /// for them.
    var taken: [(number: Int64, pieces: Range<Int>)] {
        let laid = laid.map { laid in laid.ranges.map { (laid.number, $0) } } ?? []
        return laid + fetching.map { ($0.number, $0.next..<$0.end) }
    }

    /// Whether the peer may be asked for this file now.
    func mayAsk(for number: Int64, at now: Instant) -> Bool {
        if let rest = rests.first(where: { $0.number == number }) { return rest.until <= now }
        // A peer that lacks this many files is asked for no further ones until one of these is due.
        return rests.count < SyncLimits.blobRestsMax || rests.contains { $0.until <= now }
    }

    /// Records that the peer lacks this file, and doubles the pause until it is asked again.
    mutating func rest(_ number: Int64, at now: Instant) {
        let index =
            rests.firstIndex { $0.number == number }
            ?? {
                if rests.count >= SyncLimits.blobRestsMax { rests.removeAll { $0.until <= now } }
                // The more files a peer lacks, the longer the first pause for another one.
                let tries = rests.count / SyncLimits.blobRestsPerTry
                rests.append(Rest(number: number, until: now, tries: tries))
                return rests.count - 1
            }()
        let pause = SyncLimits.blobPause
        let doubled = pause.shortest * (1 << min(rests[index].tries, 16))
        rests[index].tries += 1
        rests[index].until = now + min(doubled, pause.longest)
    }
}

// Exchanges pieces of files over one link. Each piece proves by itself that it belongs to the file, so it
// does not matter which peer sends it.
extension Session {
    // MARK: Requests of the peer

    /// Queues the peer's request for part of a file.
    func takeWant(_ want: BlobWant) throws(SessionError) {
        guard exchanges.contains(where: { $0.place == want.audience }) else {
            throw .peer(.unexpected)
        }
        guard blobs.serving.count < SyncLimits.wantsMax else { throw .peer(.tooMuch) }
        blobs.serving.append(BlobTalk.Serving(want: want))
    }

    /// Sends requested pieces as far as credit and `budget` allow.
    ///
    /// - Returns: Whether more could be sent at once.
    func streamLeaves(_ budget: inout Int) throws(SessionError) -> Bool {
        while let serving = blobs.serving.first {
            guard credit > 0 else { return false }
            guard budget > 0 else { return true }
            let want = serving.want
            var found: (leaves: BlobLeaves, isLast: Bool)?
            if serving.next != nil {
                found = try leaves(of: serving, &budget)
            } else if try isGiven(want) {
                found = try leaves(of: serving, &budget)
            }
            guard let (leaves, isLast) = found else {
                blobs.serving.removeFirst()
                send(.hasNot(name: want.name))
                continue
            }
            send(.leaves(leaves))
            credit -= leaves.sealed.count
            budget -= leaves.sealed.count
            blobs.serving[0].next = leaves.piece + 1
            if isLast { blobs.serving.removeFirst() }
        }
        return false
    }

    // Whether the file is here and the peer sees something that refers to it. In all other cases the peer
    // gets the same answer.
    private func isGiven(_ want: BlobWant) throws(SessionError) -> Bool {
        let exchange = exchanges.first { $0.place == want.audience }
        guard let exchange, exchange.isServed, let audience = exchange.audience else {
            return false
        }
        return try stored { () throws(StorageError) in
            try store.isReferenced(want.name, in: audience)
        }
    }

    private func leaves(
        of serving: BlobTalk.Serving, _ budget: inout Int
    ) throws(SessionError) -> (leaves: BlobLeaves, isLast: Bool)? {
        let want = serving.want
        let piece = serving.next ?? want.first
        return try stored {
            () throws(StorageError) -> (leaves: BlobLeaves, isLast: Bool)? in
            guard let blob = try store.blob(want.name, want.shape) else { return nil }
            if blobs.tree?.number != blob.number {
                blobs.tree = try store.blobTree(of: blob).map { (blob.number, $0) }
                // A peer that requests another file each time makes us build a tree for each piece; charge it
                // for that.
                budget -= want.shape.pieces * SyncLimits.treeBytesPerPiece
            }
            guard let tree = blobs.tree?.tree,
                let (sealed, _) = try store.sealedPiece(piece, of: blob)
            else { return nil }
            return (
                BlobLeaves(piece: piece, proof: tree.proof(of: piece), sealed: sealed),
                piece + 1 == want.first + want.count
            )
        }
    }

    // MARK: Requests to the peer

    /// Whether the peer may be asked for more.
    var mayFetch: Bool {
        phase == .open && isAlive && isWelcomed && blobs.isKnown
            && blobs.fetching.count < SyncLimits.wantsAwaitedMax
    }

    /// Requests these pieces, by the audience at `place`, which is shared with the peer.
    func fetch(_ pieces: Range<Int>, of blob: BlobRecord, at place: UInt8) {
        blobs.fetching.append(
            BlobTalk.Fetch(
                number: blob.number, name: blob.name, shape: blob.shape,
                next: pieces.lowerBound, end: pieces.upperBound))
        blobs.endsAt = nil
        send(
            .want(
                BlobWant(
                    audience: place, name: blob.name, shape: blob.shape, first: pieces.lowerBound,
                    count: pieces.count)))
    }

    /// Checks a received piece against the request and its proof, and queues it for writing.
    ///
    /// - Throws: `.unexpected` for a piece out of turn, `.badLeaf` for one that does not belong to the file.
    func takeLeaves(_ leaves: BlobLeaves) throws(SessionError) {
        guard var fetch = blobs.fetching.first, leaves.piece == fetch.next else {
            throw .peer(.unexpected)
        }
        try receivedBytes(leaves.sealed.count)
        let shape = fetch.shape
        let hash = BlobTree.hash(ofPiece: leaves.sealed)
        guard leaves.sealed.count == shape.sealedBytes(of: leaves.piece),
            BlobTree.proves(leaves.proof, hash, at: leaves.piece, of: shape, named: fetch.name)
        else {
            blobs.wrong = fetch.number
            throw .peer(.badLeaf)
        }
        let piece = try stored { () throws(StorageError) in
            try store.lay(
                leaves.sealed, hash, at: leaves.piece, of: fetch.number, named: fetch.name, shape)
        }
        if let piece {
            var laid =
                blobs.laid
                ?? BlobTalk.Laid(number: fetch.number, name: fetch.name, shape: fetch.shape)
            blobs.laid = nil
            laid.append(piece)
            blobs.laid = laid
        }
        blobs.endsAt = nil
        fetch.next += 1
        blobs.fetching[0] = fetch
        if fetch.next == fetch.end {
            blobs.rests.removeAll { $0.number == fetch.number }
            blobs.fetching.removeFirst()
            blobs.isFree = true
        }
        try writeIfDue()
    }

    // Writes once there are enough pieces to be worth a sync of the disk, or no more of this file come next.
    private func writeIfDue() throws(SessionError) {
        guard let laid = blobs.laid else { return }
        if laid.pieces.count >= SyncLimits.piecesLaidMax
            || blobs.fetching.first?.number != laid.number
        {
            try writeLaid()
        }
    }

    /// Writes the received pieces. They are announced to no peer before, and after a crash they are requested
    /// again, so a step need not wait for the disk after every few pieces.
    func writeLaid() throws(SessionError) {
        guard let laid = blobs.laid else { return }
        blobs.laid = nil
        try stored { () throws(StorageError) in
            try store.keep(laid.pieces, of: laid.name, laid.shape)
        }
    }

    /// Writes pieces that arrive slowly once `SyncLimits.laidPatience` is over, without waiting for more.
    func writeLaid(at now: Instant) throws(SessionError) {
        guard let dueAt = blobs.laid?.dueAt else {
            blobs.laid?.dueAt = now + SyncLimits.laidPatience
            return
        }
        if now >= dueAt { try writeLaid() }
    }

    /// Handles the peer's answer that it lacks the file or does not give it.
    func takeHasNot(_ name: Bytes32, at now: Instant) throws(SessionError) {
        guard let fetch = blobs.fetching.first, fetch.name == name else {
            throw .peer(.unexpected)
        }
        blobs.fetching.removeFirst()
        try writeIfDue()
        blobs.endsAt = nil
        blobs.rest(fetch.number, at: now)
        blobs.isFree = true
    }

    /// Ends the link to a peer that sends nothing it was asked for within `SyncLimits.fetchPatience`: another
    /// peer may have the file.
    func endFetch(at now: Instant) throws(SessionError) {
        guard !blobs.fetching.isEmpty else { return }
        guard let endsAt = blobs.endsAt else {
            blobs.endsAt = now + SyncLimits.fetchPatience
            return
        }
        if now >= endsAt { throw .peer(.slow) }
    }
}
