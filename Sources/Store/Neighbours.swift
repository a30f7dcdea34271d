package import CRDT
import Domain
package import Primitives
import Wire

// The devices that may be found on one network without an address: own ones, friends' and those of people
// this person shares a group with.
extension Store {
    /// A device that this one may find and that may find it.
    package struct Neighbour: Equatable, Sendable {
        /// The certificate of the device: its person, and the key that a link to it proves.
        package let certificate: Certificate
        /// Whether the device is this person's own or a friend's; otherwise its person only shares a
        /// group.
        package let isFriend: Bool
        /// The known keys of the heads of its person's `friends`, by which its beacons are recognized.
        /// Empty for a person who only shares a group.
        package let epochs: [Bytes32]
    }

    /// Returns the devices that may be found: own ones, friends', then fellow members', up to
    /// `neighboursMax`.
    ///
    /// - Parameter companions: own devices of which nothing has been received yet.
    package func neighbours(
        and companions: [Certificate]
    ) throws(StorageError) -> [Neighbour] {
        let contacts = try contacts()
        let friends = [owner.person] + contacts.map(\.person)
        let others = companions + (try openJoins().map(\.certificate))
        var found: [Neighbour] = []
        for person in friends + (try fellowMembers().filter { !friends.contains($0) }) {
            let isFriend = friends.contains(person)
            let epochs =
                isFriend
                ? try heads(of: audience(.friends, of: person)).compactMap(\.key) : []
            for certificate in try standingDevices(of: person, and: others) {
                guard found.count < Self.neighboursMax else { return found }
                found.append(
                    Neighbour(
                        certificate: certificate, isFriend: isFriend,
                        epochs: Array(epochs.prefix(Self.epochsOfNeighbourMax))))
            }
        }
        return found
    }

    /// Returns the devices of a person that are not revoked, without this one: the known ones and that of
    /// the person's ticket. The number is limited, so that nobody can cause others work by certifying
    /// many keys.
    ///
    /// - Parameter others: certificates from other sources, perhaps of other people.
    func standingDevices(
        of person: PersonID, and others: [Certificate] = []
    ) throws(StorageError) -> [Certificate] {
        let tickets = try contacts().filter { $0.person == person }
            .compactMap { Ticket(text: $0.ticket)?.certificate }
        var standing: [Certificate] = []
        for device in try certificates(of: person) + tickets
            + others.filter({ $0.person == person })
        where device.device != owner.device && !standing.contains(device) {
            guard standing.count < Self.neighboursOfPersonMax else { break }
            if !(try isEnded(device)) { standing.append(device) }
        }
        return standing
    }

    /// Returns the key by which this person's friends recognize this device's beacons; nil while there is
    /// none that leaves out all former members.
    package func beaconEpoch() throws(StorageError) -> Bytes32? {
        try currentEpoch(of: audience(.friends, of: owner.person))?.key
    }

    /// Returns those of `neighbours` that may not hold `beaconEpoch`: they have not acknowledged the
    /// rotation that made it, or are not friends and may not have it.
    package func unaware(of neighbours: [Neighbour]) throws(StorageError) -> [Neighbour] {
        guard let epoch = try currentEpoch(of: audience(.friends, of: owner.person)) else {
            return neighbours
        }
        let rotations = try database.rows(
            "SELECT delta FROM carriers WHERE epoch = ? ORDER BY delta", [.integer(epoch.number)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var aware: Set<Certificate> = []
        for rotation in rotations {
            aware.formUnion(
                try certificates(
                    """
                    SELECT d.certificate FROM acknowledged a JOIN devices d ON d.id = a.device
                    WHERE a.chain = ? AND a.length > ? ORDER BY d.id
                    """,
                    [
                        .integer(ChainRecord.number(ofDelta: rotation)),
                        .integer(Int64(ChainRecord.sequence(ofDelta: rotation))),
                    ]))
        }
        return neighbours.filter { !$0.isFriend || !aware.contains($0.certificate) }
    }

    /// Whether this node looks for others on its networks and lets itself be found; true by default.
    package func isDiscovering() throws(StorageError) -> Bool {
        try setting(Self.discoverySetting) != [0]
    }

    /// Turns discovery on or off, for this device alone.
    func setDiscovery(_ isOn: Bool) throws(StorageError) -> Answer {
        try set(Self.discoverySetting, to: [isOn ? 1 : 0])
        return .done(
            DoneReport(
                count: 1, act: nil,
                summary: isOn
                    ? "your node now looks for friends on its local networks"
                    : "your node no longer looks for friends on local networks, "
                        + "and they cannot find it there"
            ))
    }

    private static let discoverySetting = "discovery"

    /// The maximum number of devices looked for. Each costs one keyed hash for every beacon received, and
    /// one more for each epoch. A person with more friends meets the others by their addresses.
    static let neighboursMax = 256
    /// The limit for one person, so that nobody takes the room of others by certifying keys without end.
    static let neighboursOfPersonMax = 16
    /// The maximum heads of one person's `friends`; two arise when two of their devices rotate
    /// concurrently.
    static let epochsOfNeighbourMax = 2
}
