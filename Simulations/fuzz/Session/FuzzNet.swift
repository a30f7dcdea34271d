import Domain
import Primitives
import Wire

@testable import Sync

/// Honest nodes that reach each other: bytes arrive at once, and time advances from deadline to deadline.
final class FuzzNet {
    private struct End: Hashable {
        let node: Int
        let link: LinkID
    }

    /// A message, the session over which it came, and the time.
    struct Heard {
        let message: Message
        let session: Session
        let at: Instant
    }

    let nodes: [FuzzNode]
    /// What the first node received from others, in order.
    private(set) var heard: [Heard] = []
    private var wires: [End: End] = [:]
    private var waiting: [(node: Int, event: Event)] = []
    private var made: UInt64 = 0
    private var now: Instant
    /// The most steps until nothing more happens at one time.
    private static let stepsMax = 100_000

    init(_ nodes: [FuzzNode]) {
        self.nodes = nodes
        now = nodes.map(\.now).max() ?? Instant(nanoseconds: 0)
        for (number, node) in nodes.enumerated() {
            node.now = now
            node.carry = { [unowned self] in perform($0, of: number) }
            waiting.append((number, .woken))
        }
    }

    /// Lets everything happen for `duration`.
    func run(for duration: Duration) throws {
        let end = now + duration
        for _ in 0..<Self.stepsMax {
            if !waiting.isEmpty {
                let (number, event) = waiting.removeFirst()
                note(event, at: number)
                perform(try nodes[number].step([event]), of: number)
                continue
            }
            let deadlines = nodes.indices.compactMap { number in
                nodes[number].engine.deadline(at: now).map { (max($0, now), number) }
            }
            guard let (at, number) = deadlines.min(by: { $0 < $1 }), at <= end else {
                return move(to: end)
            }
            move(to: at)
            waiting.append((number, .woken))
        }
        throw BrokenWorld.restless
    }

    /// Ends all links for good.
    func end() throws {
        for node in nodes { node.carry = nil }
        let ends = wires.keys.sorted { ($0.node, $0.link) < ($1.node, $1.link) }
        wires = [:]
        for end in ends { _ = try nodes[end.node].step([.disconnected(end.link)]) }
    }

    private func move(to moment: Instant) {
        now = moment
        for node in nodes { node.now = moment }
    }

    // A channel is a value: a copy of it decrypts what the engine is about to receive.
    private func note(_ event: Event, at number: Int) {
        guard number == 0, case .received(let link, let bytes) = event,
            let session = nodes[0].engine.sessions.first(where: { $0.link == link })
        else { return }
        var channel = session.channel
        // Unreadable bytes are the engine's to judge.
        guard let arrivals = try? channel.receive(bytes).arrivals else { return }
        for case .message(let message) in arrivals {
            heard.append(Heard(message: message, session: session, at: now))
        }
    }

    private func perform(_ effects: [Effect], of number: Int) {
        for effect in effects {
            switch effect {
            case .dial(let link, let address): dial(link, address, from: number)
            case .send(let link, let bytes):
                guard let end = wires[End(node: number, link: link)] else { continue }
                waiting.append((end.node, .received(end.link, bytes)))
            case .close(let link, _):
                guard let other = wires.removeValue(forKey: End(node: number, link: link)) else {
                    continue
                }
                wires[other] = nil
                waiting.append((number, .disconnected(link)))
                waiting.append((other.node, .disconnected(other.link)))
            case .answer, .announce, .regard, .discover, .beacon, .bundle, .folders, .folder:
                continue
            }
        }
    }

    private func dial(_ link: LinkID, _ address: String, from number: Int) {
        guard let host = nodes.firstIndex(where: { $0.keys.address == address }), host != number
        else {
            waiting.append((number, .unreachable(link, why: "refused")))
            return
        }
        made += 1
        let here = End(node: number, link: link)
        let there = End(node: host, link: .inbound(made))
        wires[here] = there
        wires[there] = here
        waiting.append((host, .accepted(there.link, address: nodes[number].keys.address)))
        waiting.append((number, .connected(link)))
    }
}
