import CRDT
package import Domain
package import Primitives
import Wire

// A member keeps writing in a group until they receive the end of their right; what they wrote beyond
// that end is void for everybody. Their own device saves the text among it at home, so that nothing is
// lost unnoticed.
extension Store {
    /// Returns the deltas of this device in a group that count under the current verdict and not under
    /// the next one.
    ///
    /// A forked chain is left out: what it loses is written again in the group (`writeAgain`).
    func cutOff(
        _ audience: AudienceRecord, from before: Judgement, to next: Judgement
    ) throws(StorageError) -> [LostBranch] {
        guard audience.kind.hasID, !next.standsAlike(before), try canWrite else { return [] }
        var lost: [LostBranch] = []
        for chain in try chainsWrittenHere(in: audience) {
            let start = next.standing(of: chain.id).length
            guard start < min(before.standing(of: chain.id).length, chain.length),
                try fork(of: chain.id, in: audience.number) == nil
            else { continue }
            lost.append(try branch(of: chain, from: start, in: audience))
        }
        return lost
    }

    /// Saves at home what was cut off, notifies the user once, and records it for `weft status`.
    ///
    /// - Returns: whether anything written by a person was affected.
    func keep(
        _ lost: [LostBranch], of audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> Bool {
        var kept: [(row: ObjectRow, isMade: Bool)] = []
        var left = 0
        for branch in lost {
            for row in branch.objects
            where Kind(rawValue: row.kind) != nil || Schema.isSaying(row.kind) {
                switch try fate(of: row, in: branch) {
                case .made: kept.append((row, true))
                case .written: kept.append((row, false))
                case .left: left += 1
                case nil: continue
                }
            }
            left += branch.copied.count
        }
        try takeHome(kept, at: wall)
        guard !kept.isEmpty || left > 0 else { return false }
        let name = try self.audience(at: audience.place).name
        let told = VoidedChanges(group: "\(name)", kept: kept.count, lost: left)
        try note(told, in: audience, at: wall)
        memory.voided.append(told.sentence)
        return true
    }

    // Records the notice; the setting holds the last `cutOffMax` of them, 24 bytes each.
    private func note(
        _ told: VoidedChanges, in audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) {
        var writer = ByteWriter(capacity: 24)
        writer.u64(UInt64(bitPattern: audience.number))
        writer.u64(wall.milliseconds)
        writer.u32(UInt32(clamping: told.kept))
        writer.u32(UInt32(clamping: told.lost))
        let known = try setting(Self.cutOffSetting) ?? []
        try set(Self.cutOffSetting, to: known.suffix(24 * (Self.cutOffMax - 1)) + writer.bytes)
    }

    /// Returns what this device wrote too late in groups in the last 30 days, oldest first.
    package func cutOff(at wall: WallTime) throws(StorageError) -> [VoidedChanges] {
        var reader = ByteReader(try setting(Self.cutOffSetting) ?? [])
        var told: [VoidedChanges] = []
        while let number = try? reader.u64(), let at = try? reader.u64(),
            let kept = try? reader.u32(),
            let lost = try? reader.u32()
        {
            guard at + Self.month >= wall.milliseconds else { continue }
            let audience = try audience(Int64(bitPattern: number))
            let name = try self.audience(at: audience.place).name
            told.append(VoidedChanges(group: "\(name)", kept: Int(kept), lost: Int(lost)))
        }
        return told
    }

    // MARK: The fate of each object

    private enum Fate {
        /// It was created beyond the end and is saved as it is, also if it is in the trash.
        case made
        /// Text was written into an object that existed before; a new own thing is made from it.
        case written
        /// A mark or a tag, which means nothing without its object.
        case left
    }

    private func fate(of row: ObjectRow, in branch: LostBranch) throws(StorageError) -> Fate? {
        guard row.hidden != .absent else { return nil }
        if row.state.creations.contains(where: { branch.holds($0.dot) }) {
            let isWords = Kind(rawValue: row.kind) != nil || row.kind == Schema.Comment.kind
            guard isWords, try row.author == me else { return .left }
            return .made
        }
        guard Kind(rawValue: row.kind) != nil, row.hidden == .visible else { return .left }
        return row.state.hasWords { branch.holds($0) } ? .written : .left
    }

    // An object made here keeps its id, because others that are saved with it refer to it. One made by
    // somebody else gets a new id.
    private func takeHome(
        _ kept: [(row: ObjectRow, isMade: Bool)], at wall: WallTime
    ) throws(StorageError) {
        var words: [KeptWords] = []
        for (row, isMade) in kept {
            // The object may be at home already, since a verdict can change back and forth.
            if isMade, try home(of: row.id) != nil { continue }
            words.append(KeptWords(row.state, kind: row.kind, id: isMade ? row.id : nil))
        }
        try writeHome(words, at: wall)
    }

    private static let cutOffSetting = "cut off"
    /// Notices that are remembered; the oldest gives way.
    private static let cutOffMax = 64
}

/// A thing or comment that is written at home because it became void where it stood.
struct KeptWords {
    let state: ObjectState
    let kind: UInt8
    /// The id to keep; nil if it gets a new one.
    let id: ObjectID?

    /// Takes everything that `state` shows, including whether it is in the trash.
    init(_ state: ObjectState, kind: UInt8, id: ObjectID?) {
        self.state = state
        self.kind = kind
        self.id = id
    }

    /// The same, outside the trash.
    var restored: KeptWords {
        var state = state
        state.registers.removeAll { $0.field == .deletion }
        return KeptWords(state, kind: kind, id: id)
    }
}

extension Store {
    /// Creates these things at home and in no other audience.
    ///
    /// A thing that keeps its id gets its dot from the position of the last delta at home, behind which
    /// it is carried.
    ///
    /// - Returns: a reference to each of them, in the given order.
    @discardableResult
    func writeHome(
        _ words: [KeptWords], at wall: WallTime
    ) throws(StorageError) -> [ObjectRef] {
        guard !words.isEmpty else { return [] }
        let home = try audience(.private, of: owner.person)
        var made: [ObjectRef] = []
        var rest: [Operation] = []
        for start in stride(from: 0, to: words.count, by: Self.operationsPerDelta) {
            let part = words[start..<min(start + Self.operationsPerDelta, words.count)]
            let chain = try ownChain(in: home, at: wall)
            let again = part.map { $0.state.made(kind: $0.kind, id: $0.id) }
            var creations: [OriginedOperation] = []
            for (index, word) in part.enumerated() {
                let dot = Dot.broughtHome(behind: chain, UInt64(index))
                creations.append(
                    OriginedOperation(
                        origin: word.id == nil ? nil : dot, .create(again[index].creation)))
            }
            let written = try write(creations, into: home, at: wall)
            for (index, entry) in written.enumerated() {
                made.append(.creation(entry.dot))
                rest += again[index].rest(.creation(entry.dot))
            }
        }
        try author(rest, act: nil, at: wall)
        return made
    }
}

extension ObjectState {
    /// Whether one of these dots wrote text that others read, as opposed to a mark, a tag or a personal
    /// field.
    func hasWords(by isMeant: (Dot) -> Bool) -> Bool {
        registers.contains { field, register in
            field != .deletion && !Schema.isPersonal(field)
                && register.survivors.contains { !$0.value.isEmpty && isMeant($0.dot) }
        }
    }
}
