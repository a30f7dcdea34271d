import CRDT
import Domain
import Primitives
import Wire

// Applies rotations and admissions: epochs, the keys in them for this device, and the devices that may
// read.
extension Store {
    /// Returns the key of a rotation, as delivered or as sealed to this device.
    func key(of rotation: Rotation) throws(StorageError) -> Bytes32? {
        let name = Derivation.epochName(of: rotation)
        if let key = try epoch(name)?.key, Derivation.epochCheck(key) == rotation.check {
            return key
        }
        return EpochKey.find(
            in: rotation.deliveries, ephemeral: rotation.ephemeral, check: rotation.check,
            for: owner.agreement)
    }

    /// Applies a rotation: stores its epoch, if it belongs to this audience, and the keys that it
    /// carries.
    func fold(
        _ rotation: Rotation, in audience: AudienceRecord, delta: Int64
    ) throws(StorageError) {
        let name = Derivation.epochName(of: rotation)
        guard let key = try key(of: rotation) else {
            let isNew = try epoch(name)?.check == nil
            let isHere = try establish(
                epoch: name, in: audience, check: rotation.check, key: nil, delta: delta)
            try wait(delta, on: name.bytes)
            // An admission that came ahead of the rotation may hold the key for this device.
            if isNew, isHere { try retryWaiting(on: name.bytes) }
            return
        }
        guard let secrets = EpochKey.secrets(of: rotation, key: key),
            secrets.belong(to: audience, as: rotation),
            secrets.firstSecret == audience.secret ?? secrets.firstSecret
        else { return try disown(epoch: name, from: audience) }
        guard
            try establish(
                epoch: name, in: audience, check: rotation.check, key: key, delta: delta),
            let epoch = try epoch(name)
        else { return }
        if !audience.kind.hasID || audience.name.id == Derivation.audienceID(of: rotation) {
            try tell(secrets.firstSecret, of: audience)
        }
        try follow(secrets.follows, by: epoch)
        for followed in secrets.follows { try deliver(epoch: followed.name, key: followed.key) }
        try mark(secrets.marks, in: epoch)
        try retryWaiting(on: name.bytes)
    }

    /// Applies an admission. If the key or rotation of its epoch has not come, the admission waits for
    /// it.
    func fold(
        _ admission: Admission, in audience: AudienceRecord, delta: Int64
    ) throws(StorageError) {
        guard let epoch = try epoch(admission.epoch), let home = epoch.audience,
            let key = try key(of: epoch, in: admission)
        else { return try wait(delta, on: admission.epoch.bytes) }
        guard home == audience.number else { return try wait(delta, on: admission.epoch.bytes) }
        guard let marks = EpochKey.marks(of: admission, key: key) else { return }
        try mark(marks, in: epoch)
        if epoch.key == nil { try deliver(epoch: epoch.name, key: key) }
    }

    private func key(
        of epoch: EpochRecord, in admission: Admission
    ) throws(StorageError) -> Bytes32? {
        if let key = epoch.key { return key }
        guard let check = epoch.check else { return nil }
        return EpochKey.find(
            in: admission.deliveries, ephemeral: admission.ephemeral, check: check,
            for: owner.agreement)
    }
}

extension EpochKey.Secrets {
    /// Whether the rotation was made for `audience`. Anybody who can read a rotation can copy it into a
    /// chain of their own, where it has no effect. A group's first rotation, whose hash is the group's
    /// id, names the founder.
    func belong(to audience: AudienceRecord, as rotation: Rotation) -> Bool {
        let isFirst = audience.name.id == Derivation.audienceID(of: rotation)
        return self.audience == audience.kind.rawValue
            && owner == (isFirst ? audience.founder : audience.owner).key
    }
}
