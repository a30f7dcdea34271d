import Primitives
import Simulator

/// One line of the table: a seed and its outcome.
enum Row {
    static let head =
        "seed  nodes  steps     KiB     agreed  verdict  digest            faults and options"

    static func text(_ verdict: Verdict) -> String {
        let faults = verdict.faults.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
        let agreed = verdict.settledAfter.map { "\($0.nanoseconds / 1_000_000_000)s" } ?? "-"
        return [
            padded("\(verdict.seed)", 4), padded("\(verdict.nodes)", 5),
            padded("\(verdict.steps)", 8), padded("\(verdict.bytes / 1024)", 6),
            padded(agreed, 6), padded(verdict.broken == nil ? "passed" : "FAILED", 7),
            digest(verdict),
            "[\(faults)] \(verdict.options)",
        ].joined(separator: "  ")
    }

    /// One line with everything needed to reproduce the failure.
    static func broken(_ verdict: Verdict, _ broken: BrokenClaim, again: String) -> String {
        """
        FAILED seed=\(verdict.seed) commit=\(Commit.name) claim="\(broken.claim)" \
        found="\(broken.detail)" options="\(verdict.options)" again="\(again) --trace"
        """
    }

    /// Enough of the digest to tell two runs apart.
    static func digest(_ verdict: Verdict) -> String {
        verdict.digest.bytes.prefix(8).map(hex).joined()
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    private static func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16)
        return byte < 16 ? "0" + text : text
    }
}
