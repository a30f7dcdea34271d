import Foundation

/// The seeds with which a law is tested: few before each change, many and new ones in a soak.
///
/// `scripts/soak` sets `WEFT_FIRST_SEED` to a number derived from the commit. Then a law is tested with all its usual
/// seeds and with as many from that number on, so no two commits test the same. `scripts/try`, which sets `WEFT_ROOM`,
/// needs a result within a minute: it uses a quarter of the usual seeds.
package enum LawSeeds {
    /// The environment variable that a soak sets.
    package static let variable = "WEFT_FIRST_SEED"

    /// The first seed of a soak; nil in a run before a change.
    ///
    /// An invalid number would silently make a soak a small run, so it stops the tests.
    package static let firstOfSoak: UInt64? = {
        guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else {
            return nil
        }
        guard let first = UInt64(text), (1...UInt64(1) << 48).contains(first) else {
            preconditionFailure("\(variable)=\(text) is not a number from 1 to 2^48")
        }
        return first
    }()

    /// Whether one target is tested while somebody works on it.
    static let inRoom = ProcessInfo.processInfo.environment["WEFT_ROOM"]?.isEmpty == false

    /// Returns a quarter of `usual`, but at least two if there are two: some laws treat odd and even seeds differently.
    static func fewer(than usual: UInt64) -> UInt64 { max(min(2, usual), usual / 4) }

    /// Returns the seeds 1 to `usual`, a quarter of them with `WEFT_ROOM`; in a soak 1 to `soak`, and `soak` more from
    /// the soak's first seed on.
    ///
    /// - Parameters:
    ///   - usual: the number before a change, at least 1.
    ///   - soak: the number that a soak runs twice over, at least `usual`.
    package static func seeds(_ usual: UInt64, soak: UInt64) -> [UInt64] {
        seeds(
            inRoom && firstOfSoak == nil ? fewer(than: usual) : usual, soak: soak,
            from: firstOfSoak)
    }

    /// Returns how many of a fixed list of cases are tested: `usual` before a change, a quarter with `WEFT_ROOM`,
    /// `soak` in a soak.
    package static func count(_ usual: Int, soak: Int) -> Int {
        guard firstOfSoak == nil else { return soak }
        return inRoom ? Int(fewer(than: UInt64(usual))) : usual
    }

    static func seeds(_ usual: UInt64, soak: UInt64, from first: UInt64?) -> [UInt64] {
        precondition(usual >= 1 && soak >= usual, "a soak tries at least the usual seeds")
        guard let first else { return Array(1...usual) }
        // Small seeds are tested already.
        let start = max(first, soak + 1)
        return Array(1...soak) + Array(start..<start + soak)
    }
}
