#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The place of the socket in the file system: a private directory and a name nobody answers on.
struct SocketFile {
    let path: String

    #if canImport(Glibc)
    /// `sun_path` has 108 bytes, one of them for the zero at its end (unix(7)).
    static let pathBytesMax = 107
    #else
    /// `sun_path` has 104 bytes, one of them for the zero at its end (unix(4)).
    static let pathBytesMax = 103
    #endif

    /// Checks the place, removes the socket of a node that is gone, and binds a new one.
    ///
    /// Until its owner listens nobody can connect, so the mode that is set there is the only
    /// one that a client ever meets. The process-wide mask is left alone: other threads need it.
    func open() throws(GatewayError) -> Int32 {
        try clear()
        let descriptor = try newSocket()
        var address = self.address
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, chmod(path, 0o600) == 0 else {
            let code = errno
            close(descriptor)
            throw .system(call: "bind", path: path, code: code)
        }
        return descriptor
    }

    /// Lets more wait to be accepted than swift-nio does by a socket that it was given (128). If the system
    /// refuses, fewer wait; the others are told to come again.
    func lengthenQueue(of descriptor: Int32) {
        _ = listen(descriptor, GatewayLimits.knockingMax)
    }

    private func clear() throws(GatewayError) {
        guard path.utf8.count <= Self.pathBytesMax else {
            throw .pathTooLong(bytes: path.utf8.count, max: Self.pathBytesMax)
        }
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex
        else { throw .pathNotAbsolute(path) }
        try checkDirectory(String(path[..<slash]))
        try removeStale()
    }

    /// The file behind the path; nil if there is none.
    var inode: UInt64? {
        var entry = stat()
        return lstat(path, &entry) == 0 ? UInt64(entry.st_ino) : nil
    }

    /// Removes the socket, unless another node has put its own there in the meantime.
    func remove(inode bound: UInt64?) {
        // A failure leaves a stale socket, which the next start removes.
        if let bound, inode == bound { _ = unlink(path) }
    }

    private func checkDirectory(_ directory: String) throws(GatewayError) {
        var entry = stat()
        if lstat(directory, &entry) != 0 {
            guard errno == ENOENT else {
                throw .system(call: "lstat", path: directory, code: errno)
            }
            guard mkdir(directory, 0o700) == 0, lstat(directory, &entry) == 0 else {
                throw .noDirectory(directory)
            }
        }
        guard entry.st_mode & S_IFMT == S_IFDIR else { throw .noDirectory(directory) }
        guard entry.st_uid == geteuid() else { throw .notOurs(directory) }
        guard entry.st_mode & 0o077 == 0, entry.st_mode & 0o700 == 0o700 else {
            throw .notPrivate(directory, mode: UInt32(entry.st_mode & 0o7777))
        }
    }

    private func removeStale() throws(GatewayError) {
        var entry = stat()
        guard lstat(path, &entry) == 0 else {
            guard errno == ENOENT else { throw .system(call: "lstat", path: path, code: errno) }
            return
        }
        guard entry.st_mode & S_IFMT == S_IFSOCK, entry.st_uid == geteuid() else {
            throw .inTheWay(path)
        }
        guard try isAnswered() == false else { throw .alreadyServed(path) }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .system(call: "unlink", path: path, code: errno)
        }
    }

    /// Whether a process listens on the socket; its backlog may be full.
    private func isAnswered() throws(GatewayError) -> Bool {
        let descriptor = try newSocket()
        defer { close(descriptor) }
        var address = self.address
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 || (errno != ECONNREFUSED && errno != ENOENT)
    }

    /// A socket that does not block, so that a full backlog does not hold us (EAGAIN says so), and
    /// that no child process inherits.
    private func newSocket() throws(GatewayError) -> Int32 {
        #if canImport(Glibc)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw .system(call: "socket", path: path, code: errno) }
        return descriptor
    }

    private var address: sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }
}
