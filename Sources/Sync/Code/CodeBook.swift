import Domain
import Primitives
import Sodium
import Wire

/// The short codes of this node. In memory alone: a code that was read out before a restart is worthless
/// after it.
struct CodeBook {
    struct Entry {
        let code: ShortCode
        let until: Instant
        let expiresAt: WallTime
        /// Never `expired`: see `state(at:)`.
        fileprivate(set) var ending: IssuedCode.State?
        fileprivate(set) var met: Meeting?
        /// The number of links that have begun a run by this code.
        fileprivate var calls = 0

        func state(at now: Instant) -> IssuedCode.State {
            ending ?? (now < until ? .open : .expired)
        }
    }

    /// Oldest first. Ended codes stay for a while, so that a late joiner is told why.
    private(set) var entries: [Entry] = []
    private var entropy: Entropy

    init(entropy: Entropy) {
        self.entropy = entropy
    }

    /// Makes a code that is open from now on.
    ///
    /// - Returns: nil if the limit of open codes is reached.
    mutating func make(at now: Instant, wall: WallTime) -> Entry? {
        forget(at: now)
        if entries.count >= SyncLimits.codesMax {
            guard let over = entries.firstIndex(where: { $0.state(at: now) != .open }) else {
                return nil
            }
            entries.remove(at: over)
        }
        var code = ShortCode(chance: entropy.bytes8())
        while find(code.number) != nil { code = ShortCode(chance: entropy.bytes8()) }
        return add(code, at: now, wall: wall)
    }

    /// Adds a given code that is open from now on.
    @discardableResult
    mutating func add(_ code: ShortCode, at now: Instant, wall: WallTime) -> Entry {
        let lifetime = SyncLimits.codeLifetime
        let entry = Entry(
            code: code, until: now + lifetime,
            expiresAt: WallTime(
                milliseconds: wall.milliseconds + UInt64(lifetime.components.seconds) * 1000))
        entries.append(entry)
        return entry
    }

    /// Deletes entries that ended so long ago that nobody uses them any more.
    mutating func forget(at now: Instant) {
        entries.removeAll { now >= $0.until + SyncLimits.codeLifetime }
    }

    /// The entry with this number; nil if none is remembered.
    func find(_ number: UInt16) -> Entry? { entries.first { $0.code.number == number } }

    /// The numbers of all remembered codes, since a request for an ended one is answered too.
    var numbers: [UInt16] { entries.map(\.code.number) }

    /// Counts a run that begins. Too many burn the code: each costs a millisecond, and an honest joiner needs
    /// one.
    ///
    /// - Returns: Whether the run may begin.
    mutating func begins(_ code: ShortCode) -> Bool {
        guard let index = index(of: code) else { return false }
        entries[index].calls += 1
        if entries[index].calls > SyncLimits.codeCallsMax { entries[index].ending = .burnt }
        return entries[index].ending == nil
    }

    /// Burns the code after a wrong guess.
    mutating func burn(_ code: ShortCode) {
        guard let index = index(of: code) else { return }
        entries[index].ending = .burnt
    }

    /// Marks the code as used.
    mutating func use(_ code: ShortCode, by met: Meeting) {
        guard let index = index(of: code) else { return }
        entries[index].ending = .used
        entries[index].met = met
    }

    /// Deletes the code as if it had never been made; false if there is none.
    mutating func remove(_ number: UInt16) -> Bool {
        guard let entry = find(number), let index = index(of: entry.code) else { return false }
        entries.remove(at: index)
        return true
    }

    private func index(of code: ShortCode) -> Int? { entries.firstIndex { $0.code == code } }
}

/// A link over which a peer has sent hello by a code.
struct CodeVisit {
    let code: ShortCode
    let inviter: CodeInviter
    var buffer = FrameBuffer()
}
