import API
import Domain

extension FuzzTarget {
    /// Heads of HTTP requests. The lines are method and target, `Range`, `Prefer`.
    static let request = FuzzTarget(
        name: "request", about: "targets and fields of HTTP requests: ranges lie within their file",
        seeds: {
            [
                "GET /v1/bookmarks?q=%23crdt+in:friends&limit=20\nbytes=0-99\nwait=5, peers=2",
                "POST /v1/tags/a%2Fb:rename\nbytes=-5\nwait=\"1\"; a=b",
                "HEAD /pinboard/posts/all?a\n",
            ].map { Array($0.utf8) }
        },
        run: { bytes in
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            let words = (lines.first ?? "").split(separator: " ", maxSplits: 1)
            let target = words.last.map { $0.split(separator: "?", maxSplits: 1) } ?? []
            let path = String(target.first ?? "")
            if let parameters = try? Parameters(String(target.dropFirst().first ?? "")) {
                for name in parameters.names { _ = try? parameters.number(name, in: 0...9) }
            }
            if case .found(_, let names) = Routing.find(String(words.first ?? ""), path) {
                for value in names.values
                where PercentText.decode(PercentText.encode(value)) != value {
                    return "a name in a path is written as another one"
                }
            }
            for size in [0, 1, 100, .max / 2] where lines.count > 1 {
                guard case .part(let range) = ByteRange(lines[1], of: size) else { continue }
                guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= size else {
                    return "\(range) of \(size) bytes"
                }
            }
            if let wait = WaitPreference(Array(lines.dropFirst(2))) {
                guard 0...WaitPreference.secondsMax ~= wait.seconds, wait.peers > 0 else {
                    return wait.applied
                }
            }
            return nil
        })

    /// Searches, which people type and shared collections carry.
    static let search = FuzzTarget(
        name: "search", about: "searches: the one spelling of a search means the same",
        seeds: {
            [
                "#crdt in:friends -\"a b\" (by:@ben OR kind:outfit) after:2026-01-31",
                "age:>3w price:<20EUR near:48.85,2.29,5 worn:>3 site:a.example likes:>2 size:l",
                "cost:<5EUR sort:added is:unread in:group:lab comment:\"x\" page:https://a.example",
            ].map { Array($0.utf8) }
        },
        run: { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            guard case .success(let query) = SearchQuery.parse(text) else { return nil }
            guard case .success(let again) = SearchQuery.parse(query.spelled) else {
                return "the spelling is refused"
            }
            return again == query ? nil : "the spelling means something else"
        })
}
