import Primitives
import Store
import Wire

/// What two nodes say about files over one link: what the peer asks for, and what it is asked for.
struct BlobTalk {
    /// The peer knows these messages.
    var isKnown = false
    /// What it has asked for and has not been given yet, in its order.
    var serving: [Serving] = []
    /// The tree of the file that was served last.
    var tree: (number: Int64, tree: BlobTree)?
    /// What was asked of the peer, in the order in which it answers.
    var fetching: [Fetch] = []
    /// What has come of the file of which something came last, and is not written yet.
    var laid: Laid?
    /// Files that the peer had not, and when it may be asked again.
    var rests: [Rest] = []
    /// When the peer is waited for no longer; nil until time was looked at since the last progress.
    var endsAt: Instant?
    /// There is room for another question since it was last looked for one.
    var isFree = true
    /// The file of which the peer sent a wrong leaf.
    var wrong: Int64?

    /// Part of a file that the peer asked for.
    struct Serving {
        let want: BlobWant
        /// The next piece to send; nil before it was found that the peer may have it.
        var next: Int?
    }

    /// Part of a file that the peer was asked for.
    struct Fetch {
        /// The file's row.
        let number: Int64
        let name: Bytes32
        let shape: BlobShape
        /// Of its pieces: the one that comes next, and the end.
        var next: Int
        let end: Int
    }

    /// Pieces of one file that have come and are not written yet.
    struct Laid {
        /// The file's row.
        let number: Int64
        let name: Bytes32
        let shape: BlobShape
        var pieces: [BlobPiece] = []
        /// Where in the file they are.
        var ranges: [Range<Int>] = []
        /// When they are written although there are few; nil until time was looked at.
        var dueAt: Instant?

        /// Adds a piece behind those that came before.
        mutating func append(_ piece: BlobPiece) {
            pieces.append(piece)
            if let last = ranges.last, last.upperBound == piece.number {
                ranges[ranges.count - 1] = last.lowerBound..<piece.number + 1
            } else {
                ranges.append(piece.number..<piece.number + 1)
            }
        }
    }

    /// The peer did not have this file.
    struct Rest {
        let number: Int64
        var until: Instant
        var tries: Int
    }

    /// What is on its way from the peer, or has come and is not written yet: nobody else is asked for it.
    var taken: [(number: Int64, pieces: Range<Int>)] {
        let laid = laid.map { laid in laid.ranges.map { (laid.number, $0) } } ?? []
        return laid + fetching.map { ($0.number, $0.next..<$0.end) }
    }

    /// The peer may be asked for this file now.
    func mayAsk(for number: Int64, at now: Instant) -> Bool {
        if let rest = rests.first(where: { $0.number == number }) { return rest.until <= now }
        // Who has none of so many is asked for no more before one of them is due.
        return rests.count < SyncLimits.blobRestsMax || rests.contains { $0.until <= now }
    }

    /// The peer has not got this file: it is asked again later, and later each time.
    mutating func rest(_ number: Int64, at now: Instant) {
        let index =
            rests.firstIndex { $0.number == number }
            ?? {
                if rests.count >= SyncLimits.blobRestsMax { rests.removeAll { $0.until <= now } }
                // The more he has not, the later he is asked for what he has not either.
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

// Pieces of files over one link. Each proves by itself that it belongs to the file, so that it does not
// matter who sends it.
extension Session {
    // MARK: What the peer asks for

    /// The peer wants part of a file.
    func takeWant(_ want: BlobWant) throws(SessionError) {
        guard exchanges.contains(where: { $0.place == want.audience }) else {
            throw .peer(.unexpected)
        }
        guard blobs.serving.count < SyncLimits.wantsMax else { throw .peer(.tooMuch) }
        blobs.serving.append(BlobTalk.Serving(want: want))
    }

    /// Gives the peer what it asked for, as far as credit and `budget` go.
    ///
    /// - Returns: true if more could be sent at once.
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

    // It is here, and the peer sees something that refers to it. Whatever else is so, it is told the
    // same.
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
                // Who asks for another file each time has a tree made for each piece.
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

    // MARK: What the peer is asked for

    /// The peer may be asked for more.
    var mayFetch: Bool {
        phase == .open && isAlive && isWelcomed && blobs.isKnown
            && blobs.fetching.count < SyncLimits.wantsAwaitedMax
    }

    /// Asks the peer for these pieces, as one who shares with it the audience at `place`.
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

    /// A piece of what was asked for.
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

    // Once there is enough for a sync of the disk to be worth it, or nothing of the file comes next.
    private func writeIfDue() throws(SessionError) {
        guard let laid = blobs.laid else { return }
        if laid.pieces.count >= SyncLimits.piecesLaidMax
            || blobs.fetching.first?.number != laid.number
        {
            try writeLaid()
        }
    }

    /// Writes the pieces that have come. Nobody is told of them before, and who crashes asks for them
    /// again: so a step need not wait for the disk after each few.
    func writeLaid() throws(SessionError) {
        guard let laid = blobs.laid else { return }
        blobs.laid = nil
        try stored { () throws(StorageError) in
            try store.keep(laid.pieces, of: laid.name, laid.shape)
        }
    }

    /// What comes slowly is not kept waiting for more of it.
    func writeLaid(at now: Instant) throws(SessionError) {
        guard let dueAt = blobs.laid?.dueAt else {
            blobs.laid?.dueAt = now + SyncLimits.laidPatience
            return
        }
        if now >= dueAt { try writeLaid() }
    }

    /// The peer has not got it, or does not give it.
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

    /// Who says nothing of what he was asked for is waited for no longer than `SyncLimits.fetchPatience`:
    /// somebody else may have it.
    func endFetch(at now: Instant) throws(SessionError) {
        guard !blobs.fetching.isEmpty else { return }
        guard let endsAt = blobs.endsAt else {
            blobs.endsAt = now + SyncLimits.fetchPatience
            return
        }
        if now >= endsAt { throw .peer(.slow) }
    }
}
