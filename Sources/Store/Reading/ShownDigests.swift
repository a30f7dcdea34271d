package import CRDT
import Domain
package import Primitives
import Sodium
import Wire

/// A 16-byte digest of what an audience shows its members, and of the log it belongs to.
package struct ShownDigest: Equatable, Sendable {
    /// The digest of the audience's log (`Store.digest`).
    package let log: Bytes16
    /// The digest of what shows; equal on replicas that show the same.
    package let shown: Bytes16

    /// Creates the digest of what `log` shows.
    package init(log: Bytes16, shown: Bytes16) {
        self.log = log
        self.shown = shown
    }
}

/// The digests of one audience exchanged with one device, over any link.
package struct ShownTalk: Equatable, Sendable {
    /// The digest that was last sent to the device.
    package var told: ShownDigest?
    /// The digest that the device sent last.
    package var heard: ShownDigest?

    struct Key: Hashable {
        let device: DeviceID
        let audience: Int64
    }
}

/// A pass over all things that sums up what several audiences show.
struct ShownPass {
    /// The last row read.
    fileprivate(set) var row: Int64 = 0
    fileprivate var buckets: [Bucket]

    /// The sum of one audience.
    fileprivate struct Bucket {
        let audience: AudienceRecord
        /// The digest of the audience's log at the beginning.
        let log: Bytes16
        /// The author whose things it shows; nil for a group, which shows everybody's.
        let author: Int64?
        var sum = ShownSum()
    }
}

/// A sum of hashes, which does not depend on the order in which things are read.
///
/// - Source: Bellare and Micciancio, "A New Paradigm for Collision-Free Hashing", 1997 (AdHash). The other side is
///   trusted here, so deliberate collisions gain nothing.
private struct ShownSum {
    var first: UInt64 = 0
    var second: UInt64 = 0

    mutating func add(_ hash: Bytes16) {
        var reader = ByteReader(hash.bytes)
        first &+= (try? reader.u64()) ?? 0
        second &+= (try? reader.u64()) ?? 0
    }

    var bytes: Bytes16 {
        var writer = ByteWriter(capacity: 16)
        writer.u64(first)
        writer.u64(second)
        return Bytes16(writer.bytes) ?? .zero
    }
}

// Compares what audiences show. Replicas that hold the same deltas must show the same; otherwise one of them lacks a
// key, was restored, or has a fault. So this is compared in addition to the log, now and then in the background. An
// own audience shows what is placed there from home; another person's shows what was received.
extension Store {
    /// Returns the digest of what `audience` shows here; nil if the log has changed since it was computed.
    package func shownDigest(of audience: Int64) throws(StorageError) -> ShownDigest? {
        guard let known = memory.shown[audience], try digest(of: audience) == known.log else {
            return nil
        }
        return known
    }

    /// Returns the digests exchanged with `device` since the start.
    package func shownTalk(with device: DeviceID, of audience: Int64) -> ShownTalk {
        memory.shownTalks[ShownTalk.Key(device: device, audience: audience)] ?? ShownTalk()
    }

    /// Records the digests, also for later links.
    package func note(_ talk: ShownTalk, with device: DeviceID, of audience: Int64) {
        let key = ShownTalk.Key(device: device, audience: audience)
        // A forgotten digest is merely sent once more.
        if memory.shownTalks.count >= Self.talksMax, memory.shownTalks[key] == nil {
            memory.shownTalks = [:]
        }
        memory.shownTalks[key] = talk
    }

    /// Digests of other devices that are remembered; for one more all are forgotten, and sent again.
    private static let talksMax = 4_096

    /// Whether this replica can tell what `audience` shows. In a group that this person may no longer write to, the
    /// copies of their things stay as they are, whatever happens at home.
    package func canTellShown(of number: Int64) throws(StorageError) -> Bool {
        let audience = try audience(number)
        guard audience.kind.hasID else { return true }
        return try writable(audience.name) != nil
    }

    /// Reads some things to sum up what these audiences show, for about 10 ms.
    ///
    /// - Returns: whether more remain.
    package func lookAtShown(of audiences: [Int64]) throws(StorageError) -> Bool {
        var pass: ShownPass
        if let known = memory.shownPass {
            pass = known
        } else {
            var buckets: [ShownPass.Bucket] = []
            for number in audiences {
                let audience = try audience(number)
                buckets.append(
                    ShownPass.Bucket(
                        audience: audience, log: try digest(of: number),
                        author: audience.kind.hasID ? nil : try self.number(of: audience.founder)))
            }
            pass = ShownPass(buckets: buckets)
        }
        memory.shownPass = nil
        let rows = try database.rows(
            "SELECT id FROM objects WHERE id > ? AND kind \(KindSQL.isThing) ORDER BY id LIMIT ?",
            [.integer(pass.row), .integer(limits.shownPerSlice)]
        ) { (row) throws(StorageError) in row.integer(0) }
        for number in rows {
            if let row = try object(row: number) { try add(row, to: &pass) }
            pass.row = number
        }
        guard rows.count < limits.shownPerSlice else {
            memory.shownPass = pass
            return true
        }
        guard !isUnsettled else { return false }
        for bucket in pass.buckets where try digest(of: bucket.audience.number) == bucket.log {
            memory.shown[bucket.audience.number] = ShownDigest(
                log: bucket.log, shown: bucket.sum.bytes)
        }
        return false
    }

    /// Restarts the pass the next time, because what was read may have changed since.
    package func dropShownPass() { memory.shownPass = nil }

    /// Whether pending work may change what shows without a new delta.
    package var isUnsettled: Bool {
        memory.isRefoldDue || memory.areCopiesDue || areEndingsDue || memory.isErasingDue
            || memory.takesHomeAt != nil || memory.areShadowsDue || !memory.unjudged.isEmpty
    }

    private func add(_ row: ObjectRow, to pass: inout ShownPass) throws(StorageError) {
        guard row.state.exists, try deletion(of: row) == nil else { return }
        var known: (own: Bytes16?, shown: Bytes16?) = (nil, nil)
        for index in pass.buckets.indices {
            let bucket = pass.buckets[index]
            // The `friends` audiences of all people have the same name.
            let isOurs = bucket.author.map { $0 == row.author } ?? true
            let isHere = isOurs && row.place == bucket.audience.place
            let isPlaced =
                isOurs && row.place == .private && row.state.isPlaced(in: bucket.audience.name)
            guard isHere || isPlaced else { continue }
            let isOwn = bucket.audience.kind == .private
            let hash: Bytes16
            if let found = isOwn ? known.own : known.shown {
                hash = found
            } else {
                hash = try shownHash(of: row, withPersonal: isOwn)
                if isOwn { known.own = hash } else { known.shown = hash }
            }
            pass.buckets[index].sum.add(hash)
        }
    }

    // Hashes what people see; leaves out dots and the time it was saved, which differ between a copy and its home.
    private func shownHash(
        of row: ObjectRow, withPersonal: Bool
    ) throws(StorageError) -> Bytes16 {
        var writer = ByteWriter()
        writer.bytes16(row.id.bytes)
        writer.raw(try author(row: row.author).person.key.bytes)
        writer.byte(row.kind)
        for (field, register) in row.state.registers
        where field != .deletion && field != Schema.Thing.added {
            guard withPersonal || !Schema.isPersonal(field),
                let value = register.shown?.value, !value.isEmpty
            else { continue }
            writer.byte(field.number)
            writer.lengthed(value)
        }
        for (field, set) in row.state.sets where withPersonal || !Schema.isPersonal(field) {
            for element in set.elements {
                writer.byte(field.number)
                writer.lengthed(element)
            }
        }
        return Hash.blake2b16(writer.bytes)
    }
}
