import Domain
import Primitives

/// Reads Firefox backups and Chromium's `Bookmarks`.
///
/// Chromium writes the name of a folder after its children, so the tree is walked twice: first for the names alone,
/// then for the links.
struct BookmarkTreeReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private var tree: BookmarkTree
    private var lines = LineCounter()
    /// The folders in the order in which their children begin.
    private let folders: [FolderPlace]
    private var begun = 0
    private var around = FolderStack()
    private var isDone = false

    init(_ bytes: FileBytes, format: Format) throws(InterchangeError) {
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { throw .notThis(format) }
        tree = BookmarkTree(bytes)
        let (folders, isTree) = Self.names(in: bytes)
        guard isTree else { throw .notThis(format) }
        self.folders = folders
    }

    mutating func next() -> RawLink? {
        while !isDone {
            do throws(JSONScanner.Fault) {
                switch try tree.step() {
                case .childrenBegin:
                    around.name(folder(begun))
                    around.open()
                    begun += 1
                case .childrenEnd:
                    around.close()
                case .node(let node):
                    if let link = link(node) { return link }
                case .end:
                    isDone = true
                }
            } catch {
                isDone = true
                earlyEnd = .init(
                    line: lines.line(of: tree.position, in: tree.bytes), fault: error)
            }
        }
        return nil
    }

    /// The location of a folder's name, as recorded by the first walk; there may be many folders.
    private struct FolderPlace {
        /// The range of its name.
        var name: Range<Int>?
        var isRoot = false
    }

    private func folder(_ place: Int) -> FolderStack.Folder {
        let found = folders.indices.contains(place) ? folders[place] : FolderPlace()
        let name = found.name.map { range in
            JSONString.decode(tree.bytes[range], bytesMax: RawText.folderMax)
        }
        return FolderStack.Folder(name: name ?? RawText(), isRoot: found.isRoot)
    }

    /// The first walk. In a truncated file, the folders open at its end have no names.
    private static func names(in bytes: FileBytes) -> ([FolderPlace], isTree: Bool) {
        var tree = BookmarkTree(bytes)
        var folders: [FolderPlace] = []
        var open: [Int] = []
        var isTree = false
        // A fault here occurs again in the second walk, which reports it.
        while let event = try? tree.step() {
            switch event {
            case .childrenBegin:
                isTree = true
                open.append(folders.count)
                folders.append(FolderPlace())
            case .childrenEnd:
                continue
            case .node(let node):
                isTree = isTree || node.url != nil
                guard node.hasChildren, let place = open.popLast() else { continue }
                folders[place] = FolderPlace(name: node.title, isRoot: node.isRoot)
            case .end:
                return (folders, isTree)
            }
        }
        return (folders, isTree)
    }

    private mutating func link(_ node: BookmarkTree.Node) -> RawLink? {
        guard let url = node.url else { return nil }
        var link = RawLink(line: lines.line(of: node.start, in: tree.bytes))
        link.url = JSONString.decode(tree.bytes[url], bytesMax: RawText.urlMax)
        if let title = node.title {
            link.title = JSONString.decode(tree.bytes[title], bytesMax: RawText.titleMax)
        }
        if let added = node.added { link.date(tree.bytes[added]) }
        link.folders = around.path
        if let tags = node.tags {
            let all = JSONString.decode(tree.bytes[tags], bytesMax: RawText.noteMax)
            link.tags = all.bytes.split(separator: UInt8(ascii: ",")).prefix(RawText.tagCountMax)
                .map { RawText($0, bytesMax: RawText.tagMax) }
        }
        return link
    }
}
