import FoundationEssentials

/// The files of one node's replica. A crash leaves a copy of them as they were at that moment, and
/// only the copy is opened again.
struct ReplicaFiles {
    private let folder: String
    private var generation = 0

    /// A folder of its own for node `number` under `root`, made now.
    init(root: String, number: Int) throws(BrokenClaim) {
        folder = "\(root)/node\(number)"
        try Self.make(current)
    }

    /// A copy of what lies on another node's disk now, for node `number`.
    init(copyOf other: ReplicaFiles, root: String, number: Int) throws(BrokenClaim) {
        folder = "\(root)/twin\(number)"
        try Self.make(folder)
        do {
            try FileManager.default.copyItem(atPath: other.current, toPath: current)
        } catch {
            throw BrokenClaim("files can be copied", "\(error)")
        }
    }

    private var current: String { "\(folder)/\(generation)" }

    /// Where the database is.
    var database: String { "\(current)/replica.db" }

    /// Copies what is on disk now to where the next life finds it.
    mutating func survive() throws(BrokenClaim) {
        let before = current
        generation += 1
        do {
            try FileManager.default.copyItem(atPath: before, toPath: current)
        } catch {
            throw BrokenClaim("files can be copied", "\(error)")
        }
    }

    /// Removes what the life before the last copy wrote on.
    func forget() {
        guard generation > 0 else { return }
        // Left behind it costs space until the whole root goes, and nothing else.
        try? FileManager.default.removeItem(atPath: "\(folder)/\(generation - 1)")
    }

    /// The first file, by name, in which `search` finds something, and what it finds.
    ///
    /// The bytes are looked at where the system keeps them: a world reads hundreds of megabytes so.
    func first<Finding>(
        _ search: (UnsafeRawBufferPointer) -> Finding?
    ) throws(BrokenClaim) -> (name: String, finding: Finding)? {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: current).sorted()
            for name in names {
                let file = URL(filePath: "\(current)/\(name)")
                let bytes = try Data(contentsOf: file, options: .alwaysMapped)
                if let finding = bytes.withUnsafeBytes(search) { return (name, finding) }
            }
            return nil
        } catch {
            throw BrokenClaim("files can be read", "\(error)")
        }
    }

    /// A folder that did not exist.
    static func make(_ path: String) throws(BrokenClaim) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        } catch {
            throw BrokenClaim("folders can be made", "\(error)")
        }
    }

    /// Removes a world's folder with everything in it.
    static func remove(_ root: String) {
        // It lies among temporary files, which the system removes in the end.
        try? FileManager.default.removeItem(atPath: root)
    }
}
