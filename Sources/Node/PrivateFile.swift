#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Small files that only their owner may read: keys and settings.
package enum PrivateFile {
    /// Reads all of `path`; nil if there is no such file.
    ///
    /// Refuses links, other owners, modes wider than 0600, and more than `bytesMax` bytes.
    package static func read(_ path: String, bytesMax: Int) throws(NodeError) -> [UInt8]? {
        // Non-blocking, since a pipe in its place would block the process for ever.
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw refusal(of: path, errno)
        }
        defer { close(file) }
        let size = try checkedSize(of: file, path)
        guard size <= bytesMax else {
            throw NodeError(
                .damaged, "\(path) is refused",
                why: "it has \(size) bytes; the limit is \(bytesMax)")
        }
        return try bytes(of: file, count: size, path)
    }

    /// Throws unless `path` is absent or a regular file of this user with mode 0600.
    package static func check(_ path: String) throws(NodeError) {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return }
            throw refusal(of: path, errno)
        }
        defer { close(file) }
        _ = try checkedSize(of: file, path)
    }

    /// Writes `bytes` to `path`, mode 0600. After a crash there is either the old or the new file, complete.
    ///
    /// Steps: a new file beside it, fsync, rename, fsync of the directory.
    package static func write(_ bytes: [UInt8], to path: String) throws(NodeError) {
        let newPath = path + ".new"
        unlink(newPath)
        let file = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system("\(newPath) cannot be created") }
        do throws(NodeError) {
            defer { close(file) }
            try put(bytes, into: file, newPath)
            guard reachesDisk(file) else { throw .system("\(newPath) cannot be synced to disk") }
        } catch {
            unlink(newPath)
            throw error
        }
        guard rename(newPath, path) == 0 else {
            let error = NodeError.system("\(path) cannot be replaced")
            unlink(newPath)
            throw error
        }
        try syncFolder(of: path)
    }

    /// Deletes `path` durably, if it exists.
    package static func remove(_ path: String) throws(NodeError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .system("\(path) cannot be removed")
        }
        try syncFolder(of: path)
    }

    private static func checkedSize(of file: Int32, _ path: String) throws(NodeError) -> Int {
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw .system("\(path) cannot be inspected") }
        try FileFacts(path: path, isFolder: false, facts).check()
        return Int(facts.st_size)
    }

    private static func bytes(
        of file: Int32, count: Int, _ path: String
    ) throws(NodeError) -> [UInt8] {
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            while filled < count {
                let got = readPart(into: target, from: filled, of: file)
                if got < 0 { failure = errno }
                guard got > 0 else { break }
                filled += got
            }
        }
        if let failure { throw .system("\(path) cannot be read", failure) }
        return bytes
    }

    private static func put(_ bytes: [UInt8], into file: Int32, _ path: String) throws(NodeError) {
        var done = 0
        while done < bytes.count {
            let put = writePart(bytes[done...], to: file)
            guard put > 0 else { throw .system("\(path) cannot be written") }
            done += put
        }
    }

    private static func syncFolder(of path: String) throws(NodeError) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let folderPath = String(path.dropLast(name.count))
        let folder = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .system("\(folderPath) cannot be opened") }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw .system("\(folderPath) cannot be synced to disk") }
    }

    private static func refusal(of path: String, _ error: Int32) -> NodeError {
        guard error == ELOOP else { return .system("\(path) cannot be opened", error) }
        return NodeError(
            .unsafe, "\(path) is refused", why: "it is a symbolic link",
            fix: "check it with ls -l \(path), then move it away")
    }
}

// Outside the type, in which `read` and `write` mean its own methods.

private func readPart(
    into target: UnsafeMutableBufferPointer<UInt8>, from start: Int, of file: Int32
) -> Int {
    let rest = UnsafeMutableRawBufferPointer(target)[start...]
    return read(file, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count)
}

private func writePart(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Int {
    bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
}

private func reachesDisk(_ file: Int32) -> Bool {
    #if canImport(Darwin)
    // fsync on macOS stops at the disk's own cache.
    return fcntl(file, F_FULLFSYNC) == 0 || fsync(file) == 0
    #else
    return fsync(file) == 0
    #endif
}
