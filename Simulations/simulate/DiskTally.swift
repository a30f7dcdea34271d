import Primitives
import Simulator

/// The results of failing disks, in words.
enum DiskTally {
    static func text(_ report: CrashPoints.Report, took time: Duration) -> String {
        let count = report.calls.reduce(0) { $0 + $1.count }
        return """
            calls: \(count) (\(Summary.words(report.calls)))
            power: \(report.cuts) losses; sectors \(Summary.words(report.sectors))
            errors: \(report.errors) runs, in \(report.refused) of them a step or a start failed
            \(seconds(time)) CPU-seconds
            \(report.broken.count) lost, damaged or half done
            """
    }

    static func text(_ reports: [PowerCuts.Report], took time: Duration) -> String {
        let cuts = reports.reduce(0) { $0 + $1.cuts }
        let sectors = reports.reduce([]) { Summary.sum($0, $1.sectors) }
        let minutes = max(Double(time.nanoseconds) / 6e10, 1e-9)
        return """
            \(cuts) power cuts in \(reports.count) worlds, \
            \(reports.reduce(0) { $0 + $1.steps }) steps; sectors \(Summary.words(sectors))
            \(seconds(time)) CPU-seconds: \(Int(Double(cuts) / minutes)) power cuts a CPU-minute
            \(reports.reduce(0) { $0 + $1.broken.count }) lost, damaged or half done
            """
    }

    static func text(_ report: BitRot.Report) -> String {
        """
        \(report.flips) bits: harmless \(report.harmless), refused by the store \
        \(report.refused), found by SQLite's check \(report.foundByCheck), taken for an earlier \
        end of the log \(report.wentBack), unseen \(report.unseen)
        """
    }

    private static func seconds(_ time: Duration) -> String {
        let tenths = time.nanoseconds / 100_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
