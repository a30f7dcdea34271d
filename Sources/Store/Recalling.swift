package import CRDT
import Domain
package import Primitives
import Wire

// The other branch of a device that is there twice. Its node writes it again, if that is still there;
// but a disk that was put back in its place leaves a branch that nobody runs. What of it reached
// others lies in their logs without effect: the device asks for that, and keeps it beside its own.
extension Store {
    /// What this log holds of `id` behind its proven fork, for the device that signs the chain.
    ///
    /// - Parameter sequence: the first place that is asked for.
    /// - Parameter bytesWanted: as soon as it has so many it ends with the next signed one.
    /// - Returns: whole deltas, the last of them signed; none if there are no more. Nil if that
    ///   chain is not proven to part, or is not that peer's.
    package func otherBranch(
        of id: ChainID, in audience: Int64, for peer: PeerID, from sequence: UInt64,
        bytesWanted: Int
    ) throws(StorageError) -> [UInt8]? {
        guard let chain = try chain(id), chain.audience == audience,
            try self.device(of: chain) == peer.device,
            try person(of: chain) == number(of: peer.person),
            let end = try fork(of: id, in: audience)
        else { return nil }
        let first = min(max(sequence, end), ChainRecord.lengthMax)
        var row = chain.row(first)
        var deltas: [SignedDelta] = []
        var bytes = 0
        var signed = 0
        while bytes < bytesWanted || signed < deltas.count {
            // What is not signed further on is of use to nobody.
            guard bytes < bytesWanted + WireLimits.unsignedBytesMax,
                let next = try heldPlace(
                    of: chain, from: ChainRecord.sequence(ofDelta: row),
                    before: ChainRecord.lengthMax),
                let delta = try delta(row: chain.row(next))
            else { break }
            deltas.append(delta)
            bytes += DeltaHeader.byteCount + delta.payload.count
            if delta.signature != nil { signed = deltas.count }
            row = chain.row(next + 1)
        }
        return WholeDeltas.bytes(of: Array(deltas.prefix(signed)))
    }

    /// Own chains of an audience that are proven to part, and from where on the other branch is to be
    /// asked for.
    package func recalls(in audience: Int64) throws(StorageError) -> [Frontier.Entry] {
        try recalls().filter { $0.chain.audience == audience }.map {
            Frontier.Entry(chain: $0.chain.id, length: $0.end)
        }
    }

    /// Takes in what somebody holds of the other branch of an own chain.
    ///
    /// - Returns: `advanced` if there may be more; `known` if there is not.
    package func receive(
        otherBranch bytes: [UInt8], of id: ChainID, in audience: Int64
    ) throws(StorageError) -> Reception {
        guard let chain = try chain(id), chain.audience == audience,
            try device(of: chain) == owner.device, let end = try fork(of: id, in: audience)
        else { return .known }
        guard let deltas = try? WholeDeltas.read(bytes) else { return .refused(.malformed) }
        guard !deltas.isEmpty else {
            if try recalls().contains(where: { $0.chain.id == id && $0.isBegun }) {
                try database.run(
                    "UPDATE forks SET recalled = ? WHERE chain = ?",
                    .integer(Recall.isHere.rawValue), .blob(id.bytes.bytes))
                memory.recallDue = nil
            }
            return .known
        }
        guard Self.areSigned(deltas, of: id, from: end, by: owner.device) else {
            return .refused(.badSignature)
        }
        for delta in deltas {
            let row = chain.row(delta.header.sequence)
            // His log has this device's own branch.
            if let own = try header(row: row), own.id == delta.header.id { return .known }
            try database.run(
                """
                INSERT OR IGNORE INTO other_branches (id, header, payload, signature)
                VALUES (?, ?, ?, ?)
                """, .integer(row), .blob(delta.header.bytes), .blob(delta.payload),
                delta.signature.map { .blob($0) } ?? .null)
        }
        memory.recallDue = nil
        return .advanced(deltas.count)
    }

    // Each is signed, or named by the one behind it.
    private static func areSigned(
        _ deltas: [SignedDelta], of id: ChainID, from start: UInt64, by device: DeviceID
    ) -> Bool {
        var next: SignedDelta?
        for delta in deltas.reversed() {
            let header = delta.header
            guard header.chain == id, header.sequence >= start,
                header.sequence < ChainRecord.lengthMax
            else { return false }
            if let next, next.header.sequence <= header.sequence { return false }
            if delta.signature != nil {
                guard delta.isSigned(by: device) else { return false }
            } else {
                guard let next, next.header.sequence == header.sequence + 1,
                    next.header.previous == header.id
                else { return false }
            }
            next = delta
        }
        return true
    }

    // MARK: How far it is

    /// How it stands with the other branch of an own chain; the raw value is kept.
    enum Recall: Int64 {
        case isWanted = 0
        /// Who was asked had no more.
        case isHere = 1
        /// It was written again, or its node does so itself.
        case isOver = 2
    }

    /// An own chain whose other branch is not over.
    struct RecalledChain {
        let chain: ChainRecord
        /// The first place that there are two deltas for.
        let start: UInt64
        let state: Recall
        /// Behind what has come of it; `start` if nothing has.
        let end: UInt64

        var isBegun: Bool { end > start }
    }

    /// Rising by audience and chain.
    func recalls() throws(StorageError) -> [RecalledChain] {
        let found = try database.rows(
            """
            SELECT c.id, f.sequence, f.recalled FROM forks f JOIN chains c ON c.chain = f.chain
            WHERE f.device = ? AND f.recalled < ? ORDER BY f.audience, f.chain
            """, [.blob(owner.device.key.bytes), .integer(Recall.isOver.rawValue)]
        ) { (row) throws(StorageError) in
            (row.integer(0), UInt64(row.integer(1)), Recall(rawValue: row.integer(2)))
        }
        var recalls: [RecalledChain] = []
        for (number, start, state) in found {
            let chain = try chain(number: number)
            let last = try database.row(
                "SELECT max(id) FROM other_branches WHERE id >= ? AND id <= ?",
                [.integer(chain.row(start)), .integer(chain.row(ChainRecord.lengthMax))]
            ) { row in row.isNull(0) ? nil : ChainRecord.sequence(ofDelta: row.integer(0)) }
            recalls.append(
                RecalledChain(
                    chain: chain, start: start, state: state ?? .isWanted,
                    end: (last ?? nil).map { $0 + 1 } ?? start))
        }
        return recalls
    }

    /// This device has opened a chain that was not opened here: the other node is there, and writes its
    /// branch again by itself.
    func noteLife(of open: Open) throws(StorageError) {
        guard open.certificate.device == owner.device else { return }
        let known = [try incarnation, try before]
        for incarnation in known {
            if open.incarnation == Self.incarnation(incarnation, by: open.grant) { return }
        }
        try endRecalls()
    }

    /// Nothing is asked for any more, and what came is forgotten.
    func endRecalls() throws(StorageError) {
        try database.run(
            "UPDATE forks SET recalled = ? WHERE device = ?", .integer(Recall.isOver.rawValue),
            .blob(owner.device.key.bytes))
        try database.run("DELETE FROM other_branches")
        memory.recallDue = nil
    }

    // The incarnation that this device was when its branch and the other parted.
    private var before: UInt64 {
        get throws(StorageError) {
            (try setting(Self.beforeSetting) ?? []).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    static let beforeSetting = "incarnation before"

    /// When the other branch is to be written again, unless its node shows up until then; nil if
    /// nothing of one is here.
    package func recallDue() throws(StorageError) -> WallTime? {
        if let known = memory.recallDue { return known }
        let begun = try recalls().filter(\.isBegun)
        let isHere = !begun.isEmpty && begun.allSatisfy { $0.state == .isHere }
        var due: WallTime?
        if isHere, let found = try foundTwice() {
            due = WallTime(milliseconds: found.milliseconds + Self.patienceMilliseconds)
        }
        memory.recallDue = .some(due)
        return due
    }

    /// For who copied a disk that is in use, and lets both run: they meet the same friends within
    /// that.
    private static let patienceMilliseconds: UInt64 = 3_600_000
}
