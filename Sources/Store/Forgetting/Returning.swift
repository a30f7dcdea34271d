import CRDT
import Domain
import Primitives
import Wire

// Brings back a thing that was removed on one device while another, unaware of that, changed it. After its time in
// the trash the device that removed it declares it dead, and every replica erases it. A device whose changes were
// unknown to that one creates the thing again under its id, in the trash, for another 30 days.
extension Store {
    /// A thing whose creation is erased, though this device has written something about it that was unknown to those
    /// who declared it dead.
    struct Returning {
        let words: KeptWords
        /// Whether this device's write was the last to the deletion field: it had restored the thing.
        let isTakenOut: Bool
    }

    /// Returns what to bring back of a thing; nil if there is nothing.
    ///
    /// - Parameter row: the thing as currently stored.
    /// - Parameter living: its state without the dead deltas.
    /// - Parameter makers: the creations that `living` refers to.
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

    // Whether this device wrote it, unknown to everyone who declared deltas of these chains dead.
    private func isUnseen(_ dot: Dot, by dead: [ChainRecord]) throws(StorageError) -> Bool {
        guard case .position(let id, let sequence, _) = dot, let chain = try chain(id),
            try device(of: chain) == owner.device
        else { return false }
        for other in dead where try seen(of: chain, by: other) > sequence { return false }
        return true
    }

    /// Creates the thing again, placed nowhere; its copies end as copies without a home do.
    func bringBack(_ returning: Returning, at wall: WallTime) throws(StorageError) {
        let refs = try writeHome([returning.words], at: wall)
        guard !returning.isTakenOut else { return }
        let act = try act(
            nil, summary: "moved things that were changed here back to the trash", at: wall)
        for object in refs {
            // These are separate deltas: the mark must be later than the deletion, and undo leaves the mark.
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

    // MARK: Changes after removal

    /// Returns the last change to a thing in the trash by a device that did not know of its removal.
    func changeAfterRemoval(of row: ObjectRow) throws(StorageError) -> Carrier? {
        guard let removal = try deletion(of: row) else { return nil }
        let mark = row.state.register(Schema.Thing.changedAfterRemoval)?.shown?.carrier
        var last = mark.flatMap { $0.stamp > removal.carrier.stamp ? $0 : nil }
        let later = try changes(of: row.state, after: removal.carrier.stamp)
        guard !later.isEmpty else { return last }
        // The device that removed it knew of its own changes.
        let remover = try device(ofChain: removal.carrier.chain)
        for carrier in later where try device(ofChain: carrier.chain) != remover {
            if last.map({ carrier.isLater(than: $0) }) ?? true { last = carrier }
        }
        return last
    }

    // Returns the carriers of changes later than `stamp`, leaving out a person's private fields.
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

    /// Returns the same change for display.
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

    /// Counts the things in the trash that were changed after their removal by a device that did not know of it.
    package func countChangedInTrash() throws(StorageError) -> Int {
        Int(
            try database.row("SELECT count(*) FROM trashed WHERE changed > 0 ORDER BY 1") {
                $0.integer(0)
            } ?? 0)
    }
}

extension ObjectState {
    /// The dots of everything that shows in registers and sets.
    fileprivate var writtenDots: [Dot] {
        registers.flatMap { $0.register.survivors.map(\.dot) }
            + sets.flatMap { $0.set.additions.map(\.dot) }
    }

    /// Whether any of these dots wrote text, tags or anything else that is not a person's private field.
    fileprivate func hasChanges(by isMeant: (Dot) -> Bool) -> Bool {
        hasWords(by: isMeant)
            || sets.contains { field, set in
                !Schema.isPersonal(field) && set.additions.contains { isMeant($0.dot) }
            }
    }
}
