import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import weft

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.serialized)
struct ClientTests {
    private func client(_ node: FakeNode) -> Client {
        Client(socketPath: node.socketPath, output: .silent)
    }

    private func failure(_ body: () throws -> Void) -> Failure? {
        #expect(throws: Failure.self) { try body() }
    }

    @Test func `an answer comes back whole`() throws {
        let node = try FakeNode(["GET /v1/status": (200, "{\"name\":\"ana\"}")])
        defer { node.stop() }

        let reply = try client(node).send(.get("/v1/status", [("q", "a b&c"), ("none", nil)]))

        #expect(reply == Reply(status: 200, body: Array("{\"name\":\"ana\"}".utf8)))
        #expect(node.heard.map(\.path) == ["/v1/status?q=a%20b%26c"])
    }

    @Test func `a body goes out whole`() throws {
        let node = try FakeNode(["POST /v1/import": (200, "{}")])
        defer { node.stop() }
        let body = String(repeating: "ä", count: 300_000)

        _ = try client(node).send(.post("/v1/import", Array(body.utf8)))

        #expect(node.heard.first?.body == body)
    }

    @Test func `an answer can be taken as it comes`() throws {
        let node = try FakeNode(["GET /v1/export": (200, String(repeating: "x", count: 200_000))])
        defer { node.stop() }
        let taken = Taken()

        let reply = try client(node).send(.get("/v1/export")) { taken.count += $0.count }

        #expect(taken.count == 200_000)
        #expect(reply.body.isEmpty)
    }

    @Test func `a refusal of the node keeps its message and code`() throws {
        let problem = """
            {"type":"t","title":"t","status":409,"detail":"there is one","code":"conflict",\
            "fix":"take another"}
            """
        let node = try FakeNode(["POST /v1/collections": (409, problem)])
        defer { node.stop() }

        let failure = failure { _ = try client(node).send(.post("/v1/collections")) }

        #expect(
            failure == Failure(.conflict, "there is one", fix: "take another", problem: "conflict"))
    }

    @Test func `an answer is waited for as long as the node lives`() throws {
        let node = try FakeNode(
            ["POST /v1/shares": (200, "{}"), "GET /v1/me": (200, "{}")],
            late: ("POST /v1/shares", "GET /v1/me"))
        defer { node.stop() }
        var call = Call.post("/v1/shares")
        call.patience = .milliseconds(200)

        let reply = try client(node).send(call)

        #expect(reply.isSuccess)
        #expect(node.heard.map(\.path) == ["/v1/shares", "/v1/me", "/v1/me"])
    }

    @Test func `a node that answers nothing any more is dead`() throws {
        let node = try FakeNode(
            ["POST /v1/shares": (200, "{}")], late: ("POST /v1/shares", "GET /v1/none"))
        defer { node.stop() }
        var call = Call.post("/v1/shares")
        call.patience = .milliseconds(50)

        let failure = failure { _ = try client(node).send(call) }

        #expect(failure?.code == .unreachable)
        #expect(failure?.what.contains("has not answered") == true)
    }

    @Test func `without a socket the node is to be started`() {
        let client = Client(socketPath: "/tmp/weft-nowhere/weft.sock", output: .silent)

        let failure = failure { _ = try client.send(.get("/v1/status")) }

        #expect(failure?.code == .unreachable)
        #expect(failure?.fix == "weft up")
    }

    @Test func `a socket that nobody listens on is the same`() throws {
        let node = try FakeNode([:])
        let path = node.socketPath
        node.stop()
        let folder = String(path.dropLast("/weft.sock".count))
        mkdir(folder, 0o700)
        let door = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #expect(bind(door, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0)
            }
        }
        close(door)
        defer {
            unlink(path)
            rmdir(folder)
        }

        let client = Client(socketPath: path, output: .silent)
        let failure = failure { _ = try client.send(.get("/v1/status")) }

        #expect(failure?.code == .unreachable)
        #expect(failure?.what.contains("nothing is listening") == true)
    }

    @Test(arguments: [0o701, 0o750, 0o777])
    func `nothing is sent through a folder that others may change`(mode: Int) throws {
        let node = try FakeNode(["GET /v1/status": (200, "{}")])
        defer { node.stop() }
        chmod(String(node.socketPath.dropLast("/weft.sock".count)), mode_t(mode))

        let failure = failure { _ = try client(node).send(.get("/v1/status")) }

        #expect(failure?.code == .unreachable)
        #expect(node.heard.isEmpty)
    }

    @Test func `nothing is sent to another user's socket`() throws {
        let node = try FakeNode(["GET /v1/status": (200, "{}")])
        defer { node.stop() }
        // Only root can give a socket away; other users cannot test this.
        guard chown(node.socketPath, 65534, 65534) == 0 else { return }

        let failure = failure { _ = try client(node).send(.get("/v1/status")) }

        #expect(failure?.code == .unreachable)
        #expect(node.heard.isEmpty)
    }

    private final class Taken: @unchecked Sendable {
        var count = 0
    }
}

extension Output {
    static let silent = Output(
        form: .human, isQuiet: true, isVerbose: false, colour: .none, width: nil)
}
