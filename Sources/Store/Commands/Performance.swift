package import Domain
package import Primitives

/// The result of a command.
package enum Performance {
    /// The command is done or refused.
    case answered(Answer)
    /// The command concerns so many things that it is done in slices: call `proceed` until it answers.
    case long(LongWork)
    /// The command concerns links, not the replica.
    case notMine
}

/// Work done in slices, one in each step.
package enum LongWork {
    /// One change of many things.
    case one(BulkWork)
    /// Several changes in sequence.
    case several(BulkChanges)

    /// The number of the act that undoes it; for a redo, the act being redone; nil for an undo.
    package var actNumber: Int? {
        switch self {
        case .one(let work): return work.actNumber
        case .several(let work): return work.act.map { Int($0) }
        }
    }

    /// The act being undone; nil if this is not an undo.
    package var undoes: Int? {
        if case .one(let work) = self { return work.undoes }
        return nil
    }

    /// The act being redone; nil if this is not a redo.
    package var redoes: Int? {
        if case .one(let work) = self { return work.redoes }
        return nil
    }

    /// The problem reported to the client if it is stopped early.
    package var stopped: Problem {
        switch self {
        case .one(let work): return work.stopped
        case .several(let work): return work.stopped
        }
    }

    // The act that its writes belong to.
    fileprivate var act: Int64? {
        switch self {
        case .one(let work): return work.act
        case .several(let work): return work.act
        }
    }
}

extension Store {
    /// Performs the next slice.
    ///
    /// - Returns: the answer once everything is done.
    package func proceed(_ work: inout LongWork, at wall: WallTime) throws(StorageError) -> Answer?
    {
        switch work {
        case .one(var bulk):
            let answer = try proceed(&bulk, at: wall)
            work = .one(bulk)
            return answer
        case .several(var changes):
            let answer = try proceed(&changes, at: wall)
            work = .several(changes)
            return answer
        }
    }

    /// Returns the answer to undoing work that was stopped before it wrote anything; nil if it wrote something.
    package func dropIfUnbegun(_ work: LongWork) throws(StorageError) -> Answer? {
        guard let act = work.act, try undoable(act) == nil else { return nil }
        return .done(
            DoneReport(
                count: 0, act: nil, summary: "stopped act \(act) before it changed anything"))
    }
}
