/// Formats counts with a noun.
package enum Counted {
    /// Formats `1 link`, `2 links`; the noun's plural must end in an s.
    package static func words(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
