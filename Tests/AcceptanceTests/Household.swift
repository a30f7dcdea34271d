import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A folder with the profiles of one test. Its deinitialiser ends the nodes and deletes the files.
///
/// Its path is short because the path of a socket is limited to about 100 bytes.
final class Household {
    let path: String
    fileprivate var running: Set<pid_t> = []

    init() throws {
        var template = Array("/tmp/weft.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failed("mkdtemp: \(errno)") }
        path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
    }

    deinit {
        for pid in running { kill(pid, SIGKILL) }
        // Anything left is empty or a mount point, and no other test uses it.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns a person without a profile.
    func newcomer(_ name: String, root: String? = nil) -> Person {
        Person(name: name, root: root ?? "\(path)/\(name)", household: self)
    }

    /// Creates a person with a profile of their own; `root` overrides its location.
    func person(_ name: String, root: String? = nil) throws -> Person {
        let person = newcomer(name, root: root)
        try person.weft("init", "--name", name).succeeds()
        return person
    }

    /// Creates a person whose node runs.
    func node(_ name: String, root: String? = nil) throws -> Person {
        let person = try person(name, root: root)
        try person.up()
        return person
    }

    /// Creates two friends neither of whom can be dialled.
    func friendsApart() throws -> (ana: Person, ben: Person) {
        let (ana, ben) = (try person("ana"), try person("ben"))
        for one in [ana, ben] { try one.upAlone() }
        try befriend(ana, ben)
        return (ana, ben)
    }

    /// Creates a further device of `person`, its node running.
    ///
    /// - Parameter phrase: the recovery phrase of 24 words, if `person`'s device has no root key.
    func device(
        _ name: String, pairedWith person: Person, phrase: String = "", root: String? = nil
    ) throws -> Person {
        let machine = newcomer(name, root: root)
        let asked = try machine.weft("init", "--pair", "--name", name, "--json").succeeds()
        let flag = phrase.isEmpty ? [] : ["--phrase-stdin"]
        let answered = try person.weft(
            ["device", "pair", asked.text("request"), "--json"] + flag, input: phrase)
        try answered.succeeds()
        try machine.weft("device", "join", answered.text("answer")).succeeds()
        try machine.up()
        // A group may arrive before what the device needs to write.
        try until("\(name) has heard from \(person.name)", within: .seconds(30)) {
            try machine.weft("status", "--json").succeeds().json()["read_only_reason"] == nil
        }
        return machine
    }

    /// Writes a file for a test to import.
    func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    /// Creates a folder with only these programs, each a script for `sh`; for `PATH`.
    func programs(_ scripts: [String: String]) throws -> String {
        let folder = "\(path)/programs"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for (name, script) in scripts {
            let path = "\(folder)/\(name)"
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        }
        return folder
    }

    fileprivate func note(_ pid: pid_t) { running.insert(pid) }
    fileprivate func forget(_ pid: pid_t) { running.remove(pid) }
}

/// A person at a shell: every call runs the real program.
final class Person {
    let name: String
    let root: String
    private let household: Household
    private(set) var pid: pid_t = 0
    /// The address that friends dial; kept over restarts, as a real node keeps its port.
    private(set) var address = "127.0.0.1:0"

    fileprivate init(name: String, root: String, household: Household) {
        (self.name, self.root, self.household) = (name, root, household)
    }

    func weft(_ arguments: String...) throws -> Outcome {
        try Outcome(waitingFor: start(arguments), arguments)
    }

    /// Runs the program with text on standard input and environment variables.
    func weft(
        _ arguments: [String], input: String, variables: [String: String] = [:]
    ) throws -> Outcome {
        let started = try Started(
            arguments, home: root, in: household.path, input: input, variables: variables)
        return try Outcome(waitingFor: started, arguments)
    }

    /// Runs the program at a terminal, with environment variables.
    func weft(
        _ arguments: String..., atTerminal variables: [String: String]
    ) throws -> Outcome {
        let started = try Started(
            arguments, home: root, in: household.path, variables: variables,
            terminal: OwnTerminal())
        return try Outcome(waitingFor: started, arguments)
    }

    /// Starts the program without waiting for its end.
    func start(_ arguments: [String]) throws -> Started {
        try Started(arguments, home: root, in: household.path)
    }

    func up(passphrase: String = "") throws {
        let words = passphrase.isEmpty ? [] : ["--passphrase-stdin"]
        try up(["--listen", address] + words, passphrase)
        address = try weft("status", "--json").text("listening_on")
    }

    /// Starts the node so that nobody can dial it, and it knows nobody's address.
    func upAlone() throws {
        try up(["--no-listen"], "")
    }

    private func up(_ flags: [String], _ input: String) throws {
        let up = try weft(["up", "--json"] + flags, input: input)
        try up.succeeds()
        pid = pid_t(try up.number("pid"))
        household.note(pid)
    }

    func down() throws {
        try weft("down").succeeds()
        household.forget(pid)
    }

    /// Kills the node, as a loss of power does.
    func crash() throws {
        kill(pid, SIGKILL)
        try until("the process has gone") { kill(pid, 0) != 0 || isZombie(pid) }
        household.forget(pid)
    }

    /// Crashes the node; the runtime's report, if it can write one, is in the log then.
    func fault() throws {
        kill(pid, SIGILL)
        try until("the report of the crash", within: .seconds(60)) {
            try kill(pid, 0) != 0 || isZombie(pid) || log().contains("Backtrace took")
        }
        // After a signal from outside, the process goes on once the report is written.
        try crash()
    }

    /// The log of the person's node.
    func log() throws -> String {
        try String(contentsOfFile: root + "/state/log", encoding: .utf8)
    }

    func ticket() throws -> String { try weft("id", "--json").text("ticket") }

    /// Returns the number of matching links.
    func count(_ query: String...) throws -> Int {
        try Outcome(waitingFor: start(["ls", "--json", "-N", "1"] + query), query).number("total")
    }

    /// Whether the word is in the database files in plain text.
    func databaseHolds(_ word: String) throws -> Bool {
        let folder = root + "/data"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let files = names.filter { $0.hasPrefix("weft.sqlite") }
        return try files.contains { name in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
            return bytes.range(of: Data(word.utf8)) != nil
        }
    }

    /// Returns the status of each device of this person, such as "laptop connected", this one first.
    func devices() throws -> [String] {
        let rows = try weft("device", "ls", "--plain").succeeds().out
        return rows.split(separator: "\n").map { row in
            row.split(separator: "\t", omittingEmptySubsequences: false)[1...2]
                .joined(separator: " ")
        }
    }

    /// Returns URL, title and tags of matching links, in a stable order.
    func contents(_ query: String) throws -> [String] {
        let rows = try weft("ls", "--plain", "-N", "0", query).succeeds().out
        return rows.split(separator: "\n").map { row in
            row.split(separator: "\t", omittingEmptySubsequences: false)[1...3]
                .joined(separator: "\t")
        }.sorted()
    }
}

/// Makes two people friends, each by the other's ticket.
func befriend(_ one: Person, _ other: Person) throws {
    try one.weft("friend", "add", other.ticket()).succeeds()
    try other.weft("friend", "add", one.ticket()).succeeds()
}

/// Polls until a condition holds.
///
/// - Throws: an error when the time is over.
func until(
    _ what: String, within patience: Duration = .seconds(10), _ isSo: () throws -> Bool
) throws {
    let deadline = ContinuousClock.now + patience
    while try !isSo() {
        guard ContinuousClock.now < deadline else { throw Failed("not in time: \(what)") }
        usleep(10_000)
    }
}

/// Without an init process that reaps children, a killed process remains as a zombie.
private func isZombie(_ pid: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    return status?.contains(") Z ") ?? false
}
