/// The program, the links, and nodes that several rows share.
final class Workbench {
    let program: String
    let folder: String
    let scale: Scale
    let workload: Workload
    let peers: Peers

    private var pair: Pair?
    private var shelf: Shelf?
    private var town: Town?

    init(program: String, folder: String, scale: Scale, workload: Workload, peers: Peers) {
        self.program = program
        self.folder = folder
        self.scale = scale
        self.workload = workload
        self.peers = peers
    }

    func node(_ name: String) throws -> WeftNode {
        try WeftNode(name: name, program: program, in: folder)
    }

    /// Returns two friends: ana has shared `scale.sync` bookmarks, and ben has them.
    func synced() throws -> Pair {
        if let pair { return pair }
        let made = try Pair(self)
        pair = made
        return made
    }

    /// The two friends, if a row has needed them.
    var measuredPair: Pair? { pair }

    /// Returns the node that stores `count` own bookmarks, all indexed; it only ever grows.
    func shelf(of count: Int) throws -> Shelf {
        let shelf = try shelf ?? Shelf(self)
        self.shelf = shelf
        try shelf.grow(to: count, from: workload)
        return shelf
    }

    /// Returns friends who have objects of all kinds.
    func mixedTown() throws -> Town {
        if let town { return town }
        let made = try Town(self, count: scale.search)
        town = made
        return made
    }

    /// Reserves links that no node has yet.
    func fresh(_ count: Int) -> Range<Int> {
        nextFresh -= count
        return nextFresh..<nextFresh + count
    }

    private lazy var nextFresh = workload.count

    /// Ends every node.
    func stop() {
        pair?.stop()
        shelf?.node.stop()
        town?.stop()
    }
}

/// A node for one person, filled step by step.
final class Shelf {
    let node: WeftNode
    private(set) var count = 0
    /// The time to import each bookmark in the last growth, in microseconds.
    private(set) var importMicroseconds = 0.0

    init(_ bench: Workbench) throws {
        node = try bench.node("cleo")
        try node.start()
    }

    func grow(to target: Int, from workload: Workload) throws {
        guard target > count else { return }
        let watch = Stopwatch()
        try node.take(workload, count..<target, audience: "private")
        importMicroseconds = watch.milliseconds * 1000 / Double(target - count)
        count = target
        try node.waitUntilIndexed()
    }
}
