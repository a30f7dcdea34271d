package import CRDT
import Domain
package import Primitives
import Sodium
import Wire

/// What an audience shows its members, in sixteen bytes, and of which log.
package struct ShownDigest: Equatable, Sendable {
    /// What is held of the audience (`Store.digest`).
    package let log: Bytes16
    /// Equal wherever the same shows.
    package let shown: Bytes16

    /// What shows of `log`.
    package init(log: Bytes16, shown: Bytes16) {
        self.log = log
        self.shown = shown
    }
}

/// What was said with one device of what one audience shows, over whichever link.
package struct ShownTalk: Equatable, Sendable {
    /// What that device was told that shows here.
    package var told: ShownDigest?
    /// What it said last that shows there.
    package var heard: ShownDigest?

    struct Key: Hashable {
        let device: DeviceID
        let audience: Int64
    }
}

/// One reading of all things, which sums up what each of some audiences shows.
struct ShownPass {
    /// Things up to this row were read.
    fileprivate(set) var row: Int64 = 0
    fileprivate var buckets: [Bucket]

    /// What is known of one audience.
    fileprivate struct Bucket {
        let audience: AudienceRecord
        /// What was held of it at the beginning.
        let log: Bytes16
        /// Whose things it shows; nil of a group, where they are everybody's.
        let author: Int64?
        var sum = ShownSum()
    }
}

/// A sum of hashes, so that the order in which things are read does not matter.
///
/// - Source: Bellare and Micciancio, "A New Paradigm for Collision-Free Hashing", 1997 (AdHash). What
///   the other side says is taken for its word, so nothing hangs on collisions that somebody looks for.
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

// Two who hold the same deltas show the same: if they do not, one of them lacks a key, was restored, or has a
// fault. So what an audience shows is compared as well as what is held of it, now and then, behind everything
// else. Of one's own audience it is what is placed there at home; of others' what has come.
extension Store {
    /// What `audience` shows here, if it was looked at since something of it has changed.
    package func shownDigest(of audience: Int64) throws(StorageError) -> ShownDigest? {
        guard let known = memory.shown[audience], try digest(of: audience) == known.log else {
            return nil
        }
        return known
    }

    /// What was said of that with `device` since the start.
    package func shownTalk(with device: DeviceID, of audience: Int64) -> ShownTalk {
        memory.shownTalks[ShownTalk.Key(device: device, audience: audience)] ?? ShownTalk()
    }

    /// Remembers it, for the next link as well.
    package func note(_ talk: ShownTalk, with device: DeviceID, of audience: Int64) {
        let key = ShownTalk.Key(device: device, audience: audience)
        // Then it is said once more.
        if memory.shownTalks.count >= Self.talksMax, memory.shownTalks[key] == nil {
            memory.shownTalks = [:]
        }
        memory.shownTalks[key] = talk
    }

    private static let talksMax = 4_096

    /// Whether what `audience` shows can be told of here. In a group where this person may not write any more the
    /// copies of their things stand still, whatever becomes of these at home.
    package func canTellShown(of number: Int64) throws(StorageError) -> Bool {
        let audience = try audience(number)
        guard audience.kind.hasID else { return true }
        return try writable(audience.name) != nil
    }

    /// Reads some things so as to sum up what these audiences show: about 10 ms.
    ///
    /// - Returns: whether there are more to read.
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

    /// Begins anew the next time: what was read may have changed while nothing went on.
    package func dropShownPass() { memory.shownPass = nil }

    /// Something is about to change what shows without any delta that comes.
    package var isUnsettled: Bool {
        memory.isRefoldDue || memory.areCopiesDue || areEndingsDue || memory.isErasingDue
            || memory.takesHomeAt != nil || memory.areShadowsDue || !memory.unjudged.isEmpty
    }

    private func add(_ row: ObjectRow, to pass: inout ShownPass) throws(StorageError) {
        guard row.state.exists, try deletion(of: row) == nil else { return }
        var known: (own: Bytes16?, shown: Bytes16?) = (nil, nil)
        for index in pass.buckets.indices {
            let bucket = pass.buckets[index]
            // The friends of all are called alike.
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

    // What people see of it: neither whose dots show nor when it was kept, which a copy says in its own way.
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
