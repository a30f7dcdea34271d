import CRDT
package import Domain
package import Primitives
import Wire

/// What became of a command.
package enum Performance {
    /// It is done, or refused.
    case answered(Answer)
    /// It concerns so many things that it is done in slices: call `proceed` until it answers.
    case long(BulkWork)
    /// It concerns links and not the replica.
    case notMine
}

/// A change of many things, done a slice at a time so that no friend waits for it. All slices are
/// one act and are undone together; what was done when the machine fails stays done.
package struct BulkWork {
    enum Kind {
        case place(in: AudienceName)
        case withdraw([AudienceName])
        case trash
        case retag(from: [String], to: String?)
        /// The rows are deltas whose operations are taken back.
        case undo
    }

    let kind: Kind
    /// Rows of objects, or of deltas for `undo`.
    let rows: [Int64]
    /// The act that undoes it; nil for an undo.
    let act: Int64?
    let summary: (_ count: Int) -> String
    var next = 0
    var count = 0

    init(
        _ kind: Kind, rows: [Int64], act: Int64?,
        summary: @escaping (_ count: Int) -> String
    ) {
        self.kind = kind
        self.rows = rows
        self.act = act
        self.summary = summary
    }

    private func slice(_ limits: StoreLimits) -> Int {
        if case .undo = kind { return limits.workDeltas }
        return limits.workRows
    }

    /// The rows of the next slice.
    mutating func take(_ limits: StoreLimits) -> ArraySlice<Int64> {
        let end = min(next + slice(limits), rows.count)
        defer { next = end }
        return rows[next..<end]
    }

    /// It fits one slice.
    func isShort(_ limits: StoreLimits) -> Bool { rows.count <= slice(limits) }
}

extension Store {
    /// Does `work` at once if it fits one slice.
    func start(_ work: BulkWork, at wall: WallTime) throws(StorageError) -> Performance {
        var work = work
        guard work.isShort(limits) else { return .long(work) }
        guard let answer = try proceed(&work, at: wall) else {
            preconditionFailure("what fits one slice is done after it")
        }
        return .answered(answer)
    }

    /// Does the next slice.
    ///
    /// - Returns: the answer once everything is done.
    package func proceed(_ work: inout BulkWork, at wall: WallTime) throws(StorageError) -> Answer?
    {
        var operations: [(place: Place, changes: [Operation])] = []
        let slice = Array(work.take(limits))
        for row in slice {
            let (place, changes) = try self.operations(of: work.kind, on: row)
            guard !changes.isEmpty else { continue }
            if case .undo = work.kind { work.count += changes.count } else { work.count += 1 }
            if let index = operations.firstIndex(where: { $0.place == place }) {
                operations[index].changes += changes
            } else {
                operations.append((place, changes))
            }
        }
        var before: [LiveMatch] = []
        if case .retag = work.kind { before = try liveMatches(of: slice, at: wall) }
        for (place, changes) in operations {
            try author(changes, at: place, act: work.act, wall: wall)
        }
        if let act = work.act { try placeIfLive(before, act: act, at: wall) }
        guard work.next == work.rows.count else { return nil }
        let summary = work.summary(work.count)
        if let act = work.act {
            try database.run(
                "UPDATE acts SET summary = ? WHERE id = ?", .text(summary), .integer(act))
        }
        return .done(
            DoneReport(count: work.count, act: try undoable(work.act), summary: summary))
    }

    // What is to be written, and where: at home of what it changes.
    private func operations(
        of kind: BulkWork.Kind, on number: Int64
    ) throws(StorageError) -> (Place, [Operation]) {
        if case .undo = kind { return try opposites(ofDelta: number) }
        guard let row = try object(row: number), let object = row.home,
            try mayChange(at: row.place)
        else { return (.private, []) }
        return (row.place, Self.operations(of: kind, on: row, at: object))
    }

    private static func operations(
        of kind: BulkWork.Kind, on row: ObjectRow, at object: ObjectRef
    ) -> [Operation] {
        switch kind {
        case .place(let audience):
            return Self.place(row, in: audience, isIn: true).map { [$0] } ?? []
        case .withdraw(let audiences):
            return audiences.compactMap { Self.place(row, in: $0, isIn: false) }
        case .trash:
            return row.state.isTrashed ? [] : [row.write(.deletion, [1], at: object)]
        case .retag(let names, let target):
            return Self.retag(row, at: object, from: names, to: target)
        case .undo: return []
        }
    }

    // The number of an act that wrote something.
    private func undoable(_ act: Int64?) throws(StorageError) -> Int? {
        guard let act else { return nil }
        return try database.row(
            "SELECT id FROM acts WHERE id = ? AND count > 0 ORDER BY id", [.integer(act)]
        ) { Int($0.integer(0)) }
    }
}
