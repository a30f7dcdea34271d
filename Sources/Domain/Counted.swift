/// How many of what, in words for a person.
package enum Counted {
    /// `1 link`, `2 links`: of a noun whose plural ends in an s.
    package static func words(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
