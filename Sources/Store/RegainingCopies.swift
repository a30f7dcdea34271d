import CRDT
import Domain
import Primitives
import Wire

// Own copies are compared with home for what home has lost as well, and that is taken home before anything
// is written into them.
extension Store {
    /// Where a thing is placed or was; after a backup was restored also where its copies say that it is.
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

    // An earlier run has placed it, and with that made a copy, and there is none any more: it was withdrawn, and
    // what is withdrawn long enough is dropped from every log. Whoever made it again would show it again.
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

    /// Takes home what the copy in the audience called `name` says of what this device has lost.
    ///
    /// - Parameter spoilt: is told what of it shows, which goes once home says the same.
    /// - Returns: whether the thing is to be looked at again before its copy is.
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
