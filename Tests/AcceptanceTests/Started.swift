import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The reason why a test cannot continue.
struct Failed: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// A running process of the program. Its output goes to files, so no pipe can fill up.
///
/// This is not Foundation's `Process`, which passes a socket to the child and takes the socket's
/// end for the program's end.
final class Started {
    let pid: pid_t
    private let arguments: [String]
    private let outPath: String
    private let errPath: String
    private let terminal: OwnTerminal?
    private var code: Int32?

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - input: its standard input.
    ///   - variables: environment variables in addition to those of the tests.
    ///   - terminal: replaces its standard input.
    init(
        _ arguments: [String], home: String, in folder: String, input: String = "",
        variables: [String: String] = [:], terminal: OwnTerminal? = nil
    ) throws {
        self.arguments = arguments
        self.terminal = terminal
        let name = "\(folder)/\(UUID().uuidString)"
        (outPath, errPath) = (name + ".out", name + ".err")
        var environment = ProcessInfo.processInfo.environment
        for name in ["WEFT_SOCKET", "WEFT_PROFILE"] { environment[name] = nil }
        environment["WEFT_HOME"] = home
        environment.merge(variables) { _, new in new }
        let inPath = terminal?.path ?? (input.isEmpty ? "/dev/null" : name + ".in")
        if !input.isEmpty {
            try Data(input.utf8).write(to: URL(fileURLWithPath: inPath))
        }
        pid = try Self.spawn(
            try Self.program(), arguments, environment, (inPath, outPath, errPath))
    }

    deinit {
        guard code == nil else { return }
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// Waits for its end and reads its output.
    ///
    /// - Throws: an error after thirty seconds; then the process is killed.
    func end() throws -> (code: Int32, out: String, err: String) {
        let deadline = ContinuousClock.now + .seconds(30)
        var status: Int32 = 0
        while waitpid(pid, &status, WNOHANG) == 0 {
            guard ContinuousClock.now < deadline else {
                throw Failed("no end of weft \(arguments.joined(separator: " "))")
            }
            usleep(2_000)
        }
        let signal = status & 0x7F
        let ended = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        code = ended
        return (ended, try Self.text(outPath), try Self.text(errPath))
    }

    /// Returns a line of standard output, counted from one, as soon as it is there.
    ///
    /// - Throws: an error after ten seconds.
    func line(_ number: Int) throws -> String {
        var lines: [Substring] = []
        try until("weft \(arguments.joined(separator: " ")) writes line \(number)") {
            lines = try Self.text(outPath).split(separator: "\n", omittingEmptySubsequences: false)
            return lines.count > number
        }
        return String(lines[number - 1])
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String],
        _ paths: (input: String, out: String, err: String)
    ) throws -> pid_t {
        #if canImport(Glibc)
        var actions = posix_spawn_file_actions_t()
        #else
        var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_EXCL
        // A terminal is opened for reading and writing, as behind a shell.
        let reading = paths.input.hasPrefix("/dev/") ? O_RDWR | O_NOCTTY : O_RDONLY
        posix_spawn_file_actions_addopen(&actions, 0, paths.input, reading, 0)
        posix_spawn_file_actions_addopen(&actions, 1, paths.out, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, paths.err, flags, 0o600)
        let words = ([program] + arguments).map { strdup($0) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in words + variables { free(text) } }
        var pid: pid_t = 0
        let outcome = posix_spawn(&pid, program, &actions, nil, words + [nil], variables + [nil])
        guard outcome == 0 else {
            throw Failed("\(program) cannot be started: \(String(cString: strerror(outcome)))")
        }
        return pid
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    /// Returns the path of the program under test: the one beside the running tests, otherwise the
    /// one that `swift build -c release` makes.
    static func program() throws -> String {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let beside = CommandLine.arguments.compactMap { argument in
            argument.range(of: "/weftPackageTests.xctest").map { argument[..<$0.lowerBound] }
        }
        let places = beside.map(String.init) + [root.path + "/.build/release"]
        let found = places.map { $0 + "/weft" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        guard let found else {
            throw Failed("there is no program to test; first: swift build -c release")
        }
        return found
    }
}

/// A terminal without a user.
final class OwnTerminal {
    let path: String
    // Both ends of the terminal, which exists until both are closed.
    private let ends: [Int32]

    init() throws {
        var (other, own): (Int32, Int32) = (-1, -1)
        guard openpty(&other, &own, nil, nil, nil) == 0, let name = ttyname(own) else {
            throw Failed("no terminal: \(String(cString: strerror(errno)))")
        }
        for end in [other, own] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        path = String(cString: name)
        ends = [other, own]
    }

    deinit { ends.forEach { close($0) } }
}
