import Domain
import Primitives
import Testing
import Wire

@testable import Sync

/// Nodes on one network that know no addresses of each other: beacons reach everybody, links reach the dialled node;
/// everything arrives at once, and time advances from deadline to deadline.
final class SyncLAN {
    let nodes: [SyncNode]
    /// Every beacon sent, and when.
    private(set) var beacons: [(at: Instant, from: Int, bytes: [UInt8], to: String?)] = []
    /// Every dial, and when.
    private(set) var dials: [(at: Instant, from: Int, address: String)] = []
    /// Everything that was sent over links, in order.
    private(set) var said: [[UInt8]] = []
    /// Whether a broadcast beacon is lost on the way to a node.
    var isLost: (_ from: Int, _ to: Int) -> Bool = { _, _ in false }
    /// Whether dials from one node to another fail.
    var isShut: (_ from: Int, _ to: Int) -> Bool = { _, _ in false }
    private(set) var now: Instant
    private var wires: [End: End] = [:]
    private var waiting: [(node: Int, event: Event)] = []
    private var made: UInt64 = 0

    struct End: Hashable {
        let node: Int
        let link: LinkID
    }

    init(_ nodes: [SyncNode]) {
        self.nodes = nodes
        now = nodes.map(\.now).max() ?? Instant(nanoseconds: 0)
        for (number, node) in nodes.enumerated() {
            node.engine.addresses = ["host\(number):7433"]
            node.carry = { [unowned self] in perform($0, of: number) }
        }
    }

    /// Connects them to the network.
    func plugIn(_ members: [Int]? = nil) throws {
        for number in members ?? Array(nodes.indices) { waiting.append((number, .networks(1))) }
        try run(for: .zero)
    }

    /// Gives one node an event.
    func tell(_ number: Int, _ event: Event) throws {
        waiting.append((number, event))
        try run(for: .zero)
    }

    /// Runs everything that happens within `duration`.
    func run(for duration: Duration) throws {
        let end = now + duration
        for _ in 0..<200_000 {
            if !waiting.isEmpty {
                let (number, event) = waiting.removeFirst()
                nodes[number].now = now
                perform(try nodes[number].step(event), of: number)
                continue
            }
            let deadlines = nodes.indices.compactMap { number in
                nodes[number].engine.deadline(at: now).map { (max($0, now), number) }
            }
            guard let (at, number) = deadlines.min(by: { $0 < $1 }), at <= end else {
                now = end
                return
            }
            now = at
            waiting.append((number, .woken))
        }
        Issue.record("the network never falls silent")
    }

    /// Whether a node has exactly one open link to each of the others.
    func isLinked(_ number: Int, with others: Int = 1) throws -> Bool {
        try nodes[number].peers().filter { $0.endReason == nil && $0.state == "in sync" }.count
            == others
    }

    private func perform(_ effects: [Effect], of number: Int) {
        for effect in effects {
            switch effect {
            case .beacon(let bytes, let address):
                beacons.append((now, number, bytes, address))
                for other in nodes.indices where other != number {
                    let isMeant = address.map { Self.host(of: $0) == other }
                    guard isMeant ?? !isLost(number, other) else { continue }
                    nodes[other].now = now
                    let source = "host\(number):50000"
                    if let event = nodes[other].engine.sight(bytes, from: source, at: now) {
                        waiting.append((other, event))
                    }
                }
            case .dial(let link, let address): dial(link, address, from: number)
            case .send(let link, let bytes):
                guard let end = wires[End(node: number, link: link)] else { continue }
                said.append(bytes)
                waiting.append((end.node, .received(end.link, bytes)))
            case .close(let link, _):
                let end = End(node: number, link: link)
                guard let other = wires.removeValue(forKey: end) else { continue }
                wires[other] = nil
                waiting.append((number, .disconnected(link)))
                waiting.append((other.node, .disconnected(other.link)))
            case .answer, .announce, .regard, .discover, .bundle, .folders, .folder: continue
            }
        }
    }

    private func dial(_ link: LinkID, _ address: String, from number: Int) {
        dials.append((now, number, address))
        guard let host = Self.host(of: address), nodes.indices.contains(host), !isShut(number, host)
        else {
            waiting.append((number, .unreachable(link, why: "refused")))
            return
        }
        made += 1
        let (here, there) = (
            End(node: number, link: link), End(node: host, link: .inbound(made))
        )
        wires[here] = there
        wires[there] = here
        waiting.append((host, .accepted(there.link, address: "host\(number):\(49_999 + made)")))
        waiting.append((number, .connected(link)))
    }

    private static func host(of address: String) -> Int? {
        Int(address.dropFirst(4).prefix { $0 != ":" })
    }
}
