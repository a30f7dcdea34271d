/// Opening hours, in the notation of OpenStreetMap.
///
///     hours  := "24/7" | rule ("; " rule)*
///     rule   := days " " (times | "off") | times
///     days   := day ("-" day)? ("," …)*       mo tu we th fr sa su, ph for public holidays
///     times  := time "-" time ("," …)*        00:00 to 24:00; 22:00-02:00 crosses midnight
///
/// - Source: wiki.openstreetmap.org/wiki/Key:opening_hours, the subset that people write by hand.
package enum OpeningHours {
    /// Returns the canonical spelling of `raw`: lower case, two digits each, `9-18` as `09:00-18:00`.
    package static func parse(_ raw: String) -> Result<String, Problem> {
        let text = raw.lowercased()
        if text.filter({ $0 != " " }) == "24/7" { return .success("24/7") }
        var rules: [String] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            guard let rule = rule(part) else { return .failure(refusal(raw, part)) }
            rules.append(rule)
        }
        let spelled = rules.joined(separator: "; ")
        guard spelled.utf8.count <= Limits.detailBytesMax else {
            return .failure(
                Problem(
                    .invalidValue,
                    "hours: \(Problem.quote(raw)) is longer than \(Limits.detailBytesMax) bytes",
                    fix: "group days with the same hours: mo-fr 09:00-18:00"))
        }
        return .success(spelled)
    }

    private static let days = ["mo", "tu", "we", "th", "fr", "sa", "su"]

    private static func refusal(_ raw: String, _ part: Substring) -> Problem {
        let isWhole = part.utf8.count == raw.utf8.count
        return Problem(
            .invalidValue,
            isWhole
                ? "hours: \(Problem.quote(raw)) has no times"
                : "hours: \(Problem.quote(String(part))) in \(Problem.quote(raw)) has no times",
            fix: "write days and times: mo-fr 09:00-18:00; sa 10:00-14:00; su off")
    }

    private static func rule(_ part: Substring) -> String? {
        // Spaces after a comma or around a dash have no meaning.
        var words: [String] = []
        for word in part.split(separator: " ") {
            if let last = words.last, joins(last.utf8.last) || joins(word.utf8.first) {
                words[words.count - 1] = last + word
            } else {
                words.append(String(word))
            }
        }
        switch words.count {
        case 1: return times(words[0])
        case 2:
            guard let days = days(words[0]) else { return nil }
            if words[1] == "off" { return days + " off" }
            return times(words[1]).map { days + " " + $0 }
        default: return nil
        }
    }

    private static func joins(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "-")
    }

    private static func days(_ word: String) -> String? {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        let isKnown = parts.allSatisfy { part in
            if part == "ph" { return true }
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            return (1...2).contains(ends.count) && ends.allSatisfy { days.contains(String($0)) }
        }
        return isKnown ? word : nil
    }

    private static func times(_ word: String) -> String? {
        var spans: [String] = []
        for part in word.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let start = time(ends[0]), let end = time(ends[1]),
                start != end, start < 1440
            else { return nil }
            spans.append("\(spelled(start))-\(spelled(end))")
        }
        return spans.joined(separator: ",")
    }

    // Returns the minutes since midnight.
    private static func time(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            (1...2).contains(parts[0].utf8.count), let hour = Int(parts[0])
        else { return nil }
        guard parts.count == 2 else { return hour <= 24 ? hour * 60 : nil }
        guard parts[1].utf8.count == 2, let minute = Int(parts[1]), minute < 60 else { return nil }
        let time = hour * 60 + minute
        return time <= 1440 ? time : nil
    }

    private static func spelled(_ minutes: Int) -> String {
        let digits = { (number: Int) in String(String(100 + number).dropFirst()) }
        return "\(digits(minutes / 60)):\(digits(minutes % 60))"
    }
}
