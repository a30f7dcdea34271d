import API
import Domain
import Interchange

// What is asked of the node for a Pinboard client.
extension Service {
    // What the tags ask for: up to three, each of which has to be there.
    func terms(_ tagged: PinboardTagged) async throws -> [SearchTerm] {
        let wanted = PinboardTag.names(in: tagged.text)
        guard !wanted.isEmpty else { return [] }
        guard wanted.count <= 3 else {
            throw ProblemJSON(.badRequest, "\(wanted.count) tags are asked for, at most three can")
        }
        var terms: [SearchTerm] = []
        for name in wanted {
            let known = try await names(of: name).first ?? name
            terms.append(.tag(TagName.fold(known), scope: .exact))
        }
        return terms
    }

    /// The own link with this address, first the one at home in `private`, else one in a group.
    func ownLink(_ url: String) async throws(ProblemJSON) -> Bookmark? {
        if let found = try await ask(.query { .check(url: url, $0) }).kept { return found }
        guard case .success(let seen) = try await door.answer(to: .query { .show(.url(url), $0) }),
            seen.author.isMe, !seen.isTrashed
        else { return nil }
        return seen
    }

    func ownLinks(
        _ terms: [SearchTerm], limit: Int, sort: SortOrder = .added, after cursor: String? = nil
    ) async throws -> ListPage {
        let all = ([SearchTerm.by(.me)] + terms).map { SearchExpression.term($0) }
        let query = SearchQuery(all.count == 1 ? all[0] : .all(all)).spelled
        let wanted = ListRequest(
            query: query, sort: sort, limit: limit, cursor: cursor, kind: .link)
        return try await ask(.query { .list(wanted, $0) })
    }

    // All of them, the latest first, a page at a time.
    func links(_ terms: [SearchTerm]) -> AsyncThrowingStream<Bookmark, any Error> {
        let pages = Pages { cursor in
            try await self.ownLinks(terms, limit: Limits.pageMax, after: cursor)
        }
        return AsyncThrowingStream { try await pages.next() }
    }
}

/// Links one by one, of which the node tells a page at a time.
private actor Pages {
    private let page: @Sendable (_ cursor: String?) async throws -> ListPage
    private var items: ArraySlice<Bookmark> = []
    private var cursor: String?
    private var isBegun = false

    init(_ page: @escaping @Sendable (_ cursor: String?) async throws -> ListPage) {
        self.page = page
    }

    /// The next one; nil when there is none.
    func next() async throws -> Bookmark? {
        while items.isEmpty {
            guard !isBegun || cursor != nil else { return nil }
            isBegun = true
            let next = try await page(cursor)
            items = next.items[...]
            cursor = next.nextCursor
        }
        return items.removeFirst()
    }
}
