package import Primitives

/// A single test of a thing. All its texts are folded already (by `SearchText`, tags by `TagName`).
package enum SearchTerm: Equatable, Sendable {
    /// A text typed without spaces, one of `SearchText.runs`: its words occur consecutively in the title, the note, the
    /// address, a tag or a text detail; with `isPrefix` the last may be a prefix.
    case word(String, isPrefix: Bool)
    /// Two or more such texts, whose words occur consecutively in title, note or address; with `isPrefix` the last may
    /// be a prefix.
    case phrase([String], isPrefix: Bool)
    /// A tag by its folded name.
    case tag(String, scope: TagScope)
    /// The text occurs anywhere in the folded field, even inside a word.
    case text(SearchField, String)
    /// The address denotes this page (`CanonicalURL`).
    case page(String)
    /// The address has this host, or a subdomain of it.
    case site(String)
    /// The author.
    case by(AuthorFilter)
    /// Membership in the collection with this folded name.
    case inCollection(String)
    /// A state.
    case isState(SearchState)
    /// Saved at this time or later; midnight UTC.
    case after(WallTime)
    /// Saved before this time; midnight UTC.
    case before(WallTime)
    /// The time since it was saved, measured when the search runs, in whole hours.
    case age(AgeBound, Duration)
    /// The tile size.
    case size(TileSize)
    /// The kind.
    case kind(Kind)
    /// The detail is present and satisfies the test.
    case detail(DetailName, DetailTest)
    /// The price per day of wear compares so with this many thousandths, in this currency if one is named; never true
    /// of a garment that was not worn.
    case costPerWear(DetailTest.Bound, Int64, currency: String?)
    /// The number of reactions or comments compares so with this number.
    case reactions(ReactionCount, DetailTest.Bound, Int64)
    /// The text occurs anywhere in a comment on the thing.
    case comment(String)
    /// The thing, or the place it names, is within this distance of a point.
    case near(GeoPosition, metres: Int)
}

/// A count of reactions. The raw value is the qualifier.
package enum ReactionCount: String, CaseIterable, Sendable {
    case likes
    case dislikes
    case comments

    /// The number in `reactions`.
    package func of(_ reactions: Reactions) -> Int {
        switch self {
        case .likes: return reactions.likes
        case .dislikes: return reactions.dislikes
        case .comments: return reactions.comments
        }
    }
}

/// The subtags of a tag that a search includes.
package enum TagScope: Equatable, Sendable {
    /// The tag alone: `tag:=name`.
    case exact
    /// The tag and all its subtags: `#name`.
    case withSubtree
    /// The subtags only: `#name/*`.
    case below
}

/// A field with a qualifier of its own.
package enum SearchField: String, CaseIterable, Sendable {
    case title
    case url
    case note
}

/// The author to search for.
package enum AuthorFilter: Equatable, Sendable {
    /// This person: `by:me`.
    case me
    /// A person with this folded name: `by:@bob`.
    case name(String)
}

/// The direction in which an age is compared.
package enum AgeBound: Equatable, Sendable {
    /// Younger: `age:<7d`.
    case under
    /// Older: `age:>7d`.
    case over
}

/// A value of `is:`. The raw value is what people type.
package enum SearchState: String, CaseIterable, Sendable {
    case unread
    case read
    /// In no audience besides its home.
    case `private`
    /// Shared with friends.
    case friends
    /// Shared publicly.
    case `public`
    /// By this person.
    case mine
    /// By another person.
    case others
    /// In some audience besides its home.
    case shared
    case tagged
    case untagged
    /// A value that lost to a concurrent write is still stored.
    case conflicted
    /// Liked by this person.
    case liked
    /// Disliked by this person.
    case disliked
    /// Somebody marked a passage of its page.
    case highlighted
    /// By a person, or with a tag, that this person has muted; excluded from every search that names neither this state
    /// nor an author.
    case muted
    /// An own link to a page that another own link has as well (`weft dup`).
    case duplicate = "dup"
    /// In the trash; only a query with this state shows such things.
    case trashed
}
