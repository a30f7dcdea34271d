import CRDT
import Domain
import Primitives
import Wire

// Determines who may see a thing and on which devices it has arrived. Everything is known at first hand and errs on
// one side only: a device reported as unknown may have the thing, but one reported as not there yet cannot.
extension Store {
    /// Returns who may see an own object and who has it; for another person's object, only where it was found.
    func visibility(row number: Int64) throws(StorageError) -> Visibility? {
        guard let row = try object(row: number) else { return nil }
        let isMine = row.author == (try me)
        let places = isMine ? try places(of: row) : [row.place]
        let placement = try places.map { (place) throws(StorageError) in try audience(at: place) }
        // Only the author knows with whom they share an object.
        guard isMine || row.home != nil else {
            return Visibility(id: row.id, placement: placement, viewers: [], former: [])
        }
        let home = row.home == nil ? nil : row.place
        var reaches: [Reach] = []
        for showing in try showings(of: row, in: places, isMine: isMine) {
            if let index = reaches.firstIndex(where: { $0.place == showing.place }) {
                reaches[index].showings.append(showing)
            } else {
                reaches.append(Reach(place: showing.place, showings: [showing]))
            }
        }
        for index in reaches.indices {
            try findPeople(&reaches[index], isPlaced: places.contains(reaches[index].place))
        }
        return Visibility(
            id: row.id, placement: placement,
            viewers: try viewers(.readers, of: reaches, home: home),
            former: try viewers(.former, of: reaches, home: home))
    }

    /// An audience that the object was brought into, with its current and former readers, both in ascending order.
    private struct Reach {
        let place: Place
        var showings: [Showing]
        var readers: [PersonID] = []
        var former: [PersonID] = []

        /// Selects current or former readers.
        enum Side {
            case readers
            case former
        }

        func people(_ side: Side) -> [PersonID] { side == .readers ? readers : former }
    }

    // Returns the places where an own object may be seen; `private` if there is no other.
    private func places(of row: ObjectRow) throws(StorageError) -> [Place] {
        guard row.place == .private else { return [row.place] }
        var places: [Place] = []
        for (name, _) in row.state.placements where row.state.isPlaced(in: name) {
            if let place = try place(of: name) { places.append(place) }
        }
        return places.isEmpty ? [.private] : places.sorted()
    }

    // MARK: Readers

    // People from whom it was withdrawn are former readers, even if they are still friends or members.
    private func findPeople(_ reach: inout Reach, isPlaced: Bool) throws(StorageError) {
        let readers = try readers(at: reach.place)
        var others: Set<PersonID> = isPlaced ? [] : Set(readers)
        if reach.place != .private {
            others.formUnion(try everyReader(at: reach.place))
        }
        for device in reach.showings.flatMap(\.holders) {
            others.insert(try person(ofDevice: device))
        }
        reach.readers = isPlaced || reach.place == .private ? readers : []
        others.subtract(reach.readers)
        others.remove(owner.person)
        reach.former = others.sorted()
    }

    // Returns everybody who reads or has read there.
    private func everyReader(at place: Place) throws(StorageError) -> [PersonID] {
        if let number = place.groupRow {
            let judgement = try judgement(of: try audience(number))
            return judgement.members + judgement.rights.map(\.person)
        }
        return try everybodyEver()
    }

    private func readers(at place: Place) throws(StorageError) -> [PersonID] {
        if place == .private { return [owner.person] }
        guard let number = place.groupRow else { return try contacts().map(\.person).sorted() }
        // The friendship has ended, so nothing more is sent.
        let isOver = try groups().contains {
            $0.audience.number == number && $0.audience.kind == .direct && $0.hasLeft
        }
        return isOver ? [] : try judgement(of: try audience(number)).members
    }

    private func person(ofDevice number: Int64) throws(StorageError) -> PersonID {
        let found = try database.row(
            """
            SELECT p.person FROM devices d JOIN people p ON p.id = d.person
            WHERE d.id = ? ORDER BY d.id
            """, [.integer(number)]
        ) { Bytes32($0.bytes(0)) }
        guard let person = found ?? nil else { throw .corrupt }
        return PersonID(person)
    }

    // MARK: Devices

    // Lists each person once for every audience; it does not matter how the object came to a device.
    private func viewers(
        _ side: Reach.Side, of reaches: [Reach], home: Place?
    ) throws(StorageError) -> [Visibility.Viewer] {
        let names = try ownDevices()
        var viewers: [Visibility.Viewer] = []
        for reach in reaches {
            for person in reach.people(side) {
                let isMe = person == owner.person
                // Own devices are listed only once.
                guard !isMe || reach.place == home else { continue }
                let isReader = side == .readers
                let showings = reaches.filter {
                    isMe || $0.readers.contains(person) || $0.former.contains(person)
                }.flatMap(\.showings)
                let devices = try devices(of: person, showings, isReader: isReader, names)
                guard !devices.isEmpty || (isReader && !isMe) else { continue }
                let none: Visibility.Arrival =
                    showings.contains(where: \.hasLeft) ? .unknown : .notYet
                viewers.append(
                    Visibility.Viewer(
                        author: try author(person), audience: try audience(at: reach.place),
                        arrival: devices.map(\.arrival).min(by: Self.isSurer) ?? none,
                        devices: devices))
            }
        }
        return viewers
    }

    private static func isSurer(_ left: Visibility.Arrival, _ right: Visibility.Arrival) -> Bool {
        let order = Visibility.Arrival.allCases
        return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }

    // For former readers, returns only devices that have had it, or that could decrypt it and may have received it.
    private func devices(
        of person: PersonID, _ showings: [Showing], isReader: Bool, _ names: [OwnDevice]
    ) throws(StorageError) -> [Visibility.Device] {
        var devices: [Visibility.Device] = []
        for certificate in try certificates(of: person) where certificate.device != owner.device {
            let number = try keep(certificate)
            let isRevoked = try isEnded(certificate)
            let mayRead = isReader && !isRevoked
            let arrival: Visibility.Arrival
            if mayRead, showings.contains(where: { $0.isCurrent && $0.holders.contains(number) }) {
                arrival = .hasIt
            } else if showings.contains(where: { $0.holders.contains(number) }) {
                arrival = .hadIt
            } else if mayRead {
                arrival = showings.contains(where: \.hasLeft) ? .unknown : .notYet
            } else if try couldRead(certificate, showings) {
                arrival = .unknown
            } else {
                continue
            }
            let isMe = person == owner.person
            devices.append(
                Visibility.Device(
                    device: certificate.device,
                    name: isMe ? names.first { $0.device == certificate.device }?.name ?? "" : "",
                    arrival: arrival, isRevoked: isRevoked, lastSeen: try lastSeen(number)))
        }
        return devices.sorted { ($0.name, $0.device) < ($1.name, $1.device) }
    }

    private func lastSeen(_ device: Int64) throws(StorageError) -> WallTime? {
        let seen = try database.row(
            "SELECT last_seen FROM devices WHERE id = ? ORDER BY id", [.integer(device)]
        ) { $0.isNull(0) ? nil : $0.integer(0) }
        return (seen ?? nil).map { WallTime(milliseconds: UInt64($0)) }
    }

    // A removed reader received no later keys. A public delta has no key, so only acknowledgements count.
    private func couldRead(
        _ certificate: Certificate, _ showings: [Showing]
    ) throws(StorageError) -> Bool {
        for showing in showings where showing.hasLeft {
            guard let delta = showing.delta, let epoch = try self.showing(by: delta)?.epoch else {
                continue
            }
            let epochs = try epochs(giving: epoch)
            guard epochs.count <= Self.epochsTriedMax else { return true }
            for epoch in epochs where try isMarked(EpochKey.Recipient(certificate), in: epoch) {
                return true
            }
        }
        return false
    }

    // Returns the epoch and those that follow it, each of which contains the keys of earlier ones.
    private func epochs(giving name: Bytes16) throws(StorageError) -> [EpochRecord] {
        guard let audience = try epoch(name)?.audience else { return [] }
        let steps = try database.rows(
            """
            SELECT f.name, e.name FROM epochs e JOIN follows f ON f.epoch = e.id
            WHERE e.audience = ? ORDER BY e.id, f.name
            """, [.integer(audience)]
        ) { (row) throws(StorageError) in (Bytes16(row.bytes(0)), Bytes16(row.bytes(1))) }
        var known = [name]
        var next = 0
        while next < known.count, known.count <= Self.epochsTriedMax {
            for (before, after) in steps where before == known[next] {
                if let after, !known.contains(after) { known.append(after) }
            }
            next += 1
        }
        var epochs: [EpochRecord] = []
        for name in known { if let epoch = try epoch(name) { epochs.append(epoch) } }
        return epochs
    }

    /// The most epochs searched for a device's mark. With more, the device is assumed to have been able to read.
    private static let epochsTriedMax = 64
}
