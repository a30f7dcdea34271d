import Domain
import Sync
import UV

/// Watches one folder: looks into it every two seconds, reads what others have put there, and does what the
/// engine wants. Whatever waits for a disk runs off the loop.
///
///     look -> a segment of a file -> ... -> looked -> put, remove -> rest -> look
final class FolderKeeper {
    /// Receives the news; `perform` answers each.
    var onNews: (FolderNews) -> Void = { _ in }

    let place: FolderPlace
    private let loop: Loop
    private var timer: Timer?
    private var isMarked: Bool
    /// Files that need not be read until they change, as they were then.
    private var known: [String: (mark: FileMark, verdict: FolderVerdict)] = [:]
    private var look = FolderLook()
    /// Files of this look that are still to be read, in reverse order, and the one that is being read.
    private var rest: [(name: String, mark: FileMark)] = []
    private var reading: (name: String, mark: FileMark, file: SegmentFile)?
    private var verdict = FolderVerdict.done
    /// Bytes of the files that were read in this look.
    private var bytesRead = 0
    private var isClosed = false

    init(_ place: FolderPlace, loop: Loop) {
        self.place = place
        self.loop = loop
        isMarked = place.isMarked
        timer = try? Timer(loop)
    }

    /// Begins a look now.
    func start() {
        let (path, isMarked) = (place.path, isMarked)
        work {
            FolderLook.at(path, isMarked: isMarked)
        } then: { keeper, look in
            keeper.take(look)
        }
    }

    /// Stops reading and writing.
    func close() {
        isClosed = true
        timer?.close()
        reading = nil
    }

    /// Performs an operation of the engine.
    func perform(_ deed: FolderDeed) {
        switch deed {
        case .readOn(let verdict): readOn(verdict)
        case .put(let name, let bytes): put(bytes, name)
        case .remove(let names), .leave(let names):
            let path = place.path
            let isLast = if case .leave = deed { true } else { false }
            work {
                for name in names { FolderKeeper.remove(name, in: path) }
            } then: { keeper, _ in
                if !isLast { keeper.onNews(.written) }
            }
            if isLast { close() }
        case .rest(let readsAgain):
            if readsAgain { known = known.filter { $0.value.verdict != .later } }
            timer?.start(after: Self.pause) { [unowned self] in start() }
        }
    }

    // MARK: Reading

    private func take(_ look: FolderLook) {
        self.look = look
        if let scan = look.scan { return onNews(.looked(names: [], scan)) }
        bytesRead = 0
        let names = Set(look.files.map(\.name))
        known = known.filter { names.contains($0.key) }
        rest = look.files.filter { known[$0.name]?.mark != $0.mark }.reversed()
        guard look.hasMarked, !isMarked else { return next() }
        isMarked = true
        onNews(.marked)
    }

    private func readOn(_ verdict: FolderVerdict) {
        guard let reading else { return next() }
        // The worst verdict on a segment of a file is remembered for the file.
        if verdict != .done { self.verdict = verdict }
        read(reading.file)
    }

    private func next() {
        guard bytesRead < Self.bytesOfLookMax, let entry = rest.popLast() else { return finish() }
        bytesRead += entry.mark.bytes
        let path = place.path + "/" + entry.name
        work {
            Result { () throws(FileProblem) in try SegmentFile(path, following: false) }
        } then: { keeper, result in
            switch result {
            case .failure: keeper.note(entry, .damaged)
            case .success(let file):
                keeper.reading = (entry.name, entry.mark, file)
                keeper.verdict = .done
                keeper.read(file)
            }
        }
    }

    private func read(_ file: SegmentFile) {
        work {
            file.next()
        } then: { keeper, piece in
            guard let reading = keeper.reading else { return }
            switch piece {
            case .segment(let bytes): return keeper.onNews(.segment(bytes))
            case .torn, .foreign, .failed: keeper.verdict = .damaged
            case .ended: break
            }
            keeper.reading = nil
            keeper.note((reading.name, reading.mark), keeper.verdict)
        }
    }

    private func note(_ entry: (name: String, mark: FileMark), _ verdict: FolderVerdict) {
        known[entry.name] = (entry.mark, verdict)
        next()
    }

    private func finish() {
        let torn = look.files.count { known[$0.name]?.verdict == .damaged }
        onNews(
            .looked(
                names: look.files.map(\.name),
                FolderScan(
                    .working, files: look.files.count, torn: torn, foreign: look.foreign)))
    }

    // MARK: Writing

    private func put(_ bytes: [UInt8], _ name: String) {
        let path = place.path
        work { () -> String? in
            do throws(FileProblem) {
                let file = try CarriedFile(path + "/" + name)
                try file.append(bytes)
                try file.finish()
                return nil
            } catch {
                return error.why
            }
        } then: { keeper, why in
            keeper.onNews(why.map { .failed($0) } ?? .written)
        }
    }

    // A file that is gone already, or cannot be deleted now, is not an error: the next look shows it.
    private static func remove(_ name: String, in path: String) {
        CarriedFile.remove(path + "/" + name)
    }

    private func work<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value,
        then: @escaping (FolderKeeper, Value) -> Void
    ) {
        // Only a closing loop refuses this.
        try? Work.start(loop, body) { [weak self] value in
            guard let self, !isClosed else { return }
            then(self, value)
        }
    }

    /// The most bytes that one look reads; the rest waits for the next one. So a peer that changes its files
    /// all the time takes no more.
    private static let bytesOfLookMax = 64 * 1024 * 1024
    /// The pause between two looks.
    private static let pause: Duration = .seconds(2)
}
