import Domain
import Primitives
import Store

// Changes of many things, which stand in line and are done a slice a step.
extension Engine {
    /// One slice of the oldest change of many things; the others wait behind it.
    func proceed(at wall: WallTime) throws(StorageError) {
        guard !works.isEmpty else { return }
        if let answer = try store.proceed(&works[0].work, at: wall) {
            effects.append(.answer(works.removeFirst().id, answer))
        }
        if !works.isEmpty { hasMore = true }
    }

    /// Whether what a redo would do is being done again already: the act of this number, or the one that was
    /// taken back last. Of two an undo would stop one.
    func isBeingRedone(_ number: Int?) -> Bool {
        let running = works.compactMap(\.work.redoes)
        return number.map { running.contains($0) } ?? !running.isEmpty
    }

    /// Takes back an act. One that is still being done stops at once: what others should not see
    /// does not go on being shared while its withdrawal waits in line.
    ///
    /// - Returns: the answer; nil if it comes when the last slice is done.
    func undo(
        _ number: Int?, _ id: RequestID, at wall: WallTime
    ) throws(StorageError) -> Answer? {
        let running = works.compactMap(\.work.actNumber)
        let act = try store.actToUndo(number, running: running)
        if let act, works.contains(where: { $0.work.undoes == act }) {
            return .rejected(
                Problem(
                    .conflict, "act \(act) is being undone",
                    fix: "wait until it is; or name another act: weft log"))
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
