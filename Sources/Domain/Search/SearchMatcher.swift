package import Primitives

extension SearchQuery {
    /// Whether `bookmark` matches at `now`. This is the slow reference implementation that faster ones must agree with.
    ///
    /// Things in the trash match only a query that names it (`namesTrash`).
    /// - Parameter isIn: whether the bookmark is in the collection with this name, folded by `SearchText`; called only
    ///   when the result depends on it.
    package func matches(
        _ bookmark: Bookmark, now: WallTime, isIn: (_ collection: String) -> Bool
    ) -> Bool {
        SearchMatcher(bookmark, now: now).matches(self, isIn: isIn)
    }
}

/// Matches one bookmark against the terms of one or many searches.
package struct SearchMatcher {
    private let bookmark: Bookmark
    private let now: WallTime
    /// The host, computed once: of 5,000 links added with 490 site rules, 85 % of the time went into extracting it for
    /// each rule.
    private let host: String?

    /// Prepares to match `bookmark` as it is at `now`.
    package init(_ bookmark: Bookmark, now: WallTime) {
        self.bookmark = bookmark
        self.now = now
        host = SiteHost.host(of: bookmark.url)
    }

    /// Whether the bookmark matches `query`; see `SearchQuery.matches`.
    package func matches(
        _ query: SearchQuery, isIn: (_ collection: String) -> Bool
    ) -> Bool {
        guard query.namesTrash || !bookmark.isTrashed else { return false }
        return matches(query.expression, isIn: isIn)
    }

    private func matches(_ expression: SearchExpression, isIn: (String) -> Bool) -> Bool {
        switch expression {
        case .everything: return true
        case .all(let parts): return parts.allSatisfy { matches($0, isIn: isIn) }
        case .any(let parts): return parts.contains { matches($0, isIn: isIn) }
        case .not(let inner): return !matches(inner, isIn: isIn)
        case .term(let term): return matches(term, isIn: isIn)
        }
    }

    private func matches(_ term: SearchTerm, isIn: (String) -> Bool) -> Bool {
        switch term {
        case .word(let word, let isPrefix):
            return (fields + bookmark.tags + bookmark.detailTexts).contains {
                stands(SearchText.units(of: word), isPrefix, in: $0)
            }
        case .phrase(let words, let isPrefix):
            let units = words.flatMap { SearchText.units(of: $0) }
            return fields.contains { stands(units, isPrefix, in: $0) }
        case .tag(let name, let scope):
            return bookmark.tags.contains { isTag(TagName.fold($0), name, scope) }
        case .text(let field, let text):
            return SearchText.contains(SearchText.folded(content(of: field)), text)
        case .site(let site):
            return host.map { SiteHost.isHost($0, within: site) } ?? false
        case .page(let page): return bookmark.canonicalURL == page && !bookmark.url.isEmpty
        case .by(.me): return bookmark.author.isMe
        case .by(.name(let name)): return SearchText.folded(bookmark.author.name) == name
        case .inCollection(let name): return isIn(name)
        case .isState(let state): return isInState(state)
        case .after(let time): return bookmark.added >= time
        case .before(let time): return bookmark.added < time
        case .age(.under, let length): return age < length
        case .age(.over, let length): return age > length
        case .size(let size): return bookmark.size == size
        case .kind(let kind): return bookmark.kind == kind
        case .detail(.place, .equals(let wanted)): return isAt(wanted)
        case .detail(let name, let test):
            return name.asked.contains { name in
                guard let form = bookmark.kind.form(of: name) else { return false }
                return test.holds(for: bookmark.details[name], of: form)
            }
        case .near(let position, let metres):
            guard let here = bookmark.position else { return false }
            return here.distance(to: position) <= 1000 * Int64(metres)
        case .costPerWear(let bound, let edge, let currency):
            let days = bookmark.details[.worn].count
            guard days > 0, let text = bookmark.details[.price].first,
                case .success(let price) = Price.parse(text)
            else { return false }
            return bound.holds(price.each(of: days).thousandths, edge)
                && (currency == nil || price.currency == currency)
        case .reactions(let counted, let bound, let edge):
            return bound.holds(Int64(counted.of(bookmark.reactions)), edge)
        // Comments are stored in the replica, not in the thing; a thing that is matched against rules has none yet.
        case .comment: return false
        }
    }

    // Whether the thing is at a visible place of this name, or at the place with this reference.
    private func isAt(_ wanted: String) -> Bool {
        guard let place = bookmark.namedPlace else { return false }
        return place.text == wanted
            || bookmark.part(place).map { SearchText.folded($0.title) == wanted } ?? false
    }

    private var fields: [String] { [bookmark.title, bookmark.note, bookmark.url] }

    private func content(of field: SearchField) -> String {
        switch field {
        case .title: return bookmark.title
        case .url: return bookmark.url
        case .note: return bookmark.note
        }
    }

    /// Whether `words` occur consecutively in `text`; if `isPrefix`, the last may be a prefix of a word.
    private func stands(_ words: [String], _ isPrefix: Bool, in text: String) -> Bool {
        let present = SearchText.words(in: text)
        guard let last = words.last, words.count <= present.count else { return false }
        return (0...(present.count - words.count)).contains { start in
            let window = present[start..<(start + words.count)]
            guard window.dropLast().elementsEqual(words.dropLast()) else { return false }
            let end = present[start + words.count - 1]
            return isPrefix ? end.utf8.starts(with: last.utf8) : end == last
        }
    }

    private func isTag(_ folded: String, _ name: String, _ scope: TagScope) -> Bool {
        let isBelow = folded.utf8.starts(with: (name + "/").utf8)
        switch scope {
        case .exact: return folded == name
        case .withSubtree: return folded == name || isBelow
        case .below: return isBelow
        }
    }

    private func isInState(_ state: SearchState) -> Bool {
        switch state {
        case .unread: return bookmark.isUnread
        case .read: return !bookmark.isUnread
        case .private: return bookmark.placement.isEmpty
        case .friends: return bookmark.placement.contains(.friends)
        case .public: return bookmark.placement.contains(.public)
        case .mine: return bookmark.author.isMe
        case .others: return !bookmark.author.isMe
        case .shared: return !bookmark.placement.isEmpty
        case .tagged: return !bookmark.tags.isEmpty
        case .untagged: return bookmark.tags.isEmpty
        case .conflicted: return !bookmark.conflicts.isEmpty
        case .liked: return bookmark.reactions.own == .like
        case .disliked: return bookmark.reactions.own == .dislike
        case .highlighted: return bookmark.highlights > 0
        // Mutes and duplicates are known to the replica; a thing that is matched against rules is one's own, and
        // single.
        case .muted, .duplicate: return false
        case .trashed: return bookmark.isTrashed
        }
    }

    /// The time since it was saved; zero if a fast clock saved it in the future.
    private var age: Duration {
        guard now > bookmark.added else { return .zero }
        let milliseconds = now.milliseconds - bookmark.added.milliseconds
        return .milliseconds(Int64(clamping: milliseconds))
    }
}
