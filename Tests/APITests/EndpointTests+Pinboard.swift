import API

// What Pinboard's clients send.
extension EndpointTests {
    static let pinboard: [any ServedEndpoint & Sendable] = [
        PinboardUpdate(), add, PinboardAdd(),
        with(PinboardDelete()) { $0.url = "https://a.example/" },
        with(PinboardGet()) { ($0.tagged.tag, $0.dt, $0.url) = ("a b", "2026-11-21", "u:") },
        with(PinboardRecent()) { ($0.tagged.tags, $0.count) = ("a+b", 100) },
        with(PinboardDates()) { $0.tagged.tag = "a" },
        with(PinboardAll()) {
            ($0.tagged.tags, $0.start, $0.results) = ("a b", 2, 3)
            ($0.fromdt, $0.todt, $0.toread) = ("2026-11-21T04:06:43Z", "2026-11-22", "yes")
        },
        with(PinboardSuggest()) { $0.url = "https://a.example/?q=1&r=2" },
        with(PinboardTags()) { $0.format = "json" },
        with(PinboardTagDelete()) { $0.tag = "a/b" },
        with(PinboardTagRename()) { ($0.old, $0.new) = ("a", "b c") },
        PinboardSecret(), PinboardToken(), PinboardNotes(),
    ]

    private static var add: PinboardAdd {
        with(PinboardAdd()) {
            ($0.url, $0.description, $0.extended) = ("https://a.example/", "t", "n\n\n")
            ($0.tags, $0.dt) = ("a b", "2026-11-21T04:06:43Z")
            ($0.replace, $0.shared, $0.toread, $0.format) = ("no", "yes", "no", "json")
        }
    }

    private static func with<Sent>(_ endpoint: Sent, _ change: (inout Sent) -> Void) -> Sent {
        var changed = endpoint
        change(&changed)
        return changed
    }
}
