import Domain
import Primitives
import Sodium
import Store
import Wire

@testable import Sync

/// Ana's node and its links with a guise; the laws are checked after each step.
final class WatchedNode {
    let guise: FuzzGuise
    private(set) var peers: [FuzzPeer] = []
    /// The first law that was broken; nothing happens after it.
    private(set) var broken: String?
    private let world: FuzzWorld
    private let node: FuzzNode
    private var linksMade: UInt64 = 0
    private var requests: UInt64 = 1 << 32
    private var bytesSent = 0
    /// Events caused by the engine's effects that it has not received yet.
    private var waiting: [Event] = []
    /// How far the next link that the engine dials greets; nil if nobody answers.
    private var awaited: FuzzPeer.Stage?

    /// The most bytes that one input may make the node send, over all links.
    static let bytesSentMax = 8 << 20
    /// The most steps until the node is at rest.
    static let stepsMax = 100
    /// The most links of one input.
    static let linksMax = 4

    init(_ guise: FuzzGuise, in world: FuzzWorld) throws {
        self.guise = guise
        self.world = world
        node = try world.node(world.ana)
    }

    private var isOwn: Bool { guise.keys.owner.person == world.ana.owner.person }

    /// Records a broken law.
    func fail(_ law: String) {
        if broken == nil { broken = law }
    }

    /// Closes the database.
    func close() {
        do {
            try node.store.close()
        } catch {
            fail("the store is closed: \(error)")
        }
    }

    // MARK: Events

    /// The guise dials the node.
    func call(upTo stage: FuzzPeer.Stage) {
        guard peers.count < Self.linksMax else { return }
        linksMade += 1
        let peer = FuzzPeer(
            .inbound(linksMade), guise.keys, upTo: stage, in: guise.circles.map(\.key),
            calling: world.ana.owner.agreement.publicKey)
        peers.append(peer)
        step(.accepted(peer.link, address: guise.keys.address))
        step(.received(peer.link, peer.begin()))
    }

    /// The node reaches the guise when it dials next.
    func beCalled(upTo stage: FuzzPeer.Stage) {
        guard peers.count < Self.linksMax else { return }
        awaited = stage
        step(.woken)
    }

    /// Its person sends a command.
    func ask(_ command: Command) {
        requests += 1
        step(.requested(RequestID(requests), .command(command)))
    }

    /// A link breaks.
    func lose(_ peer: FuzzPeer) {
        guard !peer.isOver else { return }
        peer.isOver = true
        step(.disconnected(peer.link))
    }

    /// Time passes, from deadline to deadline.
    func pass(_ duration: Duration) {
        let end = node.now + duration
        for _ in 0..<Self.stepsMax where broken == nil {
            guard let due = node.engine.deadline(at: node.now), due <= end else { break }
            node.now = max(due, node.now)
            step(.woken)
        }
        node.now = end
        step(.woken)
    }

    /// Runs steps until all their immediate consequences have been received.
    func step(_ event: Event) {
        var events = [event]
        for _ in 0..<Self.stepsMax {
            guard broken == nil else { return }
            do throws(StorageError) {
                for effect in try node.step(events) { perform(effect) }
            } catch {
                return fail("no step fails: \(error)")
            }
            judgeEnds()
            guard !waiting.isEmpty else { return }
            events = waiting
            waiting = []
        }
        fail("two that greet each other fall silent")
    }

    // MARK: Effects

    private func perform(_ effect: Effect) {
        switch effect {
        case .dial(let link, let address): dialled(link, at: address)
        case .send(let link, let bytes): sent(bytes, over: link)
        case .close(let link, _):
            guard let peer = peers.first(where: { $0.link == link }), !peer.isOver else {
                return fail("a link is closed once")
            }
            peer.isOver = true
            // Nothing more is received over it.
            waiting.removeAll { $0.link == link }
            waiting.append(.disconnected(link))
        case .answer, .announce, .regard, .discover, .beacon, .bundle, .folders, .folder: return
        }
    }

    private func dialled(_ link: LinkID, at address: String) {
        guard let stage = awaited, address == guise.keys.address else {
            return waiting.append(.unreachable(link, why: "refused"))
        }
        awaited = nil
        peers.append(
            FuzzPeer(link, guise.keys, upTo: stage, in: guise.circles.map(\.key), calling: nil))
        waiting.append(.connected(link))
    }

    private func sent(_ bytes: [UInt8], over link: LinkID) {
        bytesSent += bytes.count
        guard let peer = peers.first(where: { $0.link == link }), !peer.isOver else {
            return fail("nothing is sent over a link that has ended")
        }
        guard bytesSent <= Self.bytesSentMax else {
            return fail("no more than \(Self.bytesSentMax) bytes are sent")
        }
        do throws(FuzzPeer.Unreadable) {
            let answer = try peer.hear(bytes)
            if !answer.isEmpty { waiting.append(.received(link, answer)) }
        } catch {
            return fail("what is sent can be read")
        }
        guard isOwn || !peer.told.contains(where: { world.secrets.contains($0.name) }) else {
            return fail("the key of what is private is told to nobody else")
        }
        guard !guise.circles.isEmpty || peer.told.isEmpty else {
            return fail("a stranger is told no key")
        }
    }

    // MARK: Laws at the end

    /// Checks that it has nothing more to do at once, within some steps.
    func judgeRest() {
        for _ in 0..<Self.stepsMax {
            guard broken == nil, let due = node.engine.deadline(at: node.now), due <= node.now
            else { return }
            step(.woken)
        }
        fail("the node is at rest within \(Self.stepsMax) steps")
    }

    /// Checks that ana's and ben's things are visible; another device of ana's may do what ana may.
    func judgeTitles() {
        guard broken == nil, !isOwn else { return }
        do {
            var titles = try node.titles()
            for title in world.titles {
                guard let place = titles.firstIndex(of: title) else {
                    return fail("what is kept stays in sight: \(title)")
                }
                titles.remove(at: place)
            }
        } catch {
            fail("what is kept can be listed: \(error)")
        }
    }

    // Checks that every ended link has one of the defined reasons.
    private func judgeEnds() {
        for session in node.engine.sessions {
            guard case .closed(let why) = session.phase else { continue }
            let isNamed = CloseReason.allCases.contains {
                why == $0.name || why == "closed by the peer: \($0.name)"
            }
            if !isNamed { fail("a link ends for a reason that has a name: \(why)") }
        }
    }
}
