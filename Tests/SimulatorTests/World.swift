import FoundationEssentials
import Simulator

/// A calm world, whose folder goes with it.
struct World {
    let cluster: Cluster

    init(_ nodes: Int) throws {
        cluster = try Cluster(seed: 1, nodes: nodes, folder: World.folder())
    }

    /// A name that nothing has yet.
    static func folder() -> String {
        FileManager.default.temporaryDirectory
            .appending(path: "weft-simulator-tests-\(UUID().uuidString)").path
    }
}
