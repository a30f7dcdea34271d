import Primitives

/// The bytes of one file, as programs see them and as a loss of power may leave them.
///
/// Written bytes stay in the operating system's memory until a sync. After a power loss each unsynced sector is new,
/// old, or torn: its beginning new and its end old, or the other way round. The same goes for the length.
struct DiskImage {
    /// The size of an atomic disk write. - Source: LBA sectors; SQLite's own crash tests use the same.
    static let sectorBytes = 512

    private enum Standing: UInt8 {
        /// On the disk as it is seen.
        case durable
        /// Written but not synced.
        case unsynced
        /// A sync failed and forgot that this has to be written: no later sync writes it.
        ///
        /// - Source: Rebello et al., "Can Applications Recover from fsync Failures?", 2020.
        case forgotten
    }

    /// A sector that may be lost, and where its former bytes begin; nil if it had none.
    private struct Change {
        let sector: Int
        let former: Int?
    }

    /// The bytes as programs see them.
    private(set) var bytes: [UInt8] = []
    private var durableCount = 0
    /// The smallest length it was truncated to since it was durable; nil if it only grew.
    private var cutTo: Int?
    private var standings: [Standing] = []
    // In the order of the first write since they were durable.
    private var changes: [Change] = []
    private var formers: [UInt8] = []

    init() {}

    /// Creates a file with bytes that are durable.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        sync()
    }

    /// Whether a loss of power changes nothing.
    var isDurable: Bool { changes.isEmpty && durableCount == bytes.count }

    mutating func write(_ source: UnsafeRawBufferPointer, at offset: Int) {
        guard let start = source.baseAddress, !source.isEmpty else { return }
        let end = offset + source.count
        if end > bytes.count {
            bytes.append(contentsOf: repeatElement(0, count: end - bytes.count))
        }
        touch(offset / Self.sectorBytes...(end - 1) / Self.sectorBytes)
        bytes.withUnsafeMutableBytes { target in
            target.baseAddress?.advanced(by: offset).copyMemory(
                from: start, byteCount: source.count)
        }
    }

    mutating func truncate(to count: Int) {
        guard count < bytes.count else { return }
        touch(count / Self.sectorBytes...(bytes.count - 1) / Self.sectorBytes)
        bytes.removeLast(bytes.count - count)
        cutTo = min(cutTo ?? count, count)
    }

    /// Makes everything durable except what was forgotten.
    mutating func sync() {
        durableCount = bytes.count
        cutTo = nil
        guard changes.contains(where: { standings[$0.sector] == .forgotten }) else {
            for change in changes { standings[change.sector] = .durable }
            changes.removeAll(keepingCapacity: true)
            formers.removeAll(keepingCapacity: true)
            return
        }
        for change in changes where standings[change.sector] == .unsynced {
            standings[change.sector] = .durable
        }
        changes.removeAll { standings[$0.sector] == .durable }
    }

    /// Fails a sync: a part was written, and it is forgotten that the rest was not. Programs still see the rest until
    /// the cached page is evicted.
    mutating func failSync(_ dice: inout Dice) {
        let isEvicted = dice.roll(below: 4) == 0
        for change in changes where standings[change.sector] == .unsynced {
            standings[change.sector] = dice.roll(below: 2) == 0 ? .durable : .forgotten
        }
        if dice.roll(below: 2) == 0 {
            durableCount = bytes.count
            cutTo = nil
        }
        changes.removeAll { standings[$0.sector] == .durable }
        guard isEvicted else { return }
        for change in changes where change.sector * Self.sectorBytes < bytes.count {
            restore(change, upTo: bytes.count, cutTo: cutTo ?? .max)
            standings[change.sector] = .durable
        }
        changes.removeAll { standings[$0.sector] == .durable }
    }

    /// Reduces the file to what a loss of power leaves.
    ///
    /// - Returns: the number of sectors kept, dropped and torn.
    mutating func losePower(_ dice: inout Dice) -> Remains {
        var remains = Remains()
        guard !isDurable else { return remains }
        let seen = bytes.count
        let least = cutTo ?? min(durableCount, seen)
        let choice = dice.roll(below: 3)
        let count =
            switch choice {
            case 0: durableCount
            case 1: seen
            default: least + dice.roll(below: seen - least + 1)
            }
        // Truncation is a single change of length: either it took effect, and the bytes beyond it are lost, or it did
        // not.
        let cutOff = choice == 0 ? .max : cutTo ?? .max
        if count > seen { bytes.append(contentsOf: repeatElement(0, count: count - seen)) }
        for change in changes where change.sector * Self.sectorBytes < count {
            let isForgotten = standings[change.sector] == .forgotten
            let fate = isForgotten ? 1 : dice.roll(below: 3)
            switch fate {
            case 0: remains.kept += 1
            case 1:
                remains.dropped += 1
                restore(change, upTo: count, cutTo: cutOff)
            default:
                remains.torn += 1
                let edge = 1 + dice.roll(below: Self.sectorBytes - 1)
                let isEndOld = dice.roll(below: 2) == 0
                restore(
                    change, upTo: count, cutTo: cutOff,
                    within: isEndOld ? edge..<Self.sectorBytes : 0..<edge)
            }
            // If the length was kept, what was cut off is unchanged.
            let cut = max(seen - change.sector * Self.sectorBytes, 0)
            if cut < Self.sectorBytes {
                restore(
                    change, upTo: count, cutTo: cutOff, within: cut..<Self.sectorBytes)
            }
        }
        if count < bytes.count { bytes.removeLast(bytes.count - count) }
        self = DiskImage(bytes)
        return remains
    }

    /// Flips one bit, as ageing does; `bit` counts from the beginning of the file.
    mutating func rot(bit: Int) {
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    }

    // Saves the contents of sectors before they change.
    private mutating func touch(_ sectors: ClosedRange<Int>) {
        if sectors.upperBound >= standings.count {
            let lacking = sectors.upperBound + 1 - standings.count
            standings.append(contentsOf: repeatElement(.durable, count: lacking))
        }
        for sector in sectors {
            switch standings[sector] {
            case .unsynced: continue
            case .forgotten: standings[sector] = .unsynced
            case .durable:
                standings[sector] = .unsynced
                changes.append(Change(sector: sector, former: keep(sector)))
            }
        }
    }

    private mutating func keep(_ sector: Int) -> Int? {
        let start = sector * Self.sectorBytes
        guard start < durableCount else { return nil }
        let place = formers.count
        let end = min(start + Self.sectorBytes, bytes.count)
        formers.append(contentsOf: bytes[min(start, end)..<end])
        formers.append(
            contentsOf: repeatElement(0, count: place + Self.sectorBytes - formers.count))
        return place
    }

    // What lay beyond the place of the truncation is lost.
    private mutating func restore(
        _ change: Change, upTo count: Int, cutTo: Int,
        within part: Range<Int> = 0..<sectorBytes
    ) {
        let start = change.sector * Self.sectorBytes
        for place in part where start + place < count {
            let former = start + place < cutTo ? change.former : nil
            bytes[start + place] = former.map { formers[$0 + place] } ?? 0
        }
    }
}

/// What became of unsynced sectors when power was lost.
struct Remains: Equatable {
    var kept = 0
    var dropped = 0
    var torn = 0

    static func += (sum: inout Remains, more: Remains) {
        sum.kept += more.kept
        sum.dropped += more.dropped
        sum.torn += more.torn
    }
}
