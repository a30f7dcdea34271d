import Logging
import Primitives
import UV
import Wire

/// Where a node may look for others.
package enum DiscoveryReach: Equatable, Sendable {
    /// Nowhere: nothing is sent or heard.
    case nowhere
    /// On this machine alone, for tests, by a port of theirs.
    case loopback(port: UInt16)
    /// On every network that it takes links from.
    case networks
}

/// The sockets by which beacons leave and come in, one of each address of each network. Whoever
/// looks for others on this machine shares the port; what is sent to one of them alone goes to the
/// socket that he calls from.
final class BeaconSockets {
    /// What came and from where, `host:port`.
    var onDatagram: ([UInt8], String) -> Void = { _, _ in }
    /// There are so many networks, and they are not the same as before.
    var onChange: (Int) -> Void = { _ in }
    /// These addresses are this machine's no more.
    var onLoss: ([String]) -> Void = { _ in }

    private let loop: Loop
    private let reach: DiscoveryReach
    private let listen: String?
    private let logger: Logger
    private var watch: Timer?
    private var interfaces: [NetworkInterface] = []
    private var ears: [UDPSocket] = []
    private var mouths: [(interface: NetworkInterface, socket: UDPSocket)] = []

    /// - Parameter listen: the host on which links are taken; nil if none are. A beacon that calls to
    ///   where nobody listens is of no use.
    init(loop: Loop, reach: DiscoveryReach, listen: String?, logger: Logger) {
        self.loop = loop
        self.reach = reach
        self.listen = listen
        self.logger = logger
    }

    /// Opens them and watches for changes, or closes all. What was open before is told of again.
    func look(_ isOn: Bool) {
        guard isOn, reach != .nowhere else { return stop() }
        if watch == nil { watch = try? Timer(loop) }
        interfaces = []
        renew(isFirst: true)
    }

    /// Sends one datagram to everybody on each network, or to `host:port`.
    ///
    /// That something cannot be sent is no error: the cable may be out, and the next one comes soon.
    func send(_ bytes: [UInt8], to address: String?) {
        guard let address else {
            for (interface, socket) in mouths {
                for host in Self.everybody(on: interface) {
                    report { () throws(UVError) in try socket.send(bytes, to: host, port: port) }
                }
            }
            return
        }
        guard let place = HostPort(address),
            let (_, socket) = mouths.first(where: { $0.interface.reaches(place.host) })
        else { return }
        report { () throws(UVError) in
            try socket.send(bytes, to: place.host, port: place.port)
        }
    }

    // MARK: Networks

    private func renew(isFirst: Bool) {
        watch?.start(after: Self.watchPause) { [unowned self] in renew(isFirst: false) }
        // If the system does not tell, what was there is taken to be there still.
        guard let all = try? NetworkInterface.all() else { return }
        let now = Array(all.filter(isWanted).prefix(Self.addressesMax))
        guard isFirst || now != interfaces else { return }
        let held = all.map(\.address)
        let lost = interfaces.map(\.address).filter { !held.contains($0) }
        interfaces = now
        close()
        open()
        if !lost.isEmpty { onLoss(lost) }
        let networks = mouths.map(\.interface.name)
        logger.debug("beacons leave by \(networks.joined(separator: " "))")
        onChange(Set(networks).count)
    }

    // A link is dialled at the address that a beacon comes from, so only those where one is taken.
    private func isWanted(_ interface: NetworkInterface) -> Bool {
        switch reach {
        case .nowhere: return false
        case .loopback: return interface.isLoopback && !interface.isSix
        case .networks: break
        }
        guard !interface.isLoopback, !interface.isSix || interface.isLinkLocal else { return false }
        switch listen {
        case nil, "::": return true
        case "0.0.0.0": return !interface.isSix
        case let host?: return interface.address == host
        }
    }

    private func open() {
        for isSix in [false, true] {
            let mine = interfaces.filter { $0.isSix == isSix }
            guard !mine.isEmpty else { continue }
            for interface in mine { openMouth(on: interface) }
            openEar(for: mine, host: isSix ? "::" : "0.0.0.0")
        }
    }

    private func openEar(for interfaces: [NetworkInterface], host: String) {
        report { () throws(UVError) in
            let ear = try socket(host: host, port: port, sharing: .shared)
            ears.append(ear)
            for interface in interfaces {
                report { () throws(UVError) in
                    try ear.join(group: Self.group(of: interface), interface: interface.address)
                }
            }
        }
    }

    private func openMouth(on interface: NetworkInterface) {
        report { () throws(UVError) in
            let mouth = try socket(host: interface.address, port: 0, sharing: .exclusive)
            mouths.append((interface, mouth))
            try mouth.sendMulticast(by: interface.address)
            try mouth.setMulticastReach(1)
            if interface.broadcast != nil { try mouth.allowBroadcast() }
        }
    }

    private func socket(
        host: String, port: UInt16, sharing: UDPSocket.Sharing
    ) throws(UVError) -> UDPSocket {
        try UDPSocket(
            loop, host: host, port: port, sharing: sharing,
            onDatagram: { [unowned self] bytes, host, port in
                guard bytes.count == Beacon.byteCount else { return }
                // Whoever is elsewhere has no business here, however he came by the port.
                guard interfaces.contains(where: { $0.reaches(host) }) else { return }
                onDatagram(bytes, HostPort(host: host, port: port).text)
            }, onError: { _ in })
    }

    private func stop() {
        watch?.stop()
        close()
        interfaces = []
        onChange(0)
    }

    private func close() {
        for socket in ears + mouths.map(\.socket) { socket.close() }
        ears = []
        mouths = []
    }

    private func report(_ attempt: () throws(UVError) -> Void) {
        do throws(UVError) {
            try attempt()
        } catch {
            logger.debug("beacons: \(error)")
        }
    }

    private var port: UInt16 {
        if case .loopback(let port) = reach { return port }
        return Self.port
    }

    private static func everybody(on interface: NetworkInterface) -> [String] {
        let group = group(of: interface)
        return [interface.isSix ? "\(group)%\(interface.name)" : group]
            + [interface.broadcast].compactMap { $0 }
    }

    private static func group(of interface: NetworkInterface) -> String {
        interface.isSix ? "ff02::7433" : "239.255.74.33"
    }

    /// See docs/wire.md, section 10.
    private static let port: UInt16 = 7433
    /// How soon a change of the networks is noticed: a question to the system costs 50 us.
    private static let watchPause: Duration = .seconds(2)
    /// Addresses by which beacons leave: three sockets for each two; a machine with more has them
    /// for its containers.
    private static let addressesMax = 16
}
