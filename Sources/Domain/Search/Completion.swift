/// A suggested completion of what a person types in a search, from the data that is here.
package struct Completion: Equatable, Sendable {
    /// The kind of name.
    package let sort: Sort
    /// The name as spelled here.
    package var name: String
    /// The number of things it finds outside the trash, counted up to `countMax`.
    package var count: Int

    /// The maximum count: a person who types looks at the order only, and counting the things with a frequent tag among
    /// a hundred thousand takes longer than typing a letter.
    package static let countMax = 10_000

    /// The sort of name. The raw value is part of the API. Of equal names, the earlier sort comes first.
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

    /// Creates the completion `name`, which finds `count` things.
    package init(_ sort: Sort, name: String, count: Int) {
        self.sort = sort
        self.name = name
        self.count = count
    }

    /// The search that finds it, ready to be typed.
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

    /// The quality of a match between a name and the typed text.
    package enum Fit: Equatable, Sendable {
        /// The name, or a part of it after a slash or space, begins with the text.
        case begins
        /// The same with one typing error.
        case nearly
    }

    /// Returns the suffixes of `name` that typed text may match the beginning of: the name itself, and those after each
    /// slash or space.
    package static func beginnings(of name: String) -> [Substring] {
        var beginnings: [Substring] = []
        _ = anyBeginning(in: Array(name.utf8)) { start in
            beginnings.append(name[name.utf8.index(name.startIndex, offsetBy: start)...])
            return false
        }
        return beginnings
    }

    /// Whether it ranks before `other`: exact matches first, then the most frequent, then by name.
    ///
    /// - Parameter fits: how well this name and `other` match the typed text.
    package func isBefore(_ other: Completion, as fits: (own: Fit, other: Fit)) -> Bool {
        if fits.own != fits.other { return fits.own == .begins }
        if count != other.count { return count > other.count }
        return name == other.name ? query < other.query : name < other.name
    }
}
