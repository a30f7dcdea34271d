import Domain
import Primitives
import Sodium
import Wire

/// The short codes that this node takes somebody by. In memory alone: what was read out before a
/// restart is good for nothing after it.
struct CodeBook {
    struct Entry {
        let code: ShortCode
        let until: Instant
        let expiresAt: WallTime
        /// Never `expired`: see `state(at:)`.
        fileprivate(set) var ending: GivenCode.State?
        fileprivate(set) var met: Meeting?
        /// Links that have begun a run by it.
        fileprivate var calls = 0

        func state(at now: Instant) -> GivenCode.State {
            ending ?? (now < until ? .open : .expired)
        }
    }

    /// Oldest first; what is over stays for a while, so that whoever comes late is told why.
    private(set) var entries: [Entry] = []
    private var entropy: Entropy

    init(entropy: Entropy) {
        self.entropy = entropy
    }

    /// A code that is open from now on.
    ///
    /// - Returns: nil if as many are open as may be.
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

    /// The same for a code that was chosen.
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

    /// Forgets what has been over for so long that nobody comes by it any more.
    mutating func forget(at now: Instant) {
        entries.removeAll { now >= $0.until + SyncLimits.codeLifetime }
    }

    /// The one with this number; nil if none is remembered.
    func find(_ number: UInt16) -> Entry? { entries.first { $0.code.number == number } }

    /// Numbers of all that are remembered: whoever asks for one that is over is told so.
    var numbers: [UInt16] { entries.map(\.code.number) }

    /// Counts a run that begins; too many, and the code is burnt: each costs a millisecond, and who
    /// means well needs one.
    ///
    /// - Returns: whether it may begin.
    mutating func begins(_ code: ShortCode) -> Bool {
        guard let index = index(of: code) else { return false }
        entries[index].calls += 1
        if entries[index].calls > SyncLimits.codeCallsMax { entries[index].ending = .burnt }
        return entries[index].ending == nil
    }

    /// Somebody has guessed wrongly.
    mutating func burn(_ code: ShortCode) {
        guard let index = index(of: code) else { return }
        entries[index].ending = .burnt
    }

    /// Somebody has come by it.
    mutating func use(_ code: ShortCode, by met: Meeting) {
        guard let index = index(of: code) else { return }
        entries[index].ending = .used
        entries[index].met = met
    }

    /// As if it had never been; false if there is none.
    mutating func remove(_ number: UInt16) -> Bool {
        guard let entry = find(number), let index = index(of: entry.code) else { return false }
        entries.remove(at: index)
        return true
    }

    private func index(of code: ShortCode) -> Int? { entries.firstIndex { $0.code == code } }
}

/// A link of somebody who has said hello by a code.
struct CodeVisit {
    let code: ShortCode
    let inviter: CodeInviter
    var buffer = FrameBuffer()
}
