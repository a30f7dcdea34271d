extension String {
    /// As many of its first characters as fit into so many bytes of UTF-8; of one character that does not
    /// fit, which may have any number of marks, its beginning.
    package func cut(toBytes most: Int) -> String {
        var cut = self
        while cut.utf8.count > most { cut.removeLast() }
        guard cut.isEmpty else { return cut }
        var scalars = unicodeScalars
        while String(scalars).utf8.count > most { scalars.removeLast() }
        return String(scalars)
    }
}
