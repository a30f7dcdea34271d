import API
import Domain
import Gateway
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.serialized) struct SocketFileTests {
    private let door = NodeDoor.knowing([])

    @Test func `the socket is 0600 in a directory 0700 that is made if it is missing`() async throws
    {
        try await Folder.with { folder in
            let path = folder("run/weft.sock")

            let modes = try await withGateway(door, at: path) {
                [mode(of: path), mode(of: folder("run"))]
            }

            #expect(modes == [0o600, 0o700])
            #expect(access(path, F_OK) != 0, "the socket is removed at the end")
        }
    }

    @Test(arguments: [mode_t(0o755), 0o750, 0o701, 0o500])
    func `a directory that others may enter is refused`(mode: mode_t) async throws {
        try await Folder.with { folder in
            chmod(folder.path, mode)

            await #expect(throws: GatewayError.notPrivate(folder.path, mode: UInt32(mode))) {
                try await withGateway(door, at: folder("s")) {}
            }
            chmod(folder.path, 0o700)
        }
    }

    @Test func `a directory that is a link is refused`() async throws {
        try await Folder.with { folder in
            mkdir(folder("real"), 0o700)
            symlink(folder("real"), folder("link"))

            await #expect(throws: GatewayError.noDirectory(folder("link"))) {
                try await withGateway(door, at: folder("link/s")) {}
            }
        }
    }

    @Test(arguments: [-1, 0, 1])
    func `a path that does not fit is refused, one that fits is not`(more: Int) async throws {
        #if canImport(Glibc)
        let most = 107
        #else
        let most = 103
        #endif
        try await Folder.with { folder in
            let count = most + more - folder.path.utf8.count - 1
            let path = folder(String(repeating: "s", count: count))

            if more <= 0 {
                let isOpen = try await withGateway(door, at: path) { true }
                #expect(isOpen)
            } else {
                await #expect(throws: GatewayError.pathTooLong(bytes: most + 1, max: most)) {
                    try await withGateway(door, at: path) {}
                }
            }
        }
    }

    @Test func `a file that is no socket is left alone`() async throws {
        try await Folder.with { folder in
            close(open(folder("s"), O_CREAT | O_WRONLY, 0o600))

            await #expect(throws: GatewayError.inTheWay(folder("s"))) {
                try await withGateway(door, at: folder("s")) {}
            }
            #expect(access(folder("s"), F_OK) == 0)
        }
    }

    @Test func `a second gateway on a live socket is refused, and the first goes on`() async throws
    {
        try await Folder.with { folder in
            let path = folder("s")
            let door = door

            try await withGateway(door, at: path) {
                await #expect(throws: GatewayError.alreadyServed(path)) {
                    try await withGateway(door, at: path) {}
                }
                let health = try await ask(path, "GET", "/v1/health")
                #expect(health.status == 200)
            }
        }
    }

    @Test func `a socket that nobody answers on is replaced`() async throws {
        try await Folder.with { folder in
            let path = folder("s")
            try leaveSocket(at: path)

            let health = try await withGateway(door, at: path) {
                try await ask(path, "GET", "/v1/health")
            }

            #expect(health.body == #"{"status":"ok"}"#)
        }
    }

    private func mode(of path: String) -> mode_t {
        var entry = stat()
        return lstat(path, &entry) == 0 ? entry.st_mode & 0o7777 : 0
    }

    /// Leaves a socket behind as a killed node does.
    private func leaveSocket(at path: String) throws {
        #if canImport(Glibc)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        close(descriptor)
        try #require(bound == 0)
    }
}
