#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Operations on whole files and folders.
enum File {
    static func bytes(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be read") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &part, part.count)
            guard count >= 0 else { throw BenchError("\(path) cannot be read") }
            guard count > 0 else { return bytes }
            bytes += part[..<count]
        }
    }

    static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    static func put(_ bytes: [UInt8], at path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be written") }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw BenchError("\(path) cannot be written") }
            rest = rest.dropFirst(count)
        }
    }

    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 else { throw BenchError("\(path) cannot be made") }
    }

    /// The size in bytes; 0 if the file does not exist.
    static func size(_ path: String) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        return Int(status.st_size)
    }
}
