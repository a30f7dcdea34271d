/// A rule for every file of a part of the project, with a remedy.
struct Rule: Sendable {
    let name: String
    /// The remedy: the text to write instead, in a few words.
    let remedy: String
    let isFor: @Sendable (SourceFile) -> Bool
    let offences: @Sendable (SourceFile) -> [Offence]

    /// Returns the violations in `file`, in order of lines.
    func findings(in file: SourceFile) -> [Finding] {
        guard isFor(file) else { return [] }
        return offences(file).sorted { $0.line < $1.line }.map { offence in
            Finding(path: file.path, offence: offence, rule: name, remedy: remedy)
        }
    }
}

/// A line and what is wrong with it.
struct Offence: Sendable {
    let line: Int
    let what: String
}

/// One readable line: where, what, which rule, and the remedy.
struct Finding: CustomStringConvertible, Sendable {
    let path: String
    let offence: Offence
    let rule: String
    let remedy: String

    var description: String {
        "\(path):\(offence.line): \(offence.what) | rule: \(rule) | fix: \(remedy)"
    }
}

/// The files that a rule applies to.
enum Scope {
    /// Everything that ships or simulates; not tests.
    static let program: @Sendable (SourceFile) -> Bool = { $0.folder != "Tests" }
    /// Everything that ships.
    static let sources: @Sendable (SourceFile) -> Bool = { $0.folder == "Sources" }
    /// Files in which the same input must give the same output: layers 0 to 4 and the simulator.
    static let deterministic: @Sendable (SourceFile) -> Bool = { file in
        guard let room = file.room else { return false }
        return room.floor < 5 || room.name == "Simulator"
    }
    /// All targets except the commands, which talk to a terminal.
    static let belowCommands: @Sendable (SourceFile) -> Bool = { ($0.room?.floor ?? 6) < 6 }
    /// Files in which SQL is written.
    static let store: @Sendable (SourceFile) -> Bool = { $0.room?.name == "Store" }
}
