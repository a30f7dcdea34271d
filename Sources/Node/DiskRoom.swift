import Domain
import Primitives

/// Watches whether the disk has room for data of others. Below a low-water mark none is accepted, so that the
/// user and other programs can still write.
///
/// The mark is 1/20 of the disk and at most 256 MiB; above 5/4 of it there is room again.
struct DiskRoom {
    /// Returns how much room there is; nil if it cannot be determined.
    private let space: () -> DiskSpace?
    private var lookedAt: Instant?
    private(set) var hasRoom = true
    /// The text of the standing warning; nil if there is none.
    private(set) var warning: String?

    /// Watches the disk that holds `directory`.
    init(of directory: String) {
        self.init { DiskSpace(of: directory) }
    }

    /// Watches what `space` returns.
    init(space: @escaping () -> DiskSpace?) {
        self.space = space
    }

    /// Checks again, at most once a second.
    ///
    /// - Returns: Whether there is room, if that has changed.
    mutating func look(at now: Instant) -> Bool? {
        if let lookedAt, now < lookedAt + Self.pause { return nil }
        lookedAt = now
        // An unknown amount stops nothing: a write that fails will show it.
        guard let space = space() else { return nil }
        let low = min(space.whole / 20, Self.lowMax)
        let isRoom = space.free >= (hasRoom ? low : low + low / 4)
        guard isRoom != hasRoom else { return nil }
        hasRoom = isRoom
        if !isRoom {
            warning =
                "the disk has \(ByteCount.shown(space.free)) left: data from others is not "
                + "accepted; fix: "
                + "free some space; the node then continues by itself"
        }
        return isRoom
    }

    /// When to check again even if nothing happens; nil while there is room.
    var deadline: Instant? { hasRoom ? nil : lookedAt.map { $0 + Self.pauseWithout } }

    private static let pause: Duration = .seconds(1)
    private static let pauseWithout: Duration = .seconds(5)
    /// Free bytes that suffice on any disk, however large: what one person may write in an audience.
    private static let lowMax: UInt64 = 256 << 20
}
