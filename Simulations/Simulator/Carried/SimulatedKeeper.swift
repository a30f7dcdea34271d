import Domain
import Sync
import Wire

/// Looks into a carried directory for one machine, as `FolderKeeper` of the node does: what it tells the
/// engine, and in which order, is the same; only the directory is made up.
struct SimulatedKeeper {
    let place: FolderPlace
    let life: Int
    private var isMarked: Bool
    /// Files that need not be read until they change.
    private var known: [(name: String, version: Int, verdict: FolderVerdict)] = []
    /// The files of this look, and those that are still to be read, the first one last.
    private var look = CarriedFiles()
    private var rest: [CarriedFiles.File] = []
    private var reading: (file: CarriedFiles.File, offset: Int)?
    private var verdict = FolderVerdict.done
    /// Looks in a row in which nothing was to do.
    var idleLooks = 0

    init(_ place: FolderPlace, life: Int) {
        self.place = place
        self.life = life
        isMarked = place.isMarked
    }

    /// Looks now.
    ///
    /// - Parameters:
    ///   - files: what is there; nil if the stick is out.
    ///   - isEmptyPlace: where the stick belongs an empty directory is.
    mutating func begin(_ files: inout CarriedFiles?, isEmptyPlace: Bool) -> FolderNews {
        guard var found = files else {
            let isUnmarked = isEmptyPlace && isMarked
            return .looked(names: [], FolderFare(isUnmarked ? .unmarked : .missing))
        }
        let hasMarked = !isMarked
        if hasMarked { found.isMarked = true }
        files = found
        guard found.isMarked else { return .looked(names: [], FolderFare(.unmarked)) }
        look = found
        known.removeAll { entry in found.file(named: entry.name) == nil }
        rest = found.files.filter { file in
            !known.contains { $0.name == file.name && $0.version == file.version }
        }.reversed()
        guard hasMarked else { return next() }
        isMarked = true
        return .marked
    }

    /// The engine wants what comes next.
    mutating func readOn(_ verdict: FolderVerdict) -> FolderNews {
        guard reading != nil else { return next() }
        if verdict != .done { self.verdict = verdict }
        return read()
    }

    /// Files that were put off are read again.
    mutating func readAgain() { known.removeAll { $0.verdict == .later } }

    private mutating func next() -> FolderNews {
        guard let file = rest.popLast() else {
            let torn = look.files.filter { file in
                known.contains { $0.name == file.name && $0.verdict == .damaged }
            }
            return .looked(
                names: look.files.map(\.name),
                FolderFare(
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

/// What comes next in a file of segments, as `SegmentFile` of the node finds it.
enum CarriedPiece {
    case segment([UInt8])
    case ended, torn, foreign

    static func next(in file: [UInt8], at offset: Int) -> CarriedPiece {
        let rest = file[offset...]
        guard !rest.isEmpty else { return .ended }
        let head = rest.prefix(Segment.markedBytes)
        guard Segment.mark.starts(with: head.prefix(Segment.mark.count)) else { return .foreign }
        guard head.count == Segment.markedBytes else { return .torn }
        // What has another length than segments have is none.
        guard let length = try? Segment.length(of: head) else { return .foreign }
        return length <= rest.count ? .segment(Array(rest.prefix(length))) : .torn
    }
}
