import Domain
import Sync
import UV

/// The files of bundles that are being made or applied, by request. Whatever waits for a disk runs off the
/// loop.
final class BundleFiles {
    /// Receives the results of operations.
    var onEvent: (Event) -> Void = { _ in }

    private let loop: Loop
    private var files: [RequestID: OpenBundle] = [:]

    init(loop: Loop) {
        self.loop = loop
    }

    /// Performs an operation on the file of one request.
    func perform(_ deed: BundleDeed, for id: RequestID) {
        let bundle = files[id] ?? OpenBundle()
        files[id] = bundle
        if case .close = deed {
            files[id] = nil
            return
        }
        do throws(UVError) {
            try Work.start(loop) {
                bundle.perform(deed)
            } then: { [unowned self] news in
                // The bundle may have been closed meanwhile.
                if files[id] === bundle { onEvent(.bundle(id, news)) }
            }
        } catch {
            onEvent(.bundle(id, .failed(Problem(.readOnly, error.message))))
        }
    }

    /// Closes all files, since the engine that asked for them is gone.
    func closeAll() {
        files = [:]
    }
}

/// The file of one bundle; an unfinished one is deleted with it. Threads use it one after another.
private final class OpenBundle: @unchecked Sendable {
    private var path = ""
    private var made: CarriedFile?
    private var read: SegmentFile?

    func perform(_ deed: BundleDeed) -> BundleNews {
        do throws(FileProblem) {
            switch deed {
            case .make(let path):
                self.path = path
                made = try CarriedFile(path)
            case .append(let bytes): try made?.append(bytes)
            case .finish: try made?.finish()
            case .close: break
            case .read(let path):
                self.path = path
                let file = try SegmentFile(path, following: true)
                read = file
                return Self.news(file.next(), path)
            case .readOn: return read.map { Self.news($0.next(), path) } ?? .ended
            case .readAgain:
                read?.rewind()
                return read.map { Self.news($0.next(), path) } ?? .ended
            }
            return .written
        } catch {
            return .failed(problem(with: deed, error))
        }
    }

    private func problem(with deed: BundleDeed, _ problem: FileProblem) -> Problem {
        let why = problem.why
        switch deed {
        case .make:
            return Problem(
                .conflict, "\(path) cannot be created: \(why)",
                fix: ServiceFile.fix(problem.code) ?? "name a new file in an existing folder")
        case .read:
            return Problem(
                .notFound, "\(path) cannot be read: \(why)", fix: "weft bundle apply FILE")
        case .append, .finish, .readOn, .readAgain, .close:
            return Problem(
                .readOnly, "\(path) cannot be written: \(why)",
                fix: "free some space, or name a file elsewhere")
        }
    }

    private static func news(_ piece: SegmentFile.Piece, _ path: String) -> BundleNews {
        switch piece {
        case .segment(let bytes): return .segment(bytes)
        case .ended: return .ended
        case .torn: return .torn
        case .foreign: return .foreign
        case .failed(let why):
            return .failed(
                Problem(
                    .readOnly, "\(path) cannot be read: \(why)", fix: "copy it again"))
        }
    }
}
