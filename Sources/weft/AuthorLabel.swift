import API

/// The words that name a person in a line.
enum AuthorLabel {
    /// `me`, `@NAME`, or the beginning of the id of somebody whose name has not come yet.
    static func shown(_ author: AuthorJSON) -> String {
        if author.me { return "me" }
        return author.name.isEmpty ? String(author.id.prefix(8)) : "@" + author.name
    }
}
