/// The stack of folders around the current entry.
struct FolderStack {
    /// A folder of a file.
    struct Folder {
        var name: RawText
        /// Whether it is one of the browser's own folders (bar, menu, other, mobile), which say nothing about links.
        var isRoot: Bool
        /// Whether it is Safari's reading list.
        var isReadingList = false
        /// The source of a folder that this program exported; nil for other folders.
        var source: ExportFolders?

        /// Whether its name is part of the path. Folders made from tags are not, because the tags are in the links.
        var addsName: Bool { !isRoot && !name.bytes.isEmpty && source != .tags }
    }

    /// The maximum depth of named folders; deeper ones are counted only.
    private static let depthMax = 64

    private var around: [Folder?] = []
    private var beyond = 0
    private var readingLists = 0
    private var named: Folder?

    /// The names of the folders, outermost first, without roots.
    private(set) var path: [RawText] = []
    /// Whether the entry is inside Safari's reading list.
    var isReadingList: Bool { readingLists > 0 }
    /// Whether the innermost folder was made from a collection.
    var isCollection: Bool { around.last.flatMap { $0 }?.source == .collections }
    /// Whether any folder is open.
    var isOpen: Bool { !around.isEmpty }

    /// Sets the folder that the next `open` opens.
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

    /// Whether this is the English name of a browser's own folder that no person would choose; in other languages only
    /// the marks in the file identify such folders. A folder `Menu` or `Mobile` is a person's.
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
