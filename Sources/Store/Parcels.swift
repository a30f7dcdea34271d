package import CRDT
package import Domain
import Primitives
package import Wire

/// Devices that may have one audience, and lack the same of it.
package struct Parcel: Equatable, Sendable {
    /// Its row.
    package let audience: Int64
    /// Of its heads first, then of the epochs before; at most `Segment.keysMax`.
    package let keys: [EpochKey.Followed]
    /// At most `Segment.readersMax`.
    package let readers: [Certificate]
    /// What they are known to hold.
    package let base: Frontier
}

// What is carried to whom where no link leads: by the same rule as over a link, and no more.
extension Store {
    /// What has to be carried so that the devices of these people have all they may have; rising by
    /// audience.
    ///
    /// - Parameter isWhole: as if they had nothing yet.
    /// - Returns: a problem if somebody is not known; nothing for whom nothing may be served.
    package func parcels(
        for addressees: [Addressee], isWhole: Bool
    ) throws(StorageError) -> Result<[Parcel], Problem> {
        var wanted: [(device: Certificate, audience: Int64?)] = []
        for addressee in addressees {
            switch try destinations(of: addressee) {
            case .failure(let problem): return .failure(problem)
            case .success(let found):
                wanted += found.filter { one in
                    !wanted.contains { $0.device == one.device && $0.audience == one.audience }
                }
            }
        }
        return .success(
            try parcels(to: wanted) { (device, audience) throws(StorageError) in
                isWhole ? Frontier() : try acknowledged(by: device, of: audience)
            })
    }

    /// The same for these devices.
    ///
    /// - Parameter base: what one of them holds of an audience; nil if it wants nothing of it.
    func parcels(
        to wanted: [(device: Certificate, audience: Int64?)],
        _ base: (Certificate, Int64) throws(StorageError) -> Frontier?
    ) throws(StorageError) -> [Parcel] {
        var found: [Parcel] = []
        for (device, only) in wanted {
            for shared in try shared(with: device)
            where only == nil || only == shared.audience {
                guard !(try log(of: shared.audience).isEmpty),
                    let base = try base(device, shared.audience)
                else { continue }
                let place = found.firstIndex {
                    $0.audience == shared.audience && $0.base == base
                        && $0.readers.count < Segment.readersMax
                }
                let keys = place.map { found[$0].keys } ?? Self.keys(of: shared)
                let readers = place.map { found.remove(at: $0).readers } ?? []
                guard !readers.contains(device) else { continue }
                found.append(
                    Parcel(
                        audience: shared.audience, keys: keys, readers: readers + [device],
                        base: base))
            }
        }
        // Those of one audience stay in the order in which they were found.
        return found.enumerated().sorted {
            ($0.element.audience, $0.offset) < ($1.element.audience, $1.offset)
        }.map(\.element)
    }

    private static func keys(of shared: SharedAudience) -> [EpochKey.Followed] {
        Array((shared.keys + shared.history).prefix(Segment.keysMax))
    }

    /// How far a device has said that it holds the chains of an audience, or has written them.
    func acknowledged(
        by certificate: Certificate, of audience: Int64
    ) throws(StorageError) -> Frontier {
        let device = SQLValue.integer(try keep(certificate))
        let entries = try database.rows(
            """
            SELECT c.chain, a.length FROM acknowledged a JOIN chains c ON c.id = a.chain
            WHERE a.device = ?1 AND c.audience = ?2
            UNION ALL SELECT chain, length FROM chains WHERE device = ?1 AND audience = ?2
            ORDER BY 1, 2
            """, [device, .integer(audience)]
        ) { (row) throws(StorageError) -> Frontier.Entry in
            guard let chain = Bytes16(row.bytes(0)) else { throw .corrupt }
            return Frontier.Entry(chain: ChainID(chain), length: UInt64(row.integer(1)))
        }
        return Frontier(entries)
    }

    // MARK: Who is meant

    /// The devices, and the one audience of which they are carried something; nil: of all they may have.
    func destinations(
        of addressee: Addressee
    ) throws(StorageError) -> Result<[(device: Certificate, audience: Int64?)], Problem> {
        switch addressee {
        case .ownDevices:
            return .success(try devices(of: owner.person).map { ($0, nil) })
        case .friend(let reference):
            switch try resolve(reference, among: try contacts()) {
            case .failure(let problem): return .failure(problem)
            case .success(let contact):
                return .success(try devices(of: contact.person).map { ($0, nil) })
            }
        case .group(let name):
            switch try resolve(group: name) {
            case .failure(let problem): return .failure(problem)
            case .success(let group):
                let number = group.audience.number
                return .success(
                    try certificates(in: group.audience)
                        .filter { $0.device != owner.device }.map { ($0, number) })
            }
        case .everybody:
            var found: [(device: Certificate, audience: Int64?)] = []
            for person in [owner.person] + (try contacts().map(\.person)) + (try fellowMembers()) {
                for device in try devices(of: person)
                where !found.contains(where: { $0.0 == device }) {
                    found.append((device, nil))
                }
            }
            return .success(found)
        }
    }

    // As many as are looked for on a network: nobody makes others' bundles long by certifying keys.
    private func devices(of person: PersonID) throws(StorageError) -> [Certificate] {
        var devices = try certificates(of: person)
        for contact in try contacts() where contact.person == person {
            guard let known = Ticket(text: contact.ticket)?.certificate else { continue }
            if !devices.contains(known) { devices.append(known) }
        }
        var standing: [Certificate] = []
        for device in devices where device.device != owner.device {
            if !(try isEnded(device)) { standing.append(device) }
        }
        return Array(standing.prefix(Self.neighboursOfPersonMax))
    }
}
