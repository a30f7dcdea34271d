import CRDT
import Domain
import FoundationEssentials
import Glibc
import Primitives
import Store
import Sync
import Wire

/// The world in which a session is fuzzed: ana with an honest node, and the persons whose keys the fuzzer has.
///
/// Ana has a tablet. Ben and mallory are ana's friends; all three are in a group of ana's, and two in one of
/// mallory's. Mallory keeps a mailbox for ana, and ana for mallory. Everybody has some links, and two things have
/// photos. All of it was synced and is in a database that each input starts from.
struct FuzzWorld {
    // Built once in a process, which has one thread.
    nonisolated(unsafe) static let shared = made()

    let ana: FuzzKeys
    /// The persons whose keys the fuzzer has: mallory, who is a friend; ana's tablet; a stranger.
    let guises: [FuzzGuise]
    /// When its databases were closed.
    let now: Instant
    /// The titles of ana's and ben's things, which nobody else may change.
    let titles: [String]
    /// The epochs of ana's private audience.
    let secrets: Set<Bytes16>
    /// The databases as files, by the numbers of their keys.
    private let images: [UInt8: [UInt8]]
    private let folder: String

    /// Forged deltas have later stamps than everything written.
    static let firstStamp = HybridTime(
        wall: FuzzNode.wall(at: Instant(nanoseconds: 3_600_000_000_000)), counter: 0
    ).rawValue

    // A few deltas of an input fill an author's quota in an audience.
    private static var limits: StoreLimits {
        var limits = StoreLimits.standard
        limits.authorBytes = 16 << 10
        return limits
    }

    /// Returns a node of one of its persons, in the state in which the world was built.
    ///
    /// - Parameter keys: those of a person with a database; each has one file, so this call ends an
    ///   earlier node.
    func node(_ keys: FuzzKeys) throws -> FuzzNode {
        let own = "\(folder)/\(keys.number)"
        try? FileManager.default.removeItem(atPath: own)
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        let path = "\(own)/replica.db"
        try Self.write(images[keys.number] ?? [], to: path)
        return try FuzzNode(keys, at: path, life: 1, now: now, limits: Self.limits)
    }

    private static func made() -> FuzzWorld {
        do {
            return try FuzzWorld()
        } catch {
            FuzzDriver.complain("fuzz: the world of sessions cannot be built: \(error)")
            exit(2)
        }
    }

    private init() throws {
        folder = try Self.freshFolder()
        let start = Instant(nanoseconds: 1_000_000_000)
        let memory = ":memory:"
        let ana = try FuzzNode(FuzzKeys(1, name: "Ana"), at: memory, life: 0, now: start)
        let ben = try FuzzNode(FuzzKeys(2, name: "Ben"), at: memory, life: 0, now: start)
        let mallory = try FuzzNode(FuzzKeys(3, name: "Mallory"), at: memory, life: 0, now: start)
        let tablet = try FuzzNode(FuzzKeys(4, pairedBy: ana), at: memory, life: 0, now: start)
        let net = FuzzNet([ana, ben, mallory, tablet])
        for node in [ana, ben, mallory] {
            for other in [ana, ben, mallory] where other !== node {
                try node.tell(.addFriend(ticket: other.keys.ticket, petName: nil))
            }
        }
        try net.run(for: .seconds(60))
        try Self.live(ana, ben, mallory, net)
        try net.end()

        self.ana = ana.keys
        now = ana.now
        titles = try ana.titles().filter {
            // In a group, editors may change everything.
            ($0.hasPrefix("ana") || $0.hasPrefix("ben")) && !$0.contains("group:")
        }
        guises = [
            try FuzzGuise(mallory.keys, servedBy: ana), try FuzzGuise(tablet.keys, servedBy: ana),
            FuzzGuise(stranger: FuzzKeys(9, name: "Zoe")),
        ]
        secrets = Set(
            guises[1].circles.filter { $0.kind == .private }.map(\.key.name))
        var images: [UInt8: [UInt8]] = [:]
        for node in [ana, mallory, tablet] {
            let path = "\(folder)/image"
            try node.store.backup(to: path)
            images[node.keys.number] = try Self.read(path)
            try FileManager.default.removeItem(atPath: path)
        }
        self.images = images
        guard titles.count > 8, !secrets.isEmpty, guises[0].circles.count > 4 else {
            throw BrokenWorld.refused("sharing")
        }
    }

    // What happens before the fuzzer comes.
    private static func live(
        _ ana: FuzzNode, _ ben: FuzzNode, _ mallory: FuzzNode, _ net: FuzzNet
    ) throws {
        try ana.tell(.newGroup(name: "lab"))
        try mallory.tell(.newGroup(name: "den"))
        for (host, name, node) in [(ana, "lab", ben), (ana, "lab", mallory), (mallory, "den", ana)]
        {
            let answer = try host.tell(
                .inviteToGroup(name, role: .editor, uses: 1, seconds: 86_400))
            guard case .invited(let made)? = answer else { throw BrokenWorld.refused("invite") }
            try node.tell(.joinGroup(invitation: made.text, name: nil))
            try net.run(for: .seconds(60))
        }
        for (node, name) in [(ana, "ana"), (ben, "ben"), (mallory, "mallory")] {
            for audience in [Audience.private, .friends, .public, .group("lab")] {
                let drafts = (0..<2).map { number in
                    BookmarkDraft(
                        url: "https://\(name).example/\(audience.name)/\(number)",
                        title: "\(name) \(audience.name) \(number)", note: "note",
                        tags: ["a/b", "c"])
                }
                try node.tell(.addBookmarks(drafts, to: audience, onDuplicate: .skip, act: nil))
            }
        }
        for (node, name, bytes) in [(ana, "ana", 70_000), (mallory, "mallory", 3000)] {
            let photo = try node.put(photoOf: bytes)
            let shirt = BookmarkDraft(
                url: "", title: "\(name) shirt", kind: .garment,
                details: [Detail(.photo, [photo.text])])
            try node.tell(.addBookmarks([shirt], to: .friends, onDuplicate: .skip, act: nil))
        }
        for (node, name) in [(ana, "ana"), (mallory, "mallory")] {
            let changed = Reference.url("https://\(name).example/friends/1")
            try node.tell(.edit(changed, BookmarkChange(note: "other", removeTags: ["c"])))
            let gone = BookmarkDraft(url: "https://\(name).example/gone", title: "gone")
            try node.tell(.addBookmarks([gone], to: .friends, onDuplicate: .skip, act: nil))
            try node.tell(.remove(.references([.url(gone.url)])))
        }
        try ana.tell(.keepMailbox(for: PersonReference("Mallory"), quotaBytes: 8 << 20))
        try mallory.tell(.keepMailbox(for: PersonReference("Ana"), quotaBytes: 8 << 20))
        try ana.tell(.useMailbox(at: PersonReference("Mallory"), for: [.everybody]))
        try net.run(for: .seconds(120))
        let link = Reference.url("https://ana.example/friends/0")
        try mallory.tell(.react(link, .like))
        try mallory.tell(.comment(link, text: "good", inReplyTo: nil))
        try net.run(for: .seconds(120))
    }

    // MARK: Files

    // In memory if there is such a folder, because a database that is synced to a disk is many times slower. What a
    // killed process has left behind is removed by the next one.
    private static func freshFolder() throws -> String {
        let parents = ["/dev/shm", "/tmp"]
        guard let parent = parents.first(where: { access($0, W_OK) == 0 }) else {
            throw BrokenWorld.disk("no folder for temporary files")
        }
        let prefix = "weft-fuzz-"
        for name in try FileManager.default.contentsOfDirectory(atPath: parent)
        where name.hasPrefix(prefix) {
            guard let process = Int32(name.dropFirst(prefix.count)), kill(process, 0) != 0,
                errno == ESRCH
            else { continue }
            // Another user's folder stays.
            try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
        }
        let folder = "\(parent)/\(prefix)\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        atexit { FuzzWorld.removeFolder() }
        return folder
    }

    private static func removeFolder() {
        for parent in ["/dev/shm", "/tmp"] {
            // If it is missing, there is nothing to remove.
            try? FileManager.default.removeItem(atPath: "\(parent)/weft-fuzz-\(getpid())")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw BrokenWorld.disk(path) }
        defer { _ = close(file) }
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw BrokenWorld.disk(path)
        }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw BrokenWorld.disk(path)
        }
        return Array(bytes)
    }
}

extension FuzzNode {
    /// Imports a picture of `count` bytes.
    func put(photoOf count: Int) throws -> BlobReference {
        guard case .blob(.draft(let draft))? = try tell(.blob(.begin())) else {
            throw BrokenWorld.refused("photo")
        }
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let bytes = (0..<count).map { $0 < head.count ? head[$0] : UInt8(truncatingIfNeeded: $0) }
        for start in stride(from: 0, to: count, by: Limits.blobSliceMax) {
            let part = Array(bytes[start..<min(start + Limits.blobSliceMax, count)])
            try tell(.blob(.put(part, into: draft)))
        }
        guard case .blob(.kept(let reference))? = try tell(.blob(.end(draft, as: .photo))) else {
            throw BrokenWorld.refused("photo")
        }
        return reference
    }
}
