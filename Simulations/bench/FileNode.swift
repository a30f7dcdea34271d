import CRDT
import Domain
import Primitives
import Sodium
import Store
import Sync
import UV
import Wire

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An engine on a real file and a real connection, run as the node does it, for features that the node's API does not
/// expose yet.
final class FileNode {
    let owner: Owner
    private let loop: Loop
    private let store: Store
    private let engine: Engine
    private var connections: [LinkID: TCPConnection] = [:]
    private var listener: TCPListener?
    private var accepted: UInt64 = 0
    private var inbox: [Event] = []
    private var answer: Answer?
    private var requests: UInt64 = 0
    private let alarm: Timer
    /// As in the node: schedules a step at once, not in the next millisecond.
    private var bell: AsyncWakeup?

    /// The most bytes that one step takes in, as in the node.
    private static let stepBytesMax = 192 * 1024

    /// Creates person number `person`, with a new replica in `folder`.
    init(_ person: UInt8, name: String, in folder: String) throws {
        owner = Self.owner(person, name: name)
        loop = try Loop()
        store = try Store(
            path: "\(folder)/files-\(name).sqlite", owner: owner, place: [person],
            entropy: .system, dice: Dice(seed: UInt64(person)), at: Self.wall)
        engine = Engine(
            store: store, owner: owner, entropy: .system, dice: Dice(seed: UInt64(person)),
            at: loop.now)
        alarm = try Timer(loop)
        bell = try AsyncWakeup(loop) { [unowned self] in step() }
    }

    /// Returns the keys, which both processes derive.
    static func owner(_ person: UInt8, name: String) -> Owner {
        func seed(_ use: UInt8) -> Bytes32 { Hash.blake2b32([use, person]) }
        return Owner(
            phraseSeed: seed(1), signing: SigningKey(seed: SecretKey(seed(2))),
            agreement: AgreementKey(seed: SecretKey(seed(3))), name: name)
    }

    /// Listens on the loopback.
    ///
    /// - Returns: the port.
    func listen() throws -> UInt16 {
        let listener = try TCPListener(
            loop, host: "127.0.0.1", port: 0,
            onConnection: { [unowned self] connection in
                accepted += 1
                start(connection, as: .inbound(accepted))
                put(.accepted(.inbound(accepted), address: "127.0.0.1:1"))
            }, onError: { _ in })
        self.listener = listener
        return listener.port
    }

    /// Adds the other as a friend.
    func befriend(_ person: UInt8, name: String) throws {
        let ticket = Ticket(
            certificate: Self.owner(person, name: name).certificate, name: name, addresses: [])
        try ask(.command(.addFriend(ticket: ticket.text, petName: nil)))
    }

    /// Runs until `isDone`, or for at most two minutes.
    func run(until isDone: () throws -> Bool) throws {
        let watch = Stopwatch()
        put(.woken)
        while !(try isDone()) {
            guard watch.milliseconds < 120_000 else { throw BenchError("it never ended") }
            let pause = try Timer(loop)
            pause.start(after: .milliseconds(2)) { [loop] in loop.stop() }
            loop.run()
            pause.close()
        }
    }

    /// Asks the engine at once.
    @discardableResult
    func ask(_ request: Request) throws -> Answer {
        requests += 1
        answer = nil
        inbox.append(.requested(RequestID(requests), request))
        for _ in 0..<1000 where answer == nil { step() }
        guard let answer else { throw BenchError("no answer to \(request)") }
        if case .rejected(let problem) = answer { throw BenchError(problem.detail) }
        return answer
    }

    private func put(_ event: Event) {
        inbox.append(event)
        bell?.wake()
    }

    private func step() {
        var bytes = 0
        var count = 0
        for event in inbox {
            count += 1
            if case .received(_, let piece) = event { bytes += piece.count }
            if bytes >= Self.stepBytesMax { break }
        }
        let events = Array(inbox.prefix(count))
        inbox.removeFirst(count)
        do {
            for effect in try engine.step(events, at: loop.now, wall: Self.wall) { perform(effect) }
        } catch {
            print("the step failed: \(error)")
            exit(1)
        }
        if !inbox.isEmpty { bell?.wake() }
        guard let deadline = engine.deadline(at: loop.now) else { return }
        let pause = deadline - loop.now
        if pause == .zero {
            put(.woken)
        } else {
            alarm.start(after: pause) { [unowned self] in put(.woken) }
        }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .dial(let link, let address):
            let port = UInt16(address.split(separator: ":").last ?? "") ?? 0
            TCPConnection.dial(loop, host: "127.0.0.1", port: port) { [unowned self] result in
                guard let connection = try? result.get() else {
                    return put(.unreachable(link, why: "refused"))
                }
                start(connection, as: link)
                put(.connected(link))
            }
        case .send(let link, let bytes): connections[link]?.send(bytes)
        case .close(let link, _):
            connections.removeValue(forKey: link)?.close()
            put(.disconnected(link))
        case .answer(_, let answer): self.answer = answer
        case .announce, .regard, .discover, .beacon, .bundle, .folders, .folder: return
        }
    }

    private func start(_ connection: TCPConnection, as link: LinkID) {
        connections[link] = connection
        connection.start(
            onBytes: { [unowned self] bytes in put(.received(link, bytes)) },
            onEnd: { [unowned self] _ in
                connections.removeValue(forKey: link)?.close()
                put(.disconnected(link))
            })
    }

    private static var wall: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(milliseconds: UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000)
    }
}
