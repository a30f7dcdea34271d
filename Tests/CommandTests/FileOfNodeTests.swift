import Foundation
import Node
import Testing

@testable import weft

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

// Inside that suite, so that tests run one after the other: the files removed on interruption are
// process-wide.
extension NewFileTests {
    /// Tests files that a node writes for a command, with a stand-in for the node.
    @Suite struct FileOfNodeTests {
        private let folder: String
        private let profile: Profile

        init() throws {
            var template = Array("/tmp/weft-new-XXXXXX".utf8CString)
            let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
            self.folder = folder
            profile = try Profile { $0 == "WEFT_HOME" ? folder : nil }
            try profile.prepare()
        }

        private func removeAll() { try? FileManager.default.removeItem(atPath: folder) }

        private func names(_ path: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: path)
        }

        /// A sandboxed node writes to its own folders alone.
        private func fenced(_ path: String) throws -> Reply {
            guard path.hasPrefix(profile.dataDirectory) else {
                throw Failure(.usage, "\(path): \(String(cString: strerror(EROFS)))")
            }
            try Data("all of it".utf8).write(to: URL(fileURLWithPath: path))
            chmod(path, 0o640)
            return Reply(status: 200, body: Array("{\"summary\":\"wrote \(path)\"}".utf8))
        }

        @Test func `the node writes files that it may write`() throws {
            defer { removeAll() }
            var asked: [String] = []

            let reply = try FileOfNode.make(at: "/elsewhere/x", in: profile) { path in
                asked.append(path)
                return Reply(status: 200, body: [])
            }

            #expect(reply.body == [])
            #expect(asked == ["/elsewhere/x"])
        }

        @Test func `the command writes the file when the node may not`() throws {
            defer { removeAll() }
            let path = folder + "/new"

            let reply = try FileOfNode.make(at: path, in: profile, ask: fenced)

            #expect(try String(contentsOfFile: path, encoding: .utf8) == "all of it")
            #expect(
                String(decoding: reply.body, as: UTF8.self) == "{\"summary\":\"wrote \(path)\"}")
            #expect(try names(profile.dataDirectory) == [])
            var facts = stat()
            #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o640)
        }

        @Test func `an existing file stays`() throws {
            defer { removeAll() }
            let path = folder + "/old"
            try Data("old".utf8).write(to: URL(fileURLWithPath: path))

            let failure = #expect(throws: Failure.self) {
                _ = try FileOfNode.make(at: path, in: profile, ask: fenced)
            }

            #expect(failure?.code == .conflict)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
            #expect(try names(profile.dataDirectory) == [])
        }

        @Test func `another reason is told as it is`() throws {
            defer { removeAll() }
            var count = 0

            let failure = #expect(throws: Failure.self) {
                _ = try FileOfNode.make(at: folder + "/new", in: profile) { path in
                    count += 1
                    throw Failure(.conflict, "\(path): \(String(cString: strerror(ENOSPC)))")
                }
            }

            #expect(failure?.code == .conflict)
            #expect(count == 1)
        }
    }
}
