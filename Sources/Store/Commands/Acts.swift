import CRDT
import Domain
import Primitives
import Wire

// Acts group what a person did at once, so that it can be undone at once.
extension Store {
    /// Returns the act with this token, or a new one.
    func act(
        _ token: ActToken?, summary: String, at wall: WallTime
    ) throws(StorageError) -> Int64 {
        if let token,
            let known = try database.row(
                "SELECT id FROM acts WHERE token = ? ORDER BY id",
                [.integer(Int64(bitPattern: token.number))], { $0.integer(0) })
        {
            return known
        }
        try database.run(
            "INSERT INTO acts (token, summary, count, at, undone) VALUES (?, ?, 0, ?, 0)",
            token.map { .integer(Int64(bitPattern: $0.number)) } ?? .null, .text(summary),
            .integer(Int64(wall.milliseconds)))
        return database.lastInserted
    }

    /// Returns a new act; nil if the work is only counted.
    func act(
        for aim: BulkWork.Aim, summary: String, at wall: WallTime
    ) throws(StorageError) -> Int64? {
        aim == .toDo ? try act(nil, summary: summary, at: wall) : nil
    }

    /// Adds written operations to an act.
    func keep(_ written: [Written], in act: Int64) throws(StorageError) {
        var last: Int64 = 0
        for entry in written where entry.delta != last {
            last = entry.delta
            try database.run(
                "INSERT OR IGNORE INTO act_deltas (act, delta) VALUES (?, ?)", .integer(act),
                .integer(entry.delta))
        }
        try database.run(
            "UPDATE acts SET count = count + ? WHERE id = ?", .integer(written.count),
            .integer(act))
    }

    /// Returns the newest acts that wrote something, newest first.
    func acts(limit: Int) throws(StorageError) -> [Act] {
        try database.rows(
            "SELECT id, summary, at, undone FROM acts WHERE count > 0 ORDER BY id DESC LIMIT ?",
            [.integer(min(max(limit, 1), Limits.pageMax))]
        ) { (row) throws(StorageError) in
            Act(
                number: Int(row.integer(0)), summary: row.text(1),
                at: WallTime(milliseconds: UInt64(row.integer(2))),
                isUndone: Int(row.integer(3)) == Self.actIsUndone)
        }
    }

    /// Returns the act to undo: the one with this number, or the newest that is not undone.
    ///
    /// - Parameter running: acts still in progress; they count even if they have not written anything yet.
    package func actToUndo(_ number: Int?, running: [Int]) throws(StorageError) -> Int? {
        if let number { return number }
        let newest = try database.row(
            "SELECT id FROM acts WHERE count > 0 AND \(ActSQL.canBeUndone) ORDER BY id DESC LIMIT 1"
        ) { Int($0.integer(0)) }
        return (running + [newest].compactMap { $0 }).max()
    }

    /// Undoes an act: every operation whose effect still shows is reversed; what was changed since stays. Nothing can
    /// be added to the act from now on. An undo that was interrupted starts again.
    func undo(_ number: Int?, at wall: WallTime) throws(StorageError) -> Performance {
        let found = try database.row(
            """
            SELECT id, summary, undone FROM acts
            WHERE count > 0 AND (id = ?1 OR (?1 IS NULL AND \(ActSQL.canBeUndone)))
            ORDER BY id DESC LIMIT 1
            """, [number.map { .integer($0) } ?? .null]
        ) { row in (row.integer(0), row.text(1), Int(row.integer(2))) }
        guard let (act, summary, undone) = found else {
            if let number, try isActOver(number) {
                return .answered(.rejected(Self.problem(undoing: number)))
            }
            return .answered(
                .rejected(
                    Problem(
                        .notFound,
                        number.map { "there is no act \($0)" } ?? "there is nothing to undo",
                        fix: "weft log")))
        }
        guard undone != Self.actIsUndone else {
            return .answered(
                .rejected(
                    Problem(.conflict, "act \(act) is already undone", fix: "weft log")))
        }
        try mark(act, Self.actIsBeingUndone)
        let deltas = try deltas(of: act).reversed()
        return try start(
            BulkWork(.undo(of: act), rows: Array(deltas), act: nil) { _ in
                "undid act \(act): \(summary)"
            }, at: wall)
    }

    /// Returns the deltas that an act wrote, in order.
    func deltas(of act: Int64) throws(StorageError) -> [Int64] {
        try database.rows(
            "SELECT delta FROM act_deltas WHERE act = ? ORDER BY delta", [.integer(act)]
        ) { (row) throws(StorageError) in row.integer(0) }
    }

    /// Completes an undo; a redo takes this act first.
    func finishUndo(of act: Int64) throws(StorageError) {
        guard !(try isActOver(Int(act))) else { return }
        try mark(act, Self.actIsUndone)
        try database.run(
            "UPDATE acts SET taken_back = (SELECT max(taken_back) + 1 FROM acts) WHERE id = ?",
            .integer(act))
    }

    /// Changes the summary of an act.
    func call(_ act: Int64, _ summary: String) throws(StorageError) {
        try database.run("UPDATE acts SET summary = ? WHERE id = ?", .text(summary), .integer(act))
    }

    /// Stores the state of an act, one of the constants below.
    func mark(_ act: Int64, _ undone: Int) throws(StorageError) {
        try database.run("UPDATE acts SET undone = ? WHERE id = ?", .integer(undone), .integer(act))
    }

    /// The values of `acts.undone`: the act is in effect, is undone, or is being undone or redone (also if that was
    /// interrupted by a crash).
    static let actStands = 0
    static let actIsUndone = 1
    static let actIsBeingUndone = 3
    static let actIsBeingRedone = 4

    /// Returns why nothing can be added to the act with this token; nil if something can.
    func problem(addingTo token: ActToken?) throws(StorageError) -> Problem? {
        guard let token else { return nil }
        let act = try database.row(
            "SELECT id FROM acts WHERE token = ? AND undone <> 0 ORDER BY id",
            [.integer(Int64(bitPattern: token.number))]
        ) { $0.integer(0) }
        return act.map {
            Problem(
                .conflict, "this belongs to act \($0), which was undone",
                fix: "start again if you did not want that")
        }
    }

    /// Returns the operations that reverse a delta, and where to write them.
    func opposites(ofDelta row: Int64) throws(StorageError) -> (Place, [Operation]) {
        let (place, opposites) = try answers(toDelta: row) {
            (operation, dot, object, row) throws(StorageError) in
            try opposite(of: operation, dot: dot, on: row, named: object)
        }
        return (place, opposites.reversed())
    }

    /// Returns what `answer` makes of each operation of a delta, in order, and where to write it; nothing where this
    /// person may not write.
    ///
    /// - Parameter answer: receives an operation, its dot, the name of its object, and the object's current row.
    func answers(
        toDelta row: Int64,
        _ answer: (Operation, Dot, ObjectRef, ObjectRow) throws(StorageError) -> Operation?
    ) throws(StorageError) -> (Place, [Operation]) {
        let chain = try chain(number: ChainRecord.number(ofDelta: row))
        let home = try audience(chain.audience)
        guard let operations = try operations(ofDelta: row),
            try mayUndo(operations.map(\.operation), of: chain, in: home)
        else { return (home.place, []) }
        let sequence = ChainRecord.sequence(ofDelta: row)
        var result: [Operation] = []
        for (index, entry) in operations.enumerated() {
            let dot = entry.dot(in: chain.id, at: sequence, index)
            let object = entry.operation.object ?? .creation(dot)
            guard let key = try key(of: object, named: chain, in: home) else { continue }
            let row = try self.object(key.id, author: key.author, in: home.place)
            guard let said = try answer(entry.operation, dot, object, row),
                !Self.showsFile(said, of: row)
            else { continue }
            result.append(said.namingFewer)
        }
        return (home.place, result)
    }

    // An address of a local file is never shown to others, and a thing with one is not shared, even if it was before.
    private static func showsFile(_ operation: Operation, of row: ObjectRow) -> Bool {
        switch operation {
        case .place(let placement): return placement.isIn && isFile(row.state)
        case .write(let write) where write.field == Schema.Thing.url:
            return isFile(String(decoding: write.value.prefix(5), as: UTF8.self))
                && (row.place != .private
                    || row.state.placements.contains { row.state.isPlaced(in: $0.audience) })
        default: return false
        }
    }

    // A viewer may undo only their own reactions and comments.
    private func mayUndo(
        _ operations: [Operation], of chain: ChainRecord, in home: AudienceRecord
    ) throws(StorageError) -> Bool {
        if try mayChange(at: home.place) { return true }
        guard try role(in: home) != nil, try chainWritten(in: home) == chain.id else {
            return false
        }
        return operations.allSatisfy { $0.isReaction(madeIn: chain.id) }
    }

    private func opposite(
        of operation: Operation, dot: Dot, on row: ObjectRow, named object: ObjectRef
    ) throws(StorageError) -> Operation? {
        let state = row.state
        switch operation {
        case .create:
            guard state.exists, try deletion(of: row) == nil else { return nil }
            return .write(
                FieldWrite(
                    object: object, field: .deletion, value: [1],
                    replaces: try replaceable(.deletion, of: row)))
        case .write(let write):
            guard let register = state.register(write.field),
                try shows(dot, write.value, in: register)
            else { return nil }
            let value = try value(of: write.field, before: write.replaces)
            return .write(
                FieldWrite(
                    object: object, field: write.field, value: value,
                    replaces: try replaceable(write.field, of: row)))
        case .add(let addition):
            var dots = state.set(addition.field)?.dots(of: addition.element) ?? []
            if dots.contains(dot) {
                dots = [dot]
            } else {
                guard try areRestored(dots) else { return nil }
            }
            return .remove(
                ElementRemoval(
                    object: object, field: addition.field, element: addition.element,
                    dots: dots))
        case .remove(let removal):
            return .add(
                ElementAddition(
                    object: object, field: removal.field, element: removal.element))
        case .place(let placement):
            guard let register = state.placement(in: placement.audience),
                try shows(dot, placement.isIn ? [1] : [0], in: register)
            else { return nil }
            return .place(
                Placement(
                    object: object, audience: placement.audience, isIn: !placement.isIn,
                    replaces: register.dots))
        default: return nil
        }
    }

    // Whether the effect of a write still shows: it survives, or undoing a later write restored it.
    private func shows(
        _ dot: Dot, _ value: [UInt8], in register: Register
    ) throws(StorageError) -> Bool {
        if register.dots.contains(dot) { return true }
        guard register.shown?.value == value else { return false }
        return try areRestored(register.dots)
    }

    // Only undo and redo write deltas that belong to no act. Writes of other devices or people belong to acts unknown
    // here, and stay.
    func areRestored(_ dots: [Dot]) throws(StorageError) -> Bool {
        for dot in dots {
            guard case .position(let id, let sequence, _) = dot, let chain = try chain(id),
                try device(of: chain) == owner.device
            else { return false }
            let isInAct = try database.row(
                "SELECT 1 FROM act_deltas WHERE delta = ? ORDER BY act",
                [.integer(chain.row(sequence))]
            ) { _ in true }
            if isInAct == true { return false }
        }
        return !dots.isEmpty
    }

    // Returns the value of a field before a write: the latest of the values it replaced; empty if none.
    func value(of field: Field, before dots: [Dot]) throws(StorageError) -> [UInt8] {
        var latest: (stamp: HybridTime, value: [UInt8])?
        for case .position(let id, let sequence, let index) in dots {
            guard let chain = try chain(id), sequence < chain.length,
                let operations = try operations(ofDelta: chain.row(sequence)),
                Int(index) < operations.count,
                let header = try header(row: chain.row(sequence))
            else { continue }
            let value: [UInt8]
            switch operations[Int(index)].operation {
            case .create(let creation):
                value = creation.values.first { $0.field == field }?.value ?? []
            case .write(let write): value = write.value
            default: continue
            }
            if latest.map({ $0.stamp < header.stamp }) ?? true { latest = (header.stamp, value) }
        }
        return latest?.value ?? []
    }
}

extension Operation {
    /// The same operation with no more dots than one operation may name. The rest, such as a field written a thousand
    /// times by somebody else, stays.
    fileprivate var namingFewer: Operation {
        switch self {
        case .write(let write):
            return .write(
                FieldWrite(
                    object: write.object, field: write.field, value: write.value,
                    replaces: ObjectRow.named(write.replaces, besides: write.value.count)))
        case .remove(let removal):
            return .remove(
                ElementRemoval(
                    object: removal.object, field: removal.field, element: removal.element,
                    dots: ObjectRow.named(removal.dots, besides: removal.element.count)))
        case .place(let placement):
            return .place(
                Placement(
                    object: placement.object, audience: placement.audience,
                    isIn: placement.isIn,
                    replaces: ObjectRow.named(placement.replaces, besides: 0)))
        default: return self
        }
    }
}

/// SQL about acts that is used in several places.
enum ActSQL {
    /// An act is in effect, or was interrupted while being undone or redone.
    static let canBeUndone = "undone IN (0, 3, 4)"
}
