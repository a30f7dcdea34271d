package import CRDT
import Domain
import Primitives
import Wire

/// A device that should receive some of what was written here, and how far it must hold each chain then.
package struct AwaitedDevice: Sendable {
    /// The row of the device.
    let row: Int64
    /// Rows of chains, and the length that each must reach.
    let ends: [(chain: Int64, length: UInt64)]
}

// Determines which devices hold what this device has written. Only acknowledgements by the device itself count, over
// a link or by other transport: bytes that were merely sent do not.
extension Store {
    /// A chain that this device writes, or wrote in an earlier incarnation.
    private struct OwnChain {
        let number: Int64
        let audience: Int64
        let end: Frontier.Entry
    }

    private func ownChains() throws(StorageError) -> [OwnChain] {
        try database.rows(
            """
            SELECT c.id, c.audience, c.chain, c.length FROM chains c
            JOIN devices d ON d.id = c.device
            WHERE d.device = ? AND c.length > 0 ORDER BY c.id
            """, [.blob(owner.device.key.bytes)]
        ) { (row) throws(StorageError) in
            guard let chain = Bytes16(row.bytes(2)) else { throw .corrupt }
            return OwnChain(
                number: row.integer(0), audience: row.integer(1),
                end: Frontier.Entry(chain: ChainID(chain), length: UInt64(row.integer(3))))
        }
    }

    /// Returns the lengths of this device's chains.
    func written() throws(StorageError) -> [Frontier.Entry] { try ownChains().map(\.end) }

    /// Returns the devices that should receive some of what this one wrote since `before`: own ones, those of friends
    /// who have added this person too, and those of fellow group members, as far as they may read it.
    package func awaitedDevices(
        since before: [Frontier.Entry]
    ) throws(StorageError) -> [AwaitedDevice] {
        let known = Frontier(before)
        let grown = try ownChains().filter { $0.end.length > known.length(of: $0.end.chain) }
        guard !grown.isEmpty else { return [] }
        let opened = try shared(with: owner.certificate).map(\.audience)
        let friends = [owner.person] + (try contacts().map(\.person))
        var awaited: [AwaitedDevice] = []
        for person in friends + (try fellowMembers().filter { !friends.contains($0) }) {
            let isMe = person == owner.person
            let isFriend = friends.contains(person)
            // Until the friend has added this person too, they accept nothing.
            var isMutual = isMe
            if !isMe { isMutual = opened.contains(try audience(.friends, of: person).number) }
            for certificate in try standingDevices(of: person) {
                var ends: [(chain: Int64, length: UInt64)] = []
                for chain in grown {
                    let audience = try audience(chain.audience)
                    guard isMutual || audience.kind.hasID,
                        try isServed(audience, to: certificate, isFriend: isFriend)
                    else { continue }
                    ends.append((chain.number, chain.end.length))
                }
                guard !ends.isEmpty else { continue }
                awaited.append(AwaitedDevice(row: try keep(certificate), ends: ends))
            }
        }
        return awaited
    }

    /// Whether the device has acknowledged all of it.
    package func isHeld(by device: AwaitedDevice) throws(StorageError) -> Bool {
        for end in device.ends {
            let place = Acknowledged(device: device.row, chain: end.chain)
            if let known = memory.acknowledged[place], known >= end.length { continue }
            let held = try database.row(
                "SELECT length FROM acknowledged WHERE device = ? AND chain = ? ORDER BY chain",
                [.integer(device.row), .integer(end.chain)]
            ) { UInt64($0.integer(0)) }
            guard (held ?? 0) >= end.length else { return false }
        }
        return true
    }

    /// Increases whenever a device acknowledges more than before.
    package var acknowledgements: UInt64 { memory.acknowledgements }
}
