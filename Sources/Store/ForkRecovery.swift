package import CRDT
import Domain
package import Primitives
import Wire

// The other branch of a device that runs twice. Its node writes the branch again if it still runs; but
// when a disk was restored from a backup, nobody runs that branch. The part of it that reached other
// nodes is in their logs without effect; this device requests it and stores it beside its own branch.
extension Store {
    /// Returns what this log holds of `id` beyond its proven fork, for the device that signs the chain.
    ///
    /// - Parameter sequence: the first sequence requested.
    /// - Parameter bytesWanted: the size after which it ends with the next signed delta.
    /// - Returns: whole deltas, the last one signed; none if there are no more. Nil if no fork of the
    ///   chain is proven or the chain is not the peer's.
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
            // Deltas without a later signature are useless.
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

    /// Returns the forked own chains of an audience, each with the sequence from which the other branch
    /// is to be requested.
    package func recalls(in audience: Int64) throws(StorageError) -> [Frontier.Entry] {
        try recalls().filter { $0.chain.audience == audience }.map {
            Frontier.Entry(chain: $0.chain.id, length: $0.end)
        }
    }

    /// Stores what a peer holds of the other branch of an own chain.
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
            // The peer's log has this device's own branch.
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

    // Whether each delta is signed or named by its successor.
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

    // MARK: Progress

    /// The state of recalling the other branch of an own chain; the raw value is stored.
    enum Recall: Int64 {
        case isWanted = 0
        /// The peer that was asked had no more.
        case isHere = 1
        /// The branch was written again, or its own node does that.
        case isOver = 2
    }

    /// An own chain whose recall is not over.
    struct RecalledChain {
        let chain: ChainRecord
        /// The first sequence with two deltas.
        let start: UInt64
        let state: Recall
        /// The sequence after the last one received; `start` if nothing was.
        let end: UInt64

        var isBegun: Bool { end > start }
    }

    /// Returns the recalls in progress, rising by audience and chain.
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

    /// Ends the recalls after this device's key has opened a chain that this node did not open: the other
    /// node runs, and writes its branch again by itself.
    func noteLife(of open: Open) throws(StorageError) {
        guard open.certificate.device == owner.device else { return }
        let known = [try incarnation, try before]
        for incarnation in known {
            if open.incarnation == Self.incarnation(incarnation, by: open.grant) { return }
        }
        try endRecalls()
    }

    /// Ends all recalls and deletes what was received.
    func endRecalls() throws(StorageError) {
        try database.run(
            "UPDATE forks SET recalled = ? WHERE device = ?", .integer(Recall.isOver.rawValue),
            .blob(owner.device.key.bytes))
        try database.run("DELETE FROM other_branches")
        memory.recallDue = nil
    }

    // The incarnation of this device when the two branches diverged.
    private var before: UInt64 {
        get throws(StorageError) {
            (try setting(Self.beforeSetting) ?? []).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    static let beforeSetting = "incarnation before"

    /// Returns when the other branch is to be written again, unless its node appears before that; nil if
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

    /// An hour. If a person copied a disk in use and runs both nodes, these meet the same friends within
    /// that time.
    private static let patienceMilliseconds: UInt64 = 3_600_000
}
