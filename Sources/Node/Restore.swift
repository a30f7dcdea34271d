#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Restores a backup into a profile. The database finds itself in another place and begins a new incarnation
/// before it writes anything, so that both what was written since the backup, wherever it still exists, and
/// what is written from now on stand.
///
/// Steps: the whole backup is copied beside the profile; then, by renames, the old keys go first and the new
/// keys come last, so that keys never stand beside a foreign database.
package enum Restore {
    /// The result of a restore.
    package struct Outcome: Equatable, Sendable {
        /// What was restored, as one sentence.
        package let summary: String
        /// The directory that now holds the profile's previous content; nil if there was none.
        package let aside: String?
    }

    /// Whether `profile` holds keys, settings or a database.
    package static func finds(_ profile: Profile) -> Bool {
        occupied(profile) != nil
    }

    /// How much of the database a restore has copied by now; nil before it begins, and once all is in its place.
    package static func copiedBytes(of profile: Profile) -> Int? {
        var facts = stat()
        return stat(Staging(profile).databasePath, &facts) == 0 ? Int(facts.st_size) : nil
    }

    /// Restores database, keys and settings from the file at `path`.
    ///
    /// - Parameter isReplacing: Whether the profile's content may be moved aside; nothing is ever deleted.
    /// - Throws: `NodeError` if the profile holds something that may not be moved, the file is not a backup,
    ///   or the disk refuses; then the profile is as it was.
    package static func perform(
        from path: String, into profile: Profile, isReplacing: Bool = false
    ) throws(NodeError) -> Outcome {
        let old = occupied(profile)
        if let old, !isReplacing {
            throw NodeError(
                .exists, "nothing was restored", why: "\(old) already exists",
                fix: "weft restore --force FILE moves the old profile aside; "
                    + "weft --profile NAME restore FILE keeps it")
        }
        let backup = try BackupFile(path)
        let place = Staging(profile)
        place.clear()
        do throws(NodeError) {
            try backup.copy(to: place)
            let aside = old == nil ? nil : try newFolder(in: profile)
            do throws(NodeError) {
                try move(place.steps(movingAsideTo: aside))
            } catch {
                if let aside { rmdir(aside) }
                throw error
            }
            place.clear()
            try makeDurable(profile.dataDirectory)
            return Outcome(
                summary: "restored the keys and \(backup.databaseBytes / 1024) KiB of "
                    + "database from \(path)", aside: aside)
        } catch {
            place.clear()
            throw error
        }
    }

    /// The first existing file of a profile that is in the way.
    private static func occupied(_ profile: Profile) -> String? {
        (Backup.files(of: profile) + [KeyFile.pair.path(in: profile), profile.databasePath])
            .first { access($0, F_OK) == 0 }
    }

    /// Performs all renames, or none of them.
    static func move(_ steps: [(from: String, to: String)]) throws(NodeError) {
        var done: [(from: String, to: String)] = []
        for step in steps {
            guard rename(step.from, step.to) == 0 else {
                let error = NodeError.system("nothing was restored: \(step.from) cannot be moved")
                for step in done.reversed() { rename(step.to, step.from) }
                throw error
            }
            done.append(step)
        }
    }

    private static func makeDurable(_ folderPath: String) throws(NodeError) {
        let folder = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .system("\(folderPath) cannot be opened") }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw .system("\(folderPath) cannot be synced to disk") }
    }

    /// Creates a directory for the old profile, named by the time in UTC.
    private static func newFolder(in profile: Profile) throws(NodeError) -> String {
        let stamp = UTCText.text(time(nil), "%Y%m%d-%H%M%S")
        let name = "\(profile.dataDirectory)/before-restore-\(stamp)"
        for path in [name] + (2...9).map({ "\(name)-\($0)" }) {
            if mkdir(path, 0o700) == 0 { return path }
            guard errno == EEXIST else { break }
        }
        throw .system("nothing was restored: \(name) cannot be created")
    }
}

/// The directory beside a profile into which a backup is copied before it takes the profile's place.
struct Staging {
    let path: String
    private let profile: Profile

    init(_ profile: Profile) {
        self.profile = profile
        path = profile.dataDirectory + "/restoring"
    }

    /// The path of the profile's `file` in the staging directory.
    func place(of file: String) -> String {
        path + file.dropFirst(profile.dataDirectory.count)
    }

    var keysDirectory: String { place(of: profile.keysDirectory) }
    var databasePath: String { place(of: profile.databasePath) }
    /// In the order of a backup.
    var files: [String] { Backup.files(of: profile).map(place) }

    /// The path for `bytes`, which a backup has as `file`: the root's place may hold the pair file of a
    /// device without the root.
    func target(_ file: String, of bytes: [UInt8]) -> String {
        file == files[0] && bytes.starts(with: KeyFile.pair.magic) ? pairPath : file
    }

    private var pairPath: String { place(of: KeyFile.pair.path(in: profile)) }

    /// The renames that put everything into place: first the existing files to `aside`, then the staged ones.
    func steps(movingAsideTo aside: String?) -> [(from: String, to: String)] {
        let database = profile.databasePath
        let all =
            [profile.keysDirectory, profile.settingsPath, database]
            + ["-wal", "-shm", "-journal"].map { database + $0 } + pieceFiles
        let out = all.filter { access($0, F_OK) == 0 }.compactMap { file in
            aside.map { (from: file, to: $0 + file.dropFirst(profile.dataDirectory.count)) }
        }
        let home = [database, profile.settingsPath, profile.keysDirectory]
        return out + home.map { (from: place(of: $0), to: $0) }
    }

    /// The database's piece files beside it, sorted by name.
    private var pieceFiles: [String] {
        guard let stream = opendir(profile.dataDirectory) else { return [] }
        defer { closedir(stream) }
        let start = profile.databasePath + "-f"
        var found: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            let path = profile.dataDirectory + "/" + name
            if path.hasPrefix(start) { found.append(path) }
        }
        return found.sorted()
    }

    /// Deletes what an earlier run left; does not touch the profile itself.
    func clear() {
        for file in files + [pairPath, databasePath] { unlink(file) }
        rmdir(keysDirectory)
        rmdir(path)
    }
}
