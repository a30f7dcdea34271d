import Domain
package import Primitives
import Store

// Maintains the indices (full text, references, names, muting) in slices after writes, and pauses work on a
// node whose disk has just refused a write.
extension Engine {
    /// Postpones all background writes after the disk refused one: indexing, deferred folding, checkpoints,
    /// erasing, comparing copies, and links in both directions. Each link leads to a write, so that without
    /// this a node with a full disk would call all its friends dozens of times a second; and with a write in
    /// its first step it could not answer any request.
    package func rest(until instant: Instant) {
        indexAt = instant
        restsUntil = instant
    }

    func index(
        after inbox: [Event], at now: Instant, wall: WallTime
    ) throws(StorageError) {
        if !isIndexing {
            isIndexing = try store.areIndicesComplete == false
            indexSince = now
            if isIndexing { indexAt = now + SyncLimits.indexPause }
        } else if inbox.contains(where: \.isWork) {
            // Pause after a write: indexing has a transaction of its own, and the next write should not wait
            // for its sync. But under continuous writes indexing proceeds as well.
            indexAt = min(now + SyncLimits.indexPause, indexSince + SyncLimits.indexPatience)
        }
        // In a step of its own, so that if it cannot be written, no request fails with it.
        let isAlone = now >= indexAt && inbox.allSatisfy { $0 == .woken }
        guard isIndexing, isAlone || !postponed.isEmpty else { return }
        isIndexing = try store.indexSome(limits.indexRows)
        indexSince = now
        guard !isIndexing else { return }
        // References and the rest come after; searches for words need not wait for them.
        isIndexing = try store.referSome(limits.indexRows)
        if !isIndexing { isIndexing = try store.nameSome(limits.indexRows) }
        if !isIndexing { isIndexing = try store.openReports() }
        if !isIndexing { isIndexing = try store.silenceSome(limits.indexRows) }
        let waiting = postponed
        postponed = []
        for (id, request) in waiting { try take(request, id, at: now, wall: wall) }
        // Notices of this step are out already; what was touched here is announced in the next step.
        if store.hasTouched { hasMore = true }
    }
}
