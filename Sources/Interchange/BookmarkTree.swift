/// Walks a browser's JSON tree from front to back, and stores only the objects around the current position.
struct BookmarkTree {
    /// An object of the tree, with the members that concern bookmarks.
    struct Node {
        /// The offset of its opening brace.
        var start: Int
        var title: Range<Int>?
        var url: Range<Int>?
        var tags: Range<Int>?
        var added: Range<Int>?
        /// Whether it is one of the browser's own folders.
        var isRoot: Bool
        var hasChildren = false
        /// Whether it is the object whose members are the roots (Chromium).
        var holdsRoots = false
    }

    /// An event of the walk.
    enum Event {
        case childrenBegin
        case childrenEnd
        /// The end of an object; its children came before.
        case node(Node)
        case end
    }

    private enum Frame {
        case object(Node)
        case children
    }

    /// The maximum depth; a deeper tree is no bookmark file, but an attack on memory.
    private static let depthMax = 1024

    private var scanner: JSONScanner
    private var frames: [Frame] = []
    private var hasBegun = false

    init(_ bytes: FileBytes) {
        scanner = JSONScanner(bytes)
    }

    var bytes: FileBytes { scanner.bytes }
    var position: Int { scanner.position }

    /// Advances to the next event.
    mutating func step() throws(JSONScanner.Fault) -> Event {
        if !hasBegun {
            hasBegun = true
            try open(isRoot: true)
        }
        while let frame = frames.last {
            switch frame {
            case .children:
                guard try scanner.hasNext(before: UInt8(ascii: "]")) else {
                    frames.removeLast()
                    return .childrenEnd
                }
                if try scanner.peek() == UInt8(ascii: "{") {
                    try open(isRoot: false)
                } else {
                    try scanner.skip()
                }
            case .object(var node):
                guard try scanner.hasNext(before: UInt8(ascii: "}")) else {
                    frames.removeLast()
                    return .node(node)
                }
                let key = try scanner.key()
                if let event = try member(key, of: &node) { return event }
            }
        }
        return .end
    }

    private mutating func open(isRoot: Bool) throws(JSONScanner.Fault) {
        guard frames.count < Self.depthMax else { throw .malformed }
        let start = scanner.position
        try scanner.take(UInt8(ascii: "{"))
        frames.append(.object(Node(start: start, isRoot: isRoot)))
    }

    /// Reads one member of the innermost object.
    private mutating func member(
        _ key: Range<Int>, of node: inout Node
    ) throws(JSONScanner.Fault) -> Event? {
        let place = frames.count - 1
        let next = try scanner.peek()
        switch (String(decoding: scanner.bytes[key].prefix(16), as: UTF8.self), next) {
        case ("children", UInt8(ascii: "[")) where !node.hasChildren:
            guard frames.count < Self.depthMax else { throw .malformed }
            try scanner.enter()
            node.hasChildren = true
            frames[place] = .object(node)
            frames.append(.children)
            return .childrenBegin
        case ("roots", UInt8(ascii: "{")):
            try open(isRoot: false)
            if case .object(var roots) = frames[place + 1] {
                roots.holdsRoots = true
                frames[place + 1] = .object(roots)
            }
            return nil
        case (_, UInt8(ascii: "{")) where node.holdsRoots:
            try open(isRoot: true)
            return nil
        case ("name", UInt8(ascii: "\"")), ("title", UInt8(ascii: "\"")):
            node.title = try scanner.string()
        case ("url", UInt8(ascii: "\"")), ("uri", UInt8(ascii: "\"")):
            node.url = try scanner.string()
        case ("tags", UInt8(ascii: "\"")):
            node.tags = try scanner.string()
        case ("root", UInt8(ascii: "\"")):
            node.isRoot = true
            try scanner.skip()
        case ("dateAdded", _), ("date_added", _):
            var budget = 2
            switch try scanner.value(budget: &budget) {
            case .string(let range), .number(let range): node.added = range
            case .bool, .null, .array, .object: break
            }
        default:
            try scanner.skip()
        }
        frames[place] = .object(node)
        return nil
    }
}
