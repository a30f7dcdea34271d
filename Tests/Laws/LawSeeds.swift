import Foundation

/// The seeds with which a law is tried: few before each change, many and new ones in a soak.
///
/// `scripts/soak` sets `WEFT_FIRST_SEED` to a number that it draws from the commit. Then a law is tried
/// with all its usual seeds and with as many behind that number, so no two commits try the same.
/// `scripts/try`, which sets `WEFT_ROOM`, asks for an answer within a minute: a quarter of the usual ones.
package enum LawSeeds {
    /// The variable that a soak sets.
    package static let variable = "WEFT_FIRST_SEED"

    /// Where a soak begins; nil in a run before a change.
    ///
    /// A soak that names no number would silently be a small one, so that stops the tests.
    package static let firstOfSoak: UInt64? = {
        guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else {
            return nil
        }
        guard let first = UInt64(text), (1...UInt64(1) << 48).contains(first) else {
            preconditionFailure("\(variable)=\(text) is not a number from 1 to 2^48")
        }
        return first
    }()

    /// Whether one room is tried while somebody writes in it.
    static let inRoom = ProcessInfo.processInfo.environment["WEFT_ROOM"]?.isEmpty == false

    /// A quarter of `usual`, but two if there are two: some laws take odd seeds apart from even ones.
    static func fewer(than usual: UInt64) -> UInt64 { max(min(2, usual), usual / 4) }

    /// The seeds 1 to `usual`, in a room a quarter of them; in a soak 1 to `soak`, and `soak` more from
    /// the soak's first seed on.
    ///
    /// - Parameters:
    ///   - usual: how many a change is tried with, at least 1.
    ///   - soak: how many a soak tries twice over, at least `usual`.
    package static func seeds(_ usual: UInt64, soak: UInt64) -> [UInt64] {
        seeds(
            inRoom && firstOfSoak == nil ? fewer(than: usual) : usual, soak: soak,
            from: firstOfSoak)
    }

    /// How many of a fixed list of cases are tried: `usual` before a change, a quarter in a room, `soak` in
    /// a soak.
    package static func count(_ usual: Int, soak: Int) -> Int {
        guard firstOfSoak == nil else { return soak }
        return inRoom ? Int(fewer(than: UInt64(usual))) : usual
    }

    static func seeds(_ usual: UInt64, soak: UInt64, from first: UInt64?) -> [UInt64] {
        precondition(usual >= 1 && soak >= usual, "a soak tries at least the usual seeds")
        guard let first else { return Array(1...usual) }
        // Small seeds are tried already.
        let start = max(first, soak + 1)
        return Array(1...soak) + Array(start..<start + soak)
    }
}
