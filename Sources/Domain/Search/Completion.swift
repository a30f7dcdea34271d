/// What somebody may go on to type in a search, of what is here.
package struct Completion: Equatable, Sendable {
    /// What it names.
    package let sort: Sort
    /// As it is spelled here.
    package var name: String
    /// How many things it finds, those in the trash left out; counted up to `countMax`.
    package var count: Int

    /// More than so many are not counted: who types looks at the order, and to count what a hundred
    /// thousand things carry takes longer than to type a letter.
    package static let countMax = 10_000

    /// What a completion names; the raw value is told in the API. Of several of one name the earlier
    /// comes first.
    package enum Sort: String, CaseIterable, Sendable {
        case tag
        case person
        case place
        case collection
        case group
        case category
        case brand
        case theme
    }

    /// `name`, which finds `count` things.
    package init(_ sort: Sort, name: String, count: Int) {
        self.sort = sort
        self.name = name
        self.count = count
    }

    /// What finds it, to be typed as it is.
    package var query: String {
        switch sort {
        case .tag: return "#" + name.spelledAsValue
        case .person: return "by:@" + name.spelledAsValue
        case .place: return "\(DetailName.place.word):" + name.spelledAsValue
        case .collection: return "in:" + name.spelledAsValue
        case .group: return "in:" + (Audience.groupPrefix + name).spelledAsValue
        case .category: return "\(DetailName.category.word):" + name.spelledAsValue
        case .brand: return "\(DetailName.brand.word):" + name.spelledAsValue
        case .theme: return "\(DetailName.theme.word):" + name.spelledAsValue
        }
    }

    /// How a name answers to what is typed.
    package enum Fit: Equatable, Sendable {
        /// It begins so, or a part of it behind a bar does.
        case begins
        /// It is one slip away from beginning so.
        case nearly
    }

    /// Where what is typed may begin in `name`: at its beginning, and behind any bar or blank. From
    /// there to its end, so that it may be typed on.
    package static func beginnings(of name: String) -> [Substring] {
        var beginnings: [Substring] = []
        _ = anyBeginning(in: Array(name.utf8)) { start in
            beginnings.append(name[name.utf8.index(name.startIndex, offsetBy: start)...])
            return false
        }
        return beginnings
    }

    /// Whether it ranks before `other`: what begins so before what nearly does, the most used first,
    /// then by name.
    ///
    /// - Parameter fits: how it answers to what is typed, and how `other` does.
    package func isBefore(_ other: Completion, as fits: (own: Fit, other: Fit)) -> Bool {
        if fits.own != fits.other { return fits.own == .begins }
        if count != other.count { return count > other.count }
        return name == other.name ? query < other.query : name < other.name
    }
}
