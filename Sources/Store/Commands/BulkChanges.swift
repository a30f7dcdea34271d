import CRDT
import Domain
import Primitives

/// Several changes of many things in sequence, as one act. Each selects its things after the previous one is done,
/// and so sees its effects.
package struct BulkChanges {
    let changes: [BulkChange]
    /// The rows that each change names; nil if a query selects them.
    let named: [[Int64]?]
    /// The act that undoes them; nil if they are only counted.
    let act: Int64?
    let aim: BulkWork.Aim
    fileprivate var current: BulkWork?
    fileprivate var reports: [ChangesReport.Change] = []
    private var summaries: [String] = []

    init(_ changes: [BulkChange], named: [[Int64]?], act: Int64?, aim: BulkWork.Aim) {
        self.changes = changes
        self.named = named
        self.act = act
        self.aim = aim
    }

    /// The problem reported if it is stopped early.
    var stopped: Problem {
        Problem(
            .conflict,
            "stopped by an undo after \(reports.count) of \(changes.count) ops",
            fix: "start again if you did not want that")
    }

    /// Whether every change is done or has failed.
    fileprivate var isOver: Bool { reports.count == changes.count }

    /// Describes at most three changes, because an act has one line in a list.
    fileprivate var summary: String {
        let told = summaries.prefix(3).joined(separator: "; ")
        return summaries.count > 3 ? "\(told); and \(summaries.count - 3) more" : told
    }

    fileprivate mutating func end(_ work: BulkWork) {
        reports.append(
            ChangesReport.Change(
                changes[reports.count].action.name, matched: work.rows.count,
                changed: work.tally.count))
        summaries.append(work.summary(work.tally))
        current = nil
    }

    // Later changes may depend on this one, so they are skipped.
    fileprivate mutating func fail(_ problem: Problem) {
        var problem = problem
        for change in changes[reports.count...] {
            var report = ChangesReport.Change(change.action.name, matched: 0, changed: 0)
            report.problem = problem
            reports.append(report)
            problem = Problem(.conflict, "skipped because an earlier op failed")
        }
    }
}

extension Store {
    func changeMany(
        _ changes: [BulkChange], _ aim: BulkWork.Aim, at wall: WallTime
    ) throws(StorageError) -> Performance {
        let prepared: PreparedChanges
        switch try prepare(changes, at: wall) {
        case .failure(let problem): return .answered(.rejected(problem))
        case .success(let found): prepared = found
        }
        let act = try act(for: aim, summary: "changed many things", at: wall)
        var work = BulkChanges(prepared.changes, named: prepared.named, act: act, aim: aim)
        guard let answer = try proceed(&work, at: wall) else { return .long(.several(work)) }
        return .answered(answer)
    }

    /// Performs the next slice: as many things as for other bulk work, over as many changes as needed. A search
    /// counts as a tenth of a slice.
    ///
    /// - Returns: the answer once everything is done.
    func proceed(_ work: inout BulkChanges, at wall: WallTime) throws(StorageError) -> Answer? {
        var room = limits.workRows
        while room > 0, !work.isOver {
            let index = work.reports.count
            guard var current = work.current else {
                room -= work.named[index] == nil ? max(1, limits.workRows / 10) : 1
                switch try begin(index, of: work, at: wall) {
                case .failure(let problem):
                    guard try undoable(work.act) != nil else {
                        return .rejected(problem.at(BulkRules.pointer(index)))
                    }
                    work.fail(problem)
                // A change that selects nothing is complete at once.
                case .success(let begun) where begun.isOver: work.end(begun)
                case .success(let begun): work.current = begun
                }
                continue
            }
            let before = current.next
            try doSlice(of: &current, atMost: room, at: wall)
            room -= current.next - before
            work.current = current
            if current.isOver { work.end(current) }
        }
        guard work.isOver else { return nil }
        let act = try undoable(work.act)
        if let number = work.act { try call(number, work.summary) }
        return .changed(ChangesReport(work.reports, act: act, summary: work.summary))
    }

    // Everything was checked before the first change; what has changed since is reported.
    private func begin(
        _ index: Int, of work: BulkChanges, at wall: WallTime
    ) throws(StorageError) -> Result<BulkWork, Problem> {
        let change = work.changes[index]
        var rows: [Int64] = []
        if let named = work.named[index] {
            rows = named
        } else {
            switch try select(change.things, now: wall) {
            case .failure(let problem): return .failure(problem)
            case .success(let found): rows = found
            }
        }
        let aim = work.aim
        switch change.action {
        case .share(let audience):
            return try target(audience, aim, at: wall).map { target in
                BulkWork(.place(in: target), rows: rows, act: work.act, aim: aim) {
                    "\(aim.spelled("shared")) \(Counted.words($0.count, "thing")) with "
                        + "\(audience.name)\($0.leftOut)"
                }
            }
        case .unshare(let audience):
            let audiences: [AudienceName]
            switch try self.audiences(withdrawnFrom: audience) {
            case .failure(let problem): return .failure(problem)
            case .success(let found): audiences = found.names
            }
            if let act = work.act {
                try author(
                    try ends(ofSharesOf: change.things, in: audiences), act: act, at: wall)
            }
            let from = audience.map { " from \($0.name)" } ?? ""
            let verb = aim == .toDo ? "withdrew" : "would have withdrawn"
            return .success(
                BulkWork(.withdraw(audiences), rows: rows, act: work.act, aim: aim) {
                    "\(verb) \(Counted.words($0.count, "thing"))\(from)"
                })
        case .addToCollection(let name):
            return try collection(name).map { collection in
                BulkWork(.collect(in: collection), rows: rows, act: work.act, aim: aim) {
                    "\(aim.spelled("added")) \(Counted.words($0.count, "thing")) to \(name)"
                }
            }
        case .removeFromCollection(let name):
            let verb = aim.spelled("removed")
            return try collection(name).map { collection in
                BulkWork(.takeOut(of: collection), rows: rows, act: work.act, aim: aim) {
                    "\(verb) \(Counted.words($0.count, "thing")) from \(name)"
                }
            }
        case .addTags, .removeTags, .setUnread, .setSize, .trash:
            return .success(
                Self.work(change.action, on: rows, act: work.act, aim: aim))
        }
    }

    // Handles changes that need nothing but the things.
    private static func work(
        _ action: BulkChange.Action, on rows: [Int64], act: Int64?, aim: BulkWork.Aim
    ) -> BulkWork {
        let work = { (kind: BulkWork.Kind, words: @escaping (String) -> String) in
            BulkWork(kind, rows: rows, act: act, aim: aim) {
                words(Counted.words($0.count, "thing"))
            }
        }
        let removed = aim.spelled("removed")
        switch action {
        case .addTags(let names):
            return work(.tag(names)) { "\(aim.spelled("added")) \(shown(names)) to \($0)" }
        case .removeTags(let names):
            return work(.untag(names)) { "\(removed) \(shown(names)) from \($0)" }
        case .setUnread(let isUnread):
            return work(.mark(isUnread: isUnread)) {
                "\(aim.spelled("marked")) \($0) as \(isUnread ? "unread" : "read")"
            }
        case .setSize(let size):
            return work(.resize(size)) { "\(aim.spelled("resized")) \($0) to \(size.letter)" }
        case .trash:
            return work(.trash) { "\(aim.spelled("moved")) \($0) to the trash" }
        case .share, .unshare, .addToCollection, .removeFromCollection:
            preconditionFailure("begun with what else they ask")
        }
    }

    private static func shown(_ names: [String]) -> String {
        let shown = names.prefix(3).map { "#\($0)" }.joined(separator: " ")
        return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
    }

    private func collection(_ name: String) throws(StorageError) -> Result<Int64, Problem> {
        try handmade(name).flatMap { row in
            row.number.map { .success($0) } ?? .failure(.noCollection(name))
        }
    }
}
