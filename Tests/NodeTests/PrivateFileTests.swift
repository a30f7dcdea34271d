import Testing

@testable import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

struct PrivateFileTests {
    @Test func `a new text takes the place of the old one and leaves nothing beside it`() throws {
        let home = TemporaryHome()
        let path = home.path + "/a"
        try PrivateFile.write([1, 2, 3], to: path)

        try PrivateFile.write([4], to: path)

        #expect(try PrivateFile.read(path, bytesMax: 4) == [4])
        #expect(home.mode(of: path + ".new") == -1)
        #expect(home.mode(of: path) == 0o600)
    }

    @Test func `the remains of a crash are not in the way`() throws {
        let home = TemporaryHome()
        symlink("/nowhere", home.path + "/a.new")

        try PrivateFile.write([4], to: home.path + "/a")

        #expect(try PrivateFile.read(home.path + "/a", bytesMax: 4) == [4])
    }

    @Test func `no file is no error`() throws {
        let home = TemporaryHome()

        #expect(try PrivateFile.read(home.path + "/a", bytesMax: 4) == nil)
    }

    @Test(arguments: [(3, nil), (4, nil), (5, NodeError.Kind.damaged)])
    func `a file is read up to its limit`(size: Int, refusal: NodeError.Kind?) throws {
        let home = TemporaryHome()
        let path = home.path + "/a"
        try PrivateFile.write(Array(repeating: 7, count: size), to: path)

        #expect(kind { _ = try PrivateFile.read(path, bytesMax: 4) } == refusal)
    }

    @Test(arguments: [0o601, 0o604, 0o620, 0o640, 0o660, 0o666])
    func `a file that others may use is refused`(mode: Int) throws {
        let home = TemporaryHome()
        let path = home.path + "/a"
        try PrivateFile.write([1], to: path)
        chmod(path, mode_t(mode))

        #expect(kind { _ = try PrivateFile.read(path, bytesMax: 4) } == .unsafe)
        #expect(kind { try PrivateFile.check(path) } == .unsafe)
    }

    @Test func `links, folders and pipes are refused, and none blocks`() throws {
        let home = TemporaryHome()
        try PrivateFile.write([1], to: home.path + "/a")
        symlink(home.path + "/a", home.path + "/link")
        mkdir(home.path + "/folder", 0o700)
        mkfifo(home.path + "/pipe", 0o600)

        for name in ["link", "folder", "pipe"] {
            #expect(
                kind { _ = try PrivateFile.read(home.path + "/" + name, bytesMax: 4) } == .unsafe)
        }
    }

    @Test func `another user's file is refused`() throws {
        let home = TemporaryHome()
        try PrivateFile.write([1], to: home.path + "/a")
        // Only root can give a file away; other users cannot test this.
        guard chown(home.path + "/a", 65534, 65534) == 0 else { return }

        #expect(kind { _ = try PrivateFile.read(home.path + "/a", bytesMax: 4) } == .unsafe)
    }
}
