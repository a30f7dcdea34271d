import FoundationEssentials

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Another program, run to its end.
enum ChildProcess {
    /// Runs what `PATH` finds by the first of `words`, without input.
    ///
    /// - Returns: its exit code, 127 if there is no such program; and the first line that it wrote to
    ///   either stream.
    static func run(_ words: [String]) -> (code: Int32, words: String) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return (127, String(cString: strerror(errno))) }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = FileActions()
        defer { posix_spawn_file_actions_destroy(&actions.value) }
        posix_spawn_file_actions_addopen(&actions.value, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions.value, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions.value, ends[1], STDERR_FILENO)
        let pid = started(words, &actions)
        let reason = errno
        close(ends[1])
        guard let pid else { return (127, "\(words[0]): \(String(cString: strerror(reason)))") }
        let said = String(decoding: everything(from: ends[0]), as: UTF8.self)
        let code = outcome(of: pid)
        let line = said.split(separator: "\n").first.map(String.init)
        return (code, line ?? (code == 0 ? "" : "\(words[0]) ended with \(code)"))
    }

    /// Runs what `PATH` finds by the first of `words`, gives it `input`, and hears nothing of what it says:
    /// what it leaves running, such as a browser, is not waited for.
    ///
    /// - Returns: its exit code, 127 if there is no such program.
    static func runSilently(_ words: [String], input: String = "") -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return 127 }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = FileActions()
        defer { posix_spawn_file_actions_destroy(&actions.value) }
        posix_spawn_file_actions_adddup2(&actions.value, ends[0], STDIN_FILENO)
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions.value, stream, "/dev/null", O_WRONLY, 0)
        }
        let pid = started(words, &actions)
        close(ends[0])
        // Who ends without reading is no reason for this process to end.
        let former = signal(SIGPIPE, SIG_IGN)
        give(Array(input.utf8), to: ends[1])
        signal(SIGPIPE, former)
        close(ends[1])
        return pid.map { outcome(of: $0) } ?? 127
    }

    /// Runs what `PATH` finds by the first of `words` where this program runs: it shows itself on the
    /// terminal and hears what is typed, Ctrl-C too.
    ///
    /// - Returns: its exit code, 127 if there is no such program.
    static func runOnTerminal(_ words: [String]) -> Int32 {
        var actions = FileActions()
        defer { posix_spawn_file_actions_destroy(&actions.value) }
        // Data may go elsewhere, and is not what it shows.
        for stream in [STDOUT_FILENO, STDERR_FILENO]
        where isatty(stream) != 1 && isatty(STDIN_FILENO) == 1 {
            posix_spawn_file_actions_adddup2(&actions.value, STDIN_FILENO, stream)
        }
        // Caught, and not ignored, which the other program would inherit.
        let former = signal(SIGINT) { _ in }
        defer { signal(SIGINT, former) }
        return started(words, &actions).map { outcome(of: $0) } ?? 127
    }

    /// Whether `PATH` has a program of this name.
    static func isFound(_ program: String) -> Bool {
        let path = Environment.value("PATH") ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    // Nil if there is no such program; `errno` says why.
    private static func started(_ words: [String], _ actions: inout FileActions) -> pid_t? {
        let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var pid: pid_t = 0
        let failure = CStrings.with(words) { argv in
            CStrings.with(variables) { environment in
                posix_spawnp(&pid, words[0], &actions.value, nil, argv, environment)
            }
        }
        errno = failure
        return failure == 0 ? pid : nil
    }

    private static func outcome(of pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    private static func give(_ bytes: [UInt8], to end: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func everything(from end: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(end, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            // Who says more than this says nothing more of use.
            if bytes.count < 65_536 { bytes += part.prefix(count) }
        }
    }
}

/// The descriptors that a started program gets.
struct FileActions {
    #if canImport(Glibc)
    var value = posix_spawn_file_actions_t()
    #else
    var value: posix_spawn_file_actions_t?
    #endif

    init() {
        posix_spawn_file_actions_init(&value)
    }
}

/// Texts as C wants a list of them.
enum CStrings {
    /// Calls `body` with `texts` and nil behind them; they live as long as it runs.
    static func with<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
