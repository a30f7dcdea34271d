import Domain
import Primitives
import Store

// Counts the total worth of garments, a slice a step, independently of bulk changes, so that the request does
// not wait behind them.
extension Engine {
    /// Queues a count of garments behind earlier ones.
    ///
    /// - Returns: The rejection, if they cannot be counted; nil if the answer comes with the last slice.
    func count(in closet: Reference?, _ id: RequestID) throws(StorageError) -> Answer? {
        switch try store.count(in: closet) {
        case .failure(let problem): return .rejected(problem)
        case .success(let counting):
            countings.append((id, counting))
            return nil
        }
    }

    /// Counts one slice for the oldest request.
    func countOn() throws(StorageError) {
        guard !countings.isEmpty else { return }
        if let stats = try store.proceed(&countings[0].counting) {
            effects.append(.answer(countings.removeFirst().id, .stats(stats)))
        }
        if !countings.isEmpty { hasMore = true }
    }
}
