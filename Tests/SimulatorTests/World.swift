import FoundationEssentials
import Testing

@testable import Simulator
@testable import Store

/// A calm world, whose folder goes with it.
struct World {
    let cluster: Cluster

    init(_ nodes: Int) throws {
        cluster = try Cluster(seed: 1, nodes: nodes, folder: World.folder())
    }

    /// A world in which the person at 0 gets further machines, with the numbers from `nodes` on.
    init(_ nodes: Int, further: Int) throws {
        cluster = try Cluster(seed: 1, nodes: nodes, further: further, folder: World.folder())
    }

    /// A name that nothing has yet, in memory if there is room for files.
    static func folder() -> String {
        let memory = "/dev/shm"
        let isThere = FileManager.default.isWritableFile(atPath: memory)
        let root = isThere ? memory : FileManager.default.temporaryDirectory.path
        return "\(root)/weft-simulator-tests-\(UUID().uuidString)"
    }

    /// The claim that `body` breaks; nil if it breaks none.
    static func brokenClaim(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? BrokenClaim)?.claim ?? "\(error)"
        }
    }

    /// Every claim that does not hold at this moment.
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

    // MARK: What no node would do

    /// Changes the tables of a node behind its back.
    func tamper(_ node: Int, _ sql: String) throws {
        let store = try #require(cluster.machines[node].store)
        try store.transaction { () throws(StorageError) in try store.database.run(sql) }
    }

    /// Every file of a node as it is now, by name.
    func disk(of node: Int) throws -> [(name: String, bytes: [UInt8])] {
        let folder = folder(of: node)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
            (name, [UInt8](try Data(contentsOf: folder.appending(path: name))))
        }
    }

    /// Puts files in the place of all that a stopped node has.
    func replaceDisk(of node: Int, by disk: [(name: String, bytes: [UInt8])]) throws {
        let folder = folder(of: node)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
        for (name, bytes) in disk { try Data(bytes).write(to: folder.appending(path: name)) }
    }

    /// Writes `word` into a file beside a node's database.
    func leave(_ word: String, at node: Int) throws {
        try Data("so it is said: \(word)".utf8).write(to: folder(of: node).appending(path: "stray"))
    }

    private func folder(of node: Int) -> URL {
        URL(filePath: cluster.machines[node].files.database).deletingLastPathComponent()
    }
}
