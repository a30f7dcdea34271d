import CRDT
import Primitives
import Store
import Wire

/// The state of the search for files that are wanted and missing here.
struct BlobHunt {
    /// Whether something has changed since all wanted files were last looked at.
    var isDue = true
    /// The file looked at last; nil at the beginning.
    var last: (wish: Int, number: Int64)?
    /// When a peer that lacked a file may be asked again; nil if no peer lacked one.
    var wakeAt: Instant?
    /// When the next sweep for unreferenced files begins; nil if there are no files.
    var sweepAt: Instant?
    /// Devices that sent a leaf that does not belong to the file, latest last. They are not asked for that
    /// file again.
    var blames: [Blame] = []

    struct Blame: Equatable {
        let peer: PeerID
        /// The file's row.
        let number: Int64
    }
}

// Requests wanted files part by part, from all peers at once that share an audience in which something refers
// to the file.
extension Engine {
    /// Looks at a page of the wanted files and sends requests to the peers that may be asked.
    func getBlobs(at now: Instant) throws(StorageError) {
        noteWrongLeaves()
        if isBlobHuntCalled(at: now) { (blobHunt.isDue, blobHunt.last) = (true, nil) }
        guard blobHunt.isDue else { return }
        let page = try wantedPage()
        for (wish, blob) in page {
            guard sessions.contains(where: \.mayFetch) else { break }
            blobHunt.last = (wish, blob.number)
            try ask(for: blob, wished: wish, at: now)
        }
        let isAtEnd = page.count < SyncLimits.blobsPerStep
        if isAtEnd || !sessions.contains(where: \.mayFetch) {
            // A session that has room again sets `isFree`.
            (blobHunt.isDue, blobHunt.last) = (false, nil)
        } else {
            hasMore = true
        }
        blobHunt.wakeAt = sessions.filter { $0.phase == .open && $0.isAlive }
            .flatMap(\.blobs.rests).map(\.until).filter { $0 > now }.min()
    }

    // Empty while nothing may be fetched, so that a full disk's worth of wanted files is not read in vain.
    private func wantedPage() throws(StorageError) -> [(wish: Int, blob: BlobRecord)] {
        guard sessions.contains(where: \.mayFetch) else { return [] }
        return try store.wantedBlobs(after: blobHunt.last, atMost: SyncLimits.blobsPerStep)
    }

    private func isBlobHuntCalled(at now: Instant) -> Bool {
        var isCalled = blobHunt.wakeAt.map { now >= $0 } ?? false
        if store.areBlobsWanted {
            store.areBlobsWanted = false
            isCalled = true
        }
        for session in sessions where session.mayFetch && session.blobs.isFree {
            session.blobs.isFree = false
            isCalled = true
        }
        return isCalled
    }

    private func ask(
        for blob: BlobRecord, wished wish: Int, at now: Instant
    ) throws(StorageError) {
        var taken = sessions.filter(\.isAlive).flatMap(\.blobs.taken)
        let fitting = try store.roomForPieces(wished: wish)
        var room = fitting - taken.reduce(0) { $0 + $1.pieces.count }
        var isSeen: [Int64: Bool] = [:]
        for session in sessions {
            while session.mayFetch, room > 0, session.blobs.mayAsk(for: blob.number, at: now),
                !isBlamed(session, for: blob.number)
            {
                let pieces = blob.gap(atMost: min(SyncLimits.wantPiecesMax, room)) { piece in
                    taken.contains {
                        $0.number == blob.number && $0.pieces.contains(piece)
                    }
                }
                guard let pieces, let place = try place(of: blob, session, &isSeen) else { break }
                session.fetch(pieces, of: blob, at: place)
                room -= pieces.count
                taken.append((blob.number, pieces))
            }
        }
    }

    // The place of an audience that is shared with the peer and in which something refers to the file.
    private func place(
        of blob: BlobRecord, _ session: Session, _ isSeen: inout [Int64: Bool]
    ) throws(StorageError) -> UInt8? {
        for exchange in session.exchanges {
            guard let audience = exchange.audience, exchange.isServed, !exchange.isSpare else {
                continue
            }
            let isReferenced: Bool
            if let known = isSeen[audience] {
                isReferenced = known
            } else {
                isReferenced = try store.isReferenced(blob.name, in: audience)
                isSeen[audience] = isReferenced
            }
            if isReferenced { return exchange.place }
        }
        return nil
    }

    private func isBlamed(_ session: Session, for number: Int64) -> Bool {
        guard let peer = session.peer else { return true }
        return blobHunt.blames.contains(BlobHunt.Blame(peer: peer, number: number))
    }

    private func noteWrongLeaves() {
        for session in sessions {
            guard let number = session.blobs.wrong, let peer = session.peer else { continue }
            session.blobs.wrong = nil
            blobHunt.blames.append(BlobHunt.Blame(peer: peer, number: number))
            if blobHunt.blames.count > SyncLimits.blobBlamesMax { blobHunt.blames.removeFirst() }
            blobHunt.isDue = true
        }
    }

    /// Sweeps files to which nothing refers any more, from time to time, and erases them in slices.
    func sweepBlobs(at now: Instant, wall: WallTime) throws(StorageError) {
        let soon = now + SyncLimits.blobSweepSoon
        if store.isBlobSweepDue { blobHunt.sweepAt = min(blobHunt.sweepAt ?? soon, soon) }
        if store.hasBlobs, blobHunt.sweepAt == nil {
            blobHunt.sweepAt = now + SyncLimits.blobSweepPause
        }
        guard let at = blobHunt.sweepAt, now >= at else { return }
        if try store.sweepSomeBlobs(at: wall) {
            blobHunt.sweepAt = now
        } else {
            blobHunt.sweepAt = store.hasBlobs ? now + SyncLimits.blobSweepPause : nil
        }
    }
}
