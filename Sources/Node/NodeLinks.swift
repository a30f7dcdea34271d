import Primitives
import Sync
import UV

/// The open connections, by the engine's names for them.
final class NodeLinks {
    /// Receives the events.
    var onEvent: (Event) -> Void = { _ in }

    private let loop: Loop
    private let drainPatience: Duration
    private var listener: TCPListener?
    private var connections: [LinkID: TCPConnection] = [:]
    private var budgets: [LinkID: LinkBudget] = [:]
    /// Checks from time to time whether waiting bytes leave.
    private var watch: Timer?
    /// Timers after which closing links end even if bytes are still queued.
    private var closing: [LinkID: Timer] = [:]
    private var accepted: UInt64 = 0
    private var throttle = CallThrottle()

    /// - Parameter drainPatience: How long the last bytes of a closing link may take.
    init(loop: Loop, drainPatience: Duration = .seconds(5)) {
        self.loop = loop
        self.drainPatience = drainPatience
    }

    /// Accepts connections on `host`, and nowhere else; open ones stay.
    ///
    /// - Returns: The actual port.
    func listen(host: String, port: UInt16) throws(UVError) -> UInt16 {
        deafen()
        let made = try TCPListener(
            loop, host: host, port: port,
            onConnection: { [unowned self] connection in
                // Before a byte is read; the engine decides soon which of the others gives way.
                guard connections.count < Self.socketsMax,
                    throttle.admits(callFrom: connection.remoteAddress, at: loop.now)
                else { return connection.close() }
                accepted += 1
                let link = LinkID.inbound(accepted)
                onEvent(.accepted(link, address: connection.remoteAddress))
                start(connection, as: link)
            }, onError: { _ in })
        listener = made
        return made.port
    }

    /// Stops accepting connections.
    func deafen() {
        listener?.close()
        listener = nil
    }

    func dial(_ link: LinkID, address: String) {
        guard let place = HostPort(address) else {
            onEvent(.unreachable(link, why: "\(address) is not HOST:PORT"))
            return
        }
        TCPConnection.dial(loop, host: place.host, port: place.port) { [unowned self] result in
            switch result {
            case .failure(let error): onEvent(.unreachable(link, why: error.message))
            case .success(let connection):
                onEvent(.connected(link))
                start(connection, as: link)
            }
        }
    }

    func send(_ bytes: [UInt8], over link: LinkID) {
        guard let connection = connections[link] else { return }
        connection.send(bytes)
        let waiting = connection.unsentBytes
        budgets[link]?.gave(bytes.count, waiting: waiting, at: loop.now)
        steer(link)
        if waiting > 0 { beginWatch() }
    }

    /// Records what the peer has proved to be.
    func regard(_ link: LinkID, as closeness: Closeness) {
        if let address = connections[link]?.remoteAddress {
            if case .inbound = link, budgets[link]?.closeness == .unproven {
                throttle.proved(callFrom: address)
            }
            if closeness >= .friend { throttle.met(at: address) }
        }
        budgets[link]?.closeness = closeness
        if closeness > .unproven { connections[link]?.readBytesMax = .max }
        steer(link)
    }

    /// Records that received bytes of a link were processed.
    func took(_ count: Int, from link: LinkID) {
        budgets[link]?.took(count)
        steer(link)
    }

    /// Ends a link once what was sent before is out, but within `drainPatience`, so that a peer that reads
    /// nothing takes no memory.
    func close(_ link: LinkID) {
        guard let connection = connections[link] else { return }
        guard connection.queuedBytes > 0, let alarm = try? Timer(loop) else {
            return finish(link)
        }
        closing[link]?.close()
        closing[link] = alarm
        connection.onDrain = { [unowned self] in finish(link) }
        alarm.start(after: drainPatience) { [unowned self] in finish(link) }
    }

    func closeAll() {
        for link in connections.keys.sorted() { finish(link) }
    }

    /// Ends every link from one of these addresses, which are no longer this machine's. The peers cannot be
    /// told.
    func drop(from hosts: [String]) {
        for link in connections.keys.sorted() {
            guard let address = connections[link]?.localAddress,
                var host = HostPort(address)?.host
            else { continue }
            // IPv4 over a dual-stack socket.
            if host.hasPrefix(Self.mapped) { host.removeFirst(Self.mapped.count) }
            if hosts.contains(host) { finish(link) }
        }
    }

    private static let mapped = "::ffff:"

    private func start(_ connection: TCPConnection, as link: LinkID) {
        connections[link] = connection
        budgets[link] = LinkBudget()
        connection.readBytesMax = Self.unprovenReadMax
        connection.onDrain = { [unowned self] in look(link) }
        connection.start(
            onBytes: { [unowned self] bytes in
                // Anything that comes over a closing link is ignored.
                guard closing[link] == nil else { return }
                budgets[link]?.arrived(bytes.count)
                steer(link)
                onEvent(.received(link, bytes))
            },
            onEnd: { [unowned self] _ in finish(link) })
    }

    // Continues or pauses reading, by the link's budget.
    private func steer(_ link: LinkID) {
        guard let budget = budgets[link], closing[link] == nil else { return }
        if budget.isOpen {
            connections[link]?.resumeReading()
        } else {
            connections[link]?.pauseReading()
        }
    }

    private func look(_ link: LinkID) {
        guard let connection = connections[link] else { return }
        budgets[link]?.look(waiting: connection.unsentBytes, at: loop.now)
        steer(link)
    }

    private func beginWatch() {
        guard watch == nil, let timer = try? Timer(loop) else { return }
        watch = timer
        timer.start(after: Self.watchPause) { [unowned self] in
            watch?.close()
            watch = nil
            for link in connections.keys.sorted() where closing[link] == nil {
                look(link)
                if budgets[link]?.isStalled(at: loop.now) == true { onEvent(.stalled(link)) }
            }
            if connections.values.contains(where: { $0.unsentBytes > 0 }) { beginWatch() }
        }
    }

    /// The most sockets, including those about which the engine has not decided yet: more than it accepts.
    private static let socketsMax = 256
    /// The most bytes read at once from a peer that has proved nothing; more than a handshake frame has.
    private static let unprovenReadMax = 1024
    private static let watchPause: Duration = .seconds(2)

    private func finish(_ link: LinkID) {
        guard let connection = connections.removeValue(forKey: link) else { return }
        closing.removeValue(forKey: link)?.close()
        budgets[link] = nil
        connection.close()
        onEvent(.disconnected(link))
    }
}
