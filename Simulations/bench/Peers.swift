import API

/// The other programs, each behind `scripts/bench-peers`; those that are missing answer nothing.
struct Peers {
    let python: String?
    let script: String
    /// Where their output goes.
    let folder: String
    /// By name, those that are installed.
    let versions: [String: String]

    /// Where a missing one comes from.
    static let sources = [
        ("pycrdt", "pip install pycrdt"), ("loro", "pip install loro"),
        ("buku", "pip install buku"), ("git", "apt-get install git"),
        ("syncthing", "apt-get install syncthing"),
    ]

    init(python: String?, script: String, folder: String) {
        self.python = python
        self.script = script
        self.folder = folder
        var versions: [String: String] = [:]
        // Who cannot tell its peers has none.
        if let python,
            let said = try? Child.run([python, script, "versions"], in: folder),
            let found = try? JSONText.decode([String: String].self, from: said)
        {
            versions = found
        }
        self.versions = versions
    }

    /// What a peer measured, by name of the figure.
    ///
    /// - Returns: nil if the peer is not there.
    /// - Throws: if it is there and fails.
    func ask(_ task: String, _ arguments: String...) throws -> [String: Double]? {
        let name = task.hasPrefix("crdt") ? arguments[0] : String(task.prefix { $0 != "-" })
        guard let python, versions[name] != nil || name == "dbstat" else { return nil }
        let said = try Child.run([python, script, task] + arguments, in: folder)
        return try JSONText.decode([String: Double].self, from: said)
    }
}
