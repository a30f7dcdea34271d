import Domain
import Sync
import Wire

/// Scans a carried directory for one device like the node's `FolderKeeper`: it sends the engine the same news in the
/// same order; only the directory is simulated.
struct SimulatedKeeper {
    let place: FolderPlace
    let life: Int
    private var isMarked: Bool
    /// The files that need not be read until they change.
    private var known: [(name: String, version: Int, verdict: FolderVerdict)] = []
    /// The files of this scan, and those still to be read, first one last.
    private var look = CarriedFiles()
    private var rest: [CarriedFiles.File] = []
    private var reading: (file: CarriedFiles.File, offset: Int)?
    private var verdict = FolderVerdict.done
    /// The number of consecutive scans without anything to do.
    var idleLooks = 0

    init(_ place: FolderPlace, life: Int) {
        self.place = place
        self.life = life
        isMarked = place.isMarked
    }

    /// Starts a scan.
    ///
    /// - Parameters:
    ///   - files: the directory's files; nil if the stick is absent.
    ///   - isEmptyPlace: whether an empty directory is at the stick's place.
    mutating func begin(_ files: inout CarriedFiles?, isEmptyPlace: Bool) -> FolderNews {
        guard var found = files else {
            let isUnmarked = isEmptyPlace && isMarked
            return .looked(names: [], FolderScan(isUnmarked ? .unmarked : .missing))
        }
        let hasMarked = !isMarked
        if hasMarked { found.isMarked = true }
        files = found
        guard found.isMarked else { return .looked(names: [], FolderScan(.unmarked)) }
        look = found
        known.removeAll { entry in found.file(named: entry.name) == nil }
        rest = found.files.filter { file in
            !known.contains { $0.name == file.name && $0.version == file.version }
        }.reversed()
        guard hasMarked else { return next() }
        isMarked = true
        return .marked
    }

    /// Continues, as the engine asks, with the next piece or file.
    mutating func readOn(_ verdict: FolderVerdict) -> FolderNews {
        guard reading != nil else { return next() }
        if verdict != .done { self.verdict = verdict }
        return read()
    }

    /// Makes the next scan read postponed files again.
    mutating func readAgain() { known.removeAll { $0.verdict == .later } }

    private mutating func next() -> FolderNews {
        guard let file = rest.popLast() else {
            let torn = look.files.filter { file in
                known.contains { $0.name == file.name && $0.verdict == .damaged }
            }
            return .looked(
                names: look.files.map(\.name),
                FolderScan(
                    .working, files: look.files.count, torn: torn.count, foreign: look.foreign))
        }
        reading = (file, 0)
        verdict = .done
        return read()
    }

    private mutating func read() -> FolderNews {
        guard let (file, offset) = reading else { return next() }
        switch CarriedPiece.next(in: file.bytes, at: offset) {
        case .segment(let bytes):
            reading = (file, offset + bytes.count)
            return .segment(bytes)
        case .torn, .foreign: verdict = .damaged
        case .ended: break
        }
        reading = nil
        known.removeAll { $0.name == file.name }
        known.append((file.name, file.version, verdict))
        return next()
    }
}

/// What comes next in a file of segments, as the node's `SegmentFile` reports it.
enum CarriedPiece {
    case segment([UInt8])
    case ended, torn, foreign

    static func next(in file: [UInt8], at offset: Int) -> CarriedPiece {
        let rest = file[offset...]
        guard !rest.isEmpty else { return .ended }
        let head = rest.prefix(Segment.markedBytes)
        guard Segment.mark.starts(with: head.prefix(Segment.mark.count)) else { return .foreign }
        guard head.count == Segment.markedBytes else { return .torn }
        // Data whose length no segment can have is not a segment.
        guard let length = try? Segment.length(of: head) else { return .foreign }
        return length <= rest.count ? .segment(Array(rest.prefix(length))) : .torn
    }
}
