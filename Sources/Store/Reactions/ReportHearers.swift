import CRDT
import Domain
import Primitives
import Sodium
import Wire

// Decides which people and devices a report is sealed to; it names only people who can read it.
extension Store {
    /// A recipient of a report, with the X25519 keys of their devices.
    struct Hearer {
        let person: PersonID
        let devices: [Bytes32]
    }

    /// Returns the author of the thing, then those who manage the group in which it is at home; leaves out people
    /// without a known device.
    func hearers(ofReportsOn thing: ObjectRow) throws(StorageError) -> [Hearer] {
        var hearers: [Hearer] = []
        for person in try people(concernedBy: thing) {
            guard hearers.count < ThingReport.toldMax else { break }
            let devices = try reportDevices(of: person)
            if !devices.isEmpty { hearers.append(Hearer(person: person, devices: devices)) }
        }
        return hearers
    }

    /// Returns the keys by which this person reads their own reports; always includes this device's.
    func ownReportDevices() throws(StorageError) -> [Bytes32] {
        let here = owner.agreement.publicKey
        let others = try reportDevices(of: owner.person).filter { $0 != here }
        return others.suffix(Self.reportDevicesMax - 1) + [here]
    }

    private func people(concernedBy thing: ObjectRow) throws(StorageError) -> [PersonID] {
        let author = try author(row: thing.author).person
        guard let number = thing.place.groupRow else { return [author] }
        let audience = try audience(number)
        guard audience.kind != .direct else { return [author] }
        var heads: [PersonID] = []
        var owners: [PersonID] = []
        for person in try judgement(of: audience).members
        where person != owner.person && person != author {
            switch try role(of: person, in: audience) {
            case .head: heads.append(person)
            case .owner: owners.append(person)
            default: break
            }
        }
        return [author] + heads + owners
    }

    // Returns the devices that became known last, because older ones may be out of use.
    private func reportDevices(of person: PersonID) throws(StorageError) -> [Bytes32] {
        var keys: [Bytes32] = []
        for device in try certificates(of: person) where !(try isEnded(device)) {
            keys.append(device.agreement)
        }
        return Array(keys.suffix(Self.reportDevicesMax))
    }

    /// The most devices for each person, so that the reporter and all recipients fit into one seal.
    private static let reportDevicesMax = DeviceSeal.devicesMax / (ThingReport.toldMax + 1)
}
