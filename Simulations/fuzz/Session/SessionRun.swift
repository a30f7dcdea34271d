import CRDT
import Domain
import Primitives
import Store
import Sync
import Wire

/// Plays one input against ana's node.
final class SessionRun {
    private let input: SessionInput
    private let node: WatchedNode
    private var forgery: Forgery
    /// The link in use: an index into the node's links.
    private var current = 0
    /// What was sent and not delivered yet; nil while everything arrives at once.
    private var held: [UInt8]?

    init(_ input: SessionInput, in world: FuzzWorld) throws {
        self.input = input
        let guise = world.guises[min(input.head.guise, world.guises.count - 1)]
        forgery = Forgery(guise)
        node = try WatchedNode(guise, in: world)
    }

    /// Plays the input.
    ///
    /// - Returns: the law that is broken; nil if all hold.
    func play() -> String? {
        begin(input.head)
        for event in input.events where node.broken == nil { play(event) }
        release()
        node.judgeRest()
        node.judgeTitles()
        node.close()
        return node.broken
    }

    private func play(_ event: SessionInput.Event) {
        switch event {
        case .message(let text): say(spelled(text))
        case .plain(let text): say(frame: spelled(text))
        case .bytes(let text):
            peer?.isGarbled = true
            deliver { _ in spelled(text) }
        case .pause(let which):
            release()
            node.pass(Self.pauses[Int(which) % Self.pauses.count])
        case .link(let head): begin(head)
        case .turn(let number):
            release()
            current = node.peers.isEmpty ? 0 : Int(number) % node.peers.count
        case .lost:
            release()
            if let peer { node.lose(peer) }
        case .command(let which):
            node.ask(Self.commands[Int(which) % Self.commands.count])
        case .delta(let pen, let step, let manner, let text):
            let payload = spelled(text)
            for message in forgery.write(
                payload, with: pen, step: UInt64(step), manner, placedBy: place)
            {
                say(message)
            }
        case .chain(let circle, let incarnation, let grant):
            forgery.open(
                circle, incarnation: UInt64(incarnation), hasRight: grant & 1 == 1)
        case .fork(let pen):
            if let proof = forgery.fork(pen, placedBy: place) { say(proof) }
        case .checkpoint(let pen, let target):
            if let proof = forgery.checkpoint(pen, of: target, placedBy: place) { say(proof) }
        case .hold: if held == nil { held = [] } else { release() }
        case .stalled: if let peer { node.step(.stalled(peer.link)) }
        case .room(let isRoom): node.step(.room(isRoom))
        case .networks(let count): node.step(.networks(Int(count % 4)))
        }
    }

    private var peer: FuzzPeer? {
        node.peers.indices.contains(current) ? node.peers[current] : nil
    }

    private func place(_ circle: Int) -> UInt8 { peer?.place(circle) ?? 0 }

    private func begin(_ head: SessionInput.Head) {
        release()
        let count = node.peers.count
        if head.isDialled {
            node.beCalled(upTo: head.stage)
        } else {
            node.call(upTo: head.stage)
        }
        if node.peers.count > count { current = count }
    }

    // MARK: Messages

    private func say(_ message: [UInt8]) {
        var plain = Array(message.prefix(Message.bytesMax))
        FramePadding.fill(&plain)
        say(frame: plain)
    }

    // Sends what may be a message. If it is none, an open link must end.
    private func say(frame plain: [UInt8]) {
        deliver { $0.seal(plain) }
        guard held == nil, let peer, peer.isOpen, !peer.isOver, !peer.isGarbled else { return }
        // Decided by the product's own decoder, as nothing else can tell.
        let message = try? Message(bytes: FramePadding.strip(plain))
        if message == nil { node.fail("what is no message ends the link") }
    }

    private func deliver(_ spell: (FuzzPeer) -> [UInt8]) {
        guard let peer, !peer.isOver else { return }
        let bytes = spell(peer)
        guard !bytes.isEmpty else { return }
        if held != nil { held? += bytes } else { node.step(.received(peer.link, bytes)) }
    }

    private func release() {
        guard let bytes = held else { return }
        held = nil
        guard let peer, !peer.isOver, !bytes.isEmpty else { return }
        node.step(.received(peer.link, bytes))
    }

    private func spelled(_ text: SessionInput.Text) -> [UInt8] {
        var bytes = text.bytes
        for patch in text.patches {
            for (offset, byte) in word(patch.which).enumerated()
            where patch.position + offset < bytes.count { bytes[patch.position + offset] = byte }
        }
        return bytes
    }

    /// Returns what a patch inserts: 0...15 the place of an audience, 16...31 its tag, 32 the proof for the link, 33
    /// the certificate, and from 34 on ids and keys that the guise knows.
    private func word(_ which: UInt8) -> [UInt8] {
        guard let peer else { return [] }
        let guise = node.guise
        switch which {
        case 0..<16: return [peer.place(Int(which))]
        case 16..<32: return peer.tag(Int(which) - 16).bytes
        case 32: return peer.proof
        case 33:
            var writer = ByteWriter()
            guise.keys.owner.certificate.write(to: &writer)
            return writer.bytes
        default:
            guard !guise.known.isEmpty else { return [] }
            return guise.known[Int(which - 34) % guise.known.count]
        }
    }

    // MARK: Possible events

    /// The possible pauses.
    static let pauses: [Duration] = [
        .seconds(1), .seconds(3), .seconds(20), .seconds(60), .seconds(150), .seconds(900),
        .seconds(7200), .seconds(200_000), .seconds(4_000_000),
    ]

    /// The commands ana may run: none that affects what the laws are about.
    static let commands: [Command] = {
        let mallory = PersonReference("Mallory")
        let draft = BookmarkDraft(url: "https://new.example/", title: "new", tags: ["n"])
        let theirs = Reference.url("https://mallory.example/friends/0")
        return [
            .addBookmarks([draft], to: .private, onDuplicate: .skip, act: nil),
            .addBookmarks([draft], to: .friends, onDuplicate: .skip, act: nil),
            .addBookmarks([draft], to: .public, onDuplicate: .skip, act: nil),
            .addBookmarks([draft], to: .group("lab"), onDuplicate: .skip, act: nil),
            .addBookmarks([draft], to: .person("Mallory"), onDuplicate: .skip, act: nil),
            .remove(.references([.url("https://new.example/")])),
            .react(theirs, .like), .react(theirs, nil),
            .comment(theirs, text: "so", inReplyTo: nil),
            .removeFriend(mallory, isBlocked: false), .removeFriend(mallory, isBlocked: true),
            .addFriend(ticket: FuzzKeys(3, name: "Mallory").ticket, petName: nil),
            .setAuthorQuota(bytes: 1 << 20), .setAuthorQuota(bytes: 64 << 20),
            .removeFromGroup("lab", mallory), .setGroupRole("lab", mallory, .viewer),
            .setGroupRole("lab", mallory, .owner), .keepMailbox(for: mallory, quotaBytes: 0),
            .addBookmarks([draft], to: .group("den"), onDuplicate: .skip, act: nil),
            .leaveGroup("den"), .leaveMailbox(at: mallory),
            .useMailbox(at: mallory, for: [.everybody]), .sync(),
            .renameTag(from: "n", to: "m"),
        ]
    }()
}
