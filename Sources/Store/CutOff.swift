import CRDT
package import Domain
package import Primitives
import Wire

// A member writes in a group until they hear that their right there has ended; what they wrote behind that end
// counts for nobody. Their own device takes home what of it are words, so that nothing is lost unseen.
extension Store {
    /// Deltas of this device in a group that count by the verdict in force and by the next one no more.
    ///
    /// A chain that was proven to part is left out: what it loses is written again there (`writeAgain`).
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

    /// Takes home what was cut off, tells it once, and notes it for `weft status`.
    ///
    /// - Returns: whether there was anything that a person has said.
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
        let told = CutOff(group: "\(name)", kept: kept.count, lost: left)
        try note(told, in: audience, at: wall)
        memory.voided.append(told.sentence)
        return true
    }

    // The last that happened, a line each.
    private func note(
        _ told: CutOff, in audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) {
        var writer = ByteWriter(capacity: 24)
        writer.u64(UInt64(bitPattern: audience.number))
        writer.u64(wall.milliseconds)
        writer.u32(UInt32(clamping: told.kept))
        writer.u32(UInt32(clamping: told.lost))
        let known = try setting(Self.cutOffSetting) ?? []
        try set(Self.cutOffSetting, to: known.suffix(24 * (Self.cutOffMax - 1)) + writer.bytes)
    }

    /// What this device wrote too late in groups and took home in the last 30 days, oldest first.
    package func cutOff(at wall: WallTime) throws(StorageError) -> [CutOff] {
        var reader = ByteReader(try setting(Self.cutOffSetting) ?? [])
        var told: [CutOff] = []
        while let number = try? reader.u64(), let at = try? reader.u64(),
            let kept = try? reader.u32(),
            let lost = try? reader.u32()
        {
            guard at + Self.month >= wall.milliseconds else { continue }
            let audience = try audience(Int64(bitPattern: number))
            let name = try self.audience(at: audience.place).name
            told.append(CutOff(group: "\(name)", kept: Int(kept), lost: Int(lost)))
        }
        return told
    }

    // MARK: What becomes of each

    private enum Fate {
        /// It was made behind the end, and comes along as it is, from the trash as well.
        case made
        /// Words were written into what was made before: a thing of one's own is made of it.
        case written
        /// A mark or a tag that says nothing without what it stood on.
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

    // What is made here keeps its id: what came along with it names it by that. What others made gets one.
    private func takeHome(
        _ kept: [(row: ObjectRow, isMade: Bool)], at wall: WallTime
    ) throws(StorageError) {
        var words: [KeptWords] = []
        for (row, isMade) in kept {
            // A verdict may change to and fro.
            if isMade, try home(of: row.id) != nil { continue }
            words.append(KeptWords(row.state, kind: row.kind, id: isMade ? row.id : nil))
        }
        try writeHome(words, at: wall)
    }

    private static let cutOffSetting = "cut off"
    private static let cutOffMax = 64
}

/// A thing or comment that is written home, because where it stood it counts no more.
struct KeptWords {
    let state: ObjectState
    let kind: UInt8
    /// What names it; nil if it gets a new id.
    let id: ObjectID?

    /// All of `state` that shows, and that it is in the trash if it is.
    init(_ state: ObjectState, kind: UInt8, id: ObjectID?) {
        self.state = state
        self.kind = kind
        self.id = id
    }

    /// The same as if it had never been in the trash.
    var restored: KeptWords {
        var state = state
        state.registers.removeAll { $0.field == .deletion }
        return KeptWords(state, kind: kind, id: id)
    }
}

extension Store {
    /// Makes these things at home, in no other place.
    ///
    /// What keeps its id is named by the place of the last delta at home, behind which it is carried.
    ///
    /// - Returns: what names each of them now, in their order.
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
    /// Whether something that people read was written by one of these dots: no mark, no tag, and nothing
    /// that is a person's own business.
    func hasWords(by isMeant: (Dot) -> Bool) -> Bool {
        registers.contains { field, register in
            field != .deletion && !Schema.isPersonal(field)
                && register.survivors.contains { !$0.value.isEmpty && isMeant($0.dot) }
        }
    }
}
