import ArgumentParser

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Searches a node until it is ended; writes a byte for each response, so that they can be counted.
struct SearchLoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search-load", shouldDisplay: false)

    @Argument var socket: String
    @Argument var queries: String

    func run() throws {
        let requests = try File.text(queries).split(separator: "\n").map {
            Connection.request("GET", String($0))
        }
        let connection = try Connection(socket: socket)
        let mark: [UInt8] = [UInt8(ascii: ".")]
        while true {
            for request in requests {
                try connection.succeed(request)
                guard write(1, mark, 1) == 1 else { throw BenchError("nobody counts") }
            }
        }
    }
}
