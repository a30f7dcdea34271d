/// The other programs, each behind `scripts/bench-peers`; missing ones return nothing.
struct Peers {
    let python: String?
    let script: String
    /// The folder for their output.
    let folder: String
    /// The installed ones with their versions, by name.
    let versions: [String: String]

    /// How to install a missing one.
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
        // If the script cannot list the programs, there are none.
        if let python,
            let said = try? Child.run([python, script, "versions"], in: folder),
            let found = try? RecordText.decode([String: String].self, from: said)
        {
            versions = found
        }
        self.versions = versions
    }

    /// Returns what a program measured, by name of the figure.
    ///
    /// - Returns: nil if the program is not installed.
    /// - Throws: an error if it is installed and fails.
    func ask(_ task: String, _ arguments: String...) throws -> [String: Double]? {
        let name = task.hasPrefix("crdt") ? arguments[0] : String(task.prefix { $0 != "-" })
        guard let python, versions[name] != nil || name == "dbstat" else { return nil }
        let said = try Child.run([python, script, task] + arguments, in: folder)
        return try RecordText.decode([String: Double].self, from: said)
    }
}
