@testable import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A folder for one test, deleted with its contents when the test ends.
final class TemporaryHome {
    let path: String

    init() {
        var template = Array("/tmp/weft-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    }

    /// Creates a profile below this folder, with its folders.
    func profile(_ name: String = Profile.defaultName) throws -> Profile {
        let profile = try Profile(name: name) { $0 == "WEFT_HOME" ? path : nil }
        try profile.prepare()
        return profile
    }

    func mode(of path: String) -> Int {
        var facts = stat()
        return lstat(path, &facts) == 0 ? Int(facts.st_mode & 0o777) : -1
    }

    deinit {
        remove(path)
    }

    private func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name == "." || name == ".." { continue }
                let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
                if isFolder { remove(path + "/" + name) } else { unlink(path + "/" + name) }
            }
            closedir(folder)
        }
        rmdir(path)
    }
}

func kind(of body: () throws -> Void) -> NodeError.Kind? {
    do {
        try body()
        return nil
    } catch let error as NodeError {
        return error.kind
    } catch {
        return nil
    }
}
