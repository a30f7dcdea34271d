/// The forms of `/save` that were shown and not sent yet: each is sent once.
///
/// The token that opens a form stands in a bookmark, where the page that is shown can read it. The one that sends it
/// stands in the form alone, which no other page can read.
actor OpenForms {
    /// The oldest first.
    private var keys: [String] = []

    /// One more is shown; of too many the oldest counts no more.
    ///
    /// - Returns: the key by which it is sent: 128 bits of the system's.
    func open() -> String {
        let key = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }
            .joined(separator: "-")
        keys.append(key)
        keys.removeFirst(max(0, keys.count - GatewayLimits.formsOpenMax))
        return key
    }

    /// It is sent: whether it was open. It is not any more.
    func close(_ key: String) -> Bool {
        guard let index = keys.firstIndex(of: key) else { return false }
        keys.remove(at: index)
        return true
    }
}
