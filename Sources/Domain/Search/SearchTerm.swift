package import Primitives

/// One test of one thing. Every text in it is folded already (`SearchText`, for tags `TagName`).
package enum SearchTerm: Equatable, Sendable {
    /// What is typed without a blank, one of `SearchText.runs`: its words side by side in title, note, address, a
    /// tag or a detail of text; the last may be cut short.
    case word(String, isPrefix: Bool)
    /// Two of these or more, all their words side by side in title, note or address; the last may be cut short.
    case phrase([String], isPrefix: Bool)
    /// A tag by its folded name.
    case tag(String, scope: TagScope)
    /// This text stands somewhere in the folded field, perhaps in the middle of a word.
    case text(SearchField, String)
    /// Its address means this page (`CanonicalURL`).
    case page(String)
    /// The address has this host or one under it.
    case site(String)
    /// Its author.
    case by(ByWhom)
    /// It is in the collection with this folded name.
    case inCollection(String)
    /// A state.
    case isState(SearchState)
    /// Saved at this time or later; a midnight in UTC.
    case after(WallTime)
    /// Saved earlier than this; a midnight in UTC.
    case before(WallTime)
    /// Saved so long ago, counted when the search runs; whole hours.
    case age(AgeBound, Duration)
    /// The tile it takes.
    case size(TileSize)
    /// What it is.
    case kind(Kind)
    /// It has this detail, and that passes.
    case detail(DetailName, DetailTest)
    /// What it cost for each day it was worn is on this side of so many thousandths, in this currency if
    /// one is named; nothing of what was never worn.
    case costPerWear(DetailTest.Bound, Int64, currency: String?)
    /// So many people think so of it, or so much was said.
    case reactions(ReactionCount, DetailTest.Bound, Int64)
    /// This text stands somewhere in a comment on it.
    case comment(String)
    /// It, or the place it names, is within so many metres of a point.
    case near(GeoPosition, metres: Int)
}

/// What of the reactions to a thing is counted; the raw value is the qualifier.
package enum ReactionCount: String, CaseIterable, Sendable {
    case likes
    case dislikes
    case comments

    /// How many there are.
    package func of(_ reactions: Reactions) -> Int {
        switch self {
        case .likes: return reactions.likes
        case .dislikes: return reactions.dislikes
        case .comments: return reactions.comments
        }
    }
}

/// How far below a tag a search looks.
package enum TagScope: Equatable, Sendable {
    /// That tag alone: `tag:=name`.
    case exact
    /// That tag and all under it: `#name`.
    case withSubtree
    /// Only what is under it: `#name/*`.
    case below
}

/// A field with text of its own qualifier.
package enum SearchField: String, CaseIterable, Sendable {
    case title
    case url
    case note
}

/// Whose things.
package enum ByWhom: Equatable, Sendable {
    /// The person's own: `by:me`.
    case me
    /// Of somebody with this folded name: `by:@bob`.
    case name(String)
}

/// The side of an age.
package enum AgeBound: Equatable, Sendable {
    /// Younger: `age:<7d`.
    case under
    /// Older: `age:>7d`.
    case over
}

/// What `is:` asks; the raw value is what people type.
package enum SearchState: String, CaseIterable, Sendable {
    case unread
    case read
    /// In no audience beside its home.
    case `private`
    /// Placed among friends.
    case friends
    /// Placed in public.
    case `public`
    /// By the person himself.
    case mine
    /// By somebody else.
    case others
    /// In some audience beside its home.
    case shared
    case tagged
    case untagged
    /// A concurrent write to it lost and is still kept.
    case conflicted
    /// The person of this node likes it.
    case liked
    /// He does not like it, and says so.
    case disliked
    /// Somebody has marked a passage of its page.
    case highlighted
    /// Of somebody, or with a tag, that the person of this node has muted: left out of every search
    /// that asks neither for this nor for an author.
    case muted
    /// A link of one's own whose page another of them has as well (`weft dup`).
    case duplicate = "dup"
    /// In the trash; a query without it never shows what is there.
    case trashed
}
