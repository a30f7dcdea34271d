import FoundationEssentials
import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// This program started once more, on its own: new session, words into a log.
struct BackgroundProcess {
    let pid: pid_t
    private let logPath: String
    /// The offset at which its own log lines begin; those before are of an earlier start.
    private let logStart: off_t

    #if canImport(Glibc)
    /// POSIX_SPAWN_SETSID of glibc 2.26, hidden from Swift behind a feature macro.
    private static let newSession: Int16 = 0x80
    #else
    private static let newSession = Int16(POSIX_SPAWN_SETSID)
    #endif
    private static let patience: Duration = .seconds(10)
    /// The longest pause between two looks at the node that starts, in microseconds.
    private static let pauseMax: UInt32 = 200_000
    /// The bytes that a pipe holds at least before somebody reads (POSIX, PIPE_BUF; 4096 on Linux and macOS).
    private static let inputBytesMax = 4096
    /// A longer log is put aside as `log.1` before the next start.
    private static let logBytesMax = 10 << 20
    /// The descriptors that are closed at most: closing all that are allowed may take seconds.
    private static let descriptorsMax: Int32 = 4096

    /// - Parameter input: what it finds on standard input, at most `inputBytesMax`.
    init(_ arguments: [String], input: [UInt8], logPath: String) throws(Failure) {
        let log = try Self.openLog(logPath)
        defer { close(log) }
        self.logPath = logPath
        logStart = lseek(log, 0, SEEK_END)
        var actions = FileActions()
        defer { posix_spawn_file_actions_destroy(&actions.value) }
        let source = try Self.pipe(holding: input)
        defer { close(source) }
        posix_spawn_file_actions_adddup2(&actions.value, source, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions.value, log, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions.value, log, STDERR_FILENO)
        var attributes = SpawnAttributes()
        defer { posix_spawnattr_destroy(&attributes.value) }
        posix_spawnattr_setflags(&attributes.value, Self.newSession)

        Self.keepDescriptorsHere()
        let program = try ProgramPath.own()
        var environment = ProcessInfo.processInfo.environment
        let (report, settings) = CrashReport.variable { environment[$0] }
        environment[report] = settings
        let variables = environment.map { "\($0.key)=\($0.value)" }
        var pid: pid_t = 0
        let outcome = CStrings.with([program] + arguments) { argv in
            CStrings.with(variables) { environment in
                posix_spawn(&pid, program, &actions.value, &attributes.value, argv, environment)
            }
        }
        guard outcome == 0 else {
            throw Failure(
                .failure, "cannot start the node: \(String(cString: strerror(outcome)))",
                fix: "weft up --foreground")
        }
        self.pid = pid
    }

    /// Returns as soon as `isReady` says so.
    ///
    /// - Throws: what the process said and with its exit code, when it ends before that.
    func wait(untilTrue isReady: () throws -> Bool) throws {
        let clock = ContinuousClock()
        let deadline = clock.now + Self.patience
        var pause: UInt32 = 5_000
        while true {
            var status: Int32 = 0
            if waitpid(pid, &status, WNOHANG) == pid {
                throw LastLogLines(in: logPath, from: logStart).failure(status: status)
            }
            if try isReady() { return }
            guard clock.now < deadline else {
                throw Failure(
                    .unreachable, "process \(pid) is running but has not answered for 10 s",
                    fix: "check the log \(logPath)")
            }
            usleep(pause)
            pause = min(pause * 2, Self.pauseMax)
        }
    }

    /// Keeps our descriptors out of the node. The parent may wait until every copy is closed, and a node that inherited
    /// one would make it wait until weft down.
    private static func keepDescriptorsHere() {
        for descriptor in (STDERR_FILENO + 1)..<min(getdtablesize(), descriptorsMax) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    private static func openLog(_ path: String) throws(Failure) -> Int32 {
        var facts = stat()
        if lstat(path, &facts) == 0, facts.st_size > logBytesMax { rename(path, path + ".1") }
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        let log = open(path, flags, 0o600)
        guard log >= 0 else {
            throw Failure(
                .failure, "cannot open the log \(path): \(String(cString: strerror(errno)))")
        }
        return log
    }

    /// The reading end of a pipe with these bytes and an end behind them.
    private static func pipe(holding bytes: [UInt8]) throws(Failure) -> Int32 {
        var ends: [Int32] = [-1, -1]
        let isMade = bytes.count <= inputBytesMax && openPipe(&ends) == 0
        defer { if isMade { close(ends[1]) } }
        guard isMade, bytes.isEmpty || write(ends[1], bytes, bytes.count) == bytes.count else {
            if isMade { close(ends[0]) }
            throw Failure(
                .failure, "cannot pass input to the node: \(String(cString: strerror(errno)))",
                fix: "weft up --foreground")
        }
        return ends[0]
    }
}

private struct SpawnAttributes {
    #if canImport(Glibc)
    var value = posix_spawnattr_t()
    #else
    var value: posix_spawnattr_t?
    #endif

    init() {
        posix_spawnattr_init(&value)
    }
}

// Beside the type, because inside it `pipe` means its own.
private func openPipe(_ ends: inout [Int32]) -> Int32 {
    pipe(&ends)
}
