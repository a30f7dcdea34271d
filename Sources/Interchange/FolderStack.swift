/// The folders around the current entry.
struct FolderStack {
    /// One folder of a file.
    struct Folder {
        var name: RawText
        /// A browser's own: bar, menu, other, mobile. Says nothing about the links in it.
        var isRoot: Bool
        /// Safari's list of pages to read.
        var isReadingList = false
        /// What we made it of; nil of others' folders.
        var source: ExportFolders?

        /// It stands in the path of what is in it. What we made of tags stands in the tags.
        var addsName: Bool { !isRoot && !name.bytes.isEmpty && source != .tags }
    }

    /// Deeper folders count, but add no name to the path.
    private static let depthMax = 64

    private var around: [Folder?] = []
    private var beyond = 0
    private var readingLists = 0
    private var named: Folder?

    /// The names around, outermost first, without roots.
    private(set) var path: [RawText] = []
    /// Some folder around is Safari's list of pages to read.
    var isReadingList: Bool { readingLists > 0 }
    /// The innermost folder is one that we made of a collection.
    var isCollection: Bool { around.last.flatMap { $0 }?.source == .collections }
    /// Some folder is still open.
    var isOpen: Bool { !around.isEmpty }

    /// The folder that the next `open` opens.
    mutating func name(_ folder: Folder) {
        named = folder
        if folder.source == nil, around.count <= 1, Self.isRootName(folder.name) {
            named?.isRoot = true
        }
    }

    mutating func open() {
        let folder = named
        named = nil
        guard around.count < Self.depthMax else {
            beyond += 1
            return
        }
        around.append(folder)
        guard let folder else { return }
        if folder.isReadingList { readingLists += 1 }
        if folder.addsName { path.append(folder.name) }
    }

    mutating func close() {
        named = nil
        guard beyond == 0 else {
            beyond -= 1
            return
        }
        guard let last = around.popLast(), let folder = last else { return }
        if folder.isReadingList { readingLists -= 1 }
        if folder.addsName { path.removeLast() }
    }

    /// Names that browsers give to their own folders, in English, and that nobody gives to one of their
    /// own; in other languages the marks of the file have to do. A folder `Menu` or `Mobile` is a
    /// person's.
    static func isRootName(_ name: RawText) -> Bool {
        guard name.bytes.count <= 24 else { return false }
        let text = String(decoding: name.bytes, as: UTF8.self).lowercased()
        return [
            "bookmarks bar", "bookmarks toolbar", "bookmarks menu", "bookmark bar",
            "other bookmarks", "mobile bookmarks", "favorites bar", "favourites bar",
            "other favorites", "other favourites", "mobile favorites", "mobile favourites",
            "bookmarksbar", "bookmarksmenu",
        ].contains(text)
    }
}
