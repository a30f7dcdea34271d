import CRDT
import Domain
import Primitives
import Testing

@testable import Simulator
@testable import Store

/// A calm world.
struct World {
    let cluster: Cluster

    init(_ nodes: Int) throws {
        cluster = try Cluster(seed: 1, nodes: nodes)
    }

    /// Creates a world in which person 0 gets further devices, numbered from `nodes` on.
    init(_ nodes: Int, further: Int) throws {
        cluster = try Cluster(seed: 1, nodes: nodes, further: further)
    }

    /// Returns the claim that `body` breaks; nil if it breaks none.
    static func brokenClaim(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? BrokenClaim)?.claim ?? "\(error)"
        }
    }

    /// Returns every claim that does not hold at this moment.
    static func brokenClaims(in cluster: Cluster) -> [String] {
        let checks: [() throws -> Void] = [
            {
                for machine in cluster.diarists {
                    try Durability.compare(machine, at: cluster.now)
                }
            },
            { try Convergence.checkStates(cluster) }, { try Convergence.check(cluster) },
            { try Fellowship.check(cluster) }, { try GroupCopies.check(cluster) },
            { try Acquaintance.check(cluster) }, { try Membership.check(cluster) },
            { try Privacy.checkFiles(cluster) }, { try BoundedMemory.check(cluster) },
            { try Strangers.check(cluster) }, { try OwnDevices.check(cluster) },
            { try OwnDevices.checkLost(cluster) },
        ]
        return checks.compactMap { brokenClaim($0) }
    }

    // MARK: Searchable words

    /// Stores a link for friends for each word, which is in its URL, note and tags; the titles are
    /// "link 0", "link 1" and so on.
    func keep(_ words: [String], at node: Int) throws -> [ObjectID] {
        let drafts = words.enumerated().map { index, word in
            BookmarkDraft(
                url: "https://example.org/\(word)", title: "link \(index)", note: word,
                tags: [word])
        }
        let answer = try cluster.done(
            .addBookmarks(drafts, to: .friends, onDuplicate: .skip, act: nil), at: node)
        guard case .kept(let report) = answer else { return [] }
        return report.outcomes.compactMap { outcome in
            if case .added(let id) = outcome { return id }
            return nil
        }
    }

    /// Returns which of the words are in some file of a node.
    func holds(_ words: [String], at node: Int) -> [Bool] {
        let files = disk(of: node)
        return words.map { word in
            files.contains { String(decoding: $0.bytes, as: Unicode.ASCII.self).contains(word) }
        }
    }

    /// Returns the titles of a person's links as a node shows them, in order.
    func titles(of person: Int, at node: Int) throws -> [String] {
        try cluster.links(of: person, at: node).map(\.title)
    }

    // MARK: Tampering

    /// Changes the tables of a node behind its back.
    func tamper(_ node: Int, _ sql: String) throws {
        let store = try #require(cluster.machines[node].store)
        try store.transaction { () throws(StorageError) in try store.database.run(sql) }
        // Makes the store reread how long chains are.
        store.memory.extents = [:]
    }

    /// Returns the current files of a node, by name.
    func disk(of node: Int) -> [(name: String, bytes: [UInt8])] {
        cluster.machines[node].disk.files
    }

    /// Replaces all files of a stopped node.
    func replaceDisk(of node: Int, by disk: [(name: String, bytes: [UInt8])]) {
        cluster.machines[node].disk.replace(by: disk)
    }

    /// Writes `word` into a file beside a node's database.
    func leave(_ word: String, at node: Int) {
        let disk = cluster.machines[node].disk
        disk.add("stray", Array("so it is said: \(word)".utf8))
    }
}
