import CRDT
import Domain
package import Primitives
import Store
import Wire

// Local discovery: sends beacons, and dials the devices whose beacons arrive.
extension Engine {
    /// Identifies a datagram on a beacon socket; nil if it does not concern this node, as with any from a
    /// stranger. Those need no step: nothing is written or answered, and however many there are, they cost a
    /// bounded part of a second.
    ///
    /// - Parameter source: The `host:port` that it came from.
    package func sight(_ datagram: [UInt8], from source: String, at now: Instant) -> Event? {
        discovery.sight(datagram, from: source, at: now)
    }

    /// Handles a change of networks: devices that were out of reach may be near, and near ones may call from
    /// elsewhere.
    func take(networks count: Int, at now: Instant) throws(StorageError) {
        let isFirst = networks == nil
        networks = count
        guard count > 0, try store.isDiscovering() else { return discovery.end() }
        discovery.begin(at: now)
        if !isFirst { dialler.hurry(at: now) }
    }

    /// Handles the beacon of a device that is looked for.
    func take(_ sighting: Sighting, at now: Instant) throws(StorageError) {
        let certificate = sighting.certificate
        guard discovery.isOn, try store.isFamiliar(certificate) else { return }
        let isLinked = sessions.contains {
            $0.isAlive && $0.isFamiliar && $0.certificate == certificate
        }
        if isLinked {
            // It has started or changed networks, so the link may be dead without this side knowing yet. It
            // dials the devices that it discovers.
            if sighting.isAgain { try answer(sighting, at: now) }
            return
        }
        try answer(sighting, at: now)
        // Of two devices that discover each other, one dials at once: the one whose link would stay if both
        // did.
        let isWaiting = port != 0 && certificate.device < owner.device
        guard sighting.port != 0, discovery.hastens(certificate, at: now) else { return }
        dialler.found(
            Dialler.Target(
                certificate: certificate, address: sighting.address,
                nextAt: isWaiting ? now + SyncLimits.dialledPatience : now, isFound: true))
    }

    /// Sends the beacon that is due.
    func beckon(at now: Instant) throws(StorageError) {
        if !hasToldDiscovery {
            hasToldDiscovery = true
            effects.append(.discover(try store.isDiscovering()))
        }
        guard discovery.isOn else { return }
        if discovery.isOutOfDate(store.membership) {
            let neighbours = try store.neighbours(and: companions.map(\.certificate))
            discovery.know(neighbours, as: store.membership)
            self.neighbours = neighbours
        }
        guard let due = discovery.deadline, now >= due else { return }
        effects.append(.beacon(try beacon(), to: nil))
        discovery.sent(at: now)
    }

    /// Switches discovery on or off.
    func discover(_ isOn: Bool) {
        if !isOn { discovery.end() }
        effects.append(.discover(isOn))
    }

    /// Whether the peer of a link was discovered on this network recently.
    func isNear(_ session: Session, at now: Instant) -> Bool {
        guard let certificate = session.certificate, session.isWelcomed else { return false }
        return discovery.isNear(certificate, host: Self.host(of: session.address), at: now)
    }

    private func answer(_ sighting: Sighting, at now: Instant) throws(StorageError) {
        guard discovery.answers(sighting.certificate, at: now) else { return }
        effects.append(.beacon(try beacon(), to: sighting.source))
    }

    private func beacon() throws(StorageError) -> [UInt8] {
        discovery.beacon(
            port: port, epoch: try store.beaconEpoch(),
            unaware: try store.unaware(of: neighbours).map(\.certificate))
    }

    /// The port on which this node accepts links; 0 if it accepts none.
    var port: UInt16 {
        guard let address = addresses.first, let colon = address.lastIndex(of: ":") else {
            return 0
        }
        return UInt16(address[address.index(after: colon)...]) ?? 0
    }
}
