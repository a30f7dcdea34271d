#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Directories that only their owner may enter.
package enum PrivateDirectory {
    /// Creates `path` with mode 0700, and its parents, unless it exists; then checks it.
    ///
    /// Parents are created as the XDG base directory specification says, and not checked.
    package static func ensure(_ path: String) throws(NodeError) {
        try make(path)
        try check(path)
    }

    /// Throws unless `path` is a directory of this user that nobody else may enter.
    ///
    /// A symbolic link as the last component is refused: whoever can set it chooses where keys are written.
    package static func check(_ path: String) throws(NodeError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw refusal(of: path, errno) }
        defer { close(folder) }
        var facts = stat()
        guard fstat(folder, &facts) == 0 else { throw .system("\(path) cannot be inspected") }
        try FileFacts(path: path, isFolder: true, facts).check()
    }

    /// Creates `path` with mode 0700, and its parents, unless it exists.
    static func make(_ path: String) throws(NodeError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let error = errno
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        guard error == ENOENT, !parent.isEmpty else {
            throw .system("the folder \(path) cannot be created", error)
        }
        try make("/" + parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .system("the folder \(path) cannot be created")
        }
    }

    private static func refusal(of path: String, _ error: Int32) -> NodeError {
        switch error {
        case ENOENT:
            return NodeError(
                .missing, "\(path) cannot be used", why: "there is no such folder",
                fix: "weft init")
        case ELOOP, ENOTDIR:
            return NodeError(
                .unsafe, "\(path) is refused", why: "it is not a folder, or it is a link",
                fix: "check it with ls -ld \(path), then move it away")
        default:
            return .system("\(path) cannot be opened", error)
        }
    }
}

/// Owner, kind and mode of a file or directory.
struct FileFacts {
    let path: String
    let isFolder: Bool
    let facts: stat

    init(path: String, isFolder: Bool, _ facts: stat) {
        self.path = path
        self.isFolder = isFolder
        self.facts = facts
    }

    /// Throws unless it is of the expected kind, owned by this user, and closed to everybody else.
    func check() throws(NodeError) {
        let kind = facts.st_mode & mode_t(S_IFMT)
        guard kind == mode_t(isFolder ? S_IFDIR : S_IFREG) else {
            throw NodeError(
                .unsafe, "\(path) is refused",
                why: isFolder ? "it is not a folder" : "it is not a regular file",
                fix: "check it with ls -ld \(path), then move it away")
        }
        guard facts.st_uid == geteuid() else {
            throw NodeError(
                .unsafe, "\(path) is refused",
                why: "it belongs to user \(facts.st_uid), but this process runs as \(geteuid())",
                fix: "run weft as its owner, or set WEFT_HOME to another folder")
        }
        let permissions = facts.st_mode & 0o777
        guard permissions & 0o077 == 0 else {
            throw NodeError(
                .unsafe, "\(path) is refused",
                why: "other users can access it (mode 0\(String(permissions, radix: 8)))",
                fix: "chmod \(isFolder ? "700" : "600") \(path)")
        }
    }
}

extension NodeError {
    /// Creates an error with the system's message.
    static func system(_ what: String, _ code: Int32 = errno) -> NodeError {
        let fix =
            switch code {
            case ENOSPC, EDQUOT: "free some space, then try again"
            case EACCES, EPERM, EROFS: "check its permissions, or set WEFT_HOME"
            default: ""
            }
        return NodeError(.machine, what, why: String(cString: strerror(code)), fix: fix)
    }
}
