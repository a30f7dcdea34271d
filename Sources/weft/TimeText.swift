import API
import Primitives

/// Times as people read them.
enum TimeText {
    /// `2026-11-21 12:24:19 UTC` for what the node calls `2026-11-21T12:24:19.000Z`; any other text
    /// as it is.
    static func shown(_ text: String) -> String {
        guard let time = Timestamp.time(text) else { return text }
        // Written anew, so that every offset becomes UTC: date 10, a mark, time 8.
        let whole = Timestamp.text(time)
        return "\(whole.prefix(10)) \(whole.dropFirst(11).prefix(8)) UTC"
    }

    /// The same in a table: programs get it as the node says it.
    static func shown(_ text: String, in form: Output.Form) -> String {
        form == .human ? shown(text) : text
    }
}
