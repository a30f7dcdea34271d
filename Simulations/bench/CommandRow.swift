/// Row 24: `weft status` from its start to its end, beside a running node.
enum CommandRow {
    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let node = try bench.node("dora")
        try node.start()
        defer { node.stop() }
        var times: [Double] = []
        for _ in 0..<bench.scale.commands {
            let watch = Stopwatch()
            let child = try Child([bench.program, "status"], variables: node.variables)
            let code = child.wait()
            times.append(watch.milliseconds)
            guard code == 0 else { throw BenchError("weft status ended with \(code)") }
        }
        let sample = Sample(times)
        return [
            BenchFigure(
                row: 24, what: "weft status, p50", figure: sample.median, unit: "ms",
                spread: "p95 \(Number.text(sample.p95)), \(sample.spread)", goal: .atMost(50))
        ]
    }
}
