import CRDT
import Domain
import Primitives
import Store
import Wire

@testable import Sync

/// Initial inputs for sessions: messages of honest nodes, wire examples, and deltas that the guises write.
enum SessionSeeds {
    static func all(in world: FuzzWorld) throws -> [[UInt8]] {
        try conversations(in: world) + examples + greetings(in: world)
            + world.guises.indices.flatMap {
                ForgerySeeds.all(as: world.guises[$0], head: head($0))
            }
            + SessionRun.commands.indices.flatMap { commands(UInt8($0)) }
    }

    // The first byte of an input in which a guise greets completely.
    private static func head(_ guise: Int, isDialled: Bool = false) -> UInt8 {
        UInt8(guise + 1) << 3 | (isDialled ? 4 : 0)
    }

    private static func link(isDialled: Bool) -> SessionInput.Event {
        .link(SessionInput.Head(head(0, isDialled: isDialled)))
    }

    // Something is done and sent, or undone and dead after a while.
    private static func commands(_ number: UInt8) -> [[UInt8]] {
        let again = [SessionInput.Event.lost, link(isDialled: false), .pause(3)]
        return [
            SessionInput.spell(
                head(0), [.command(number), .pause(1), link(isDialled: true), .pause(2)]),
            SessionInput.spell(
                head(0), [.command(number), .pause(1), .command(5), .pause(8), .pause(7)] + again),
        ]
    }

    // MARK: Messages of honest nodes

    private struct Story: Sendable {
        let guise: Int
        /// How long the nodes do not meet before: an index of `SessionRun.pauses`; nil for not at all.
        var pause: UInt8?
        let tell: @Sendable (FuzzNode) throws -> Void
    }

    private static let stories: [Story] = {
        let own = Selection.references([.url("https://mallory.example/friends/1")])
        let theirs = Reference.url("https://ana.example/friends/1")
        return [
            Story(guise: 0) { _ in },
            Story(guise: 0) { node in
                for audience in [Audience.friends, .public, .group("lab"), .person("Ana")] {
                    try node.tell(
                        .addBookmarks([draft("more")], to: audience, onDuplicate: .skip, act: nil))
                }
            },
            Story(guise: 0) { node in
                try node.tell(.react(theirs, .dislike))
                try node.tell(.comment(theirs, text: "good", inReplyTo: nil))
                try node.tell(.report(theirs, reason: "bad"))
                try node.tell(.unshare(own, from: .friends))
            },
            Story(guise: 0, pause: 8) { node in
                try node.tell(.unshare(own, from: .friends))
                try node.tell(.remove(own))
                try node.sleep(for: .seconds(4_000_000))
                try node.sleep(for: .seconds(200_000))
            },
            Story(guise: 0) { node in
                let photo = try node.put(photoOf: 2000)
                var shirt = BookmarkDraft(url: "", title: "trousers", kind: .garment)
                shirt.details = [Detail(.photo, [photo.text])]
                try node.tell(.addBookmarks([shirt], to: .friends, onDuplicate: .skip, act: nil))
            },
            Story(guise: 0) { node in try node.tell(.leaveGroup("lab")) },
            Story(guise: 0) { node in
                try node.tell(.removeFromGroup("den", PersonReference("Ana")))
            },
            Story(guise: 0) { node in try node.tell(.dissolveGroup("den")) },
            Story(guise: 0) { node in
                try node.tell(.removeFriend(PersonReference("Ana"), isBlocked: false))
            },
            Story(guise: 0) { node in
                try node.tell(.useMailbox(at: PersonReference("Ana"), for: [.everybody]))
                try node.tell(
                    .addBookmarks([draft("kept")], to: .friends, onDuplicate: .skip, act: nil))
            },
            Story(guise: 1) { node in
                try node.tell(
                    .addBookmarks([draft("own")], to: .friends, onDuplicate: .skip, act: nil))
                try node.tell(.remove(.references([.url("https://ana.example/public/0")])))
                try node.tell(.newGroup(name: "other"))
                try node.tell(.removeFriend(PersonReference("Ben"), isBlocked: false))
            },
        ]
    }()

    private static func draft(_ name: String) -> BookmarkDraft {
        BookmarkDraft(url: "https://mallory.example/\(name)", title: name, tags: ["a/b"])
    }

    private static func conversations(in world: FuzzWorld) throws -> [[UInt8]] {
        var seeds: [[UInt8]] = []
        for story in stories {
            let guise = world.guises[story.guise]
            let ana = try world.node(world.ana)
            let other = try world.node(guise.keys)
            if story.pause != nil { try story.tell(other) }
            let net = FuzzNet([ana, other])
            if story.pause == nil { try story.tell(other) }
            try net.run(for: .seconds(300))
            seeds += spelled(net.heard, of: guise, in: story)
            try net.end()
            try ana.store.close()
            try other.store.close()
        }
        return seeds
    }

    // What one link has carried after the greeting, whole and in parts.
    private static func spelled(
        _ heard: [FuzzNet.Heard], of guise: FuzzGuise, in story: Story
    ) -> [[UInt8]] {
        let counts = heard.map { one in heard.count { $0.session === one.session } }
        guard let busiest = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return [] }
        var events: [SessionInput.Event] = []
        var parts: [[SessionInput.Event]] = [[]]
        var last: Instant?
        for one in heard where one.session === heard[busiest].session {
            if let pause = last.flatMap({ pause(of: one.at - $0) }) { events.append(pause) }
            last = one.at
            guard let event = event(of: one, guise) else { continue }
            events.append(event)
            if parts[parts.count - 1].count == 4 { parts.append([]) }
            parts[parts.count - 1].append(event)
        }
        events = Array(events.prefix(SessionInput.eventsMax))
        return [false, true].flatMap { isDialled in
            (parts + [events, Array(events.prefix(12))]).map { events in
                let head = head(story.guise, isDialled: isDialled)
                guard let pause = story.pause else {
                    return SessionInput.spell(head, events + [.pause(2)])
                }
                return SessionInput.spell(
                    head,
                    [.lost, .pause(pause), .pause(7), .link(SessionInput.Head(head))]
                        + events + [.pause(2)])
            }
        }
    }

    private static func pause(of duration: Duration) -> SessionInput.Event? {
        SessionRun.pauses.lastIndex { $0 <= duration }.map { .pause(UInt8($0)) }
    }

    // With the places of audiences as the guise lists them; nil for what belongs to the greeting.
    private static func event(of heard: FuzzNet.Heard, _ guise: FuzzGuise) -> SessionInput.Event? {
        let circle = { (place: UInt8) -> UInt8? in
            let row = heard.session.exchanges.first { $0.place == place }?.audience
            return guise.circles.firstIndex { $0.row == row }.map { UInt8($0) }
        }
        var message = heard.message
        switch message {
        case .certificate, .interest, .close: return nil
        // A single key is sent later.
        case .keys(let keys, _) where keys.count(where: { $0.name != .zero }) != 1: return nil
        case .digests(let digests):
            // Ascending by place.
            let known = digests.compactMap { entry in
                circle(entry.audience).map {
                    Message.AudienceDigest(audience: $0, digest: entry.digest)
                }
            }
            message = .digests(known.sorted { $0.audience < $1.audience })
            return .message(.init(bytes: message.bytes, patches: []))
        default: break
        }
        let patches = places(in: message.bytes).compactMap {
            position -> (position: Int, which: UInt8)? in
            circle(message.bytes[position]).map { (position, $0) }
        }
        return .message(.init(bytes: message.bytes, patches: Array(patches.prefix(7))))
    }

    // The positions at which a message names audiences.
    private static func places(in message: [UInt8]) -> [Int] {
        switch message.first {
        case 4: return Array(stride(from: 1, to: message.count, by: 17))
        case 6, 16: return [2]
        case 5, 11, 12, 14, 15, 23: return [1]
        case 20: return [1]
        default: return []
        }
    }

    // MARK: Examples

    private static var examples: [[UInt8]] {
        let messages =
            SeedInputs.golden("session", "message") + SeedInputs.golden("blobs", "message")
            + SeedInputs.golden("forks", "message")
        return messages.map { bytes in
            let patches = places(in: bytes).prefix(3).enumerated().map { index, position in
                (position: position, which: UInt8(index))
            }
            return SessionInput.spell(
                head(0), [.message(.init(bytes: bytes, patches: patches)), .pause(1)])
        }
    }

    // MARK: Greetings

    private static func greetings(in world: FuzzWorld) -> [[UInt8]] {
        let blankKeys = [UInt8](repeating: 0, count: 48 * Message.padding)
        let tags = (0..<16 * Message.padding).map { UInt8($0 / 16) }
        let greeting: [SessionInput.Event] = [
            .message(
                .init(
                    bytes: [1] + [UInt8](repeating: 0, count: 224),
                    patches: [(1, 33), (161, 32)])),
            .message(.init(bytes: [2, 1] + blankKeys, patches: [])),
            .message(
                .init(bytes: [3] + tags, patches: (0..<7).map { (1 + 16 * Int($0), 16 + $0) })),
            .message(
                .init(bytes: [4, 0] + [UInt8](repeating: 7, count: 16), patches: [(1, 0)])),
        ]
        return world.guises.indices.flatMap { guise in
            [0, 1, 2, 3].map { (stage: UInt8) in
                SessionInput.spell(
                    head(guise) | stage, Array(greeting.dropFirst(3 - Int(stage))))
            }
        }
    }
}
