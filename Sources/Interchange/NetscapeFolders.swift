import Domain

/// The source of the folders in an exported HTML file.
package enum ExportFolders: String, CaseIterable, Sendable {
    /// Tags that contain a `/`: `Computing/Shops` is the folder `Shops` in `Computing`.
    case tags
    /// Manual collections: `Computing / Shops` likewise, as an import names them.
    case collections
}

/// Puts links into folders, for browsers, which do not read tags.
///
///     <DT><H3 DATA-WEFT-FOLDER="tags">Computing</H3>
///     <DL><p>
///         <DT><H3 DATA-WEFT-FOLDER="tags">Shops</H3>
///         <DL><p>
///             <DT><A HREF="…" TAGS="Computing/Shops,pc">…</A>
///         </DL><p>
///     </DL><p>
///
/// - A link is in each of its folders; from the second on it is marked `DATA-WEFT-AGAIN`, and has no note. Links
///   without a folder come last.
/// - Our own import knows these marks: folders made of tags are redundant with `TAGS`, and folders made of collections
///   do not become tags.
/// - The output is buffered to the end, because only then are all folders known; it takes about as much memory as the
///   file.
struct NetscapeFolders {
    private let source: ExportFolders
    /// The folders by path, folded so that two spellings of a tag are one folder.
    private var folders: [[String]: Folder] = [:]

    private struct Folder {
        var path: [String]
        var links: [UInt8] = []
    }

    /// The attribute that marks a folder for our own import.
    static let mark = "DATA-WEFT-FOLDER"
    /// The attribute of a link that is in a previous folder too.
    static let againMark = "DATA-WEFT-AGAIN"

    init(_ source: ExportFolders) {
        self.source = source
    }

    /// Appends the link to its folders.
    ///
    /// - Parameter collections: the names of its collections.
    mutating func append(_ link: Bookmark, in collections: [String]) {
        var paths: [[String]] = []
        switch source {
        case .tags:
            paths = link.tags.filter { $0.contains("/") }
                .map { $0.split(separator: "/").map(String.init) }
        case .collections: paths = collections.map(Self.path)
        }
        if paths.isEmpty { paths = [[]] }
        for (number, path) in paths.enumerated() {
            let key = source == .tags ? path.map(TagName.fold) : path
            var folder = folders.removeValue(forKey: key) ?? Folder(path: path)
            NetscapeWriter.append(link, isAgain: number > 0, to: &folder.links)
            folders[key] = folder
        }
    }

    /// The bytes of all folders.
    var bytes: [UInt8] {
        var result: [UInt8] = []
        var open: [String] = []
        let paths = folders.keys.sorted { $0.lexicographicallyPrecedes($1) }
        for path in paths.filter({ !$0.isEmpty }) + [[]] {
            guard let folder = folders[path] else { continue }
            let shared = zip(open, path).prefix { $0 == $1 }.count
            for _ in shared..<open.count { result += "    </DL><p>\n".utf8 }
            for name in folder.path.dropFirst(shared) {
                NetscapeWriter.openFolder(name, mark: Self.mark, source.rawValue, to: &result)
            }
            open = path
            result += folder.links
        }
        for _ in open { result += "    </DL><p>\n".utf8 }
        return result
    }

    // Splits a name as an import joins folder names; a name that is no such path is one folder.
    private static func path(_ name: String) -> [String] {
        let parts = name.split(separator: " / ", omittingEmptySubsequences: false).map(String.init)
        return parts.contains { $0.allSatisfy(\.isWhitespace) } ? [name] : parts
    }
}
