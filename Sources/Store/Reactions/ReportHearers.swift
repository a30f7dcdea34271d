import CRDT
import Domain
import Primitives
import Sodium
import Wire

// Whom a report is told, and on which devices: only who can read it is named in it.
extension Store {
    /// Somebody whom a report is told, and the X25519 keys by which he reads it.
    struct Hearer {
        let person: PersonID
        let devices: [Bytes32]
    }

    /// Whose a thing is, then who looks after the group in which it is at home; nobody of whom no
    /// device is known.
    func hearers(ofReportsOn thing: ObjectRow) throws(StorageError) -> [Hearer] {
        var hearers: [Hearer] = []
        for person in try people(concernedBy: thing) {
            guard hearers.count < ThingReport.toldMax else { break }
            let devices = try reportDevices(of: person)
            if !devices.isEmpty { hearers.append(Hearer(person: person, devices: devices)) }
        }
        return hearers
    }

    /// By which this person reads his own reports: on this device above all.
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

    // The last that came to be known: those before may lie in a drawer.
    private func reportDevices(of person: PersonID) throws(StorageError) -> [Bytes32] {
        var keys: [Bytes32] = []
        for device in try certificates(of: person) where !(try isEnded(device)) {
            keys.append(device.agreement)
        }
        return Array(keys.suffix(Self.reportDevicesMax))
    }

    /// Of each person: with one who reports and all whom he tells no more than a seal takes.
    private static let reportDevicesMax = DeviceSeal.devicesMax / (ThingReport.toldMax + 1)
}
