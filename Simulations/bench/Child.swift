#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A child process; it is ended by its process id, never by its name.
final class Child {
    let pid: pid_t
    private var hasEnded = false
    private let name: String

    /// Where a child's output goes.
    enum Output {
        case nowhere
        case file(String)
    }

    /// Starts `arguments[0]`, searched in PATH, with `variables` in addition to the inherited ones.
    init(
        _ arguments: [String], variables: [String] = [], output: Output = .nowhere,
        errors: Output = .nowhere
    ) throws {
        name = arguments[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for (descriptor, place) in [(Int32(1), output), (2, errors)] {
            let path =
                switch place {
                case .nowhere: "/dev/null"
                case .file(let path): path
                }
            posix_spawn_file_actions_addopen(
                &actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        var argv = arguments.map { strdup($0) } + [nil]
        var environment = (Self.inherited() + variables).map { strdup($0) } + [nil]
        defer { for text in argv + environment { free(text) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, arguments[0], &actions, nil, &argv, &environment)
        guard code == 0 else { throw BenchError("\(name) cannot be started: code \(code)") }
        self.pid = pid
    }

    /// Waits for its end.
    ///
    /// - Returns: its exit code; 128 and more if a signal ended it.
    @discardableResult
    func wait() -> Int32 {
        guard !hasEnded else { return 0 }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    func end(_ signal: Int32 = SIGTERM) {
        guard !hasEnded else { return }
        kill(pid, signal)
        wait()
    }

    var isRunning: Bool {
        guard !hasEnded else { return false }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return true }
        hasEnded = true
        return false
    }

    /// Runs a program to its end.
    ///
    /// - Returns: what it wrote to standard output.
    /// - Throws: an error with what it wrote to standard error, if its exit code is not 0.
    static func run(
        _ arguments: [String], variables: [String] = [], in folder: String
    ) throws -> [UInt8] {
        let output = folder + "/child.out"
        let errors = folder + "/child.err"
        let child = try Child(
            arguments, variables: variables, output: .file(output), errors: .file(errors))
        let code = child.wait()
        guard code == 0 else {
            let said = try File.text(errors).split(separator: "\n").suffix(3)
            throw BenchError("\(arguments.prefix(3)) ended with \(code): \(said)")
        }
        return try File.bytes(output)
    }

    // The inherited variables, without any that would lead to a node other than the one under test.
    private static func inherited() -> [String] {
        let names: [String] = ["PATH", "HOME", "LANG", "TMPDIR"]
        return names.compactMap { name in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }
    }
}
