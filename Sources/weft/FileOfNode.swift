import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A new file that the node writes for a command.
///
/// A node that a service runs writes to the folders of its profile alone. Where it may not write,
/// it makes the file in its own folder, and this program, which may, brings it to its place.
enum FileOfNode {
    /// Has the node make a file at `path`, where there is none.
    ///
    /// - Parameter ask: asks the node to make it at the path that it is given.
    /// - Returns: the node's answer, as if it had written to `path`.
    static func make(
        at path: String, in profile: Profile, ask: (String) throws -> Reply
    ) throws -> Reply {
        do {
            return try ask(path)
        } catch let failure as Failure where failure.what.hasSuffix(readOnly) {
            let inner = profile.dataDirectory + "/new-\(getpid())"
            Interruption.discards(inner)
            defer {
                Interruption.keep()
                unlink(inner)
            }
            var reply = try ask(inner)
            try bring(inner, to: path)
            let body = String(decoding: reply.body, as: UTF8.self)
            reply.body = Array(body.replacing(quoted(inner), with: quoted(path)).utf8)
            return reply
        }
    }

    /// The words with which the node says that a file system is read-only. It runs on this machine, so
    /// its C library has the same ones.
    static let readOnly = String(cString: strerror(EROFS))

    // A second name for the file needs no room. On another file system it is copied.
    private static func bring(_ inner: String, to path: String) throws(Failure) {
        if link(inner, path) == 0 { return syncFolder(of: path) }
        guard errno != EEXIST else {
            throw Failure(.conflict, "\(path) already exists", fix: "name a new file")
        }
        let source = open(inner, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        defer { close(source) }
        var facts = stat()
        guard source >= 0, fstat(source, &facts) == 0 else { throw unreadable(inner) }
        let target = try NewFile(path)
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(source, &piece, piece.count)
            guard count >= 0 else { throw unreadable(inner) }
            guard count > 0 else { break }
            try target.append(Array(piece.prefix(count)))
        }
        try target.finish()
        // Some file systems have no modes.
        chmod(path, facts.st_mode & 0o777)
        syncFolder(of: path)
    }

    // Some file systems, those of sticks among them, cannot do this for a folder.
    private static func syncFolder(of path: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = open(String(path[...slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private static func unreadable(_ inner: String) -> Failure {
        Failure(.failure, "\(inner) cannot be read: \(String(cString: strerror(errno)))")
    }

    // As it stands within the node's words.
    private static func quoted(_ path: String) -> String {
        String(VersionedJSON.quoted(path).dropFirst().dropLast())
    }
}
