import Domain
import Primitives
import Store

// What garments are worth together is counted a slice a step, beside what changes many things: who asks
// does not wait behind that.
extension Engine {
    /// Lets garments be counted from the next slice on, behind those that others have asked for before.
    ///
    /// - Returns: why they cannot be; nil if the answer comes with the last slice.
    func count(in closet: Reference?, _ id: RequestID) throws(StorageError) -> Answer? {
        switch try store.count(in: closet) {
        case .failure(let problem): return .rejected(problem)
        case .success(let counting):
            countings.append((id, counting))
            return nil
        }
    }

    /// One slice of the oldest.
    func countOn() throws(StorageError) {
        guard !countings.isEmpty else { return }
        if let stats = try store.proceed(&countings[0].counting) {
            effects.append(.answer(countings.removeFirst().id, .stats(stats)))
        }
        if !countings.isEmpty { hasMore = true }
    }
}
