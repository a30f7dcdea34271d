import Primitives
import Sync
import UV

/// The open connections by the engine's names for them.
final class NodeLinks {
    /// Where events go.
    var onEvent: (Event) -> Void = { _ in }

    private let loop: Loop
    private let drainPatience: Duration
    private var listener: TCPListener?
    private var connections: [LinkID: TCPConnection] = [:]
    /// When those that are to end do so whatever is still queued.
    private var closing: [LinkID: Timer] = [:]
    private var accepted: UInt64 = 0

    /// - Parameter drainPatience: for so long the last bytes of a link that is to end may be on their way.
    init(loop: Loop, drainPatience: Duration = .seconds(5)) {
        self.loop = loop
        self.drainPatience = drainPatience
    }

    /// Accepts connections on `host`, and nowhere else any more; those that are open stay.
    ///
    /// - Returns: the port that was bound.
    func listen(host: String, port: UInt16) throws(UVError) -> UInt16 {
        deafen()
        let made = try TCPListener(
            loop, host: host, port: port,
            onConnection: { [unowned self] connection in
                accepted += 1
                let link = LinkID.inbound(accepted)
                onEvent(.accepted(link, address: connection.remoteAddress))
                start(connection, as: link)
            }, onError: { _ in })
        listener = made
        return made.port
    }

    /// Accepts none any more.
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
        connections[link]?.send(bytes)
    }

    /// Ends a link once what was sent before is out, but within `drainPatience`: who reads nothing keeps
    /// nothing here.
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

    /// Ends every link from one of these addresses, which are this machine's no more: whoever is at
    /// the other end cannot be told.
    func drop(from hosts: [String]) {
        for link in connections.keys.sorted() {
            guard let address = connections[link]?.localAddress,
                var host = HostPort(address)?.host
            else { continue }
            // IPv4 through a socket that takes both.
            if host.hasPrefix(Self.mapped) { host.removeFirst(Self.mapped.count) }
            if hosts.contains(host) { finish(link) }
        }
    }

    private static let mapped = "::ffff:"

    private func start(_ connection: TCPConnection, as link: LinkID) {
        connections[link] = connection
        connection.start(
            onBytes: { [unowned self] bytes in onEvent(.received(link, bytes)) },
            onEnd: { [unowned self] _ in finish(link) })
    }

    private func finish(_ link: LinkID) {
        guard let connection = connections.removeValue(forKey: link) else { return }
        closing.removeValue(forKey: link)?.close()
        connection.close()
        onEvent(.disconnected(link))
    }
}
