package import CRDT
package import Domain
import Primitives
package import Wire

/// Devices that may have one audience and lack the same part of it.
package struct Parcel: Equatable, Sendable {
    /// The row of the audience.
    package let audience: Int64
    /// The keys of its heads, then those of earlier epochs; at most `Segment.keysMax`.
    package let keys: [EpochKey.Followed]
    /// The devices; at most `Segment.readersMax`.
    package let readers: [Certificate]
    /// The deltas that the devices are known to hold.
    package let base: Frontier

    /// Returns the parcel for some of its readers.
    package func reduced(to readers: [Certificate]) -> Parcel {
        Parcel(audience: audience, keys: keys, readers: readers, base: base)
    }
}

/// Devices to which something is carried, each once.
struct Destinations {
    /// A device, and the only audience carried to it; nil for all that it may have.
    typealias One = (device: Certificate, audience: Int64?)

    private(set) var each: [One] = []

    /// Adds those that are not included yet.
    mutating func add(_ more: [One]) {
        for one in more where !each.contains(where: { $0 == one }) { each.append(one) }
    }
}

// Selects what is carried where no link leads: exactly what would be served over a link.
extension Store {
    /// Returns what must be carried so that the devices of these people get all they may have, rising by
    /// audience.
    ///
    /// - Parameter isWhole: whether to assume that they have nothing yet.
    /// - Returns: a problem if an addressee is not known; nothing for a device that may be served
    ///   nothing.
    package func parcels(
        for addressees: [Addressee], isWhole: Bool
    ) throws(StorageError) -> Result<[Parcel], Problem> {
        var wanted = Destinations()
        for addressee in addressees {
            switch try destinations(of: addressee) {
            case .failure(let problem): return .failure(problem)
            case .success(let found): wanted.add(found)
            }
        }
        return .success(
            try parcels(to: wanted.each) { (device, audience) throws(StorageError) in
                isWhole ? Frontier() : try acknowledged(by: device, of: audience)
            })
    }

    /// Returns what must be carried to these devices.
    ///
    /// - Parameter base: what one of them holds of an audience; nil if it wants nothing of it.
    func parcels(
        to wanted: [Destinations.One],
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
        // Parcels of one audience keep the order in which they were found.
        return found.enumerated().sorted {
            ($0.element.audience, $0.offset) < ($1.element.audience, $1.offset)
        }.map(\.element)
    }

    private static func keys(of shared: SharedAudience) -> [EpochKey.Followed] {
        Array((shared.keys + shared.history).prefix(Segment.keysMax))
    }

    /// Returns how much of an audience's chains a device has acknowledged or written.
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

    // MARK: Addressees

    /// Returns the devices of an addressee, each with the only audience carried to it; nil for all that
    /// it may have.
    func destinations(
        of addressee: Addressee
    ) throws(StorageError) -> Result<[Destinations.One], Problem> {
        switch addressee {
        case .ownDevices:
            return .success(try standingDevices(of: owner.person).map { ($0, nil) })
        case .friend(let reference):
            switch try resolve(reference, among: try contacts()) {
            case .failure(let problem): return .failure(problem)
            case .success(let contact):
                return .success(try standingDevices(of: contact.person).map { ($0, nil) })
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
            var found = Destinations()
            for person in [owner.person] + (try contacts().map(\.person)) + (try fellowMembers()) {
                found.add(try standingDevices(of: person).map { ($0, nil) })
            }
            return .success(found.each)
        }
    }
}
