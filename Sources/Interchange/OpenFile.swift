import Glibc

/// An open file, or a part of one, that is read on demand, so that its length takes no memory.
package final class OpenFile: Sendable {
    private let file: Int32
    private let start: Int
    /// The number of bytes.
    package let count: Int
    private let owner: OpenFile?
    private let isOwn: Bool

    /// Uses the `count` bytes of an open file that begin at `start`.
    ///
    /// - Parameter isOwn: whether to close the file with this object; otherwise the caller must keep it open.
    package init(_ file: Int32, from start: Int = 0, count: Int, isOwn: Bool) {
        self.file = file
        self.start = start
        self.count = count
        self.isOwn = isOwn
        owner = nil
    }

    /// Uses the `count` bytes of `whole` that begin at `first`, as far as they exist.
    init(_ whole: OpenFile, from first: Int, count: Int) {
        file = whole.file
        start = whole.start + first
        self.count = max(0, count)
        isOwn = false
        owner = whole
    }

    deinit { if isOwn { close(file) } }

    /// Returns the file without its first bytes.
    func dropFirst(_ first: Int) -> OpenFile {
        OpenFile(self, from: first, count: count - first)
    }

    /// Reads at most `wanted` bytes from `offset` on; fewer at the end, and where the system fails to read.
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

    /// The first bytes, for format detection.
    package var head: [UInt8] { read(at: 0, Self.headBytes) }

    /// The number of leading bytes that identify a file.
    static let headBytes = 64 * 1024
}
