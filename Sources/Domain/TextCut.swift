extension String {
    /// Returns as many leading characters as fit into `most` bytes of UTF-8; if the first does not fit, because it may
    /// have any number of marks, a prefix of its scalars.
    package func cut(toBytes most: Int) -> String {
        var cut = self
        while cut.utf8.count > most { cut.removeLast() }
        guard cut.isEmpty else { return cut }
        var scalars = unicodeScalars
        while String(scalars).utf8.count > most { scalars.removeLast() }
        return String(scalars)
    }
}
