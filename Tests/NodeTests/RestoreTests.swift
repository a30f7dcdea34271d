import Testing

@testable import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

struct RestoreTests {
    private let home = TemporaryHome()

    /// Creates a backup whose files hold these words; a restore does not look into them.
    private func backup(_ words: [String], cut: Int = 0) throws -> String {
        let parts = words.map { Array($0.utf8) }
        let counts = parts[1...].map(\.count) + [parts[0].count]
        let lengths = counts.flatMap { count in
            (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
        }
        let path = home.path + "/backup"
        try PrivateFile.write(
            Array((parts.flatMap { $0 } + lengths + Backup.mark).dropLast(cut)), to: path)
        return path
    }

    /// Returns database, key files and settings, as far as they exist.
    private func contents(of profile: Profile, in folder: String? = nil) throws -> [String?] {
        try ([profile.databasePath] + Backup.files(of: profile)).map { file in
            let name = file.dropFirst(profile.dataDirectory.count)
            let bytes = try PrivateFile.read(
                (folder ?? profile.dataDirectory) + name, bytesMax: 100)
            return bytes.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private func filled(_ profile: Profile) throws {
        try PrivateDirectory.ensure(profile.keysDirectory)
        for file in [profile.databasePath] + Backup.files(of: profile) {
            try PrivateFile.write(Array("old".utf8), to: file)
        }
        try PrivateFile.write(Array("log".utf8), to: profile.databasePath + "-wal")
        for number in [3, 17] {
            try PrivateFile.write(Array("film".utf8), to: profile.databasePath + "-f\(number)")
        }
    }

    @Test func `a backup fills an empty profile`() throws {
        let profile = try home.profile()

        let outcome = try Restore.perform(from: backup(["d", "r", "k", "s"]), into: profile)

        #expect(outcome.aside == nil)
        #expect(try contents(of: profile) == ["d", "r", "k", "s"])
        #expect(home.mode(of: profile.databasePath) == 0o600)
        #expect(home.mode(of: profile.dataDirectory + "/restoring") == -1)
    }

    @Test func `a profile that holds something is not replaced unasked`() throws {
        let profile = try home.profile()
        try filled(profile)
        let path = try backup(["d", "r", "k", "s"])

        let error = #expect(throws: NodeError.self) {
            try Restore.perform(from: path, into: profile)
        }

        #expect(error?.kind == .exists)
        #expect(error?.fix.contains("--force") == true)
        #expect(try contents(of: profile) == ["old", "old", "old", "old"])
    }

    @Test func `a profile that is replaced stands whole beside the new one`() throws {
        let profile = try home.profile()
        try filled(profile)

        let outcome = try Restore.perform(
            from: backup(["d", "r", "k", "s"]), into: profile, isReplacing: true)

        let aside = try #require(outcome.aside)
        #expect(try contents(of: profile) == ["d", "r", "k", "s"])
        #expect(try contents(of: profile, in: aside) == ["old", "old", "old", "old"])
        #expect(home.mode(of: aside) == 0o700)
        // A write-ahead log of the old database beside the new one would damage it.
        #expect(home.mode(of: profile.databasePath + "-wal") == -1)
        #expect(home.mode(of: aside + "/weft.sqlite-wal") == 0o600)
        // The old database's large files must not become the new one's.
        for number in [3, 17] {
            #expect(home.mode(of: profile.databasePath + "-f\(number)") == -1)
            #expect(home.mode(of: aside + "/weft.sqlite-f\(number)") == 0o600)
        }
    }

    @Test func `files replaced twice in one second are kept twice`() throws {
        let profile = try home.profile()
        let path = try backup(["d", "r", "k", "s"])

        let asides = try (0..<3).map { _ in
            try Restore.perform(from: path, into: profile, isReplacing: true).aside
        }

        #expect(asides[0] == nil)
        #expect(Set(asides.dropFirst().compactMap { $0 }).count == 2)
    }

    @Test func `the remains of an interrupted restore are not in the way`() throws {
        let profile = try home.profile()
        let left = Staging(profile)
        try PrivateDirectory.ensure(left.keysDirectory)
        try PrivateFile.write(Array("half".utf8), to: left.databasePath)

        _ = try Restore.perform(from: backup(["d", "r", "k", "s"]), into: profile)

        #expect(try contents(of: profile) == ["d", "r", "k", "s"])
    }

    @Test func `a backup that is cut anywhere changes nothing`() throws {
        let profile = try home.profile()
        try filled(profile)
        let length = 4 + Backup.footerBytes

        for cut in 1...length {
            let path = try backup(["d", "r", "k", "s"], cut: cut)
            let kind = kind {
                _ = try Restore.perform(from: path, into: profile, isReplacing: true)
            }
            #expect(kind == .invalid, "\(cut)")
        }

        #expect(try contents(of: profile) == ["old", "old", "old", "old"])
        #expect(home.mode(of: profile.dataDirectory + "/restoring") == -1)
    }

    @Test func `renames that stop half way are taken back`() throws {
        let profile = try home.profile()
        try filled(profile)
        let aside = profile.dataDirectory + "/aside"
        try PrivateDirectory.ensure(aside)

        // Nothing was copied: the old files can be moved aside, and then there is no new one.
        let steps = Staging(profile).steps(movingAsideTo: aside)

        #expect(steps.count == 9)
        #expect(kind { try Restore.move(steps) } == .machine)
        #expect(try contents(of: profile) == ["old", "old", "old", "old"])
        #expect(try contents(of: profile, in: aside) == [nil, nil, nil, nil])
    }
}

struct DatabasePlaceTests {
    private let home = TemporaryHome()

    @Test func `a file keeps its place, and a copy of it has another`() throws {
        let path = home.path + "/a"

        let first = try DatabasePlace.fingerprint(path)
        let again = try DatabasePlace.fingerprint(path)
        let other = try DatabasePlace.fingerprint(home.path + "/b")

        #expect(first == again)
        #expect(first != other)
    }

    @Test func `the place ends with the birth of the file, as the system tells it`() throws {
        let before = Int64(time(nil)) - 1
        let path = home.path + "/a"

        let place = String(decoding: try DatabasePlace.fingerprint(path), as: UTF8.self)

        let birth = try #require(place.split(separator: " ").last.flatMap { Int64($0) })
        // Zero where the file system of this folder has no creation times.
        #expect(birth == 0 || (before...Int64(time(nil)) + 1).contains(birth / 1_000_000_000))
    }

    #if os(Linux)
    @Test func `a file system without birth times gives 0`() throws {
        let file = open("/proc/self/stat", O_RDONLY)
        defer { close(file) }

        #expect(DatabasePlace.birth(of: file) == 0)
    }
    #endif
}
