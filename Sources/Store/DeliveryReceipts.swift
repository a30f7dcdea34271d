import CRDT
import Domain
import Primitives
import Wire

/// A delta that brought a thing into an audience.
struct Showing {
    let place: Place
    /// The row of the delta; nil if it is no longer known.
    let delta: Int64?
    /// Whether the thing is in the audience now because of this delta.
    let isCurrent: Bool
    /// Whether devices other than this one may hold it.
    let hasLeft: Bool
    /// Rows of the devices that acknowledged the delta, and of the one that wrote it.
    let holders: [Int64]
}

// Finds the deltas by which things came into audiences, and the devices known to hold them.
extension Store {
    /// Records the delta that shows a copy of an own object to an audience. The row stays after the copy
    /// is withdrawn, because devices that received it may have kept it.
    func noteShown(
        _ operation: Operation, in audience: AudienceRecord, by delta: Int64
    ) throws(StorageError) {
        guard case .create(let creation) = operation, let id = creation.id else { return }
        try database.run(
            "INSERT OR IGNORE INTO shown (object, audience, delta) VALUES (?, ?, ?)",
            .blob(id.bytes.bytes), .integer(audience.place.number), .integer(delta))
    }

    /// Returns every delta by which `row` came into an audience, including audiences that it has left; at
    /// least one for each of `places`, where it is now.
    func showings(
        of row: ObjectRow, in places: [Place], isMine: Bool
    ) throws(StorageError) -> [Showing] {
        var showings: [Showing] = []
        if row.home != nil {
            showings.append(try showing(try carrier(of: row), in: row.place, isCurrent: true))
        }
        guard isMine else { return showings }
        let again = try placesEnteredAgain(row)
        let shown = try shownDeltas(row.id)
        for (place, delta, stamp) in shown {
            // Of several deltas that were never withdrawn each shows the thing; otherwise only the latest
            // does.
            let isLatest = !shown.contains { $0.place == place && $0.stamp > stamp }
            let isCurrent = places.contains(place) && (isLatest || !again.contains(place))
            showings.append(try showing(delta, in: place, isCurrent: isCurrent))
        }
        for place in places where place != .private {
            guard !showings.contains(where: { $0.place == place && $0.isCurrent }) else { continue }
            showings.append(try showing(nil, in: place, isCurrent: true))
        }
        return showings
    }

    private func shownDeltas(
        _ id: ObjectID
    ) throws(StorageError) -> [(place: Place, delta: Int64, stamp: HybridTime)] {
        let rows = try database.rows(
            "SELECT audience, delta FROM shown WHERE object = ? ORDER BY audience, delta",
            [.blob(id.bytes.bytes)]
        ) { (row) throws(StorageError) in (try Place(column: row.integer(0)), row.integer(1)) }
        return try rows.map { (place, delta) throws(StorageError) in
            guard let stamp = try showing(by: delta)?.stamp else { throw .corrupt }
            return (place, delta, stamp)
        }
    }

    /// Returns the stamp of a delta that showed own things, and the epoch that seals it; works for
    /// dropped deltas too. The epoch is nil if the delta is plain.
    func showing(
        by delta: Int64
    ) throws(StorageError) -> (stamp: HybridTime, epoch: Bytes16?)? {
        if let header = try header(row: delta) {
            return (header.stamp, header.isPlain ? nil : header.epoch)
        }
        return try database.row(
            "SELECT stamp, epoch FROM shown_once WHERE delta = ? ORDER BY delta",
            [.integer(delta)]
        ) { row in
            (HybridTime(rawValue: UInt64(bitPattern: row.integer(0))), Bytes16(row.bytes(1)))
        }
    }

    // Returns the places where the thing was placed and withdrawn, and perhaps placed again.
    private func placesEnteredAgain(_ row: ObjectRow) throws(StorageError) -> [Place] {
        var places: [Place] = []
        for (name, register) in row.state.placements where !register.replaced.isEmpty {
            if let place = try place(of: name) { places.append(place) }
        }
        return places
    }

    // Returns the delta that created an object.
    private func carrier(of row: ObjectRow) throws(StorageError) -> Int64? {
        guard case .position(let id, let sequence, _)? = row.state.creations.first?.dot,
            let chain = try chain(id)
        else { return nil }
        return chain.row(sequence)
    }

    // What this device wrote and never sent is on no other device. A delta of another device came from
    // elsewhere, and perhaps not to this device alone.
    private func showing(
        _ delta: Int64?, in place: Place, isCurrent: Bool
    ) throws(StorageError) -> Showing {
        guard let delta else {
            return Showing(
                place: place, delta: nil, isCurrent: isCurrent, hasLeft: true, holders: [])
        }
        let number = ChainRecord.number(ofDelta: delta)
        let sequence = Int64(ChainRecord.sequence(ofDelta: delta))
        let writer = try database.row(
            "SELECT device, sent FROM chains WHERE id = ? ORDER BY id", [.integer(number)]
        ) { (device: $0.integer(0), sent: $0.integer(1)) }
        guard let writer else { throw .corrupt }
        let holders = try database.rows(
            "SELECT device FROM acknowledged WHERE chain = ? AND length > ? ORDER BY device",
            [.integer(number), .integer(sequence)]
        ) { (row) throws(StorageError) in row.integer(0) }
        let isOwn = writer.device == (try keep(owner.certificate))
        return Showing(
            place: place, delta: delta, isCurrent: isCurrent,
            hasLeft: !isOwn || writer.sent > sequence, holders: holders + [writer.device])
    }
}
