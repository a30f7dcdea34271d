import Primitives
import Simulator

/// The sums of all canvas trials.
struct CanvasTally {
    private var passed = 0
    private(set) var failed = 0
    private var ofOnePerson = 0
    private var ofThree = 0
    private var edits = 0
    private var contested = 0
    private var crashes = 0
    private var layers = 0

    /// Adds one seed.
    mutating func add(_ report: CanvasTrial.Report) {
        if report.broken == nil { passed += 1 } else { failed += 1 }
        if report.isOfOnePerson { ofOnePerson += 1 }
        if report.nodes > 2 { ofThree += 1 }
        edits += report.edits
        contested += report.contested
        crashes += report.crashes
        layers += report.layers
    }

    func text(took time: Duration) -> String {
        let trials = passed + failed
        let each = trials > 0 ? Int(time.nanoseconds / 1_000_000) / trials : 0
        return """
            \(trials) canvases, \(ofOnePerson) at machines of one person, \(ofThree) by three nodes
            \(edits) edits, \(contested) aspects said by several at once, \(crashes) crashes, \
            \(layers) layers in the end
            \(each) CPU-milliseconds a canvas
            \(passed) passed, \(failed) failed
            """
    }
}
