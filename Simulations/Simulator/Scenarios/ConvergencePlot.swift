import Primitives

/// A picture of how the nodes of a world converged: above, the share of them that held everything;
/// below, bytes per second; both over world time.
package struct ConvergencePlot {
    private let samples: [AgreementWatch.Sample]
    private let title: String

    // Size of the picture and position of the two frames, in its units.
    private static let (width, height) = (860.0, 470.0)
    private static let (left, right) = (70.0, 825.0)
    private static let share = (top: 50.0, bottom: 230.0)
    private static let traffic = (top: 280.0, bottom: 420.0)
    /// More points than this are merged.
    private static let pointsMax = 700

    /// Creates a picture of `samples`, which are ordered by time.
    package init(_ samples: [AgreementWatch.Sample], title: String) {
        self.samples = Self.thinned(samples)
        self.title = title
    }

    /// The picture as a complete SVG document.
    package var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(Self.width)) \
        \(Self.number(Self.height))" role="img" aria-labelledby="title">
        <title id="title">\(Self.escaped(title)): who agrees, and bytes a second, over time</title>
        <style>
        svg { background: #fff; color: #222; font: 13px sans-serif }
        text { fill: currentColor }
        .frame { fill: none; stroke: currentColor; stroke-opacity: .35 }
        .grid { stroke: currentColor; stroke-opacity: .12 }
        .share { fill: none; stroke: #0a6; stroke-width: 2 }
        .traffic { fill: #36c; fill-opacity: .25; stroke: #36c; stroke-width: 1.5 }
        @media (prefers-color-scheme: dark) {
        svg { background: #16181c; color: #e6e6e6 }
        .share { stroke: #3d9 }
        .traffic { fill: #79f; stroke: #79f }
        }
        </style>
        <text x="\(Self.number(Self.left))" y="28" font-size="16">\(Self.escaped(title))</text>
        \(shareFrame)
        \(trafficFrame)
        </svg>

        """
    }

    // MARK: Frames

    private var shareFrame: String {
        let points = samples.map { sample in
            let share = sample.pairs == 0 ? 1 : Double(sample.agreed) / Double(sample.pairs)
            return (sample.at, share)
        }
        let labels = [(0, "0 %"), (0.25, "25 %"), (0.5, "50 %"), (0.75, "75 %"), (1, "100 %")]
        return frame(Self.share, labels, axis: "machines that hold all")
            + "\n<polyline class=\"share\" points=\"\(line(points, most: 1, Self.share))\"/>"
    }

    private var trafficFrame: String {
        let most = Self.roundUp(samples.map(\.bytesPerSecond).max() ?? 0)
        let points = samples.map { ($0.at, Double($0.bytesPerSecond)) }
        let labels = [0, 0.5, 1].map { ($0, Self.bytes(Double(most) * $0)) }
        let bottom = Self.number(Self.traffic.bottom)
        let outline = line(points, most: Double(most), Self.traffic)
        let ends =
            points.isEmpty
            ? ""
            : " \(Self.number(x(points[points.count - 1].0))),\(bottom)"
                + " \(Self.number(x(points[0].0))),\(bottom)"
        return frame(Self.traffic, labels, axis: "bytes a second") + "\n"
            + "<polygon class=\"traffic\" points=\"\(outline)\(ends)\"/>\n" + timeLabels
    }

    private func frame(
        _ place: (top: Double, bottom: Double), _ labels: [(Double, String)], axis: String
    ) -> String {
        let (left, right) = (Self.number(Self.left), Self.number(Self.right))
        let height = place.bottom - place.top
        var parts = [
            """
            <rect class="frame" x="\(left)" y="\(Self.number(place.top))" \
            width="\(Self.number(Self.right - Self.left))" height="\(Self.number(height))"/>
            """,
            """
            <text x="\(left)" y="\(Self.number(place.top - 6))" fill-opacity=".75">\(axis)</text>
            """,
        ]
        for (share, label) in labels {
            let y = Self.number(place.bottom - share * height)
            parts.append(
                "<line class=\"grid\" x1=\"\(left)\" x2=\"\(right)\" y1=\"\(y)\" y2=\"\(y)\"/>")
            parts.append(
                """
                <text x="\(Self.number(Self.left - 8))" y="\(y)" dy="4" \
                text-anchor="end">\(label)</text>
                """)
        }
        return parts.joined(separator: "\n")
    }

    private var timeLabels: String {
        let last = samples.last?.at ?? .zero
        let parts = (0...4).map { quarter in
            let at = last * quarter / 4
            return """
                <text x="\(Self.number(x(at)))" y="\(Self.number(Self.traffic.bottom + 18))" \
                text-anchor="middle">\(Self.clock(at))</text>
                """
        }
        let middle = Self.number((Self.left + Self.right) / 2)
        return parts.joined(separator: "\n")
            + "\n<text x=\"\(middle)\" y=\"\(Self.number(Self.height - 12))\" "
            + "text-anchor=\"middle\" fill-opacity=\".75\">time of the world</text>"
    }

    // MARK: Points

    private func x(_ at: Duration) -> Double {
        let last = Double(samples.last?.at.nanoseconds ?? 0)
        let share = last > 0 ? Double(at.nanoseconds) / last : 0
        return Self.left + share * (Self.right - Self.left)
    }

    private func line(
        _ points: [(Duration, Double)], most: Double, _ place: (top: Double, bottom: Double)
    ) -> String {
        points.map { at, value in
            let share = most > 0 ? min(max(value / most, 0), 1) : 0
            let y = place.bottom - share * (place.bottom - place.top)
            return "\(Self.number(x(at))),\(Self.number(y))"
        }.joined(separator: " ")
    }

    // Takes the least agreement and the most bytes of each run of samples, so that outliers stay
    // visible.
    private static func thinned(_ all: [AgreementWatch.Sample]) -> [AgreementWatch.Sample] {
        let run = (all.count + pointsMax - 1) / pointsMax
        guard run > 1 else { return all }
        return stride(from: 0, to: all.count, by: run).compactMap { start in
            let part = all[start..<min(start + run, all.count)]
            let least = part.min {
                $0.agreed * max($1.pairs, 1) < $1.agreed * max($0.pairs, 1)
            }
            guard let least, let first = part.first else { return nil }
            return AgreementWatch.Sample(
                at: first.at, agreed: least.agreed, pairs: least.pairs,
                bytesPerSecond: part.map(\.bytesPerSecond).max() ?? 0)
        }
    }

    // MARK: Text

    // Rounds up to 1, 2 or 5 times a power of ten.
    private static func roundUp(_ value: Int) -> Int {
        var unit = 10
        while unit < 1_000_000_000_000 {
            for factor in [1, 2, 5] where unit * factor >= value { return unit * factor }
            unit *= 10
        }
        return value
    }

    private static func bytes(_ value: Double) -> String {
        if value >= 1_000_000 { return "\(number(value / 1_000_000)) MB" }
        return value >= 1000 ? "\(number(value / 1000)) kB" : "\(number(value)) B"
    }

    private static func clock(_ at: Duration) -> String {
        let seconds = at.nanoseconds / 1_000_000_000
        func two(_ value: UInt64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    // Formats with one decimal place, unless it is whole.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }

    /// Escapes text between tags.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
