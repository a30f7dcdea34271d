import Simulator

/// The results of gossip, in words.
enum GossipTally {
    static func text(_ report: GossipTrial.Report) -> String {
        let most = report.hops.indices.last ?? 0
        let (half, rare) = (report.hops(percent: 50), report.hops(percent: 99))
        return """
            \(report.nodes) nodes, \(report.links) links, \(report.deltas) deltas, \
            \(report.lost) runs lost with their link
            hops: p50 \(half), p99 \(rare), max \(most), of \(GossipTrial.Report.hopsMax) at most
            redundant: \(report.redundant) deliveries beside \(report.needed) needed, \
            \(ratio(report.redundant, to: report.needed)), \
            of \(ratio(GossipTrial.Report.redundantMaxPercent, to: 100)) at most
            told what is held: \(report.frontiers) messages, \
            \(ratio(report.frontiers, to: report.needed))
            missed: \(report.missed)
            """
    }

    // Rounded up, so that a value above the limit never looks as if it were within it.
    private static func ratio(_ part: Int, to whole: Int) -> String {
        let hundredths = whole > 0 ? (part * 100 + whole - 1) / whole : 0
        let digits = String(hundredths % 100)
        return "\(hundredths / 100).\(digits.count < 2 ? "0" : "")\(digits)"
    }
}
