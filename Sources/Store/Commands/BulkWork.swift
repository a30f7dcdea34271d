import CRDT
package import Domain
import Primitives
import Wire

/// A change of many things, done in slices so that peers do not wait for it. All slices belong to one act and are
/// undone together; slices done before a crash stay done.
package struct BulkWork {
    let kind: Kind
    /// Rows of objects, or of deltas of an act.
    let rows: [Int64]
    /// The act that undoes it; nil for undo and redo.
    let act: Int64?
    /// The aim: to perform the work, or only to count (dry run).
    let aim: Aim
    let summary: (_ tally: Tally) -> String
    var next = 0
    var tally = Tally()

    enum Aim {
        case toDo
        case toCount

        /// Returns the verb in the past tense or the conditional: `renamed`, `would have renamed`.
        func spelled(_ verb: String) -> String { self == .toDo ? verb : "would have \(verb)" }
    }

    /// The results so far.
    struct Tally {
        /// The number of things changed; for an act's deltas, of operations.
        var count = 0
        /// The number that were in the audience already.
        var known = 0
        /// The number of links to local files, which are never shared.
        var files = 0
        /// The number at home in a group, which cannot be placed elsewhere.
        var elsewhere = 0
        /// The number merged into others, and the number that would not have fitted.
        var gone = 0
        var kept = 0
    }

    init(
        _ kind: Kind, rows: [Int64], act: Int64?, aim: Aim = .toDo,
        summary: @escaping (_ tally: Tally) -> String
    ) {
        self.kind = kind
        self.rows = rows
        self.act = act
        self.aim = aim
        self.summary = summary
    }

    /// Returns the number of rows per slice.
    func slice(_ limits: StoreLimits) -> Int {
        kind.isOfDeltas ? limits.workDeltas : limits.workRows
    }

    /// Removes and returns the rows of the next slice.
    mutating func take(atMost most: Int) -> ArraySlice<Int64> {
        let end = min(next + most, rows.count)
        defer { next = end }
        return rows[next..<end]
    }

    /// Whether every row was processed.
    var isOver: Bool { next == rows.count }

    /// The number of the act that undoes it; for a redo, the act being redone; nil for an undo.
    package var actNumber: Int? {
        if case .redo(let act) = kind { return Int(act) }
        return act.map { Int($0) }
    }

    /// The act being undone; nil if this is not an undo.
    package var undoes: Int? {
        if case .undo(let act) = kind { return Int(act) }
        return nil
    }

    /// The act being redone; nil if this is not a redo.
    package var redoes: Int? {
        if case .redo(let act) = kind { return Int(act) }
        return nil
    }

    /// The problem reported if it is stopped early.
    package var stopped: Problem {
        Problem(
            .conflict, "stopped by an undo after \(next) of \(rows.count)",
            fix: "start again if you did not want that")
    }

    /// Whether it fits into one slice.
    func isShort(_ limits: StoreLimits) -> Bool { rows.count <= slice(limits) }
}

extension Store {
    /// Performs `work` at once if it fits into one slice.
    func start(_ work: BulkWork, at wall: WallTime) throws(StorageError) -> Performance {
        var work = work
        guard work.isShort(limits) else { return .long(.one(work)) }
        guard let answer = try proceed(&work, at: wall) else {
            preconditionFailure("what fits one slice is done after it")
        }
        return .answered(answer)
    }

    /// Performs the next slice.
    ///
    /// - Returns: the answer once everything is done.
    func proceed(_ work: inout BulkWork, at wall: WallTime) throws(StorageError) -> Answer? {
        try doSlice(of: &work, atMost: work.slice(limits), at: wall)
        guard work.isOver else { return nil }
        let summary = work.summary(work.tally)
        if case .undo(let act) = work.kind { try finishUndo(of: act) }
        if case .redo(let act) = work.kind { try finishRedo(of: act) }
        if let act = work.act { try call(act, summary) }
        noteRenaming(by: work)
        let undoing = work.undoes == nil ? work.actNumber.map { Int64($0) } : nil
        return .done(
            DoneReport(count: work.tally.count, act: try undoable(undoing), summary: summary))
    }

    /// Performs `work` on its next rows, at most `most`.
    func doSlice(
        of work: inout BulkWork, atMost most: Int, at wall: WallTime
    ) throws(StorageError) {
        let slice = Array(work.take(atMost: most))
        var before: [LiveMatch] = []
        // Matches with live shares are determined before the write.
        if work.kind.mayMakeMatch, work.aim == .toDo {
            before = try liveMatches(of: slice, at: wall)
        }
        switch work.kind {
        case .collect(let collection), .takeOut(let collection):
            let changes = try operations(of: &work, on: slice, inCollection: collection)
            try author(changes, at: .private, act: work.act, wall: wall)
        default: try write(slice, of: &work, at: wall)
        }
        if let act = work.act { try placeIfLive(before, act: act, at: wall) }
    }

    private func write(
        _ slice: [Int64], of work: inout BulkWork, at wall: WallTime
    ) throws(StorageError) {
        var operations: [(place: Place, changes: [Operation])] = []
        var marks: [Noting] = []
        for row in slice {
            if let noting = try noting(of: work.kind, on: row) {
                work.tally.count += 1
                marks.append(noting)
                continue
            }
            let (place, changes) = try self.operations(of: &work, on: row, besides: &operations)
            guard !changes.isEmpty else {
                try tally(what: row, isLeftOutOf: &work)
                continue
            }
            work.tally.count += work.kind.isOfDeltas ? changes.count : 1
            if work.aim == .toDo { Self.put(changes, at: place, into: &operations) }
            // A later delta of an act may have changed what an earlier one did, so each is reversed against the state
            // after the later ones are.
            if work.kind.isOfDeltas { try write(&operations, act: work.act, at: wall) }
        }
        try write(&operations, act: work.act, at: wall)
        if let act = work.act, !marks.isEmpty {
            try setPrivateNotes(marks.map(\.mark), act: act, at: wall)
        }
    }

    private func write(
        _ operations: inout [(place: Place, changes: [Operation])], act: Int64?,
        at wall: WallTime
    ) throws(StorageError) {
        for (place, changes) in operations {
            try author(changes, at: place, act: act, wall: wall)
        }
        operations = []
    }

    private static func put(
        _ changes: [Operation], at place: Place,
        into operations: inout [(place: Place, changes: [Operation])]
    ) {
        if let index = operations.firstIndex(where: { $0.place == place }) {
            operations[index].changes += changes
        } else {
            operations.append((place, changes))
        }
    }

    // Counts why a thing was not shared.
    private func tally(
        what number: Int64, isLeftOutOf work: inout BulkWork
    ) throws(StorageError) {
        guard case .place(let audience) = work.kind, let row = try object(row: number) else {
            return
        }
        if row.place != .private {
            work.tally.elsewhere += 1
        } else if Self.isFile(row.state) {
            work.tally.files += 1
        } else if row.state.isPlaced(in: audience) {
            work.tally.known += 1
        }
    }

    // Returns the operations and where to write them: at the home of what they change.
    //
    // - Parameter others: receives operations to be written elsewhere.
    private func operations(
        of work: inout BulkWork, on number: Int64,
        besides others: inout [(place: Place, changes: [Operation])]
    ) throws(StorageError) -> (Place, [Operation]) {
        if case .undo = work.kind { return try opposites(ofDelta: number) }
        if case .redo = work.kind { return try repeats(ofDelta: number) }
        if case .merge = work.kind {
            let merging = try merging(into: number)
            work.tally.gone += merging.gone
            work.tally.kept += merging.kept
            if work.aim == .toDo, !merging.collections.isEmpty {
                Self.put(merging.collections, at: .private, into: &others)
            }
            return (merging.place, merging.operations)
        }
        // A thing that was moved to the trash after the selection stays unchanged.
        guard let row = try object(row: number), let object = row.home,
            row.hidden == .visible, try mayChange(at: row.place)
        else { return (.private, []) }
        if case .followRules(let wall) = work.kind {
            return (row.place, try tagging(row, at: object, wall: wall))
        }
        return (row.place, Self.operations(of: work.kind, on: row, at: object))
    }

    private static func operations(
        of kind: BulkWork.Kind, on row: ObjectRow, at object: ObjectRef
    ) -> [Operation] {
        switch kind {
        case .place(let audience):
            return Self.place(row, in: audience, isIn: true).map { [$0] } ?? []
        case .withdraw(let audiences):
            return audiences.compactMap { Self.place(row, in: $0, isIn: false) }
        case .trash: return [row.write(.deletion, [1], at: object)]
        case .tag(let names): return row.allAdditions(of: names, at: object)
        case .untag(let names): return row.removals(of: names, at: object)
        case .mark(let isUnread):
            // For things that are not this person's alone, a private note is written instead.
            guard row.place == .private else { return [] }
            return row.difference(Schema.Thing.unread, isUnread ? [1] : [], at: object)
        case .resize(let size):
            let isUsual = size == .medium && row.state.register(Schema.Thing.size)?.shown == nil
            guard row.thing == .link, !isUsual else { return [] }
            return row.difference(Schema.Thing.size, [size.rawValue], at: object)
        case .retag(let names, let target):
            return Self.retag(row, at: object, from: names, to: target)
        case .undo, .redo, .merge, .followRules, .collect, .takeOut: return []
        }
    }

    // Returns the number of an act, if it wrote anything.
    func undoable(_ act: Int64?) throws(StorageError) -> Int? {
        guard let act else { return nil }
        return try database.row(
            "SELECT id FROM acts WHERE id = ? AND count > 0 ORDER BY id", [.integer(act)]
        ) { Int($0.integer(0)) }
    }
}
