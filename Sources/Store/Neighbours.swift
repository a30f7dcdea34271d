package import CRDT
import Domain
package import Primitives
import Wire

// Who may be found on one network without an address: own devices, friends' devices, and those of
// people this person shares a group with.
extension Store {
    /// A device that this one may find, and that may find it.
    package struct Neighbour: Equatable, Sendable {
        /// Whose it is, and by which key a link to it is proven.
        package let certificate: Certificate
        /// It is this person's own or a friend's; else its person only shares a group with him.
        package let isFriend: Bool
        /// The keys of its person's `friends` that are here, of heads alone: by these his beacons
        /// are known. Empty of who only shares a group.
        package let epochs: [Bytes32]
    }

    /// Everybody who may be found: own devices, friends' and then fellow members', as many as are
    /// worth looking for.
    ///
    /// - Parameter companions: own devices of which nothing has come yet.
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

    /// The devices of a person that nobody has ended but this one: those that are known, and that of
    /// his ticket; as many as are worth looking for, so that nobody makes others' work long by
    /// certifying keys.
    ///
    /// - Parameter others: certificates that were heard of otherwise, perhaps of other people.
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

    /// The key by which this person's friends know this device's beacons; nil while there is none
    /// that leaves out everybody who has gone.
    package func beaconEpoch() throws(StorageError) -> Bytes32? {
        try currentEpoch(of: audience(.friends, of: owner.person))?.key
    }

    /// Those of `neighbours` who perhaps do not hold `beaconEpoch`: they have not said that they hold
    /// the rotation that made it, or are no friends and may not have it.
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

    /// Whether this node looks for others where it is, and lets itself be found; it does until it is
    /// told not to.
    package func isDiscovering() throws(StorageError) -> Bool {
        try setting(Self.discoverySetting) != [0]
    }

    /// Looks for others from now on, or does not; for this device alone.
    func setDiscovery(_ isOn: Bool) throws(StorageError) -> Answer {
        try set(Self.discoverySetting, to: [isOn ? 1 : 0])
        return .done(
            DoneReport(
                count: 1, act: nil,
                summary: isOn
                    ? "from now on your node looks for friends on the networks it is on"
                    : "from now on your node neither looks for friends on a network nor is found there"
            ))
    }

    private static let discoverySetting = "discovery"

    /// Devices that are looked for: each costs a beacon that comes one keyed hash, and one more for
    /// each epoch; a person with more friends meets the others by their addresses.
    static let neighboursMax = 256
    /// Of one person: nobody takes the others' room by certifying keys without end.
    static let neighboursOfPersonMax = 16
    /// Heads of one person's `friends`: two arise when two of his devices rotate at once.
    static let epochsOfNeighbourMax = 2
}
