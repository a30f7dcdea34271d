import Domain
package import Primitives
import Store

// Full text, references, names and who is heard, in slices behind what is written; and a node whose disk has just
// refused.
extension Engine {
    /// Lets wait whatever would be written unasked, because the disk has just refused to: full
    /// text, what was put off until it can be folded, declared dead, dropped or compared, and links
    /// to and from others. Each link leads to a write, so that without this a node with a full disk
    /// would call all its friends dozens of times a second; and with a write in its first step it
    /// would answer nobody's question.
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
            // Behind a write a pause: the pass has a transaction of its own, and the next write
            // should not wait for its sync. But who writes without end is indexed as well.
            indexAt = min(now + SyncLimits.indexPause, indexSince + SyncLimits.indexPatience)
        }
        // In a step of its own: if it cannot be written, nobody's question fails with it.
        let isAlone = now >= indexAt && inbox.allSatisfy { $0 == .woken }
        guard isIndexing, isAlone || !postponed.isEmpty else { return }
        isIndexing = try store.indexSome(limits.indexRows)
        indexSince = now
        guard !isIndexing else { return }
        // What is said of things; who asks for words need not wait for it.
        isIndexing = try store.referSome(limits.indexRows)
        if !isIndexing { isIndexing = try store.nameSome(limits.indexRows) }
        if !isIndexing { isIndexing = try store.openReports() }
        if !isIndexing { isIndexing = try store.silenceSome(limits.indexRows) }
        let waiting = postponed
        postponed = []
        for (id, request) in waiting { try take(request, id, at: now, wall: wall) }
        // Onlookers were told before; of this they are told in the next step.
        if store.hasTouched { hasMore = true }
    }
}
