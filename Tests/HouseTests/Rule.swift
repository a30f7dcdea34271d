/// Something every file of some part of the house keeps, and what to do when one does not.
struct Rule: Sendable {
    let name: String
    /// What to write instead, in a few words.
    let remedy: String
    let isFor: @Sendable (SourceFile) -> Bool
    let offences: @Sendable (SourceFile) -> [Offence]

    /// What `file` does against the rule, in order of lines.
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

/// One readable line: where, what, against which rule, and the way out.
struct Finding: CustomStringConvertible, Sendable {
    let path: String
    let offence: Offence
    let rule: String
    let remedy: String

    var description: String {
        "\(path):\(offence.line): \(offence.what) | rule: \(rule) | fix: \(remedy)"
    }
}

/// Which files a rule is for.
enum Scope {
    /// All that ships or simulates; not tests.
    static let program: @Sendable (SourceFile) -> Bool = { $0.folder != "Tests" }
    /// What ships.
    static let sources: @Sendable (SourceFile) -> Bool = { $0.folder == "Sources" }
    /// Where the same input must give the same output: floors 0 to 4 and the simulated shell.
    static let deterministic: @Sendable (SourceFile) -> Bool = { file in
        guard let room = file.room else { return false }
        return room.floor < 5 || room.name == "Simulator"
    }
    /// All rooms but the commands, which talk to a terminal.
    static let belowCommands: @Sendable (SourceFile) -> Bool = { ($0.room?.floor ?? 6) < 6 }
    /// Where SQL is written.
    static let store: @Sendable (SourceFile) -> Bool = { $0.room?.name == "Store" }
}
