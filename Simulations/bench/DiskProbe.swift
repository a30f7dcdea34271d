#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Measures what a durable write costs on this disk, apart from everything that weft does.
///
/// It overwrites a page in a file that has its full length already, which is the least that a
/// database's log can do, so that goals that allow for a sync are not made easier by it.
final class DiskProbe {
    private let descriptor: Int32
    private var page = [UInt8](repeating: 0x5A, count: 4096)
    private var next = 0
    private(set) var milliseconds: [Double] = []

    private static let pages = 1024

    init(in folder: String) throws {
        let path = folder + "/probe"
        try File.put([UInt8](repeating: 1, count: 4096 * Self.pages), at: path)
        descriptor = open(path, O_RDWR)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be opened") }
        fsync(descriptor)
    }

    deinit {
        close(descriptor)
    }

    func sync() throws {
        page[0] = page[0] &+ 1
        let watch = Stopwatch()
        let count = pwrite(descriptor, page, page.count, off_t(next * page.count))
        #if canImport(Glibc)
        let code = fdatasync(descriptor)
        #else
        let code = fcntl(descriptor, F_FULLFSYNC)
        #endif
        guard count == page.count, code == 0 else { throw BenchError("the disk does not sync") }
        milliseconds.append(watch.milliseconds)
        next = (next + 1) % Self.pages
    }
}
