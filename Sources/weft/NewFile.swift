#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that a command writes at the path that a person named.
///
/// A file takes its name only when it is whole: another name first, then rename. Behind a symbolic
/// link it is the file that the link names. Into what is no file, such as a device or a FIFO, bytes
/// go as they come.
final class NewFile: @unchecked Sendable {
    // One thread after the other uses it: the loop's while bytes come, then the command's.
    private let file: Int32
    private let path: String
    /// nil of what is no file.
    private let partPath: String?
    private var isFinished = false
    private(set) var bytesWritten = 0

    /// Mode 0600: what is exported may be private.
    init(_ named: String) throws(Failure) {
        switch try WritingPlace(named) {
        case .stream(let path):
            self.path = path
            partPath = nil
            file = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
        case .file(let path):
            self.path = path
            let part = path + ".part"
            partPath = part
            Interruption.discards(part)
            unlink(part)
            file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard file >= 0 else {
            let why = String(cString: strerror(errno))
            throw Failure(
                .failure,
                partPath.map { "cannot create \($0): \(why)" }
                    ?? "cannot open \(path): \(why)",
                fix: "choose another path with -o")
        }
    }

    func append(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let put = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if put < 0, errno == EINTR { continue }
            guard put > 0 else { throw Self.broken(partPath ?? path) }
            rest = rest.dropFirst(put)
        }
        bytesWritten += bytes.count
    }

    /// Makes it durable under its own name.
    func finish() throws(Failure) {
        if let partPath {
            guard fsync(file) == 0, rename(partPath, path) == 0 else { throw Self.broken(path) }
            Interruption.keep()
        }
        isFinished = true
    }

    deinit {
        guard file >= 0 else { return }
        close(file)
        if !isFinished, let partPath { unlink(partPath) }
    }

    private static func broken(_ path: String) -> Failure {
        Failure(
            errno == ENOSPC ? .conflict : .failure,
            "cannot write \(path): \(String(cString: strerror(errno)))",
            fix: errno == ENOSPC
                ? "free some space, then try again" : "choose another path with -o")
    }
}

/// The target of the bytes for a path.
private enum WritingPlace {
    /// A file of this name, which may be there already, and is no link.
    case file(String)
    /// A device, a FIFO or the like, at this path.
    case stream(String)

    init(_ named: String) throws(Failure) {
        var facts = stat()
        if stat(named, &facts) == 0 {
            switch facts.st_mode & mode_t(S_IFMT) {
            case mode_t(S_IFREG): break
            case mode_t(S_IFDIR):
                throw Failure(.usage, "\(named) is a folder", fix: "name a file in it with -o")
            default:
                self = .stream(named)
                return
            }
        }
        var path = named
        for _ in 0..<Self.linksMax {
            guard let target = Self.target(of: path) else {
                self = .file(path)
                return
            }
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            path = target.hasPrefix("/") ? target : folder + target
        }
        throw Failure(
            .usage, "\(named) is part of a loop of symbolic links",
            fix: "choose another path with -o")
    }

    // The target of a symbolic link; nil of everything else.
    private static func target(of path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { room in
            room.baseAddress.map {
                readlink(path, $0.assumingMemoryBound(to: CChar.self), room.count)
            } ?? -1
        }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }

    /// As many as Linux follows (path_resolution(7)).
    private static let linksMax = 40
}
