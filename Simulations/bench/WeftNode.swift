import API

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A real node in a process of its own, with a profile of its own.
final class WeftNode {
    let home: String
    private let program: String
    private let folder: String
    private var child: Child?

    /// Creates an identity in a new folder; the node is not started.
    init(name: String, program: String, in folder: String) throws {
        home = folder + "/" + name
        self.program = program
        self.folder = folder
        _ = try Child.run(
            [program, "init", "--name", name, "--json"], variables: ["WEFT_HOME=\(home)"],
            in: folder)
    }

    var socketPath: String { home + "/run/weft.sock" }
    var databasePath: String { home + "/data/weft.sqlite" }
    var variables: [String] { ["WEFT_HOME=\(home)"] }

    /// Starts it and waits until it responds.
    ///
    /// - Parameter isListening: whether it listens on a free port of the loopback; otherwise it
    ///   only dials.
    func start(isListening: Bool = false) throws {
        try spawn(isListening: isListening)
        _ = try waitForConnection().succeed(Connection.request("GET", "/v1/status"))
    }

    /// Starts it without waiting.
    func spawn(isListening: Bool = false) throws {
        let place = isListening ? ["--listen", "127.0.0.1:0"] : ["--no-listen", "--no-discovery"]
        child = try Child(
            [program, "up", "--foreground"] + place, variables: variables,
            errors: .file(home + "/errors"))
    }

    /// Returns a connection as soon as one is possible.
    func waitForConnection() throws -> Connection {
        while true {
            // A failure just means that it is not ready yet.
            if let connection = try? connect() { return connection }
            guard let child, child.isRunning else {
                let said = (try? File.text(home + "/errors")) ?? ""
                throw BenchError("the node ended at its start: \(said.suffix(300))")
            }
            usleep(200)
        }
    }

    func connect() throws -> Connection {
        try Connection(socket: socketPath)
    }

    /// Ends it as `weft down` does.
    func stop() {
        child?.end()
        child = nil
    }

    /// Kills it without a chance to clean up.
    func kill() {
        child?.end(SIGKILL)
        child = nil
    }

    // MARK: Requests

    func status(_ connection: Connection) throws -> StatusJSON {
        let body = try connection.succeed(Connection.request("GET", "/v1/status"))
        return try JSONText.decode(StatusJSON.self, from: body)
    }

    func ticket() throws -> String {
        let body = try connect().succeed(Connection.request("GET", "/v1/me"))
        return try JSONText.decode(IdentityJSON.self, from: body).ticket
    }

    /// Imports bookmarks and waits until they are all durable; the full-text index follows.
    func take(_ workload: Workload, _ range: Range<Int>, audience: String) throws {
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 100_000) {
            let part = start..<min(start + 100_000, range.upperBound)
            try take(
                workload.netscape(part), format: "netscape", type: "text/html",
                audience: audience, count: part.count)
        }
    }

    /// Imports a file that contains `count` things.
    func take(
        _ file: [UInt8], format: String, type: String, audience: String, count: Int
    ) throws {
        let request = Connection.request(
            "POST", "/v1/import?format=\(format)&audience=\(audience)", body: file, type: type)
        // A node closes a connection that is idle for a while.
        let connection = try connect()
        let body = try connection.succeed(request)
        var job = try JSONText.decode(ImportJobJSON.self, from: body)
        while job.state == "running" {
            usleep(20_000)
            let body = try connection.succeed(Connection.request("GET", "/v1/jobs/\(job.id)"))
            job = try JSONText.decode(ImportJobJSON.self, from: body)
        }
        guard job.state == "done", job.added == count else {
            throw BenchError(
                "of \(count) things the node took \(job.added); it refused \(job.refused)")
        }
    }

    /// Waits until the full text of everything is indexed.
    func waitUntilIndexed() throws {
        let connection = try connect()
        while try status(connection).unindexed > 0 { usleep(20_000) }
    }

    // MARK: Measuring

    /// Returns the resident megabytes (10^6), now and at most.
    func memory() throws -> (now: Double, most: Double) {
        guard let child else { throw BenchError("the node does not run") }
        let lines = try File.text("/proc/\(child.pid)/status").split(separator: "\n")
        func value(_ name: String) throws -> Double {
            guard let line = lines.first(where: { $0.hasPrefix(name) }),
                let kilobytes = Double(line.filter(\.isNumber))
            else { throw BenchError("the system does not tell a process's memory") }
            return kilobytes * 1024 / 1e6
        }
        return (try value("VmRSS"), try value("VmHWM"))
    }
}
