import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests the quota of another person in one audience.
@Suite struct AuthorShareTests {
    /// Creates Ana, who has stored much more than 64 KiB for friends and a little for everybody, and a friend, Bob,
    /// whose quota for one author is 64 KiB.
    private static func world(
        path: String = ":memory:"
    ) throws -> (ana: WriteReplica, bob: WriteReplica, runs: [WriteReplica.Run]) {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob", path: path, limits: small)
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        for number in 0..<60 {
            try ana.keep(
                BookmarkDraft(
                    url: "https://quilt.example/\(number)", title: "\(number)",
                    note: String(repeating: "x\(number)", count: 1000)),
                in: .friends)
        }
        try ana.keep(BookmarkDraft(url: "https://open.example/", title: "open"), in: .public)
        try bob.take(try ana.keys())
        return (ana, bob, try ana.runs(of: try ana.row(.friends, of: ana)))
    }

    private static let quota = 64 * 1024

    private static var small: StoreLimits {
        var limits = StoreLimits.standard
        limits.authorBytes = quota
        return limits
    }

    private static func bytes(in bob: WriteReplica) throws -> Int {
        try bob.step { (store) throws(StorageError) in
            try store.database.row(
                "SELECT sum(length(header) + length(payload) + length(signature)) FROM deltas"
            ) { Int($0.integer(0)) } ?? 0
        }
    }

    @Test
    func `nothing more is accepted from a person with a full share, and one warning is given`()
        throws
    {
        let (ana, bob, runs) = try Self.world()
        let receptions = try runs.map { try bob.receive($0) }

        let taken = try #require(receptions.firstIndex(of: .full))
        // What follows a full quota is beyond a gap.
        #expect(receptions[taken...].dropFirst().allSatisfy { $0 == .full || $0 == .early })
        let longest = runs.map(\.bytes.count).max() ?? 0
        let held = try Self.bytes(in: bob)
        #expect(held >= Self.quota && held <= Self.quota + longest + 1024)
        #expect(try bob.receive(runs[0]) == .known)
        let told = try bob.step { (store) throws(StorageError) in try store.takeFilledShares() }
        #expect(told.map(\.name) == ["Ana"] && told.map(\.audience) == [.friends])
        #expect(told.first?.words.contains("weft config set author.quota 128KiB") == true)
        #expect(
            try bob.step { (store) throws(StorageError) in try store.takeFilledShares() }.isEmpty)
        #expect(
            try bob.step { (store) throws(StorageError) in try store.filledShares() } == told)

        let open = try ana.runs(of: try ana.row(.public, of: ana))
        for run in open { #expect(try bob.receive(run) == .advanced(Int(run.end - run.sequence))) }
    }

    @Test func `a larger share takes in the rest`() throws {
        let (ana, bob, runs) = try Self.world()
        for run in runs { _ = try bob.receive(run) }
        #expect(try bob.links(of: ana).count < 60)
        let told = try bob.step { (store) throws(StorageError) in try store.takeFilledShares() }
        #expect(told.count == 1 && bob.store.takeFreedShares().isEmpty)

        guard case .done = try bob.perform(.setAuthorQuota(bytes: 1 << 20)) else {
            Issue.record("a larger share was refused")
            return
        }
        #expect(bob.store.takeAuthorQuotaChange())
        #expect(!bob.store.takeAuthorQuotaChange())
        #expect(bob.store.takeFreedShares() == told)
        #expect(bob.store.takeFreedShares().isEmpty)
        for run in runs { _ = try bob.receive(run) }

        #expect(try bob.links(of: ana).count == 60)
        #expect(
            try bob.step { (store) throws(StorageError) in try store.filledShares() }.isEmpty)
    }

    @Test(arguments: [(0, false), ((1 << 20) - 1, false), (1 << 20, true), (Int.max, true)])
    func `a share has at least a mebibyte`(bytes: Int, isGood: Bool) throws {
        let bob = try WriteReplica(2, name: "Bob")
        let answer = try bob.perform(.setAuthorQuota(bytes: bytes))
        if case .done = answer { #expect(isGood) } else { #expect(!isGood) }
        let quota = try bob.step { (store) throws(StorageError) in try store.settings() }
            .authorQuotaBytes
        #expect(quota == (isGood ? bytes : Limits.authorBytesUsual))
    }

    @Test func `after a start a sixteenth more may come before the log is asked`() throws {
        let file = try TemporaryDatabase()
        let (_, bob, runs) = try Self.world(path: file.path)
        for run in runs { _ = try bob.receive(run) }
        let before = try Self.bytes(in: bob)
        try bob.store.close()

        let again = try WriteReplica(2, name: "Bob", path: file.path, limits: Self.small)
        again.wall = bob.wall
        for run in runs { _ = try again.receive(run) }

        let longest = runs.map(\.bytes.count).max() ?? 0
        #expect(try Self.bytes(in: again) <= before + Self.quota / 16 + longest + 1024)
        #expect(
            try again.step { (store) throws(StorageError) in try store.filledShares() }.count == 1)
    }

    @Test func `own devices have no share`() throws {
        let phone = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana", limits: Self.small)
        for number in 0..<60 {
            try phone.keep(
                BookmarkDraft(
                    url: "https://quilt.example/\(number)", title: "\(number)",
                    note: String(repeating: "x\(number)", count: 1000)))
        }
        try phone.mirror(to: laptop)
        #expect(try laptop.links(of: laptop).count == 60)
    }
}
