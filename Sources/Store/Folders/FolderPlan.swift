import CRDT
import Domain
import Primitives
import Wire

/// What has to be put into a folder, and what may go from it after that.
package struct FolderPlan: Equatable, Sendable {
    /// For whom something is missing there.
    package let parcels: [Parcel]
    /// Rows of segments that nobody needs once the parcels are there.
    package let leaving: [Int64]
    /// Segments that were not there, though nobody here took them away.
    package let lost: Int
    /// Nothing has to be done.
    package var isEmpty: Bool { parcels.isEmpty && leaving.isEmpty }
}

// What is there for each device, and what is not.
extension Store {
    /// Compares what was put into a folder with what the devices it is for have and lack.
    ///
    /// - Parameter names: the files that are there; a segment that is not is put there anew.
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
            // Somebody who is nobody any more gets nothing.
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

    /// The segments of a plan go.
    ///
    /// - Returns: their names.
    package func dismiss(
        _ leaving: [Int64], from folder: Int64
    ) throws(StorageError) -> [String] {
        let segments = try carriedSegments(in: folder).filter { leaving.contains($0.number) }
        for segment in segments { try dismiss(segment) }
        return segments.map(\.name)
    }

    /// Files and bytes that were put into a folder and are to stay.
    package func carriedSize(of folder: Int64) throws(StorageError) -> (files: Int, bytes: Int) {
        try database.row(
            """
            SELECT count(*), coalesce(sum(bytes), 0) FROM carried_segments
            WHERE folder = ? AND leaving = 0
            """, [.integer(folder)]
        ) { (Int($0.integer(0)), Int($0.integer(1))) } ?? (0, 0)
    }

    // Those in which something stands that is dead by now, and small ones where there are many: what
    // of them is still needed is put there anew.
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

    // How far a device comes by what is there; nil if it lacks nothing and knows how far this one is.
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
        // A word that stands in what he has by now goes with it, so it is said by itself.
        var word: Bytes16?
        for segment in mine where segment.word != nil {
            if segment.ranges.isEmpty { word = segment.word }
            if !(try isHeld(segment, by: reader)) { word = segment.word }
        }
        if isThere, word == (try digest(of: audience)) { return nil }
        return reached
    }

    // Everybody it is for has said that he has what is in it, and hears from a later one how far this
    // device is.
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

    /// So many segments of one audience may be smaller than this; then they are put together.
    static let smallSegmentsMax = 16
    static let smallSegmentBytes = 256 * 1024
}
