extension Service {
    /// Whether a client that sends this in `If-None-Match` has what this tag is of. Weakly compared, as RFC 9110,
    /// section 13.1.2, has it.
    static func names(_ tag: String, in header: String?) -> Bool {
        for part in (header ?? "").split(separator: ",") {
            let name = String(part.filter { !$0.isWhitespace })
            if name == "*" || name == tag || name == "W/" + tag { return true }
        }
        return false
    }
}
