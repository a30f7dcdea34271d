package import Domain
package import Primitives

/// What became of a command.
package enum Performance {
    /// It is done, or refused.
    case answered(Answer)
    /// It concerns so many things that it is done in slices: call `proceed` until it answers.
    case long(LongWork)
    /// It concerns links and not the replica.
    case notMine
}

/// What is done in slices, one a step.
package enum LongWork {
    /// One change of many things.
    case one(BulkWork)
    /// Several, one after the other.
    case several(BulkChanges)

    /// The number of the act that undoes it; of a redo, the act that is done again; nil for an undo.
    package var actNumber: Int? {
        switch self {
        case .one(let work): return work.actNumber
        case .several(let work): return work.act.map { Int($0) }
        }
    }

    /// The act that it takes back; nil if it is no undo.
    package var undoes: Int? {
        if case .one(let work) = self { return work.undoes }
        return nil
    }

    /// The act that it does again; nil if it is no redo.
    package var redoes: Int? {
        if case .one(let work) = self { return work.redoes }
        return nil
    }

    /// What its client is told when it stops before its end.
    package var stopped: Problem {
        switch self {
        case .one(let work): return work.stopped
        case .several(let work): return work.stopped
        }
    }

    // The act to which what it writes belongs.
    fileprivate var act: Int64? {
        switch self {
        case .one(let work): return work.act
        case .several(let work): return work.act
        }
    }
}

extension Store {
    /// Does the next slice.
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

    /// The answer to who takes back what was stopped before anything of it was written; nil if
    /// something was.
    package func dropIfUnbegun(_ work: LongWork) throws(StorageError) -> Answer? {
        guard let act = work.act, try undoable(act) == nil else { return nil }
        return .done(
            DoneReport(
                count: 0, act: nil, summary: "stopped act \(act), of which nothing was done yet"))
    }
}
