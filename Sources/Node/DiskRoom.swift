import Domain
import Primitives

/// Whether the disk has room for what others send. Below a low-water mark nothing of theirs is taken in,
/// so that its person, and other programs, can still write.
///
/// The mark is 1/20 of the disk and at most 256 MiB; above 5/4 of it there is room again.
struct DiskRoom {
    /// Asked for how much room there is; nil if it cannot be told.
    private let space: () -> DiskSpace?
    private var lookedAt: Instant?
    private(set) var hasRoom = true
    /// What the warning that stands says; nil if none does.
    private(set) var warning: String?

    /// Watches the disk that has `directory`.
    init(of directory: String) {
        self.init { DiskSpace(of: directory) }
    }

    /// Watches what `space` says.
    init(space: @escaping () -> DiskSpace?) {
        self.space = space
    }

    /// Looks again, at most once a second.
    ///
    /// - Returns: whether there is room, if that has changed.
    mutating func look(at now: Instant) -> Bool? {
        if let lookedAt, now < lookedAt + Self.pause { return nil }
        lookedAt = now
        // What cannot be told stops nothing: a write that fails says so.
        guard let space = space() else { return nil }
        let low = min(space.whole / 20, Self.lowMax)
        let isRoom = space.free >= (hasRoom ? low : low + low / 4)
        guard isRoom != hasRoom else { return nil }
        hasRoom = isRoom
        if !isRoom {
            warning =
                "the disk has \(ByteCount.shown(space.free)) left: nothing of others is taken in; fix: "
                + "make room, then it goes on by itself"
        }
        return isRoom
    }

    /// When to look again although nothing happens; nil while there is room.
    var deadline: Instant? { hasRoom ? nil : lookedAt.map { $0 + Self.pauseWithout } }

    private static let pause: Duration = .seconds(1)
    private static let pauseWithout: Duration = .seconds(5)
    private static let lowMax: UInt64 = 256 << 20
}
