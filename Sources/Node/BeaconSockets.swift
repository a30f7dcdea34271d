import Logging
import Primitives
import UV
import Wire

/// The networks on which a node looks for others.
package enum DiscoveryReach: Equatable, Sendable {
    /// None: nothing is sent or received.
    case nowhere
    /// The loopback interface of this machine, for tests, with a port of their own.
    case loopback(port: UInt16)
    /// Every network on which it accepts links.
    case networks
}

/// A socket that receives what is sent to everybody on the networks of one address family.
private struct Ear {
    let isSix: Bool
    let socket: UDPSocket
    /// The interface addresses on which it has joined the group.
    var joined: [String] = []
}

/// The sockets that send and receive beacons: one that sends for each address of each network, and one that
/// receives for each address family. All nodes on this machine share the receiving port; what is sent to one
/// of them alone goes to the socket it sends from.
final class BeaconSockets {
    /// Called with each datagram and the `host:port` that it came from.
    var onDatagram: ([UInt8], String) -> Void = { _, _ in }
    /// Called with the number of networks, when they have changed.
    var onChange: (Int) -> Void = { _ in }
    /// Called with addresses that this machine once had and has no longer, whether lost now or earlier.
    var onLoss: ([String]) -> Void = { _ in }

    private let loop: Loop
    private let reach: DiscoveryReach
    private var listen: String?
    private let logger: Logger
    private var watch: Timer?
    private var interfaces: [NetworkInterface] = []
    /// Addresses that this machine has or had, latest last. Between two looks a cable can be plugged in,
    /// links come in, and the address be lost, so earlier losses are included.
    private var held: [String] = []
    private var ears: [Ear] = []
    private var mouths: [(interface: NetworkInterface, socket: UDPSocket)] = []

    /// - Parameter listen: The host on which links are accepted; nil if none are. A beacon that calls to an
    ///   address where nobody listens is of no use.
    init(loop: Loop, reach: DiscoveryReach, listen: String?, logger: Logger) {
        self.loop = loop
        self.reach = reach
        self.listen = listen
        self.logger = logger
    }

    /// Opens the sockets and watches for changes, or closes all. Networks that were open before are reported
    /// again.
    func look(_ isOn: Bool) {
        guard isOn, reach != .nowhere else { return stop() }
        if watch == nil { watch = try? Timer(loop) }
        interfaces = []
        renew(isFirst: true)
    }

    /// Changes the host on which links are accepted. The sockets are opened again, and reported.
    func links(on host: String?) {
        listen = host
        if watch != nil { renew(isFirst: true) }
    }

    /// Sends one datagram to everybody on each network, or to `host:port`.
    ///
    /// A failure is not an error: the cable may be out, and the next beacon comes soon.
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
        // If the system returns an error, keep the previous networks.
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

    // Links are dialled at the address that a beacon comes from, so only addresses where links are accepted
    // count.
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

    // Opens what is not open, and returns whether anything was. An IPv6 address cannot be bound for a second
    // or two after it appears, while the system checks for duplicates (RFC 4862, section 5.4).
    private func open() -> Bool {
        var isMore = false
        for interface in interfaces {
            if openMouth(on: interface) { isMore = true }
            if openEar(for: interface) { isMore = true }
        }
        return isMore
    }

    // One socket for all networks of an address family, which joins the group on each.
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
                // A sender that is not on the local network has no business here, however it found the port.
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

    /// See docs/reference/wire.md, section 10.
    private static let port: UInt16 = 7433
    /// How soon a change of the networks is noticed; asking the system costs 50 us.
    private static let watchPause: Duration = .seconds(2)
    /// The most addresses that send beacons: three sockets for each two. A machine with more has them for its
    /// containers.
    private static let addressesMax = 16
    /// The most former addresses that are remembered.
    private static let heldMax = 64
}
