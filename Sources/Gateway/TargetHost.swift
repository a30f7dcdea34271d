import NIOHTTP1

extension HTTPRequestHead {
    /// The host that stands in the target comes to stand in a field, too, and of an address only what is
    /// behind the host is left in the target. So who judges the fields judges it as well: a target in absolute
    /// form overrides them (RFC 9112, section 3.2.2), and one that differs from them makes two hosts of one.
    ///
    ///     /v1/tags               origin form: names no host
    ///     *                      asterisk form: names none
    ///     http://HOST/v1/tags    absolute form
    ///     HOST                   authority form; here also an address of another scheme, which is no host
    mutating func spellOutHost() {
        guard !uri.hasPrefix("/"), uri != "*" else { return }
        var host = Substring(uri)
        if uri.lowercased().hasPrefix("http://") {
            let address = uri.dropFirst("http://".count)
            host = address.prefix { !"/?#".contains($0) }
            let rest = address[host.endIndex...]
            uri = rest.hasPrefix("/") ? String(rest) : "/" + rest
        }
        if headers["Host"].map({ $0.lowercased() }) != [host.lowercased()] {
            headers.add(name: "Host", value: String(host))
        }
    }
}
