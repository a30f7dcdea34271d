#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The path of the program that runs now.
enum ProgramPath {
    /// Its absolute path, links resolved on Linux.
    static func own() throws(Failure) -> String {
        var bytes = [CChar](repeating: 0, count: 4096)
        #if canImport(Glibc)
        let isFound = readlink("/proc/self/exe", &bytes, bytes.count - 1) > 0
        #else
        var size = UInt32(bytes.count)
        let isFound = _NSGetExecutablePath(&bytes, &size) == 0
        #endif
        guard isFound else {
            throw Failure(
                .failure, "cannot find the path of this program", fix: "weft up --foreground")
        }
        let path = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: path, as: UTF8.self)
    }
}
