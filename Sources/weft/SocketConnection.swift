import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Connects to the node's Unix socket, and to nobody who only stands in its place.
///
/// Checked before a byte is sent: the folder is ours alone, the socket is ours, and the process
/// behind it runs under our user (SO_PEERCRED; getpeereid on macOS).
enum SocketConnection {
    /// A connected, blocking descriptor; the caller closes it.
    static func connect(to path: String) throws(Failure) -> Int32 {
        try checkPlace(path)
        let door = socket(AF_UNIX, streamKind, 0)
        guard door >= 0 else { throw unreachable(path, reason(errno)) }
        var address = address(of: path)
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connectTo(door, $0, length)
            }
        }
        guard isConnected == 0 else {
            let error = errno
            close(door)
            throw unreachable(
                path, error == ECONNREFUSED ? "nothing is listening there" : reason(error))
        }
        guard let user = peerUser(door), user == geteuid() else {
            close(door)
            throw Failure(
                .unreachable, "another user's process answers on \(path); nothing was sent",
                fix: "see who it is: ls -l \(path), then weft doctor")
        }
        return door
    }

    private static func checkPlace(_ path: String) throws(Failure) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else {
            throw unreachable(path, errno == ENOENT ? "no node is running" : reason(errno))
        }
        guard facts.st_mode & mode_t(S_IFMT) == mode_t(S_IFSOCK) else {
            throw Failure(
                .unreachable, "\(path) is not a socket; nothing was sent",
                fix: "move it away, then weft up")
        }
        guard facts.st_uid == geteuid() else {
            throw Failure(
                .unreachable, "\(path) belongs to user \(facts.st_uid); nothing was sent",
                fix: "check it with ls -l \(path)")
        }
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        do {
            try PrivateDirectory.check(folder.isEmpty ? "/" : folder)
        } catch {
            throw Failure(
                .unreachable, "the folder of the socket is not safe: \(error.what), \(error.why)",
                fix: error.fix)
        }
    }

    private static func unreachable(_ path: String, _ why: String) -> Failure {
        Failure(.unreachable, "the node does not answer on \(path): \(why)", fix: "weft up")
    }

    private static func reason(_ error: Int32) -> String {
        String(cString: strerror(error))
    }

    private static func address(of path: String) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { target in
            target.copyBytes(from: path.utf8.prefix(SocketPath.bytesMax))
        }
        return address
    }

    #if canImport(Glibc)
    private static let streamKind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    private static func peerUser(_ door: Int32) -> uid_t? {
        // struct ucred is not visible to Swift: process, user, group, each 32 bits (unix(7)).
        var credentials: [UInt32] = [0, .max, .max]
        var length = socklen_t(12)
        guard getsockopt(door, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, length == 12
        else { return nil }
        return credentials[1]
    }
    #else
    private static let streamKind = SOCK_STREAM

    private static func peerUser(_ door: Int32) -> uid_t? {
        var user = uid_t()
        var group = gid_t()
        return getpeereid(door, &user, &group) == 0 ? user : nil
    }
    #endif
}

private func connectTo(
    _ door: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
    connect(door, address, length)
}
