import CRDT
import Domain
package import Primitives
import Wire

// Copies are changed in the same transaction as home, if this device knows where a thing is placed and
// may write there. This file makes up later for what it could not know or do: a change on one device
// while another one placed the thing, a change by a person who was only a viewer then, a copy that has
// become void.
extension Store {
    // Values of the column `unsettled.audience` that are no place of a copy. An object that is `due` is
    // to be compared; one that is `waiting` waits for something that is not announced, and is examined
    // again at every change of membership.
    private static let due: Int64 = 0
    static let waiting: Int64 = Place.private.number

    /// Whether something may have to be written into copies now.
    package func areCopiesDue(at wall: WallTime) -> Bool {
        memory.areCopiesDue || memory.takesHomeAt.map { wall >= $0 } == true
    }

    /// Marks an own object at home for comparison. It or a copy of it was changed by something that was
    /// not just written here.
    func mark(_ object: Int64) throws(StorageError) {
        try mark(object, as: Self.due)
        memory.areCopiesDue = true
    }

    /// Marks the home of the copy that an operation changes, if it is here.
    func markHome(of operation: Operation, in audience: AudienceRecord) throws(StorageError) {
        guard !operation.isAtHome(in: audience.kind), let id = operation.copied,
            let home = try home(of: id)
        else { return }
        try mark(home)
    }

    func mark(_ object: Int64, as reason: Int64) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO unsettled (audience, object) VALUES (?, ?)", .integer(reason),
            .integer(object))
    }

    /// Records that copies must be changed in an audience where this person may not write now.
    func wait(
        for name: AudienceName, with operations: [OriginedOperation]
    ) throws(StorageError) {
        let reason = try reason(toWaitFor: name)
        for entry in operations {
            guard let id = entry.operation.copied, let home = try home(of: id) else { continue }
            try mark(home, as: reason)
        }
    }

    private func reason(toWaitFor name: AudienceName) throws(StorageError) -> Int64 {
        try place(of: name)?.number ?? Self.waiting
    }

    // MARK: A slice

    /// Compares some of the marked objects with their copies, and writes the differences.
    ///
    /// - Returns: whether there is more to compare.
    package func settleCopies(at wall: WallTime) throws(StorageError) -> Bool {
        guard areCopiesDue(at: wall) else { return false }
        if try bringSomeHome(at: wall) { return true }
        if try takeSomeHome(at: wall) { return true }
        let home = try audience(.private, of: owner.person)
        guard !(try isInDoubt(home)) else { return false }
        memory.areCopiesDue = false
        guard try canWrite else { return false }
        try wake(at: wall)
        var slice = CopySlice(
            wall: wall, privateSecret: home.secret ?? .zero,
            areEndedDevicesHeard: try areEndedDevicesHeard(at: home))
        for number in try dueObjects() {
            guard slice.reading.effort > 0, try settle(number, in: &slice) else { break }
        }
        for name in slice.operations.keys.sorted() {
            guard let operations = slice.operations[name], let target = try writable(name) else {
                continue
            }
            try write(operations, into: target, at: wall)
        }
        try author(slice.authored, act: nil, at: wall)
        if !slice.withdrawn.isEmpty { try noteWithdrawn(slice.withdrawn.count) }
        memory.areCopiesDue = !(try dueObjects().isEmpty)
        return memory.areCopiesDue
    }

    // Whether home may still show what a revoked device wrote too late: the revocation has reached
    // another audience but not home, or home waits to be folded again. Comparing now would copy those
    // changes.
    private func isInDoubt(_ home: AudienceRecord) throws(StorageError) -> Bool {
        if try isRefoldWaiting(in: home.number) { return true }
        let judgement = try judgement(of: home)
        for chain in try chains(of: home) {
            let device = try device(of: chain)
            if try isEnded(device, of: owner.person),
                !judgement.isEnded(device, of: owner.person)
            {
                return true
            }
        }
        return false
    }

    // Returns the objects of one slice; the effort that each takes is limited as well.
    private func dueObjects() throws(StorageError) -> [Int64] {
        try database.rows(
            "SELECT object FROM unsettled WHERE audience = ? ORDER BY object LIMIT ?",
            [.integer(Self.due), .integer(limits.copiesPerSlice)]
        ) { (row) throws(StorageError) in row.integer(0) }
    }

    // A change of membership may have changed what this person may write, and which device must write
    // what.
    private func wake(at wall: WallTime) throws(StorageError) {
        let isHourOver = memory.takesHomeAt.map { wall >= $0 } == true
        if isHourOver { memory.takesHomeAt = nil }
        guard isHourOver || memory.copiesLookedAt != memory.membership else { return }
        memory.copiesLookedAt = memory.membership
        var reason = Self.due
        while let next = try database.row(
            "SELECT audience FROM unsettled WHERE audience > ? ORDER BY audience LIMIT 1",
            [.integer(reason)], { $0.integer(0) })
        {
            reason = next
            if reason != Self.waiting {
                guard try isWritable(try Place(column: reason)) else { continue }
            }
            try database.run(
                "UPDATE OR REPLACE unsettled SET audience = ? WHERE audience = ?",
                .integer(Self.due), .integer(reason))
        }
    }

    private func isWritable(_ place: Place) throws(StorageError) -> Bool {
        guard let row = place.groupRow else { return true }
        return try writable(try audience(row).name) != nil
    }

    // MARK: One object

    // Compares one object with its copies. Returns false if the effort did not suffice.
    private func settle(
        _ number: Int64, in slice: inout CopySlice
    ) throws(StorageError) -> Bool {
        guard let row = try object(row: number), row.place == .private else {
            try forget(number, as: [Self.due, Self.waiting])
            return true
        }
        let names = try names(ofCopies: row)
        for name in names {
            guard let target = try writable(name) else { continue }
            guard try traceWritten(in: target, &slice.reading) else { return false }
        }
        try forget(number, as: [Self.due, Self.waiting])
        for name in names {
            let reason = try reason(toWaitFor: name)
            guard let target = try writable(name) else {
                try mark(number, as: reason)
                continue
            }
            try forget(number, as: [reason])
            // A local file is not copied until it has another address.
            guard !Self.isFile(row.state) else {
                try mark(number, as: Self.waiting)
                continue
            }
            let carried = try ownCopyOperations(of: row.id, in: target, &slice.reading)
            let there = ObjectState(of: carried)
            let difference = CopyDifference(
                of: row, to: there, in: name, privateSecret: slice.privateSecret)
            var spoilt = try spoiling(of: row, by: carried, difference, slice)
            if try regain(row, there, in: name, by: carried, difference, &spoilt, &slice) {
                continue
            }
            if spoilt.isSpoilt, difference.current != nil, difference.creations.isEmpty,
                placeAnew(row, in: name, &slice)
            {
                try mark(number)
                continue
            }
            let isComplete = try take(difference, spoilt.foreign, of: row.id, in: name, &slice)
            if !isComplete { try mark(number, as: Self.waiting) }
            if difference.isNameless { placeAnew(row, in: name, &slice) }
        }
        return true
    }

    // Returns what revoked devices did to the copy alone; nothing as long as their changes at home may be
    // on their way.
    private func spoiling(
        of row: ObjectRow, by carried: [Carried], _ difference: CopyDifference, _ slice: CopySlice
    ) throws(StorageError) -> SpoiltCopy {
        guard slice.areEndedDevicesHeard else { return SpoiltCopy() }
        var ended: [Carried] = []
        for one in carried {
            guard let chain = try chain(one.carrier.chain), try isByEndedDevice(chain) else {
                continue
            }
            ended.append(one)
        }
        return SpoiltCopy(of: row, by: ended, difference)
    }

    // Places the object again in the audience. Returns false if it cannot be named at home.
    @discardableResult
    private func placeAnew(
        _ row: ObjectRow, in name: AudienceName, _ slice: inout CopySlice
    ) -> Bool {
        guard let object = row.home, let placed = row.state.placement(in: name) else {
            return false
        }
        slice.authored.append(
            .place(
                Placement(object: object, audience: name, isIn: true, replaces: placed.dots)))
        return true
    }

    private func forget(_ object: Int64, as reasons: [Int64]) throws(StorageError) {
        for reason in reasons {
            try database.run(
                "DELETE FROM unsettled WHERE audience = ? AND object = ?", .integer(reason),
                .integer(object))
        }
    }

    // Adds a difference to what the slice writes. The device that placed a thing writes the whole copy,
    // and a device that changes it writes that change; so what is missing of another device's work is on
    // its way, unless that device is revoked. Dots that are `foreign` to home end together with the copy.
    // Returns false if something is left to other devices.
    private func take(
        _ difference: CopyDifference, _ foreign: [Dot], of id: ObjectID, in name: AudienceName,
        _ slice: inout CopySlice
    ) throws(StorageError) -> Bool {
        var operations: [OriginedOperation] = []
        let goes = OriginedOperation.withdrawals(of: foreign, id: id)
        var isComplete = true
        if difference.creations.isEmpty {
            for (source, operation) in difference.lacking {
                if try isOwed(source) { operations.append(operation) } else { isComplete = false }
            }
        } else if let placement = difference.current?.placement, try isOwed(placement) {
            operations = difference.creations + difference.lacking.map(\.operation)
            operations += goes
        } else {
            isComplete = false
        }
        operations += difference.ending
        if difference.current == nil { operations += goes }
        if !operations.isEmpty { slice.operations[name, default: []] += operations }
        return isComplete
    }

    // Whether this device must write the copy of `dot`: it wrote the operation itself, or the device that
    // did is revoked.
    private func isOwed(_ dot: Dot) throws(StorageError) -> Bool {
        guard case .position(let id, _, _) = dot, let chain = try chain(id) else { return false }
        let device = try device(of: chain)
        if device == owner.device { return true }
        return try isEnded(device, of: owner.person)
    }
}

/// The inputs and results of one slice.
struct CopySlice {
    let wall: WallTime
    let privateSecret: Bytes32
    let areEndedDevicesHeard: Bool
    var reading = Store.CopyReading()
    var operations: [AudienceName: [OriginedOperation]] = [:]
    /// Operations to write at home.
    var authored: [Operation] = []
    /// Things whose placement has ended because of lost operations.
    var withdrawn: Set<ObjectID> = []

    init(wall: WallTime, privateSecret: Bytes32, areEndedDevicesHeard: Bool) {
        self.wall = wall
        self.privateSecret = privateSecret
        self.areEndedDevicesHeard = areEndedDevicesHeard
    }
}
