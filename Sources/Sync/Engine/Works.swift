import Domain
import Primitives
import Store

// Bulk changes, which queue up and are done a slice a step.
extension Engine {
    /// Does one slice of the oldest bulk change; the others wait behind it.
    func proceed(at wall: WallTime) throws(StorageError) {
        guard !works.isEmpty else { return }
        if let answer = try store.proceed(&works[0].work, at: wall) {
            effects.append(.answer(works.removeFirst().id, answer))
        }
        if !works.isEmpty { hasMore = true }
    }

    /// Whether a redo of the act with this number, or of the one undone last, is in progress already. An undo
    /// would stop only one of two.
    func isBeingRedone(_ number: Int?) -> Bool {
        let running = works.compactMap(\.work.redoes)
        return number.map { running.contains($0) } ?? !running.isEmpty
    }

    /// Undoes an act. One still in progress stops at once, so that what others should not see is not shared
    /// on while its withdrawal waits in the queue.
    ///
    /// - Returns: The answer; nil if it comes after the last slice.
    func undo(
        _ number: Int?, _ id: RequestID, at wall: WallTime
    ) throws(StorageError) -> Answer? {
        let running = works.compactMap(\.work.actNumber)
        let act = try store.actToUndo(number, running: running)
        if let act, works.contains(where: { $0.work.undoes == act }) {
            return .rejected(
                Problem(
                    .conflict, "act \(act) is being undone",
                    fix: "wait until it is done, or name another act: weft log"))
        }
        if let place = works.firstIndex(where: { $0.work.actNumber == act && act != nil }) {
            let stopped = works.remove(at: place)
            effects.append(.answer(stopped.id, .rejected(stopped.work.stopped)))
            if let unbegun = try store.dropIfUnbegun(stopped.work) { return unbegun }
        }
        switch try store.perform(.undo(act: act ?? number), at: wall) {
        case .answered(let answer): return answer
        case .long(let work):
            works.append((id, work))
            return nil
        case .notMine: preconditionFailure("the store takes back what was written")
        }
    }
}
