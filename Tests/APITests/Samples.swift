import API
import CRDT
import Domain
import FoundationEssentials
import Primitives

/// One value of each kind, with every member set.
enum Samples {
    static let at = WallTime(milliseconds: 1_795_233_623_120)
    static let id = ObjectID(Bytes16(high: 0x0123_4567_89AB_CDEF, low: 0x0011_2233_4455_6677))
    static let ana = Author(
        person: PersonID(Bytes32(words: (1, 2, 3, 4))), name: "ana", isMe: true)
    static let ben = Author(
        person: PersonID(Bytes32(words: (5, 6, 7, 8))), name: "ben", isMe: false)

    static let bookmark = Bookmark(
        author: ana, id: id, url: "https://a.example/x?y=1", canonicalURL: "https://a.example/x",
        title: "X", note: "n", tags: ["crdt", "paper/sync"], size: .large, isUnread: true,
        added: at, updated: at, placement: [.friends], isTrashed: false,
        conflicts: [Conflict(field: "title", losingValue: "Y", by: ben, at: at)])
    static let photo =
        "image/jpeg 48213 " + String(repeating: "0", count: 52) + " "
        + String(repeating: "0", count: 52)
    static let garment = Bookmark(
        author: ana, id: id, url: "https://a.example/shirt",
        canonicalURL: "https://a.example/shirt", title: "Blue shirt", note: "n", tags: ["work"],
        size: .medium, isUnread: false, added: at, updated: at, placement: [.friends],
        isTrashed: false, conflicts: [Conflict(field: "title", losingValue: "Y", by: ben, at: at)],
        kind: .garment,
        details: [
            Detail(.category, ["shirts"]), Detail(.brand, ["Acme"]),
            Detail(.price, ["49.90 EUR"]), Detail(.barcode, ["4006381333931"]),
            Detail(.state, ["clean"]), Detail(.color, ["blue", "white"]),
            Detail(.wearer, ["women"]), Detail(.fit, ["38"]), Detail(.fabric, ["linen"]),
            Detail(.style, ["casual"]), Detail(.season, ["summer"]),
            Detail(.worn, ["2026-11-20", "2026-11-21"]),
            Detail(.photo, ["019e \(photo)"]),
        ])
    /// Returns the thing in the trash, where a device changed it late.
    static func late(_ thing: Bookmark) -> Bookmark {
        var thing = thing
        thing.isTrashed = true
        thing.lateChange = LateChange(device: "phone", at: at)
        return thing
    }
    static let identity = Identity(
        person: ana.person, name: "ana", device: DeviceID(.zero), ticket: "weft:1")
    static let peer = Peer(
        person: ben.person, name: "ben", address: "127.0.0.1:7433", state: "in sync",
        isOutbound: true, theyLack: 1, weLack: 2, bytesReceived: 3, bytesSent: 4,
        endReason: "closed", isNear: true)
    static let friend = Friend(
        person: ben.person, name: "ben", isMutual: true, isConnected: false, lastSeen: at,
        addresses: ["127.0.0.1:7433"], linkCount: 5)
    static let knock = FriendRequest(
        person: ben.person, device: DeviceID(.zero), address: "127.0.0.1:7433", at: at,
        name: "ben", words: ["lunar", "acid", "tiger", "mother"])
    static let meeting = Meeting(
        person: ben.person, name: "ben", words: ["lunar", "acid", "tiger", "mother"],
        isFriend: false)
    static let code = IssuedCode(
        number: 7, text: "7-candy-lizard", state: .open, expiresAt: at, met: meeting)
    static let device = OwnDevice(
        device: DeviceID(.zero), name: "laptop", isThis: false, isRevoked: false,
        isConnected: true, lastSeen: at)
    static let paired = PairedDevice(
        device: DeviceID(.zero), name: "laptop", answer: "weft-pair:1")
    static let status = {
        var status = Status(
            name: "ana", uptimeMilliseconds: 9, ownLinks: 1, seenLinks: 2, tags: 3, groups: 8,
            friends: 4, connectedFriends: 5, deltas: 6, listeningOn: "127.0.0.1:7433",
            unindexed: 7, readOnlyReason: "disk full", peers: [peer])
        status.foundTwiceAt = at
        status.withdrawnSinceBackup = 3
        status.cutOff = [VoidedChanges(group: "group:lab", kept: 2, lost: 1)]
        status.changedInTrash = 4
        status.otherThings = [ThingCount(.garment, own: 37, seen: 4)]
        status.readOnlyFix = "make room"
        status.reports = 3
        status.damagedDeltas = 10
        status.damagedOnlyHere = 9
        status.networks = 2
        status.roomProblem = "no room"
        status.filledShares = [
            FilledShare(name: "Ben", audience: .friends, quotaBytes: 1 << 20)
        ]
        status.mailboxes = [mailbox]
        status.keptMailboxes = [keptMailbox]
        status.blobs = BlobUsage(usedBytes: 5, quotaBytes: 6, missing: 7, isFull: true)
        return status
    }()
    static let group = Group(
        id: Bytes32(words: (5, 6, 7, 8)), name: "lab", description: "looms",
        founder: ana, role: .editor, state: .member, memberCount: 5, linkCount: 23,
        refusal: .revoked)
    static let member = GroupMember(
        author: ben, role: .head, deviceCount: 2, isConnected: false, lastSeen: at)
    static let invitation = OpenInvitation(
        number: 3, group: .init(name: "lab", role: .viewer), usesLeft: 4, expires: at)
    static let joining = Joining(
        person: ana.person, name: "Ana", state: .usedUp, expires: at)
    static let invited = NewInvitation(invitation, text: "weft-invite:1")
    static let collection = Domain.Collection(
        author: ana, id: id, name: "Sync", description: "d", query: "#crdt", count: 2,
        placement: [.public])
    static let kept = AdditionReport(
        outcomes: [
            .added(id), .merged(id), .skipped(id),
            .refused(Problem(.invalidValue, "no scheme", fix: "https://...")),
        ],
        act: 7, placed: [.group("loom"): 4, .public: 1, .group("lab"): 3, .friends: 2],
        audience: .friends)
    static let changes = {
        var failed = ChangesReport.Change(.trash, matched: 0, changed: 0)
        failed.problem = Problem(.tooMany, "too many", fix: "fewer")
        return ChangesReport(
            [ChangesReport.Change(.addTags, matched: 3, changed: 2), failed], act: 7,
            summary: "added #a to 2 things")
    }()
    static let viewer = Visibility.Viewer(
        author: ben, audience: .friends, arrival: .hasIt,
        devices: [
            .init(
                device: DeviceID(.zero), name: "laptop", arrival: .hasIt, isRevoked: false,
                lastSeen: at),
            .init(
                device: DeviceID(.zero), name: "", arrival: .notYet, isRevoked: true,
                lastSeen: nil),
        ])
    static let history = History(
        of: .comment,
        [
            HistoryEntry(
                change: "said: warm", author: ben, device: "d", at: at, chain: "c", sequence: 4)
        ])
    static let former = Visibility.Viewer(
        author: ben, audience: .group("lab"), arrival: .hadIt, devices: [])
    static let bundle = BundleReport(
        segments: 3, segmentsForMe: 2, bytes: 12_288, deltas: 5, others: ["@ben"],
        isWaiting: true, summary: "5 new changes from @ben")
    static let folder = CarriedFolder(
        number: 1, path: "/p", addressees: [.ownDevices],
        scan: FolderScan(.unwritable, why: "full", files: 3, torn: 1, foreign: 2), ownFiles: 1,
        ownBytes: 4096, taken: 5, strangers: [ben.person])
    static let mailbox = Mailbox(
        keeper: ben, addressees: [.everybody], state: .full, quotaBytes: 64 << 20,
        usedBytes: 8192, ownSegments: 2, ownBytes: 8192, taken: 5, lastPut: at, lastGot: at)
    static let keptMailbox = HostedMailbox(
        person: ben, quotaBytes: 64 << 20, usedBytes: 4096, segments: 1, lastPut: at,
        lastGot: at)
    static let settings = Settings(
        defaultAudience: .group("lab"), problem: Problem(.roleRequired, "you are in it no more"),
        web: LoopbackAddress(.ipv4, port: 7434))
    static let statusWithWeb: StatusJSON = {
        var told = StatusJSON(status)
        told.web = "127.0.0.1:7434"
        told.webProblem = "w"
        return told
    }()
    static let duplicates = DuplicatePage(
        sets: [
            DuplicateSet(
                canonicalURL: "https://a.example/", alike: [[bookmark, bookmark]],
                apart: [bookmark])
        ], next: "https://a.example/", total: 2, surplus: 1)
    static let tagRule = TagRule(id: id, query: "site:a.example", tags: ["a"])
    static let job: ImportJobJSON = {
        var job = ImportJobJSON(
            id: "1", format: "netscape", dryRun: false, audience: "friends",
            startedAt: Timestamp.text(at))
        job.total = 1
        job.act = 2
        job.finishedAt = Timestamp.text(at)
        job.refusals = [RefusalJSON(line: 3, code: "invalid_value", detail: "d", fix: "f")]
        job.warnings = [WarningJSON(line: 4, detail: "d")]
        job.problem = ProblemJSON(.busy, "b")
        return job
    }()
    static let problem: ProblemJSON = {
        var problem = ProblemJSON(.invalidValue, "d", fix: "f", pointer: "/url")
        problem.requestID = "r"
        return problem
    }()
}

/// Returns the JSON text of a value.
func text(_ value: some JSONConvertible) -> String {
    String(decoding: JSONText.encode(value), as: UTF8.self)
}

/// Returns what another program reads from `bytes`.
func decoded<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
}

/// The member names of an object.
struct MemberNames: Decodable {
    let names: [String]

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue).sorted()
    }
}
