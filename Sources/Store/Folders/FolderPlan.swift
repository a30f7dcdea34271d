import CRDT
import Domain
import Primitives
import Wire

/// The segments to write to a folder, and those to delete from it afterwards.
package struct FolderPlan: Equatable, Sendable {
    /// The devices that lack something, grouped by what they lack.
    package let parcels: [Parcel]
    /// The rows of segments that nobody needs once the parcels are written.
    package let leaving: [Int64]
    /// The number of segments whose files were deleted by somebody else.
    package let lost: Int
    /// Whether there is nothing to do.
    package var isEmpty: Bool { parcels.isEmpty && leaving.isEmpty }
}

// Compares what a folder offers each device with what the device lacks.
extension Store {
    /// Compares what was written to a folder with what the devices it is for have and lack.
    ///
    /// - Parameter names: the files present; the contents of a missing segment are written again.
    package func plan(
        _ folder: FolderRecord, names: Set<String>
    ) throws(StorageError) -> FolderPlan {
        var segments: [CarriedSegment] = []
        var lost = 0
        for segment in try carriedSegments(in: folder.number) {
            guard !names.contains(segment.name) else {
                segments.append(segment)
                continue
            }
            lost += segment.isLeaving ? 0 : 1
            try forget(segment)
        }
        let stale = try staleSegments(among: segments)
        let standing = segments.filter { !$0.isLeaving && !stale.contains($0.number) }
        var wanted = Destinations()
        for addressee in folder.addressees {
            // An addressee that no longer exists receives nothing.
            guard case .success(let found) = try destinations(of: addressee) else { continue }
            wanted.add(found.filter { $0.device.person != folder.spared })
        }
        let parcels = try parcels(to: wanted.each) { (device, audience) throws(StorageError) in
            try gap(for: device, in: audience, standing)
        }
        var leaving = segments.filter { $0.isLeaving || stale.contains($0.number) }.map(\.number)
        var readers: [Int64] = []
        for (device, _) in wanted.each { readers.append(try keep(device)) }
        for segment in standing where try isDone(segment, standing, for: Set(readers)) {
            leaving.append(segment.number)
        }
        return FolderPlan(parcels: parcels, leaving: leaving.sorted(), lost: lost)
    }

    /// Marks the segments of a plan for deletion.
    ///
    /// - Returns: their names.
    package func dismiss(
        _ leaving: [Int64], from folder: Int64
    ) throws(StorageError) -> [String] {
        let segments = try carriedSegments(in: folder).filter { leaving.contains($0.number) }
        for segment in segments { try dismiss(segment) }
        return segments.map(\.name)
    }

    /// Returns the number of files, and their bytes, that were written to a folder and are to stay.
    package func carriedSize(of folder: Int64) throws(StorageError) -> (files: Int, bytes: Int) {
        try database.row(
            """
            SELECT count(*), coalesce(sum(bytes), 0) FROM carried_segments
            WHERE folder = ? AND leaving = 0
            """, [.integer(folder)]
        ) { (Int($0.integer(0)), Int($0.integer(1))) } ?? (0, 0)
    }

    // Finds segments with ranges that have died since, and small segments where there are many of them; what devices
    // still need of them is written again.
    private func staleSegments(among segments: [CarriedSegment]) throws(StorageError) -> Set<Int64>
    {
        var stale: Set<Int64> = []
        var small: [Int64: [Int64]] = [:]
        for segment in segments where !segment.isLeaving {
            for range in segment.ranges where !range.isDead {
                guard let chain = try chain(range.chain) else { continue }
                let dead = try dead(of: chain).range(from: range.start)
                if let dead, dead.lowerBound < range.end { stale.insert(segment.number) }
            }
            if !segment.ranges.isEmpty, segment.bytes < Self.smallSegmentBytes {
                small[segment.audience, default: []].append(segment.number)
            }
        }
        for audience in small.keys.sorted() {
            let numbers = small[audience] ?? []
            if numbers.count > Self.smallSegmentsMax { stale.formUnion(numbers) }
        }
        return stale
    }

    // Returns the frontier that a device reaches with what is in the folder; nil if it lacks nothing and has this
    // device's current digest.
    private func gap(
        for device: Certificate, in audience: Int64, _ segments: [CarriedSegment]
    ) throws(StorageError) -> Frontier? {
        let reader = try keep(device)
        let mine = segments.filter { $0.audience == audience && $0.readers.contains(reader) }
        let ranges = mine.flatMap(\.ranges).sorted { ($0.chain, $0.start) < ($1.chain, $1.start) }
        var reached = try acknowledged(by: device, of: audience)
        for range in ranges where range.start <= reached.length(of: range.chain) {
            reached.extend(range.chain, to: range.end)
        }
        let log = try log(of: audience)
        let isThere = log.allSatisfy { reached.length(of: $0.chain) >= $0.length }
        // A digest inside a segment that the device already has will be deleted with that segment, so only an unread
        // segment, or one that contains nothing else, counts.
        var word: Bytes16?
        for segment in mine where segment.word != nil {
            if segment.ranges.isEmpty { word = segment.word }
            if !(try isHeld(segment, by: reader)) { word = segment.word }
        }
        if isThere, word == (try digest(of: audience)) { return nil }
        return reached
    }

    // Whether all wanted readers have acknowledged the contents, and find a newer digest of this device in a later
    // segment.
    private func isDone(
        _ segment: CarriedSegment, _ segments: [CarriedSegment], for wanted: Set<Int64>
    ) throws(StorageError) -> Bool {
        let later = segments.filter {
            $0.number > segment.number && $0.audience == segment.audience && $0.word != nil
        }
        for reader in segment.readers where wanted.contains(reader) {
            guard try isHeld(segment, by: reader) else { return false }
            guard segment.word == nil || later.contains(where: { $0.readers.contains(reader) })
            else { return false }
        }
        return true
    }

    private func isHeld(
        _ segment: CarriedSegment, by reader: Int64
    ) throws(StorageError) -> Bool {
        for range in segment.ranges {
            guard let chain = try chain(range.chain) else { return false }
            if chain.device == reader { continue }
            let length = try database.row(
                "SELECT length FROM acknowledged WHERE device = ? AND chain = ? ORDER BY chain",
                [.integer(reader), .integer(chain.number)]
            ) { UInt64($0.integer(0)) }
            guard length ?? 0 >= min(range.end, chain.length) else { return false }
        }
        return true
    }

    /// Smaller segments are merged when an audience has more of them than this.
    static let smallSegmentsMax = 16
    static let smallSegmentBytes = 256 * 1024
}
