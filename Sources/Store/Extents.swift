package import CRDT
package import Primitives
import Wire

/// The lengths up to which the chains of one audience are held. They are cached, because every step asks for them on
/// every link and few steps change them.
struct Extent {
    /// The chains in the order in which they were first received.
    let log: [Frontier.Entry]
    let frontier: Frontier
    /// The digest of the audience; nil until it is first asked for.
    var digest: Bytes16?
}

extension Store {
    /// Returns what is held of an audience.
    package func frontier(of audience: Int64) throws(StorageError) -> Frontier {
        try extent(of: audience).frontier
    }

    /// Returns the same in the order in which the chains were first received. A chain whose rotations
    /// carry the keys of others comes before them.
    package func log(of audience: Int64) throws(StorageError) -> [Frontier.Entry] {
        try extent(of: audience).log
    }

    /// Returns the state of an audience in sixteen bytes: see `Message.AudienceDigest`.
    package func digest(of audience: Int64) throws(StorageError) -> Bytes16 {
        if let known = memory.extents[audience]?.digest { return known }
        _ = try extent(of: audience)
        let digest = try freshDigest(of: audience)
        memory.extents[audience]?.digest = digest
        return digest
    }

    private func extent(of audience: Int64) throws(StorageError) -> Extent {
        if let known = memory.extents[audience] { return known }
        let log = try database.rows(
            "SELECT chain, length FROM chains WHERE audience = ? ORDER BY id",
            [.integer(audience)]
        ) { (row) throws(StorageError) -> Frontier.Entry in
            guard let chain = Bytes16(row.bytes(0)) else { throw .corrupt }
            return Frontier.Entry(chain: ChainID(chain), length: UInt64(row.integer(1)))
        }
        let extent = Extent(log: log, frontier: Frontier(log), digest: nil)
        memory.extents[audience] = extent
        return extent
    }

    private func freshDigest(of audience: Int64) throws(StorageError) -> Bytes16 {
        let chains = try database.rows(
            """
            SELECT chain, length, head FROM chains WHERE audience = ? AND length > 0
            ORDER BY chain
            """, [.integer(audience)]
        ) { (row) throws(StorageError) -> ChainLength in
            guard let chain = Bytes16(row.bytes(0)), let head = Bytes32(row.bytes(2)) else {
                throw .corrupt
            }
            return ChainLength(
                chain: ChainID(chain), length: UInt64(row.integer(1)), last: head)
        }
        return Message.AudienceDigest.digest(of: chains, forks: try forks(of: audience))
    }

    /// Records how much of an audience's chains a peer's device says it holds. Entries about chains of
    /// other audiences are ignored.
    package func acknowledge(
        _ certificate: Certificate, _ entries: [Frontier.Entry], in audience: Int64
    ) throws(StorageError) {
        let device = try keep(certificate)
        var isNews = false
        for entry in entries {
            guard let chain = try chain(entry.chain), chain.audience == audience else { continue }
            let length = min(entry.length, chain.length)
            let place = Acknowledged(device: device, chain: chain.number)
            // A peer repeats with every heartbeat what it has acknowledged before.
            if let known = memory.acknowledged[place], known >= length { continue }
            try database.run(
                """
                INSERT INTO acknowledged (device, chain, length)
                VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET length = excluded.length WHERE excluded.length > length
                """, .integer(device), .integer(chain.number), .integer(Int64(length)))
            memory.acknowledged[place] = length
            isNews = true
        }
        if isNews { memory.acknowledgements += 1 }
        // A departed member may have been waiting for this acknowledgement. A repeated one does not
        // count: while nobody has acknowledged the departure, every heartbeat would seem to explain
        // deltas that came too early, and they would be requested again.
        if isNews, memory.hasFading == true || !memory.offers.isEmpty { membersChanged() }
    }
}

/// The rows of a chain and of a device that acknowledged a part of it.
struct Acknowledged: Hashable {
    let device: Int64
    let chain: Int64
}
