import Domain
import Sync
import Wire

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The identity of a file's content at a look: while all of this stays the same, nobody has changed it.
struct FileMark: Equatable, Sendable {
    let bytes: Int
    let seconds: Int
    let nanoseconds: Int
    let inode: UInt64
}

/// The content of a folder.
struct FolderLook: Sendable {
    /// Files with the name of a segment, sorted by name.
    var files: [(name: String, mark: FileMark)] = []
    /// The number of other entries.
    var foreign = 0
    /// Why the folder cannot be used; nil if it can.
    var scan: FolderScan?
    /// Whether the mark was put there in this look.
    var hasMarked = false

    /// Looks into the directory at `path`.
    ///
    /// - Parameter isMarked: Whether the mark was put there before; if not, it is now.
    static func at(_ path: String, isMarked: Bool) -> FolderLook {
        var look = FolderLook()
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            let isGone = errno == ENOENT || errno == ENOTDIR
            look.scan = FolderScan(
                isGone ? .missing : .unreadable, why: FileProblem.system().why)
            return look
        }
        defer { close(folder) }
        if !isMarked {
            guard look.mark(path) else { return look }
        }
        var facts = stat()
        guard fstatat(folder, markName, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
            look.scan = FolderScan(.unmarked)
            return look
        }
        look.list(folder)
        return look
    }

    // Other nodes write the same mark, so an existing one will do.
    private mutating func mark(_ path: String) -> Bool {
        var facts = stat()
        if lstat(path + "/" + Self.markName, &facts) != 0 {
            do throws(FileProblem) {
                let file = try CarriedFile(path + "/" + Self.markName)
                try file.append(Array(Self.markText.utf8))
                try file.finish()
            } catch {
                scan = FolderScan(.unwritable, why: error.why)
                return false
            }
        }
        hasMarked = true
        return true
    }

    private mutating func list(_ folder: Int32) {
        let own = fcntl(folder, F_DUPFD_CLOEXEC, 0)
        guard let stream = fdopendir(own) else {
            if own >= 0 { close(own) }
            scan = FolderScan(.unreadable, why: FileProblem.system().why)
            return
        }
        defer { closedir(stream) }
        rewinddir(stream)
        var seen = 0
        while let entry = readdir(stream) {
            let name = Self.name(of: entry)
            guard name != ".", name != "..", name != Self.markName else { continue }
            seen += 1
            guard seen <= Self.filesMax else {
                scan = FolderScan(.crowded, why: "more than \(Self.filesMax) files")
                return
            }
            guard name.hasSuffix(FolderPlace.suffix) else {
                foreign += 1
                continue
            }
            var facts = stat()
            guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            guard facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= Self.fileBytesMax else {
                foreign += 1
                continue
            }
            files.append((name, FileMark(facts)))
        }
        files.sort { $0.name < $1.name }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(
                to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
            ) { String(cString: $0) }
        }
    }

    /// The name of the mark, by which a directory is known to be the intended one.
    static let markName = "weft-folder.txt"
    static let markText = """
        Weft syncs through the encrypted files here. Keep this file: if it is missing, Weft assumes
        that the stick is not inserted, and neither reads nor writes anything.

        """
    /// The largest file that is read: nodes write segments of at most 2 MiB.
    static let fileBytesMax = 256 * 1024 * 1024
    /// The most entries of a directory that are looked at.
    static let filesMax = 10_000
}

extension FileMark {
    fileprivate init(_ facts: stat) {
        bytes = Int(facts.st_size)
        #if canImport(Darwin)
        seconds = facts.st_mtimespec.tv_sec
        nanoseconds = facts.st_mtimespec.tv_nsec
        #else
        seconds = facts.st_mtim.tv_sec
        nanoseconds = facts.st_mtim.tv_nsec
        #endif
        inode = UInt64(facts.st_ino)
    }
}
