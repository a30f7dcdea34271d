import CRDT
import Domain
import Primitives
import Wire

// After a restore, own copies are also compared for what home has lost, and that is written home before
// anything is written into them.
extension Store {
    /// Returns the audiences in which a thing is or was placed; after a restore also those in which it
    /// has copies.
    func names(ofCopies row: ObjectRow) throws(StorageError) -> [AudienceName] {
        var names = row.state.placements.map(\.audience)
        guard try setBackAt != nil else { return names }
        for number in try audiencesTraced(of: row.id) {
            let name = try audience(number).name
            guard !names.contains(name), try writable(name) != nil else { continue }
            names.append(name)
        }
        return names
    }

    // Whether an earlier incarnation placed the thing, which made a copy, and there is no copy now. It
    // was withdrawn, and old withdrawals are dropped from every log. Making the copy again would show it
    // again.
    private func isForgotten(
        _ row: ObjectRow, _ there: ObjectState, in name: AudienceName,
        _ difference: CopyDifference
    ) throws(StorageError) -> Bool {
        guard !there.exists, !difference.creations.isEmpty,
            let register = row.state.placement(in: name)
        else { return false }
        for survivor in register.survivors {
            guard case .position(let id, _, _) = survivor.dot, let chain = try chain(id),
                try device(of: chain) == owner.device,
                try isOfThisRun(survivor.dot) == false
            else { return false }
        }
        return true
    }

    /// Writes home what the copy in the audience called `name` holds of this device's lost data.
    ///
    /// - Parameter spoilt: receives the dots that show lost data, to be ended once home has the same.
    /// - Returns: whether the thing must be examined again before its copy is.
    func regain(
        _ row: ObjectRow, _ there: ObjectState, in name: AudienceName, by carried: [Carried],
        _ difference: CopyDifference, _ spoilt: inout SpoiltCopy, _ slice: inout CopySlice
    ) throws(StorageError) -> Bool {
        guard try setBackAt != nil, let number = row.number else { return false }
        if try isForgotten(row, there, in: name, difference) {
            guard try mayTakeHome(at: slice.wall), let object = row.home else {
                try mark(number, as: Self.waiting)
                memory.takesHomeAt = try hourIsOver
                return true
            }
            slice.authored.append(
                .place(
                    Placement(
                        object: object, audience: name, isIn: false,
                        replaces: row.state.placement(in: name)?.dots ?? [])))
            slice.withdrawn.insert(row.id)
            return true
        }
        let lost = try lost(of: carried)
        let regained = try RegainedCopy(
            of: row, there, in: name, by: lost, difference
        ) { (dot) throws(StorageError) in try isOfThisRun(dot) }
        guard let regained, !regained.home.isEmpty || !regained.foreign.isEmpty else {
            return false
        }
        guard try mayTakeHome(at: slice.wall) else {
            try mark(number, as: Self.waiting)
            memory.takesHomeAt = try hourIsOver
            return false
        }
        guard !regained.home.isEmpty else {
            spoilt.add(foreign: regained.foreign)
            return false
        }
        slice.authored += regained.home
        if regained.isWithdrawn { slice.withdrawn.insert(row.id) }
        try mark(number)
        return true
    }
}
