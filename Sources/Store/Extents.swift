package import CRDT
package import Primitives
import Wire

/// How far the chains of one audience are held. Asked for at every step and for every link, and
/// changed by few: it is kept at hand.
struct Extent {
    /// In the order in which the chains were met.
    let log: [Frontier.Entry]
    let frontier: Frontier
    /// Nil as long as nobody has asked.
    var digest: Bytes16?
}

extension Store {
    /// What is held of an audience.
    package func frontier(of audience: Int64) throws(StorageError) -> Frontier {
        try extent(of: audience).frontier
    }

    /// The same in the order in which the chains were met: a chain that explains others (its
    /// rotations tell their secret) comes before them.
    package func log(of audience: Int64) throws(StorageError) -> [Frontier.Entry] {
        try extent(of: audience).log
    }

    /// How far an audience is, in sixteen bytes: see `Message.AudienceDigest`.
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

    /// Takes note of how much of an audience's chains a peer's device says it holds. Of other
    /// chains it is not believed.
    package func acknowledge(
        _ certificate: Certificate, _ entries: [Frontier.Entry], in audience: Int64
    ) throws(StorageError) {
        let device = try keep(certificate)
        var isNews = false
        for entry in entries {
            guard let chain = try chain(entry.chain), chain.audience == audience else { continue }
            let length = min(entry.length, chain.length)
            let place = Acknowledged(device: device, chain: chain.number)
            // With every heartbeat a peer says again what it has said before.
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
        // Perhaps it was the word that somebody was waiting for before he goes. What was said before
        // is none: as long as nobody has heard it would make of each heartbeat something that may
        // explain what came too early, which would be asked for again.
        if isNews, memory.hasFading == true { membersChanged() }
    }
}

/// A chain, and a device that said how much of it it holds: rows.
struct Acknowledged: Hashable {
    let device: Int64
    let chain: Int64
}
