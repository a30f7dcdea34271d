import CRDT
import Domain
import Primitives
import Wire

// A thing is removed on one device, and changed on another that has not heard of it. When its days in the trash
// are over its writer declares it dead, and everybody drops it. Whoever changed it without that writer's
// knowledge makes it again under its id, in the trash, for another 30 days.
extension Store {
    /// What is dropped with the creation of a thing, if this device has said something of it that whoever declared
    /// it dead had not seen.
    struct Returning {
        let words: KeptWords
        /// The last word on the trash is this device's: it had taken the thing out.
        let isTakenOut: Bool
    }

    /// - Parameter row: the thing as it still stands here.
    /// - Parameter living: what is left of it without what is dead.
    /// - Parameter makers: what named it in that; the chains of its creations.
    func returning(
        _ row: ObjectRow, _ living: ObjectState, of makers: [ObjectRef]
    ) throws(StorageError) -> Returning? {
        guard row.state.exists, Kind(rawValue: row.kind) != nil, try canWrite else { return nil }
        guard row.place == .private || row.place.isGroup else { return nil }
        var dead: [ChainRecord] = []
        for case .creation(.position(let id, _, _)) in makers {
            guard let chain = try chain(id), !dead.contains(where: { $0.id == id }) else {
                continue
            }
            dead.append(chain)
        }
        guard !dead.isEmpty else { return nil }
        var unseen: Set<Dot> = []
        for dot in living.writtenDots where try isUnseen(dot, by: dead) { unseen.insert(dot) }
        let restored = living.register(.deletion)?.shown
        let isTakenOut = restored.map { $0.value.isEmpty && unseen.contains($0.dot) } ?? false
        guard isTakenOut || living.hasChanges(by: { unseen.contains($0) }) else { return nil }
        let isMine = row.author == (try me)
        return Returning(
            words: KeptWords(row.state, kind: row.kind, id: isMine ? row.id : nil).restored,
            isTakenOut: isTakenOut)
    }

    // This device has said it, and nobody who declared deltas of these chains dead knew it.
    private func isUnseen(_ dot: Dot, by dead: [ChainRecord]) throws(StorageError) -> Bool {
        guard case .position(let id, let sequence, _) = dot, let chain = try chain(id),
            try device(of: chain) == owner.device
        else { return false }
        for other in dead where try seen(of: chain, by: other) > sequence { return false }
        return true
    }

    /// Makes again what comes back, shared with nobody: its copies end as those of what has no home.
    func bringBack(_ returning: Returning, at wall: WallTime) throws(StorageError) {
        let refs = try writeHome([returning.words], at: wall)
        guard !returning.isTakenOut else { return }
        let act = try act(nil, summary: "put back into the trash what was changed here", at: wall)
        for object in refs {
            // Deltas of their own: the mark is later than what it speaks of, and undo leaves it.
            try author([Self.write([1], in: .deletion, of: object)], act: act, at: wall)
            let mark = Self.write([1], in: Schema.Thing.changedAfterRemoval, of: object)
            try author([mark], act: nil, at: wall)
        }
    }

    private static func write(
        _ value: [UInt8], in field: Field, of object: ObjectRef
    ) -> Operation {
        .write(FieldWrite(object: object, field: field, value: value, replaces: []))
    }

    // MARK: What is marked

    /// Which device changed a thing in the trash last without having heard that it was removed, and when.
    func changeAfterRemoval(of row: ObjectRow) throws(StorageError) -> Carrier? {
        guard let removal = try deletion(of: row) else { return nil }
        let mark = row.state.register(Schema.Thing.changedAfterRemoval)?.shown?.carrier
        var last = mark.flatMap { $0.stamp > removal.carrier.stamp ? $0 : nil }
        let later = try changes(of: row.state, after: removal.carrier.stamp)
        guard !later.isEmpty else { return last }
        // Whoever removed it knew that.
        let remover = try device(ofChain: removal.carrier.chain)
        for carrier in later where try device(ofChain: carrier.chain) != remover {
            if last.map({ carrier.isLater(than: $0) }) ?? true { last = carrier }
        }
        return last
    }

    // What carries the changes that are later than `stamp`, but for a person's own business.
    private func changes(
        of state: ObjectState, after stamp: HybridTime
    ) throws(StorageError) -> [Carrier] {
        var carriers: [Carrier] = []
        for (field, register) in state.registers
        where field != .deletion && !Schema.isPersonal(field) {
            carriers += register.survivors.map(\.carrier).filter { $0.stamp > stamp }
        }
        guard let changed = state.setsChanged, changed > stamp else { return carriers }
        for (field, set) in state.sets where !Schema.isPersonal(field) {
            for addition in set.additions {
                guard case .position(let id, let sequence, _) = addition.dot,
                    let chain = try chain(id), sequence < chain.length,
                    let added = try header(row: chain.row(sequence))?.stamp, added > stamp
                else { continue }
                carriers.append(Carrier(chain: id, stamp: added))
            }
        }
        return carriers
    }

    private func device(ofChain id: ChainID) throws(StorageError) -> DeviceID? {
        try chain(id).map { (chain) throws(StorageError) in try device(of: chain) }
    }

    /// The same, as people are told of it.
    func lateChange(row number: Int64) throws(StorageError) -> LateChange? {
        guard let changed = try changedInTrash(number), changed != 0,
            let row = try object(row: number), let carrier = try changeAfterRemoval(of: row),
            let chain = try chain(carrier.chain)
        else { return nil }
        let device = try device(of: chain)
        let own = try ownDevices().first { $0.device == device }
        let name: String
        if let own { name = own.name } else { name = try author(row: try person(of: chain)).name }
        return LateChange(
            device: name.isEmpty ? String(device.text.prefix(8)) : name, at: carrier.stamp.wall)
    }

    /// How many things in the trash were changed after they had been removed, by whoever had not heard of that.
    package func countChangedInTrash() throws(StorageError) -> Int {
        Int(
            try database.row("SELECT count(*) FROM trashed WHERE changed > 0 ORDER BY 1") {
                $0.integer(0)
            } ?? 0)
    }
}

extension ObjectState {
    /// Dots of what shows in registers and sets.
    fileprivate var writtenDots: [Dot] {
        registers.flatMap { $0.register.survivors.map(\.dot) }
            + sets.flatMap { $0.set.additions.map(\.dot) }
    }

    /// Whether something was said by one of these dots: texts, tags and what else is not a person's own
    /// business.
    fileprivate func hasChanges(by isMeant: (Dot) -> Bool) -> Bool {
        hasWords(by: isMeant)
            || sets.contains { field, set in
                !Schema.isPersonal(field) && set.additions.contains { isMeant($0.dot) }
            }
    }
}
