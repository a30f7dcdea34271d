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

/// A socket that hears what is sent to everybody on the networks of a kind.
private struct Ear {
    let isSix: Bool
    let socket: UDPSocket
    /// By their addresses, those on which it hears the group.
    var joined: [String] = []
}

/// The sockets by which beacons leave and come in, one of each address of each network. Whoever
/// looks for others on this machine shares the port; what is sent to one of them alone goes to the
/// socket that he calls from.
final class BeaconSockets {
    /// What came and from where, `host:port`.
    var onDatagram: ([UInt8], String) -> Void = { _, _ in }
    /// There are so many networks, and they are not the same as before.
    var onChange: (Int) -> Void = { _ in }
    /// These addresses were this machine's once and are no more, since now or before.
    var onLoss: ([String]) -> Void = { _ in }

    private let loop: Loop
    private let reach: DiscoveryReach
    private var listen: String?
    private let logger: Logger
    private var watch: Timer?
    private var interfaces: [NetworkInterface] = []
    /// Addresses that this machine has or had, the latest last. Between two looks a cable may be put
    /// in, links come, and the address go: so also those that were lost before.
    private var held: [String] = []
    private var ears: [Ear] = []
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

    /// Links are taken there from now on; what was open is opened again, and told of.
    func links(on host: String?) {
        listen = host
        if watch != nil { renew(isFirst: true) }
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
        let isNew = isFirst || now != interfaces
        if isNew {
            interfaces = now
            close()
        }
        guard open() || isNew else { return }
        tellLoss(of: all.map(\.address))
        let networks = mouths.map(\.interface.name)
        logger.debug("beacons leave by \(networks.joined(separator: " "))")
        onChange(Set(networks).count)
    }

    private func tellLoss(of all: [String]) {
        let mine = interfaces.map(\.address)
        held = (held.filter { !mine.contains($0) } + mine).suffix(Self.heldMax)
        let lost = held.filter { !all.contains($0) }
        if !lost.isEmpty { onLoss(lost) }
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

    // Opens what is not open, and says whether there was anything that could be. An address of IPv6
    // cannot be bound for a second or two after it came, while the system asks whether it is
    // somebody else's (RFC 4862, section 5.4).
    private func open() -> Bool {
        var isMore = false
        for interface in interfaces {
            if openMouth(on: interface) { isMore = true }
            if openEar(for: interface) { isMore = true }
        }
        return isMore
    }

    // One for all networks of a kind, which joins the group on each.
    private func openEar(for interface: NetworkInterface) -> Bool {
        let known = ears.firstIndex { $0.isSix == interface.isSix }
        if let known, ears[known].joined.contains(interface.address) { return false }
        return report { () throws(UVError) in
            let index = known ?? ears.count
            if known == nil {
                let host = interface.isSix ? "::" : "0.0.0.0"
                let socket = try socket(host: host, port: port, sharing: .shared)
                ears.append(Ear(isSix: interface.isSix, socket: socket))
            }
            try ears[index].socket.join(
                group: Self.group(of: interface), interface: interface.address)
            ears[index].joined.append(interface.address)
        }
    }

    private func openMouth(on interface: NetworkInterface) -> Bool {
        guard !mouths.contains(where: { $0.interface == interface }) else { return false }
        return report { () throws(UVError) in
            let mouth = try socket(host: interface.address, port: 0, sharing: .exclusive)
            do throws(UVError) {
                try mouth.sendMulticast(by: interface.address)
                try mouth.setMulticastReach(1)
                if interface.broadcast != nil { try mouth.allowBroadcast() }
            } catch {
                mouth.close()
                throw error
            }
            mouths.append((interface, mouth))
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
        for socket in ears.map(\.socket) + mouths.map(\.socket) { socket.close() }
        ears = []
        mouths = []
    }

    @discardableResult
    private func report(_ attempt: () throws(UVError) -> Void) -> Bool {
        do throws(UVError) {
            try attempt()
            return true
        } catch {
            logger.debug("beacons: \(error)")
            return false
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
    /// Addresses of the past that are remembered.
    private static let heldMax = 64
}
