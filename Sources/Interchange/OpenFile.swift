import Glibc

/// A file, or a part of one, that lies open and is read where somebody looks: its length costs no memory.
package final class OpenFile: Sendable {
    private let file: Int32
    private let start: Int
    /// How many bytes it has.
    package let count: Int
    private let owner: OpenFile?
    private let isOwn: Bool

    /// The `count` bytes of an open file that begin at `start`.
    ///
    /// - Parameter isOwn: whether it is closed with this; else whoever opened it keeps it open as long.
    package init(_ file: Int32, from start: Int = 0, count: Int, isOwn: Bool) {
        self.file = file
        self.start = start
        self.count = count
        self.isOwn = isOwn
        owner = nil
    }

    /// The `count` bytes of `whole` that begin at `first`, as far as they are there.
    init(_ whole: OpenFile, from first: Int, count: Int) {
        file = whole.file
        start = whole.start + first
        self.count = max(0, count)
        isOwn = false
        owner = whole
    }

    deinit { if isOwn { close(file) } }

    /// The same file without its first bytes.
    func dropFirst(_ first: Int) -> OpenFile {
        OpenFile(self, from: first, count: count - first)
    }

    /// At most `wanted` bytes from `offset` on; fewer at the end, and where the system gives no more.
    package func read(at offset: Int, _ wanted: Int) -> [UInt8] {
        let wanted = max(0, min(wanted, count - offset))
        return [UInt8](unsafeUninitializedCapacity: wanted) { bytes, got in
            while got < wanted {
                let more = pread(
                    file, bytes.baseAddress?.advanced(by: got), wanted - got,
                    off_t(start + offset + got))
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { return }
                got += more
            }
        }
    }

    /// The first bytes, by which formats are told apart.
    package var head: [UInt8] { read(at: 0, Self.headBytes) }

    /// So many first bytes show what a file is.
    static let headBytes = 64 * 1024
}
