import Domain
import Primitives
import Sodium
import Store
import Sync

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// Opens the store and the engine of a node, at the start and whenever the database has to be opened again.
extension Node {
    static func open(
        _ configuration: NodeConfiguration, at now: Instant
    ) throws(NodeError) -> (Store, Engine) {
        let keys = configuration.keys
        var entropy = Entropy.system
        let dice = Dice(seed: entropy.bytes8())
        let owner = Owner(
            certificate: keys.certificate, signing: keys.device, agreement: keys.agreement,
            phraseSeed: keys.phraseSeed, recovery: keys.recovery,
            name: configuration.settings.name)
        let path = configuration.profile.databasePath
        let place = try DatabasePlace.fingerprint(path)
        do {
            let store = try Store(
                path: path, owner: owner, place: place, entropy: entropy, dice: dice,
                at: wallTime())
            let engine = Engine(
                store: store, owner: owner, entropy: entropy, dice: dice,
                companions: configuration.settings.companions(of: keys), at: now)
            return (store, engine)
        } catch {
            throw NodeError(
                .damaged, "the database cannot be opened", why: reason(error),
                fix: "weft doctor; or weft restore --force FILE")
        }
    }

    /// The reason in words for the user.
    static func reason(_ error: StorageError) -> String {
        switch error {
        case .full: return "no space is left on the disk"
        case .locked: return "another process is using the database"
        case .corrupt: return "the database is damaged"
        case .newer: return "the database was written by a newer version of weft"
        case .failed(let code, _): return "writing failed with SQLite's code \(code)"
        }
    }

    /// The time of this machine's wall clock.
    static func wallTime() -> WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        return WallTime(milliseconds: UInt64(clamping: milliseconds))
    }
}
