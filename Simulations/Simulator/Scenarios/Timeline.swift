import Primitives

/// A chronicle as an HTML page: a column for each node, time downwards, messages as arrows. It is
/// one file without external resources; long ones are shown in windows, the last one first.
package struct Timeline {
    private let chronicle: Chronicle
    private let title: String
    private let subtitle: String

    /// The most entries on a page; the last ones are shown.
    package static let entriesMax = 20_000

    /// Creates a page of `chronicle`.
    package init(_ chronicle: Chronicle, title: String, subtitle: String) {
        self.chronicle = chronicle
        self.title = title
        self.subtitle = subtitle
    }

    /// The page.
    package var html: String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>\(ConvergencePlot.escaped(title))</title>
        <style>
        \(TimelinePage.style)
        </style></head><body>
        <h1>\(ConvergencePlot.escaped(title))</h1>
        <p>\(ConvergencePlot.escaped(subtitle))</p>
        \(TimelinePage.controls)
        <script type="application/json" id="story">\(story)</script>
        <script>
        \(TimelinePage.script)
        </script></body></html>

        """
    }

    // The entries, as JSON in which no tag can end.
    private var story: String {
        let entries = chronicle.entries.suffix(Self.entriesMax)
        let dropped = chronicle.dropped + chronicle.entries.count - entries.count
        let rows = entries.map { entry in
            let numbers = [
                String(entry.at.nanoseconds / 1000), entry.node.map(String.init) ?? "-1",
                entry.other.map(String.init) ?? "-1",
                entry.arrival.map { String($0.nanoseconds / 1000) } ?? "-1",
            ]
            return "[\(numbers.joined(separator: ",")),\(Self.quoted(entry.kind.rawValue)),"
                + "\(Self.quoted(entry.text))]"
        }
        let names = chronicle.names.map(Self.quoted).joined(separator: ",")
        return "{\"names\":[\(names)],\"dropped\":\(dropped),\"rows\":[\n"
            + rows.joined(separator: ",\n") + "\n]}"
    }

    // Quotes text as JSON without any characters that are special in HTML.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "<", ">", "&", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
