import API
import Domain
import Interchange

// Tags as a Pinboard client has them.
extension Service {
    func suggestions(_ url: String?) async throws -> [String] {
        guard let url else {
            throw ProblemJSON(.badRequest, "url is missing", fix: "?url=https://...")
        }
        let ruled = try await ask(.query { .check(url: url, $0) }).tags
        var counts: [(name: String, count: Int)] = ruled.map { ($0, Int.max) }
        if let host = SiteHost.host(of: url) {
            for link in try await ownLinks([.site(host)], limit: Limits.pageMax).items {
                for tag in link.tags {
                    if let place = counts.firstIndex(where: { $0.name == tag }) {
                        if counts[place].count < Int.max { counts[place].count += 1 }
                    } else {
                        counts.append((tag, 1))
                    }
                }
            }
        }
        let best = counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        return best.prefix(Self.suggestionsMax).map { PinboardTag.spelled($0.name) }
    }

    func spelledTags() async throws -> [TagCount] {
        var spelled: [TagCount] = []
        for tag in try await tags() {
            let name = PinboardTag.spelled(tag.name)
            if let place = spelled.firstIndex(where: { $0.name == name }) {
                spelled[place].count += tag.count
            } else {
                spelled.append(TagCount(name: name, count: tag.count))
            }
        }
        return spelled
    }

    func deleteTag(_ tag: String?) async throws -> String {
        guard let tag else { return "missing tag" }
        for name in try await names(of: tag) {
            try await change(.removeTag(name))
        }
        return Self.done
    }

    func renameTag(_ old: String?, _ new: String?) async throws -> String {
        guard let old, let new else {
            return "missing old or new"
        }
        for name in try await names(of: old) {
            try await change(.renameTag(from: name, to: new))
        }
        return Self.done
    }

    // A tag that only others' links carry is none that could be changed.
    private func change(_ command: Command) async throws {
        let answer = await door.ask(.command(command))
        if case .rejected(let problem) = answer, problem.code != .notFound {
            throw ProblemJSON(problem)
        }
    }

    private func tags() async throws -> [TagCount] {
        try await ask(.query { .tags(prefix: "", limit: Int.max, $0) })
    }

    // The tags that a client calls so.
    func names(of spelled: String) async throws -> [String] {
        let folded = PinboardTag.folded(spelled)
        return try await tags().map(\.name).filter { PinboardTag.folded($0) == folded }
    }

    /// Most tags that are suggested for an address.
    private static let suggestionsMax = 10
}
